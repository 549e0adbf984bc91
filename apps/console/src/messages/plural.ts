/** A count with the right one of two words. */
export const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
