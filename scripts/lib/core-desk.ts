import type { ChannelInput, ChannelResult, CoreChannelName } from '../../shared/contract/channels.ts';
import type { Core } from '../../electron/core/core.ts';
import type { SecretStore } from '../../electron/core/foundation/ports.ts';
import { loneCore, realClock } from '../../electron/core/core-fixture.ts';

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
  /** Speed of the core's clock. */
  readonly speed: number;
  /** Milliseconds by which its wall clock is wrong. */
  readonly offset?: number;
  /** Where it keeps passwords; left out: it forgets them. */
  readonly secrets?: SecretStore;
}

export async function openCoreDesk({
  dataFolder,
  url,
  speed,
  offset = 0,
  ...secrets
}: CoreDeskOptions): Promise<CoreDesk> {
  const bugs: string[] = [];
  const core = loneCore({
    dataFolder,
    clock: realClock(speed, offset),
    random: () => 0.5,
    ...secrets,
    log: {
      bug: (_, error) => {
        bugs.push(error instanceof Error ? (error.stack ?? '') : String(error));
        return 'bug';
      },
      note: () => undefined,
    },
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
