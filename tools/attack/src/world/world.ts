// biome-ignore lint/suspicious/noExplicitAny: the world file is data of another package; only the planted fields matter
export type World = Record<string, any>;

/** Where a string is to stand: a record of a collection and a field of it, which may lie deeper (`holds.0.reason`). */
export interface Target {
  collection: string;
  id: string;
  field: string;
}
