import { knownZone } from '../../../shared/domain/service/service-time.ts';
import { STORAGE_WORDS, storageTrouble } from '../foundation/failure.ts';
import { createProgress } from '../foundation/progress.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import type { Lease } from '../storage/lease.ts';
import type { OwnedWork } from '../storage/owned-work.ts';
import type { SegmentChangeStore } from './change-store.ts';
import type { SegmentLists } from './segment-lists.ts';
import { type RunEnd, SegmentRun } from './segment-run.ts';
import { type StoredChange, UNWRITTEN } from './stored-change.ts';

/** Milliseconds between two snapshots of a running change: a person reads at most four a second. */
const PROGRESS_PAUSE = 250;
const LOST =
  'Lead Console ended before the answer came. The service may have the batch; look at the count of the segment.';
const DIED = 'The Lead Console that sent it has ended. Go on to send the rest.';

interface RunningParts {
  readonly services: FeatureServices;
  readonly session: AccountSession;
  readonly store: SegmentChangeStore;
  readonly work: OwnedWork;
  readonly lists: SegmentLists;
  /** A page may show the change otherwise. */
  readonly onChange: (changeId: string) => void;
}

/** Sends the changes that this program owns, and writes how they end, also those of a program that has died. */
export class RunningChanges {
  isClosing = false;
  readonly #parts: RunningParts;
  readonly #runs = new Map<string, SegmentRun>();
  /** Why a change stands still that the journal, which took no write, still calls running. */
  readonly #unwritten = new Map<string, string>();
  readonly #progress: ReturnType<typeof createProgress>;

  constructor(parts: RunningParts) {
    this.#parts = parts;
    this.#progress = createProgress(parts.services.clock, PROGRESS_PAUSE, parts.onChange);
  }

  /** What a change waits for while it runs. */
  heldBy(changeId: string): SegmentRun['held'] {
    return this.#runs.get(changeId)?.held ?? null;
  }

  unwritten(changeId: string): string | undefined {
    return this.#unwritten.get(changeId);
  }

  /** The caller owns the change: when it counts as running, the program that ran it has died. @throws Failure `notFound` */
  settle(changeId: string, reason: string): void {
    if (this.#parts.store.get(changeId).state !== 'running') return;
    this.loseSent(changeId);
    this.pause(changeId, this.#unwritten.get(changeId) ?? reason);
  }

  loseSent(changeId: string): void {
    const unwritten = this.#unwritten.get(changeId);
    this.#parts.store.loseSent(changeId, unwritten === undefined ? LOST : `${unwritten} ${UNWRITTEN}`);
  }

  pause(changeId: string, reason: string): void {
    this.#parts.store.pause(changeId, reason, this.#parts.services.clock.wallNow());
    this.#unwritten.delete(changeId);
  }

  go(change: StoredChange, lease: Lease): void {
    const { store, work } = this.#parts;
    const { clock, random } = this.#parts.services;
    const { api, account } = this.#parts.session;
    const run = new SegmentRun(change, {
      api,
      store,
      clock,
      random,
      zone: knownZone(account.dialect.timeZone),
      onChange: () => this.#progress.changed(change.id),
    });
    this.#runs.set(change.id, run);
    this.#unwritten.delete(change.id);
    this.#tellWorking();
    work.run(
      change.id,
      lease,
      () => run.pause(),
      () => this.#follow(change, run),
    );
  }

  async #follow({ id, segmentId }: StoredChange, run: SegmentRun): Promise<void> {
    try {
      while (!(await this.#close(id, segmentId, await run.run(), run.pausing)));
    } catch (error) {
      this.#fail(id, error);
    }
    this.#runs.delete(id);
    this.#tellWorking();
    // No event waits from here on.
    this.#progress.flush(id);
  }

  /** The host asks before it ends, which pauses them. */
  #tellWorking(): void {
    const { services, session } = this.#parts;
    services.emit('segment:working', { accountId: session.account.id, running: this.#runs.size });
  }

  /** False when there is more to send. */
  async #close(changeId: string, segmentId: string, { kind, reason }: RunEnd, pausing: AbortSignal): Promise<boolean> {
    const { services, store, lists } = this.#parts;
    // The program goes on with it when the account is open again.
    if (this.isClosing && kind === 'paused') return true;
    if (kind === 'paused') {
      this.pause(changeId, reason);
      return true;
    }
    // Read before the state is written: whoever sees the end sees the count, too.
    const after = this.isClosing ? null : await lists.count(segmentId, pausing);
    return store.end(changeId, services.clock.wallNow(), after);
  }

  /**
   * After a write that failed the change stands still, and what was on its way is unknown. The journal hears of it when it
   * takes writes again.
   */
  #fail(changeId: string, error: unknown): void {
    const { log } = this.#parts.services;
    const trouble = storageTrouble(error);
    if (trouble === null) log.bug('segments', error);
    const reason =
      trouble === null
        ? 'Something in Lead Console went wrong. Go on; if it comes back, look into the log.'
        : `${STORAGE_WORDS[trouble].cause}. ${STORAGE_WORDS[trouble].remedy}, then go on.`;
    this.#unwritten.set(changeId, reason);
    try {
      this.settle(changeId, reason);
    } catch (second) {
      log.note(`The state of a change could not be written: ${String(second)}`);
      // A page that was told this does not ask again.
      this.lookLater(changeId);
    }
  }

  /** Looks at a change that another program runs, or ran until it died. */
  lookLater(changeId: string): void {
    this.#parts.work.lookLater(changeId, () => this.#lookElsewhere(changeId));
  }

  #lookElsewhere(changeId: string): void {
    const { work, store, services, onChange } = this.#parts;
    try {
      using lease = work.takeNow(changeId);
      // Another program has gone on with it, and knows better.
      if (lease === null) this.#unwritten.delete(changeId);
      else if (store.find(changeId) !== undefined) this.settle(changeId, DIED);
    } catch (error) {
      if (storageTrouble(error) === null) services.log.bug('look at a change of another program', error);
    }
    onChange(changeId);
  }
}
