import type { VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';

/** The real thing, kept before anybody replaces it. */
const realSetImmediate = setImmediate;

/**
 * Runs `work` while the global timers and clocks follow `clock`: libraries that know no other time can be simulated as
 * they are. Everything is put back afterwards.
 */
export async function withVirtualGlobals(clock: VirtualClock, work: () => Promise<void>): Promise<void> {
  const start = clock.wallNow();
  const timeout = (callback: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => {
    // Node makes at least one millisecond of any delay.
    const timer = clock.after(Math.max(1, delay), () => callback(...args));
    return handle(() => timer.cancel());
  };
  const interval = (callback: (...args: unknown[]) => void, delay = 0, ...args: unknown[]) => {
    let isOver = false;
    let timer = { cancel: () => undefined as void };
    const again = () => {
      timer = clock.after(Math.max(1, delay), () => {
        if (isOver) return;
        callback(...args);
        again();
      });
    };
    again();
    return handle(() => {
      isOver = true;
      timer.cancel();
    });
  };
  const clear = (timer: unknown) => {
    if (typeof timer === 'object' && timer !== null && 'close' in timer && typeof timer.close === 'function')
      timer.close();
  };
  const replaced: [object, string, unknown][] = [
    [globalThis, 'setTimeout', timeout],
    [globalThis, 'clearTimeout', clear],
    [globalThis, 'setInterval', interval],
    [globalThis, 'clearInterval', clear],
    [Date, 'now', () => start + clock.monotonicNow()],
    [performance, 'now', () => clock.monotonicNow()],
  ];
  const before = replaced.map(([owner, name]) => Object.getOwnPropertyDescriptor(owner, name));
  for (const [owner, name, value] of replaced)
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  try {
    await work();
  } finally {
    replaced.forEach(([owner, name], index) => {
      const descriptor = before[index];
      if (descriptor === undefined) Reflect.deleteProperty(owner, name);
      else Object.defineProperty(owner, name, descriptor);
    });
  }
}

function handle(close: () => void): {
  close: () => void;
  unref: () => unknown;
  ref: () => unknown;
  hasRef: () => boolean;
} {
  const self = { close, unref: () => self, ref: () => self, hasRef: () => true };
  return self;
}

/** Lets every promise that can settle do so. */
export function settlePromises(): Promise<void> {
  return new Promise((resolve) => realSetImmediate(resolve));
}
