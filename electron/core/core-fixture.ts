import { fastClock } from './api/simulation/fast-clock.ts';
import { type Core, createCore } from './core.ts';
import type { CoreOptions } from './core-options.ts';
import type { Clock, SettingsStore } from './foundation/ports.ts';
import { systemClock, systemRandom } from './system/system-clock.ts';

/* For specs and test programs: the real core without a host around it. */

/** A core that keeps no password, has no practice account and reaches the service without a proxy. */
export function loneCore(options: Pick<CoreOptions, 'dataFolder'> & Partial<CoreOptions>): Core {
  return createCore({
    clock: systemClock,
    random: systemRandom,
    secrets: {
      protection: 'session',
      read: async () => null,
      write: async () => 'session',
      remove: async () => undefined,
    },
    settings: memorySettings(),
    practice: {
      start: () => Promise.reject(new Error('not used')),
      samples: async () => [],
      forget: async () => undefined,
    },
    log: { note: () => undefined, bug: () => 'bug' },
    proxyFor: async () => null,
    mode: 'unattended',
    ...options,
  });
}

/** Settings that last as long as `values`. */
export function memorySettings(values = new Map<string, unknown>()): SettingsStore {
  return {
    read: async (key) => values.get(key),
    write: async (key, value) => void values.set(key, structuredClone(value)),
  };
}

/** Real time, `speed` times as fast, on a clock that is wrong by `offset` milliseconds. */
export function realClock(speed: number, offset = 0): Clock {
  const wallNow = () => systemClock.wallNow() + offset;
  return speed === 1 ? { ...systemClock, wallNow } : fastClock(speed, wallNow());
}
