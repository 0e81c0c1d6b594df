// Why: decision 0457.
import type { KeyObject } from 'node:crypto';
import { HOUR, MINUTE } from '../../../shared/domain/time/time.ts';
import { NO_UPDATES, type UpdateState } from '../../../shared/contract/host/updates.ts';
import type { Clock, Log, Random, Timer } from '../../core/foundation/ports.ts';
import { backgroundWork, type StartWork } from '../../host/background-work.ts';
import { isAtWork, type RunningWork } from '../work/running-work.ts';
import { type Fetch, bytesAt, textAt } from './feed-reader.ts';
import type { Installation } from './installation.ts';
import { FEED_NAME, isNewer, readFeed, UpdateTrouble } from './release.ts';
import type { Offered, Stage } from './stage.ts';

/**
 * Milliseconds to the first look and between looks, plus a random part: a company's computers shall not ask at once.
 */
const FIRST_LOOK = MINUTE;
const BETWEEN_LOOKS = 6 * HOUR;
/** Milliseconds. How often a due update looks whether a person or another program still works. */
const BETWEEN_TRIES = MINUTE;

const NOT_FINISHED =
  'The update began, but this is still the old version. Install it again; if that fails too, ask your administrator for the installer.';
const USED_ELSEWHERE =
  'The update was not installed: another Lead Console works with the same data, for example an import or export on the command line, and would have been cut off. Install it when that one has ended.';

/** What the updates need of the program around them. */
export interface UpdatesOptions {
  /** The version that runs. */
  readonly current: string;
  /** The folder with the feed and the files. */
  readonly feed: URL;
  readonly key: KeyObject;
  readonly stage: Stage;
  readonly installation: Installation;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  running(): RunningWork;
  /** Whether a person works in the window now: nothing keeps what is half filled in there. */
  isWorkedIn(): boolean;
  /** Whether another program works on something in the data folder. Asked only while this one works on nothing. */
  isUsedElsewhere(): Promise<boolean>;
  /** @throws UpdateTrouble when the system does not find the makers' signature on the file */
  checkSystemSignature(path: string): Promise<void>;
  /** Parks the jobs and closes everything, then calls `last` and ends the program. */
  closeFirst(last: () => Promise<void>): void;
  /** Starts this program again, as it was started. */
  startAgain(): Promise<void>;
  onState(state: UpdateState): void;
}

/**
 * Looks for newer versions, loads one when a person says so, and lets it take the place of this one when no row is on
 * its way. One step at a time. The state shows what goes wrong; nothing else changes.
 */
export class Updates {
  readonly #options: UpdatesOptions;
  readonly #inBackground: StartWork;
  #state: UpdateState;
  #offered: Offered | null = null;
  /** The version of the update that is loaded. */
  #loaded: string | null = null;
  /** Why the last installation failed; empty when none was tried yet. */
  #attempt = '';
  #timer: Timer | null = null;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#inBackground = backgroundWork(options.log);
    this.#state = { ...NO_UPDATES, isOffered: true, way: options.installation.way };
  }

  get state(): UpdateState {
    return { ...this.#state, ...this.#options.running() };
  }

  /** Finds what an earlier run has loaded, and looks for newer versions from now on. */
  async start(): Promise<void> {
    const { stage, current } = this.#options;
    const kept = await stage.kept();
    if (kept !== null && isNewer(kept.release.version, current)) {
      this.#loaded = kept.release.version;
      this.#attempt = kept.attempt;
      this.#show({ state: 'ready', version: this.#loaded, trouble: this.#attempt });
    } else stage.clear();
    this.#lookLater(FIRST_LOOK);
  }

  async look(): Promise<UpdateState> {
    if (this.#isBusy()) return this.state;
    const before = this.#state.state;
    this.#show({ state: 'looking' });
    await this.#step(before, async () => {
      const { fetch, clock, feed, key, current } = this.#options;
      const text = await textAt(fetch, clock, new URL(FEED_NAME, feed));
      const release = readFeed(text, key);
      const lookedAt = clock.wallNow();
      if (!isNewer(release.version, current)) {
        // Forgets a loaded update, too: the makers may have withdrawn it.
        this.#forget();
        this.#show({ state: 'newest', version: null, lookedAt, trouble: this.#olderWords(release.version) });
      } else if (release.version === this.#loaded) {
        this.#show({ state: before === 'due' ? 'due' : 'ready', lookedAt, trouble: this.#attempt });
      } else this.#offer(text, release, lookedAt);
    });
    // What ran may have ended meanwhile.
    await this.#installWhenIdle();
    return this.state;
  }

  async load(): Promise<UpdateState> {
    const offered = this.#offered;
    if (offered === null || this.#state.state !== 'found') return this.state;
    const { fetch, clock, feed, stage } = this.#options;
    const { name, size } = offered.file;
    this.#show({ state: 'loading', bytes: 0, bytesTotal: size, trouble: '' });
    await this.#step('found', async () => {
      this.#loaded = null;
      await stage.take(offered, bytesAt(fetch, clock, new URL(name, feed)), (bytes) => this.#progress(bytes));
      this.#loaded = offered.release.version;
      this.#attempt = '';
      this.#show({ state: 'ready' });
    });
    return this.state;
  }

  async install(when: 'now' | 'whenIdle' | 'notYet'): Promise<UpdateState> {
    if (this.#state.state !== 'ready' && this.#state.state !== 'due') return this.state;
    if (when === 'notYet') this.#show({ state: 'ready' });
    else if (when === 'now') await this.#install();
    else {
      this.#show({ state: 'due', trouble: '' });
      await this.#installWhenIdle();
    }
    return this.state;
  }

  /** Called whenever the program may work on something else than before. */
  async workChanged(): Promise<void> {
    const running = this.#options.running();
    const kinds = Object.keys(running) as (keyof RunningWork)[];
    if (kinds.some((kind) => running[kind] !== this.#state[kind])) this.#show({});
    await this.#installWhenIdle();
  }

  async #installWhenIdle(): Promise<void> {
    const { running, isWorkedIn, isUsedElsewhere, clock } = this.#options;
    if (this.#state.state !== 'due' || isAtWork(running())) return;
    const isUsed = isWorkedIn() || (await isUsedElsewhere());
    // A person may have taken it back meanwhile, or begun something.
    if (this.#state.state !== 'due' || isAtWork(running())) return;
    if (!isUsed) return this.#install(true);
    this.#timer?.cancel();
    this.#timer = clock.after(BETWEEN_TRIES, () => {
      this.#lookLater(BETWEEN_LOOKS);
      this.#inBackground('installing an update', () => this.#installWhenIdle());
    });
  }

  /** @param isDue it waits for the end of what runs, and nobody was told what it would end */
  async #install(isDue = false): Promise<void> {
    const { stage, checkSystemSignature, closeFirst, running } = this.#options;
    this.#show({ state: 'installing', trouble: '' });
    await this.#step('ready', async () => {
      let path: string;
      try {
        path = await stage.check();
        await checkSystemSignature(path);
      } catch (error) {
        this.#forget();
        this.#show(this.#offered === null ? { state: 'unknown', version: null } : { state: 'found' });
        throw error;
      }
      // The look at the file takes seconds, in which a person may have begun something.
      if (isDue && isAtWork(running())) return this.#show({ state: 'due' });
      await stage.attempt(NOT_FINISHED);
      closeFirst(() => this.#replace(path));
    });
  }

  /** This program has closed everything: work that goes on now is another program's. */
  async #replace(path: string): Promise<void> {
    const { stage, installation, isUsedElsewhere, startAgain, log } = this.#options;
    try {
      if (await isUsedElsewhere()) throw new UpdateTrouble(USED_ELSEWHERE);
      await installation.run(path);
    } catch (error) {
      if (!(error instanceof UpdateTrouble)) log.bug('installing an update', error);
      const words = error instanceof UpdateTrouble ? error.message : notBegun(error);
      await stage.attempt(words).catch((trouble: unknown) => log.bug('keeping why an update failed', trouble));
      await startAgain();
    }
  }

  /** A step that fails shows its reason in the state before it, or in the one that it set last. */
  async #step(before: UpdateState['state'], work: () => Promise<void>): Promise<void> {
    const begun = this.#state.state;
    try {
      await work();
    } catch (error) {
      const state = this.#state.state === begun ? before : this.#state.state;
      if (error instanceof UpdateTrouble) return this.#show({ state, trouble: error.message });
      const logId = this.#options.log.bug('an update', error);
      this.#show({
        state,
        trouble: `Something in Lead Console went wrong (log ${logId}). Nothing was installed. Try again.`,
      });
    }
  }

  #offer(feed: string, release: Offered['release'], lookedAt: number): void {
    const { installation } = this.#options;
    const file = installation.fileOf(release);
    const isForSystem = installation.way === 'system';
    this.#offered = file === null ? null : { release, file, feed };
    // A loaded update is older than this one. Loading this one replaces it.
    this.#loaded = null;
    this.#show({
      state: 'found',
      version: release.version,
      lookedAt,
      bytes: 0,
      bytesTotal: file?.size ?? 0,
      trouble:
        file === null && !isForSystem
          ? `Version ${release.version} has no file for this kind of computer. Ask your administrator for the installer.`
          : '',
    });
  }

  #olderWords(offered: string): string {
    const { current } = this.#options;
    if (!isNewer(current, offered)) return '';
    return `The place for updates offers version ${offered}, which is older than this one (${current}). Nothing was loaded. If you should go back, ask your administrator.`;
  }

  #forget(): void {
    this.#loaded = null;
    this.#options.stage.clear();
  }

  #isBusy(): boolean {
    return ['looking', 'loading', 'installing'].includes(this.#state.state);
  }

  #progress(bytes: number): void {
    const percent = (done: number) => Math.floor((done / this.#state.bytesTotal) * 100);
    if (percent(bytes) > percent(this.#state.bytes)) this.#show({ bytes });
  }

  #lookLater(wait: number): void {
    const { clock, random } = this.#options;
    this.#timer?.cancel();
    this.#timer = clock.after(wait + random() * (wait / 4), () => {
      this.#lookLater(BETWEEN_LOOKS);
      this.#inBackground('looking for an update', () => this.look());
    });
  }

  #show(change: Partial<UpdateState>): void {
    this.#state = { ...this.#state, ...change, ...this.#options.running() };
    this.#options.onState(this.#state);
  }
}

function notBegun(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The update could not start: ${why}. Nothing was changed. Install it again, or ask your administrator for the installer.`;
}
