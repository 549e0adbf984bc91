import { adminWords } from "./de/admin-words.ts";
import { agentWords } from "./de/agent-words.ts";
import { batchWords } from "./de/batch-words.ts";
import { cardWords } from "./de/card-words.ts";
import { codeWords } from "./de/code-words.ts";
import { healthWords } from "./de/health-words.ts";
import { homeWords } from "./de/home-words.ts";
import { itemWords } from "./de/item-words.ts";
import { ledgerWords } from "./de/ledger-words.ts";
import { notificationWords } from "./de/notification-words.ts";
import { policyWords } from "./de/policy-words.ts";
import { queueWords } from "./de/queue-words.ts";
import { reasonWords } from "./de/reason-words.ts";
import { recordWords } from "./de/record-words.ts";
import { refusalWords } from "./de/refusal-words.ts";
import { requestWords } from "./de/request-words.ts";
import { shellWords } from "./de/shell-words.ts";
import { signInWords } from "./de/sign-in-words.ts";
import { stateWords } from "./de/state-words.ts";
import { toolWords } from "./de/tool-words.ts";
import { trajectoryWords } from "./de/trajectory-words.ts";
import { undoWords } from "./de/undo-words.ts";
import type { Messages } from "./message-type.ts";

/** German words of the console. */
export const de: Messages = {
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
};
