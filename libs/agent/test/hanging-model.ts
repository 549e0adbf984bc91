import type { Model } from "../src/agent/model.ts";
import { createScriptedModel, type ScriptedStep } from "../src/agent/scripted-model.ts";

/** A model that answers its script and then hangs until the call is aborted or released. */
export function createHangingModel(script: readonly ScriptedStep[]) {
  const scripted = createScriptedModel(script);
  let calls = 0;
  let release: (() => void) | undefined;
  const model: Model = {
    name: "hanging",
    complete(request) {
      calls += 1;
      if (calls <= script.length) return scripted.complete(request);
      return new Promise((resolve, reject) => {
        release = () => resolve({ content: "Late.", toolCalls: [], finishReason: "stop", refusal: null, usage: null });
        request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
      });
    },
  };
  return { model, calls: () => calls, release: () => release?.() };
}
