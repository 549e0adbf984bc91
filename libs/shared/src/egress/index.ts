export { type AllowList, readAllowList } from "./allow-list.ts";
export { createEgress, type Egress, type EgressOptions } from "./create-egress.ts";
