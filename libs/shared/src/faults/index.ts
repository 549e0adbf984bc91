export { createFaults, type ReachFaultPoint } from "./create-faults.ts";
export { FAULT_POINTS, type FaultPoint } from "./fault-points.ts";
