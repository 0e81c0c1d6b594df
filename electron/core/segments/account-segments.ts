// Why: decision 0120.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ChannelArgs } from '../../../shared/contract/channels.ts';
import {
  BATCHES_SHOWN,
  type SegmentChange,
  type SegmentCounts,
} from '../../../shared/contract/segments/segment-changes.ts';
import type { Segment } from '../../../shared/contract/segments/segments.ts';
import { createProgress } from '../foundation/progress.ts';
import { invalid, notFound, STORAGE_WORDS, storageTrouble } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { type Lease, takeLease } from '../storage/lease.ts';
import { countsOf, SegmentChangeStore, type StoredBatch, type StoredChange } from './change-store.ts';
import type { FoundIds } from './lead-id-sources.ts';
import type { SegmentLists } from './segment-lists.ts';
import { type RunEnd, SegmentRun } from './segment-run.ts';

interface Running {
  readonly run: SegmentRun;
  /** Never rejects. Resolves when the lease is given back. */
  readonly done: Promise<void>;
}

/** Milliseconds between two snapshots of a running change: a person reads at most four a second. */
const PROGRESS_PAUSE = 250;

const LOST =
  'Lead Console ended before the answer came. The service may have the batch; look at the count of the segment.';

/**
 * Changes of segments of one account. One change is a list of leads that was frozen when it was prepared; it outlives the
 * program, and only one program at a time sends its batches.
 */
export class AccountSegments implements AsyncDisposable {
  readonly store: SegmentChangeStore;
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  readonly #lists: SegmentLists;
  readonly #running = new Map<string, Running>();
  readonly #progress: ReturnType<typeof createProgress>;
  #isClosing = false;

  constructor(services: FeatureServices, session: AccountSession, lists: SegmentLists) {
    this.store = new SegmentChangeStore(session.journal);
    this.#services = services;
    this.#session = session;
    this.#lists = lists;
    this.#progress = createProgress(services.clock, PROGRESS_PAUSE, (changeId) => this.#tell(changeId));
  }

  /** Continues what ran when the program ended. A change that another program runs is left to it. */
  resumeLeft(isResuming: boolean): void {
    for (const change of this.store.started().filter(({ state }) => state === 'running')) {
      const lease = this.#takeLease(change.id);
      if (lease === null) continue;
      this.store.loseSent(change.id, LOST);
      if (isResuming) this.#go(change, lease);
      else {
        this.store.update(change.id, { state: 'paused', reason: 'Lead Console ended.' });
        lease[Symbol.dispose]();
      }
    }
  }

  /** @throws Failure `notFound` */
  change(changeId: string): StoredChange {
    const found = this.store.find(changeId);
    if (!found) throw notFound('This change of a segment was deleted.');
    return found;
  }

  all(): SegmentChange[] {
    return this.store.started().map((change) => this.summary(change));
  }

  summary(change: StoredChange): SegmentChange {
    const batches = this.store.batches(change.id);
    const { run } = this.#running.get(change.id) ?? {};
    return {
      ...change,
      accountId: this.#session.account.id,
      heldUntil: run?.heldUntil ?? null,
      leads: batches.reduce((sum, { leads }) => sum + leads, 0),
      counts: sumOf(batches),
      batchCount: batches.length,
      batches: shown(batches).map(({ missing: _missing, refused: _refused, ...batch }) => ({
        ...batch,
        counts: countsOf({ ...batch, missing: _missing, refused: _refused }),
      })),
      sequence: this.#services.nextSequence(),
    };
  }

  /** Keeps what is to be sent. @throws Failure `notFound` for an unknown segment, `validation` when no lead is left */
  async prepare(
    { segmentId, kind, leaveOutEarlier }: Omit<ChannelArgs<'segment:prepare'>, 'source'>,
    found: FoundIds,
    undoes: string | null = null,
  ): Promise<SegmentChange> {
    const { segment, readAt } = await this.#segment(segmentId);
    const inside = leaveOutEarlier && kind === 'add' ? this.store.putInEarlier(segment.uniqueId) : new Set<string>();
    const leads = found.ids.filter((id) => !inside.has(id));
    if (found.listed === 0) throw invalid('The list holds no lead ids. Choose another list.');
    if (found.ids.length === 0)
      throw invalid('No entry of the list can be a lead id: they are too long or hold control characters.');
    const change: StoredChange = {
      id: randomUUID(),
      segmentId: segment.uniqueId,
      segmentName: segment.name,
      kind,
      source: found.source,
      state: 'prepared',
      reason: '',
      createdAt: this.#services.clock.wallNow(),
      startedAt: null,
      endedAt: null,
      listed: found.listed,
      repeated: found.repeated,
      unusable: found.unusable,
      earlier: found.ids.length - leads.length,
      batchSize: this.#session.account.dialect.segmentBatch,
      requests: 0,
      before: { count: segment.goalCurrentValue, readAt },
      after: null,
      undoes,
      undoneBy: null,
    };
    this.store.create(change, leads);
    return this.summary(change);
  }

  /** @throws Failure `validation` when nothing was moved, or an undo was started already */
  prepareUndo(changeId: string): Promise<SegmentChange> {
    const change = this.change(changeId);
    const leads = this.store.moved(changeId);
    if (this.#running.has(changeId)) throw invalid('This change still runs. Pause it, then undo it.');
    if (change.undoneBy !== null) throw invalid('This change was undone already.');
    if (leads.length === 0) throw invalid('There is nothing to undo: the service said yes to no lead of this change.');
    const found = { ids: leads, listed: leads.length, repeated: 0, unusable: 0, source: `undo of ${change.source}` };
    const kind = change.kind === 'add' ? 'remove' : 'add';
    return this.prepare({ segmentId: change.segmentId, kind, leaveOutEarlier: false }, found, changeId);
  }

  /** Sends the waiting batches of a change that was prepared or paused. */
  start(changeId: string): SegmentChange {
    const change = this.change(changeId);
    if (this.#running.has(changeId)) return this.summary(change);
    if (change.state === 'stopped' || change.state === 'ended') throw invalid('This change has ended.');
    if (this.store.nextWaiting(changeId) === undefined)
      throw invalid('There is nothing left to send: all leads of the list are in the segment by an earlier change.');
    this.#begin(change);
    return this.summary(this.change(changeId));
  }

  #begin(change: StoredChange): void {
    using held = new DisposableStack();
    const lease = this.#takeLease(change.id);
    if (lease === null)
      throw invalid(
        'Another Lead Console on this computer is sending this change. Pause it there, or wait until it ends.',
      );
    held.use(lease);
    // The lease is free, so nobody waits for these answers any more.
    this.store.loseSent(change.id, LOST);
    this.store.update(change.id, {
      state: 'running',
      reason: '',
      endedAt: null,
      startedAt: change.startedAt ?? this.#services.clock.wallNow(),
    });
    this.#go(change, held.move());
  }

  /** Resolves when the batch on its way has its answer. Does nothing to a change that does not run. */
  async pause(changeId: string): Promise<SegmentChange> {
    const running = this.#running.get(changeId);
    running?.run.pause();
    await running?.done;
    return this.summary(this.change(changeId));
  }

  /** Gives up what was not sent. */
  async stop(changeId: string): Promise<SegmentChange> {
    await this.pause(changeId);
    if (this.change(changeId).state !== 'ended')
      this.store.update(changeId, { state: 'stopped', reason: '', endedAt: this.#services.clock.wallNow() });
    return this.#tell(changeId);
  }

  /** What a person decided about a batch whose answer did not come. */
  resolve(changeId: string, number: number, as: 'again' | 'arrived' | 'left'): SegmentChange {
    const change = this.change(changeId);
    const batch = this.store.batches(changeId).find((one) => one.number === number);
    if (batch?.state !== 'unknown' && batch?.state !== 'left')
      throw invalid('The answer to this batch is known by now.');
    if (as === 'again' && change.state === 'stopped')
      throw invalid(
        'This change was stopped, so nothing of it is sent any more. Copy the unknown ids and start another change.',
      );
    const states = { again: 'waiting', arrived: 'done', left: 'left' } as const;
    this.store.resolve(changeId, number, states[as]);
    // A paused change goes on only when a person says so: other batches wait in it.
    if (as === 'again' && change.state === 'ended' && !this.#running.has(changeId)) this.#begin(change);
    return this.#tell(changeId);
  }

  /** @throws Failure `validation` while it runs */
  remove(changeId: string): void {
    this.change(changeId);
    if (this.#running.has(changeId)) throw invalid('This change still runs. Stop it first.');
    this.store.remove(changeId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    for (const { run } of this.#running.values()) run.pause();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    this.#progress.forgetAll();
  }

  async #segment(segmentId: string): Promise<{ segment: Segment; readAt: number }> {
    const { segments, readAt } = await this.#lists.read(false);
    const segment = segments.find(({ uniqueId }) => uniqueId === segmentId);
    if (segment === undefined) throw notFound(`The service lists no segment "${segmentId.slice(0, 100)}".`);
    return { segment, readAt };
  }

  #takeLease(changeId: string): Lease | null {
    return takeLease(join(this.#session.folder, 'locks', `segment-${changeId}.sqlite`));
  }

  #go(change: StoredChange, lease: Disposable): void {
    const { clock, random } = this.#services;
    const run = new SegmentRun(change, {
      api: this.#session.api,
      store: this.store,
      clock,
      random,
      onChange: () => this.#progress.changed(change.id),
    });
    this.#running.set(change.id, { run, done: this.#follow(change.id, run, lease) });
  }

  async #follow(changeId: string, run: SegmentRun, lease: Disposable): Promise<void> {
    try {
      using _held = lease;
      const end = await run.run();
      await this.#close(changeId, end);
    } catch (error) {
      this.#fail(changeId, error);
    } finally {
      this.#running.delete(changeId);
      this.#progress.flush(changeId);
    }
  }

  async #close(changeId: string, { kind, reason }: RunEnd): Promise<void> {
    // The program goes on with it when the account is open again.
    if (this.#isClosing && kind === 'paused') return;
    if (kind === 'paused') return this.store.update(changeId, { state: 'paused', reason });
    const endedAt = this.#services.clock.wallNow();
    // Read before the state is written: whoever sees the end sees the count, too.
    const after = this.#isClosing ? null : await this.#lists.count(this.change(changeId).segmentId);
    this.store.update(changeId, { ...(after === null ? {} : { after }), state: 'ended', reason: '', endedAt });
  }

  /** A write that failed leaves the change as the journal has it; the next start finds what is unknown. */
  #fail(changeId: string, error: unknown): void {
    const { log } = this.#services;
    const trouble = storageTrouble(error);
    if (trouble === null) log.bug('segments', error);
    try {
      const reason =
        trouble === null
          ? 'Something in Lead Console went wrong. Go on; if it comes back, look into the log.'
          : `${STORAGE_WORDS[trouble].cause}. ${STORAGE_WORDS[trouble].remedy}, then go on.`;
      this.store.update(changeId, { state: 'paused', reason });
    } catch (second) {
      log.note(`The state of a change could not be written: ${String(second)}`);
    }
  }

  #tell(changeId: string): SegmentChange {
    const summary = this.summary(this.change(changeId));
    this.#services.emit('segment:progress', summary);
    return summary;
  }
}

function sumOf(batches: readonly StoredBatch[]): SegmentCounts {
  const sum = { waiting: 0, moved: 0, missing: 0, refused: 0, unknown: 0 };
  for (const batch of batches) {
    const counts = countsOf(batch);
    for (const name of Object.keys(sum) as (keyof SegmentCounts)[]) sum[name] += counts[name];
  }
  return sum;
}

/** Batches that somebody has to look at come first into the list when it is too long. */
function shown(batches: readonly StoredBatch[]): readonly StoredBatch[] {
  if (batches.length <= BATCHES_SHOWN) return batches;
  const needsLook = ({ state }: StoredBatch) => state === 'unknown' || state === 'refused' || state === 'sent';
  const chosen = [...batches.filter(needsLook), ...batches.filter((batch) => !needsLook(batch))].slice(
    0,
    BATCHES_SHOWN,
  );
  return chosen.sort((one, other) => one.number - other.number);
}
