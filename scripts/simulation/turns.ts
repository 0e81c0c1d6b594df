/* Turns of the event loop: time stands still until nothing is left to do at this moment. */

const real = globalThis.setImmediate;
let waiting = 0;

/** Turns after the last one in which something was asked for: streams hand their ends on in a few. */
const QUIET = 2;

/** Counts what waits for the next turn, until it is disposed of. */
export function watchTurns(): Disposable {
  const counted = ((callback: (...args: unknown[]) => void, ...args: unknown[]) => {
    waiting += 1;
    return real(() => {
      waiting -= 1;
      callback(...args);
    });
  }) as typeof setImmediate;
  globalThis.setImmediate = counted;
  return {
    [Symbol.dispose]() {
      globalThis.setImmediate = real;
    },
  };
}

/** Resolves when all that could be done at this moment is done. */
export async function settle(): Promise<void> {
  for (let quiet = 0; quiet < QUIET; quiet = waiting === 0 ? quiet + 1 : 0)
    await new Promise<void>((resolve) => void real(resolve));
}
