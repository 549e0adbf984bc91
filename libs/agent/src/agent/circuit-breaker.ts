import { type Model, ModelError } from "./model.ts";

/** Calls in a row that found the server down; each has made its own tries before. */
const FAILURES = 3;
const OPEN_MS = 10_000;

export interface CircuitBreakerOptions {
  failures?: number;
  openMs?: number;
  now?: () => number;
}

/**
 * Stops asking a model server that is down: after a few calls in a row without an answer every call fails at once, until one
 * call is let through to see whether the server is back. A task then ends as unavailable in milliseconds instead of minutes,
 * and a server that comes up is not met by all tries at the same time. Each process has its own.
 */
export function createCircuitBreaker(model: Model, options: CircuitBreakerOptions = {}): Model {
  const { failures: limit = FAILURES, openMs = OPEN_MS, now = Date.now } = options;
  let failures = 0;
  let closedFrom = 0;
  /** When the call that looks whether the server is back may be taken for hanging: another then looks. */
  let probeUntil = 0;
  const isOpen = () => failures >= limit && now() < Math.max(closedFrom, probeUntil);
  return {
    name: model.name,
    get open() {
      return isOpen();
    },
    async complete(request) {
      if (isOpen()) throw new ModelError("unavailable", "the model server was down a moment ago");
      const mine = failures >= limit ? now() + openMs : 0;
      if (mine > 0) probeUntil = mine;
      try {
        const turn = await model.complete(request);
        failures = 0;
        return turn;
      } catch (error) {
        // A server that refuses is up; a call that its own task gave up says nothing about the server.
        if (error instanceof ModelError && error.kind === "unavailable") {
          failures += 1;
          closedFrom = now() + openMs;
        } else if (error instanceof ModelError) failures = 0;
        throw error;
      } finally {
        // A later probe stands for itself.
        if (probeUntil === mine) probeUntil = 0;
      }
    },
  };
}
