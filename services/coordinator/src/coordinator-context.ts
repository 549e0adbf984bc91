import type { Tokenizer } from "@quartermaster/agent/agent";
import type { Bus } from "@quartermaster/shared/bus";
import type { IdempotentCalls, Outbox, Pool } from "@quartermaster/shared/db";
import type { ReachFaultPoint } from "@quartermaster/shared/faults";
import type { Logger } from "@quartermaster/shared/log";
import type { Signer, Verifier } from "@quartermaster/shared/signing";
import type { AgentDirectory } from "./agents/agent-directory.ts";
import type { Catalogue } from "./agents/catalogue.ts";
import type { BudgetLimits } from "./budget/request-budget.ts";
import type { RequestNews } from "./events/request-news.ts";
import type { RoutingModel } from "./model/create-routing-model.ts";

/** What every stage of the flow may use; functions name the part they need with `Pick`. */
export interface CoordinatorContext {
  readonly pool: Pool;
  readonly outbox: Outbox;
  /** Answers of calls under an Idempotency-Key whose work has no transaction of its own. */
  readonly answers: IdempotentCalls;
  readonly bus: Bus;
  readonly log: Logger;
  readonly signer: Signer;
  readonly verifier: Verifier;
  readonly faults: ReachFaultPoint;
  readonly model: RoutingModel;
  /** Counts what threads are cut by. */
  readonly tokenizer: Tokenizer;
  readonly agents: AgentDirectory;
  readonly catalogue: Catalogue;
  readonly news: RequestNews;
  readonly budgets: BudgetLimits;
  /** Tasks that one tenant may have at one instance of an agent; more wait their turn. */
  readonly tenantTasks: number;
  /** Base URL of the approvals service. */
  readonly approvalsUrl: string;
}
