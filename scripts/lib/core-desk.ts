import type { ChannelInput, ChannelResult, CoreChannelName } from '../../shared/contract/channels.ts';
import { type Core, createCore } from '../../electron/core/core.ts';
import { systemClock } from '../../electron/core/system/system-clock.ts';

/** The real core with an account that is signed in, and no window: for programs that test it. */
export interface CoreDesk extends AsyncDisposable {
  readonly core: Core;
  /** What the core logged as a bug, stack and all. */
  readonly bugs: readonly string[];
  /** @throws Error with the code and the words of a failure */
  call<Name extends CoreChannelName>(name: Name, args: ChannelInput<Name>): Promise<ChannelResult<Name>>;
}

export interface CoreDeskOptions {
  readonly dataFolder: string;
  /** Base address of the service. */
  readonly url: string;
  /** The clock of the core runs so much faster. */
  readonly speed: number;
  /** Milliseconds by which its wall clock is wrong. */
  readonly offset?: number;
}

export async function openCoreDesk({ dataFolder, url, speed, offset = 0 }: CoreDeskOptions): Promise<CoreDesk> {
  const values = new Map<string, unknown>();
  const bugs: string[] = [];
  const wall = systemClock.wallNow() + offset;
  const start = systemClock.monotonicNow();
  const passed = () => (systemClock.monotonicNow() - start) * speed;
  const core = createCore({
    dataFolder,
    clock: {
      wallNow: () => Math.round(wall + passed()),
      monotonicNow: passed,
      after: (delay, callback) => systemClock.after(delay / speed, callback),
    },
    random: () => 0.5,
    secrets: {
      protection: 'session',
      read: async () => null,
      write: async () => 'session',
      remove: async () => undefined,
    },
    settings: { read: async (name) => values.get(name), write: async (name, value) => void values.set(name, value) },
    practice: {
      start: () => Promise.reject(new Error('not used')),
      samples: async () => [],
      forget: async () => undefined,
    },
    log: {
      bug: (_, error) => {
        bugs.push(error instanceof Error ? (error.stack ?? '') : String(error));
        return 'bug';
      },
      note: () => undefined,
    },
    proxyFor: async () => null,
    mode: 'unattended',
  });
  const signedIn = await core.signIn(url, { username: 'anna', password: 'secret word' });
  if (!signedIn.ok) {
    await core.close();
    throw new Error(`${signedIn.error.code}: ${signedIn.error.message} ${bugs.join(' ')}`);
  }
  return {
    core,
    bugs,
    async call(name, args) {
      const outcome = await core.call(name, args);
      if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message} ${bugs.join(' ')}`);
      return outcome.value as ChannelResult<typeof name>;
    },
    [Symbol.asyncDispose]: () => core.close(),
  };
}
