import type { ExecutorPorts } from "../../../libs/executor/src/service/executor-ports.ts";
import type { Statements } from "./statements/statement.ts";

/** A fault put into the simulated world on purpose: a simulation that misses it proves nothing. */
export interface Plant {
  name: string;
  executor?: Statements;
  approvals?: Statements;
  coordinator?: Statements;
  /** What executors ask instead of approvals' word on the epoch. */
  epochs?: () => ExecutorPorts["epochs"];
  /** Consumers that say a message is done before it is. */
  acksFirst?: boolean;
}
