/**
 * `fetch` whose answers have at most `maxBytes` each; a longer one breaks off while it is read, and `onTooLong` is called. A
 * redirect is refused, so a listed address never leads to another.
 */
export const boundedFetch =
  (maxBytes: number, onTooLong: () => void): typeof fetch =>
  async (input, init) => {
    const answer = await fetch(input, { ...init, redirect: "error" });
    if (!answer.body) return answer;
    let size = 0;
    const bound = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= maxBytes) return controller.enqueue(chunk);
        controller.error(new Error(`the answer has more than ${maxBytes} bytes`));
        onTooLong();
      },
    });
    return new Response(answer.body.pipeThrough(bound), answer);
  };
