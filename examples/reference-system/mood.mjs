const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Bad behaviour on demand: answers that get lost, slowness, server errors before or after the effect. */
export function createMood() {
  const calm = { loseAnswers: 0, delayMs: 0, answerDelayMs: 0, failBefore: 0, failAfter: 0, refuseBusy: 0 };
  let mood = { ...calm };
  const takes = (name) => {
    if (mood[name] <= 0) return false;
    mood[name] -= 1;
    return true;
  };
  return {
    state: () => ({ ...mood }),
    /** Members of `calm`; counts say for how many effects. */
    set(change) {
      mood = { ...mood, ...Object.fromEntries(Object.entries(change).filter(([name]) => name in calm)) };
    },
    /** Runs an effect in the present mood. */
    async around(effect) {
      if (takes("refuseBusy")) return { status: 429, body: { code: "busy", detail: "not looked at" } };
      if (takes("failBefore")) return { status: 503, body: { code: "down", detail: "failed before anything was done" } };
      if (mood.delayMs > 0) await wait(mood.delayMs);
      const answer = effect();
      if (mood.answerDelayMs > 0) await wait(mood.answerDelayMs);
      if (takes("loseAnswers")) return { ...answer, lost: true };
      if (takes("failAfter")) return { status: 500, body: { code: "failed", detail: "failed after it was done" } };
      return answer;
    },
  };
}
