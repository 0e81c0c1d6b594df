import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NO_UPDATES, type UpdateState } from '../../../shared/contract/host/updates.ts';
import type { Log } from '../../core/foundation/ports.ts';
import { systemClock, systemRandom } from '../../core/system/system-clock.ts';
import { HostTrouble } from '../../host/host-trouble.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { openUpdateSession } from '../guards/update-session.ts';
import { installationOf, startApart } from './installation.ts';
import { type PolicySystem, updateFeed } from './policy.ts';
import { isAnyHeld } from '../../core/storage/lease.ts';
import { isVersion, updateKey } from './release.ts';
import { Stage } from './stage.ts';
import { checkSystemSignature } from './system-signature.ts';
import { Updates, type UpdatesOptions } from './updates.ts';

declare const __UPDATE_KEY__: string | undefined;

/** The public half of the makers' key; the build sets it. Without it no update is trusted. */
export const builtKey: string = typeof __UPDATE_KEY__ === 'string' ? __UPDATE_KEY__ : '';

export interface DesktopUpdatesOptions extends Pick<
  UpdatesOptions,
  'running' | 'isWorkedIn' | 'closeFirst' | 'onState'
> {
  readonly electron: Pick<ElectronParts, 'app' | 'session' | 'shell'>;
  /** The version that runs. */
  readonly version: string;
  readonly system: PolicySystem;
  /** The public half of the makers' key, as `builtKey`. */
  readonly key: string;
  readonly dataFolder: string;
  /** The data folder that the start named; null for the usual one. */
  readonly ownFolder: string | null;
  readonly log: Log;
}

/** The updates of the installed program: off until an administrator names a place for them. */
export class DesktopUpdates {
  readonly #options: DesktopUpdatesOptions;
  #updates: Updates | null = null;
  #without: UpdateState = NO_UPDATES;

  constructor(options: DesktopUpdatesOptions) {
    this.#options = options;
  }

  get state(): UpdateState {
    return this.#updates?.state ?? this.#without;
  }

  look(): Promise<UpdateState> {
    return this.#updates?.look() ?? Promise.resolve(this.state);
  }

  load(): Promise<UpdateState> {
    return this.#updates?.load() ?? Promise.resolve(this.state);
  }

  install(when: Parameters<Updates['install']>[0]): Promise<UpdateState> {
    return this.#updates?.install(when) ?? Promise.resolve(this.state);
  }

  async workChanged(): Promise<void> {
    await this.#updates?.workChanged();
  }

  /** Reads what the administrator decided. A program that runs from its source cannot be updated. */
  async open(): Promise<void> {
    const { electron, version, system, dataFolder, onState } = this.#options;
    if (!electron.app.isPackaged || !isVersion(version)) return;
    try {
      const feed = await updateFeed(system);
      if (feed === null) return;
      const key = updateKey(this.#options.key);
      if (key === null)
        throw new HostTrouble(
          'This Lead Console was built without the key that proves who made an update, so it loads none. Ask your administrator for a released version.',
        );
      this.#updates = new Updates({ ...this.#parts(), feed, key, stage: new Stage(join(dataFolder, 'update'), key) });
    } catch (error) {
      if (!(error instanceof HostTrouble)) throw error;
      this.#without = { ...NO_UPDATES, isOffered: true, trouble: error.message };
      onState(this.#without);
    }
    await this.#updates?.start();
  }

  #parts(): Omit<UpdatesOptions, 'feed' | 'key' | 'stage'> {
    const { electron, system, dataFolder, ownFolder, log, running, isWorkedIn, closeFirst, onState } = this.#options;
    const startAgain = () => startProgram(electron, system, ownFolder === null ? [] : ['--data-dir', ownFolder]);
    return {
      current: this.#options.version,
      installation: installationOf({
        ...system,
        arch: process.arch,
        openPath: (path) => electron.shell.openPath(path),
        startAgain,
      }),
      fetch: openUpdateSession(electron),
      clock: systemClock,
      random: systemRandom,
      log,
      running,
      isWorkedIn,
      isUsedElsewhere: async () => isUsed(dataFolder),
      checkSystemSignature: (path) => checkSystemSignature(system, path, process.execPath),
      closeFirst,
      startAgain,
      onState,
    };
  }
}

/** Starts the program again: after this one has ended or, from an AppImage, beside it. */
async function startProgram(
  { app }: Pick<ElectronParts, 'app'>,
  { env }: PolicySystem,
  args: readonly string[],
): Promise<void> {
  const image = env['APPIMAGE'];
  if (image === undefined) return app.relaunch({ args: [...args] });
  // Otherwise the new program would take this one for the open one.
  app.releaseSingleInstanceLock();
  await startApart(image, args);
}

/** Whether somebody works on something of an account: an import, an export, a change of a segment. */
function isUsed(dataFolder: string): boolean {
  const accounts = join(dataFolder, 'account');
  return namesIn(accounts).some((account) => isAnyHeld(join(accounts, account, 'locks')));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There is no account yet.
    return [];
  }
}
