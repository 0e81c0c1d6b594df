/** Windows sends SIGHUP when the console window is closed, and SIGBREAK for Ctrl+Break. */
const END = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** Calls `close` for the first signal that ends the program, and `endNow` for each one after it. */
export function hearEnd(
  source: { on(name: (typeof END)[number], listener: () => void): unknown },
  close: () => void,
  endNow: () => void,
): void {
  let isClosing = false;
  for (const signal of END)
    source.on(signal, () => {
      if (isClosing) return endNow();
      isClosing = true;
      close();
    });
}
