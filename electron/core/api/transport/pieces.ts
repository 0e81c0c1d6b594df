import { finished, type Readable } from 'node:stream';

/**
 * The pieces of a body, each as it came from the socket, at the pace of the reader. A stream that is iterated joins the
 * pieces that wait into larger ones, and twice the memory of a long body is garbage then. Whoever stops iterating
 * destroys the body. Throws what the body ends with.
 */
export async function* pieces(body: Readable): AsyncGenerator<Uint8Array, void> {
  const waiting: Uint8Array[] = [];
  const end: { reached: boolean; error: Error | null } = { reached: false, error: null };
  let wake: () => void = () => undefined;
  const onData = (piece: Uint8Array): void => {
    body.pause();
    waiting.push(piece);
    wake();
  };
  const stopWatching = finished(body, { writable: false }, (error) => {
    end.reached = true;
    end.error = error ?? null;
    wake();
  });
  body.on('data', onData);
  try {
    for (;;) {
      const piece = waiting.shift();
      if (piece !== undefined) {
        yield piece;
        body.resume();
      } else if (end.reached) {
        if (end.error !== null) throw end.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    stopWatching();
    if (!end.reached) body.destroy();
  }
}
