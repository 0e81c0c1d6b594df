// Why: decision 0120.
import { randomUUID } from 'node:crypto';
import type { ChannelArgs } from '../../../shared/contract/channels.ts';
import type { SegmentBatch, SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import { knownZone } from '../../../shared/domain/service/service-time.ts';
import { Failure, invalid, notFound, STORAGE_WORDS, storageTrouble } from '../foundation/failure.ts';
import { createProgress } from '../foundation/progress.ts';
import { accountWork } from '../sessions/account-work.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import type { Lease } from '../storage/lease.ts';
import type { OwnedWork } from '../storage/owned-work.ts';
import { isPlainId } from '../storage/plain-id.ts';
import { type ChangeFigures, SegmentChangeStore } from './change-store.ts';
import type { ChangeAnswerer } from './change-thread.ts';
import type { PreparedList } from './lead-id-sources.ts';
import { figuresOf, listGone, type Prepared, PreparedChanges } from './prepared-changes.ts';
import type { SegmentLists } from './segment-lists.ts';
import { type RunEnd, SegmentRun } from './segment-run.ts';
import { asUnwritten, batchShown, type StoredChange, UNWRITTEN } from './stored-change.ts';

type BatchDecision = ChannelArgs<'segment:resolve'>['as'];
const STATE_AFTER = { again: 'waiting', arrived: 'done', left: 'left' } as const;

/** Milliseconds between two snapshots of a running change: a person reads at most four a second. */
const PROGRESS_PAUSE = 250;
const LOST =
  'Lead Console ended before the answer came. The service may have the batch; look at the count of the segment.';
const DIED = 'The Lead Console that sent it has ended. Go on to send the rest.';

/**
 * Changes of segments of one account. One change is a list of leads that was frozen when it was prepared; from its start on
 * it outlives the program, and one program at a time owns it.
 */
export class AccountSegments implements AsyncDisposable {
  readonly store: SegmentChangeStore;
  readonly #thread: ChangeAnswerer;
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  readonly #lists: SegmentLists;
  readonly #work: OwnedWork;
  readonly #prepared: PreparedChanges;
  readonly #starting = new Map<string, Promise<void>>();
  readonly #runs = new Map<string, SegmentRun>();
  /** Why a change stands still that the journal, which took no write, still calls running. */
  readonly #unwritten = new Map<string, string>();
  readonly #progress: ReturnType<typeof createProgress>;
  /** Never rejects. */
  #settled: Promise<unknown> = Promise.resolve();
  #isClosing = false;

  constructor(services: FeatureServices, session: AccountSession, lists: SegmentLists, thread: ChangeAnswerer) {
    this.store = new SegmentChangeStore(session.journal);
    this.#thread = thread;
    this.#prepared = new PreparedChanges({ thread, lists, clock: services.clock, account: session.account });
    this.#services = services;
    this.#session = session;
    this.#lists = lists;
    this.#work = accountWork(
      services,
      session,
      'segment',
      'Another Lead Console on this computer is sending this change. Pause it there, or wait until it ends.',
    );
    this.#progress = createProgress(services.clock, PROGRESS_PAUSE, (changeId) => this.#announce(changeId));
  }

  /** Continues what ran when its program ended, and removes what was never begun. What another program has is left to it. */
  resumeLeft(isResuming: boolean): void {
    const left = this.store.ids();
    this.#work.removeOthers(new Set(left.map(({ id }) => id)));
    const plain = left.filter(({ id }) => isPlainId(id));
    if (plain.length < left.length)
      this.#services.log.note('A change of a segment stays as it is, because its id in the journal is damaged.');
    const begun = plain.filter(({ id, isStarted }) => !isStarted || this.store.find(id)?.state === 'running');
    this.#settled = Promise.all(begun.map(({ id }) => this.#settleLeft(id, isResuming)));
  }

  async #settleLeft(changeId: string, isResuming: boolean): Promise<void> {
    try {
      using held = new DisposableStack();
      held.use(await this.#work.take(changeId));
      const change = this.store.find(changeId);
      if (change === undefined) return void (await this.#thread.ask('remove', { id: changeId }));
      if (change.state !== 'running') return;
      this.store.loseSent(changeId, LOST);
      if (isResuming && !this.#isClosing) this.#go(change, held.move());
      else this.#pause(changeId, 'Lead Console ended.');
    } catch (error) {
      // Another program has it, or the account closes. What cannot be written now is settled at the next start.
      if (!(error instanceof Failure) && storageTrouble(error) === null)
        this.#services.log.bug('go on with a change of a segment', error);
    }
  }

  /** A change that was begun. @throws Failure `notFound` */
  change(changeId: string): StoredChange {
    const found = this.store.find(changeId);
    if (!found)
      throw notFound(
        'This change of a segment is not here. It was deleted, or it is of another account or data folder.',
      );
    return found;
  }

  /** From now on the pages hear of changes that other programs begin or remove. */
  all(): SegmentChange[] {
    this.#work.lookForOthers(
      () => new Set(this.store.ids().flatMap(({ id, isStarted }) => (isStarted ? [id] : []))),
      (id) => this.#announce(id),
    );
    return this.store.started().map((change) => this.#summaryOf(change));
  }

  /** @throws Failure `notFound` */
  summary(changeId: string): SegmentChange {
    const prepared = this.#prepared.find(changeId);
    return prepared === undefined
      ? this.#summaryOf(this.change(changeId))
      : this.#told(prepared.change, figuresOf(prepared));
  }

  #summaryOf(change: StoredChange): SegmentChange {
    const { id, state } = change;
    if (state === 'running' && isPlainId(id) && !this.#work.isHere(id))
      this.#work.lookLater(id, () => this.#lookElsewhere(id));
    const batches = this.store.batchesShown(id).map(batchShown);
    const told = this.#told(change, { ...this.store.figures(id), batches });
    const reason = state === 'running' ? this.#unwritten.get(id) : undefined;
    return reason === undefined ? told : asUnwritten(told, reason);
  }

  #told(change: StoredChange, figures: ChangeFigures & { readonly batches: SegmentBatch[] }): SegmentChange {
    const held = this.#runs.get(change.id)?.held ?? null;
    return {
      ...change,
      ...figures,
      accountId: this.#session.account.id,
      reason: held?.reason ?? change.reason,
      heldUntil: held?.until ?? null,
      sequence: this.#services.nextSequence(),
    };
  }

  /** Shows what a list would do. Nothing is kept of it before `start`. @throws Failure as `PreparedChanges.add` */
  async prepare(
    { segmentId, kind }: Pick<ChannelArgs<'segment:prepare'>, 'segmentId' | 'kind'>,
    list: PreparedList,
  ): Promise<SegmentChange> {
    await this.#prepared.add({ segmentId, kind, undoes: null }, list);
    return this.summary(list.id);
  }

  /** @throws Failure `validation` when nothing was moved, or an undo was started already */
  async prepareUndo(changeId: string): Promise<SegmentChange> {
    const change = this.change(changeId);
    if (change.state === 'running') throw invalid('This change still runs. Pause it, then undo it.');
    if (change.undoneBy !== null) throw undoneAlready();
    const id = randomUUID();
    const place = { from: 'moved', change: changeId } as const;
    const figures = await this.#thread.ask('prepare', { id, place, outOf: null });
    if (figures.leads === 0) throw invalid('There is nothing to undo: the service accepted no lead of this change.');
    const kind = change.kind === 'add' ? 'remove' : 'add';
    const list = { id, source: `undo of ${change.source}`, ...figures };
    await this.#prepared.add({ segmentId: change.segmentId, kind, undoes: changeId }, list);
    return this.summary(id);
  }

  /** The change that was begun earlier with the same leads and of which something is left; null: there is none. */
  async leftOpen(changeId: string): Promise<SegmentChange | null> {
    const prepared = this.#prepared.find(changeId);
    if (prepared === undefined) throw listGone();
    const found = await this.#thread.ask('leftOpen', { change: prepared.change });
    const change = found === null ? undefined : this.store.find(found);
    return change === undefined ? null : this.#summaryOf(change);
  }

  /** Sends the waiting batches of a change that was prepared or paused. */
  async start(changeId: string): Promise<SegmentChange> {
    await this.#begin(changeId, () => undefined);
    return this.summary(changeId);
  }

  /** Sends every batch once more whose answer did not come, and those that were not sent. */
  async repair(changeId: string): Promise<SegmentChange> {
    await this.#begin(changeId, () => this.store.repair(changeId));
    return this.summary(changeId);
  }

  /**
   * Two calls for the same change, as of a double click, begin it once.
   *
   * @param decide what a person decided before; it is written with the beginning, or not at all
   */
  async #begin(changeId: string, decide: () => void): Promise<void> {
    const other = this.#starting.get(changeId);
    if (other !== undefined) await other;
    if (this.#work.isHere(changeId)) return decide();
    const starting = this.#beginOwned(changeId, decide).finally(() => this.#starting.delete(changeId));
    this.#starting.set(changeId, starting);
    await starting;
  }

  async #beginOwned(changeId: string, decide: () => void): Promise<void> {
    const prepared = this.#prepared.find(changeId);
    if (prepared === undefined) this.change(changeId);
    else if (prepared.leads === 0) throw nothingLeft();
    using held = new DisposableStack();
    held.use(await this.#work.take(changeId));
    if (prepared !== undefined) await this.#keep(prepared);
    const state = prepared === undefined ? this.change(changeId).state : 'prepared';
    if (state === 'stopped')
      throw invalid('This change was stopped, so nothing of it is sent any more. Start another change.');
    const begun = this.store.atomically(() => {
      decide();
      // The lease was free, so nobody waits for these answers any more.
      this.#loseSent(changeId);
      if (this.store.nextWaiting(changeId) !== undefined)
        return this.store.begin(changeId, this.#services.clock.wallNow()) ? 'runs' : 'undone';
      if (state === 'ended') throw invalid('This change has ended.');
      if (state === 'prepared') throw nothingLeft();
      // All of it was sent: the last answer found no room, or an older program left it so.
      this.#pause(changeId, '');
      return 'ended';
    });
    if (begun === 'ended') return;
    if (begun === 'undone') {
      await this.#thread.ask('remove', { id: changeId });
      throw undoneAlready();
    }
    this.#go(this.change(changeId), held.move());
  }

  async #keep({ change }: Prepared): Promise<void> {
    if (!(await this.#thread.ask('keep', { change }))) throw listGone();
    this.#prepared.drop(change.id);
  }

  /** Resolves when the batch on its way has its answer, whichever program sends it. Does nothing to a change that does not run. */
  async pause(changeId: string): Promise<SegmentChange> {
    if (this.#prepared.find(changeId) !== undefined || this.change(changeId).state !== 'running')
      return this.summary(changeId);
    using _owned = await this.#work.claim(changeId);
    this.#settle(changeId, '');
    return this.#tell(changeId);
  }

  /** Gives up what was not sent. */
  async stop(changeId: string): Promise<SegmentChange> {
    this.change(changeId);
    using _owned = await this.#work.claim(changeId);
    this.#settle(changeId, '');
    this.store.stop(changeId, this.#services.clock.wallNow());
    return this.#tell(changeId);
  }

  /** The caller owns the change: when it counts as running, the program that ran it has died. @throws Failure `notFound` */
  #settle(changeId: string, reason: string): void {
    if (this.change(changeId).state !== 'running') return;
    this.#loseSent(changeId);
    this.#pause(changeId, this.#unwritten.get(changeId) ?? reason);
  }

  #loseSent(changeId: string): void {
    const unwritten = this.#unwritten.get(changeId);
    this.store.loseSent(changeId, unwritten === undefined ? LOST : `${unwritten} ${UNWRITTEN}`);
  }

  #pause(changeId: string, reason: string): void {
    this.store.pause(changeId, reason, this.#services.clock.wallNow());
    this.#unwritten.delete(changeId);
  }

  /**
   * What a person decided about a batch whose answer did not come. One that was refused can be sent again, too: as it was,
   * in halves until the lead is found that is to blame, or one lead at a time.
   */
  async resolve(changeId: string, number: number, as: BatchDecision): Promise<SegmentChange> {
    const { state } = this.change(changeId);
    const isSending = as !== 'arrived' && as !== 'left';
    if (isSending && state === 'stopped')
      throw invalid(
        'This change was stopped, so nothing of it is sent any more. Copy the unknown ids and start another change.',
      );
    const decide = () => {
      const isTaken =
        as === 'halves' || as === 'singly'
          ? this.store.divide(changeId, number, as)
          : this.store.resolve(changeId, number, STATE_AFTER[as]);
      if (!isTaken) throw answered();
    };
    // A paused change goes on only when a person says so: other batches wait in it. One that runs takes the batch, too.
    const hasEnded = this.store.atomically(() => {
      if (isSending && this.change(changeId).state === 'ended') return true;
      decide();
      return false;
    });
    if (hasEnded) await this.#begin(changeId, decide);
    return this.#tell(changeId);
  }

  /** @throws Failure `validation` while it runs, here or in another program */
  async remove(changeId: string): Promise<void> {
    // One that begins in this moment may be in the journal by now; whoever began it hears what failed.
    await this.#starting.get(changeId)?.catch(() => undefined);
    if (await this.#prepared.forget(changeId)) return;
    this.change(changeId);
    if (this.#work.isHere(changeId)) throw invalid('This change still runs. Stop it first.');
    using owned = await this.#work.take(changeId);
    this.change(changeId);
    await this.#thread.ask('remove', { id: changeId });
    this.#work.remove(changeId, owned);
    this.#services.emit('segment:removed', { accountId: this.#session.account.id, changeId });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    this.#work[Symbol.dispose]();
    await this.#settled;
    await Promise.allSettled(this.#starting.values());
    await this.#work.endHere();
    await this.#thread.close();
  }

  #go(change: StoredChange, lease: Lease): void {
    const { clock, random } = this.#services;
    const { api, account } = this.#session;
    const run = new SegmentRun(change, {
      api,
      store: this.store,
      clock,
      random,
      zone: knownZone(account.dialect.timeZone),
      onChange: () => this.#progress.changed(change.id),
    });
    this.#runs.set(change.id, run);
    this.#unwritten.delete(change.id);
    this.#tellWorking();
    this.#work.run(
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
    this.#services.emit('segment:working', { accountId: this.#session.account.id, running: this.#runs.size });
  }

  /** False when there is more to send. */
  async #close(changeId: string, segmentId: string, { kind, reason }: RunEnd, pausing: AbortSignal): Promise<boolean> {
    // The program goes on with it when the account is open again.
    if (this.#isClosing && kind === 'paused') return true;
    if (kind === 'paused') {
      this.#pause(changeId, reason);
      return true;
    }
    // Read before the state is written: whoever sees the end sees the count, too.
    const after = this.#isClosing ? null : await this.#lists.count(segmentId, pausing);
    return this.store.end(changeId, this.#services.clock.wallNow(), after);
  }

  /**
   * After a write that failed the change stands still, and what was on its way is unknown. The journal hears of it when it
   * takes writes again.
   */
  #fail(changeId: string, error: unknown): void {
    const { log } = this.#services;
    const trouble = storageTrouble(error);
    if (trouble === null) log.bug('segments', error);
    const reason =
      trouble === null
        ? 'Something in Lead Console went wrong. Go on; if it comes back, look into the log.'
        : `${STORAGE_WORDS[trouble].cause}. ${STORAGE_WORDS[trouble].remedy}, then go on.`;
    this.#unwritten.set(changeId, reason);
    try {
      this.#settle(changeId, reason);
    } catch (second) {
      log.note(`The state of a change could not be written: ${String(second)}`);
      // A page that was told this does not ask again.
      this.#work.lookLater(changeId, () => this.#lookElsewhere(changeId));
    }
  }

  /** A change that another program runs, or ran until it died. */
  #lookElsewhere(changeId: string): void {
    try {
      using lease = this.#work.takeNow(changeId);
      // Another program has gone on with it, and knows better.
      if (lease === null) this.#unwritten.delete(changeId);
      else if (this.store.find(changeId) !== undefined) this.#settle(changeId, DIED);
    } catch (error) {
      if (storageTrouble(error) === null) this.#services.log.bug('look at a change of another program', error);
    }
    this.#announce(changeId);
  }

  /** Catches a journal that cannot be read, because timers and ends of runs call this. */
  #announce(changeId: string): void {
    try {
      if (this.store.find(changeId) !== undefined) this.#tell(changeId);
      else this.#services.emit('segment:removed', { accountId: this.#session.account.id, changeId });
    } catch (error) {
      if (storageTrouble(error) === null) this.#services.log.bug('announce a change of a segment', error);
    }
  }

  #tell(changeId: string): SegmentChange {
    const summary = this.summary(changeId);
    this.#services.emit('segment:progress', summary);
    return summary;
  }
}

const nothingLeft = () =>
  invalid('There is nothing left to send: all leads of the list are in the segment by an earlier change.');
const undoneAlready = () => invalid('This change was undone already.');
const answered = () => invalid('The answer to this batch is known by now.');
