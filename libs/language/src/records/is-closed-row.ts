/** Rows whose value is one of a closed list. Reasons are words of people and stay as they are. */
const CLOSED = /^(?:State|Status|Transfer|Hold|Delivery hold|Screening|Charge)\b/;

/** Whether the value of a row with this label is one of a closed list, which has words. */
export const isClosedRow = (label: string): boolean => CLOSED.test(label);
