import { resolve } from "node:path";

/** Folder of the clone; the same from the sources and from the build. */
export const repositoryFolder = (): string => resolve(import.meta.dirname, "../../../..");
