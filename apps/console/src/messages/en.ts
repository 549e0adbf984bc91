import { adminWords } from "./en/admin-words.ts";
import { agentWords } from "./en/agent-words.ts";
import { batchWords } from "./en/batch-words.ts";
import { cardWords } from "./en/card-words.ts";
import { codeWords } from "./en/code-words.ts";
import { healthWords } from "./en/health-words.ts";
import { homeWords } from "./en/home-words.ts";
import { itemWords } from "./en/item-words.ts";
import { ledgerWords } from "./en/ledger-words.ts";
import { notificationWords } from "./en/notification-words.ts";
import { policyWords } from "./en/policy-words.ts";
import { queueWords } from "./en/queue-words.ts";
import { reasonWords } from "./en/reason-words.ts";
import { recordWords } from "./en/record-words.ts";
import { refusalWords } from "./en/refusal-words.ts";
import { requestWords } from "./en/request-words.ts";
import { shellWords } from "./en/shell-words.ts";
import { signInWords } from "./en/sign-in-words.ts";
import { stateWords } from "./en/state-words.ts";
import { toolWords } from "./en/tool-words.ts";
import { trajectoryWords } from "./en/trajectory-words.ts";
import { undoWords } from "./en/undo-words.ts";

/** English words of the console. Every other language has the same keys with the same parameters, by type. */
export const en = {
  ...shellWords,
  ...signInWords,
  ...homeWords,
  ...requestWords,
  ...queueWords,
  ...cardWords,
  ...recordWords,
  ...refusalWords,
  ...stateWords,
  ...toolWords,
  ...codeWords,
  ...reasonWords,
  ...trajectoryWords,
  ...agentWords,
  ...ledgerWords,
  ...policyWords,
  ...itemWords,
  ...undoWords,
  ...batchWords,
  ...healthWords,
  ...adminWords,
  ...notificationWords,
} as const;
