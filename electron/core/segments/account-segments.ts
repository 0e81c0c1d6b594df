// Why: decision 0120.
import { randomUUID } from 'node:crypto';
import type { ChannelArgs } from '../../../shared/contract/channels.ts';
import type { SegmentBatch, SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import { Failure, invalid, storageTrouble } from '../foundation/failure.ts';
import { accountWork } from '../sessions/account-work.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import type { OwnedWork } from '../storage/owned-work.ts';
import { isPlainId } from '../storage/plain-id.ts';
import { type ChangeFigures, SegmentChangeStore } from './change-store.ts';
import type { ChangeAnswerer } from './change-thread.ts';
import type { PreparedList } from './lead-id-sources.ts';
import { figuresOf, listGone, type Prepared, PreparedChanges } from './prepared-changes.ts';
import { RunningChanges } from './running-changes.ts';
import type { SegmentLists } from './segment-lists.ts';
import { asUnwritten, batchShown, type StoredChange } from './stored-change.ts';

type BatchDecision = ChannelArgs<'segment:resolve'>['as'];
const STATE_AFTER = { again: 'waiting', arrived: 'done', left: 'left' } as const;

/**
 * Changes of segments of one account. One change is a list of leads that was frozen when it was prepared; from its start on
 * it outlives the program, and one program at a time owns it.
 */
export class AccountSegments implements AsyncDisposable {
  readonly store: SegmentChangeStore;
  readonly #thread: ChangeAnswerer;
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  readonly #work: OwnedWork;
  readonly #prepared: PreparedChanges;
  readonly #starting = new Map<string, Promise<void>>();
  readonly #running: RunningChanges;
  /** Never rejects. */
  #settled: Promise<unknown> = Promise.resolve();

  constructor(services: FeatureServices, session: AccountSession, lists: SegmentLists, thread: ChangeAnswerer) {
    this.store = new SegmentChangeStore(session.journal);
    this.#thread = thread;
    this.#prepared = new PreparedChanges({ thread, lists, clock: services.clock, account: session.account });
    this.#services = services;
    this.#session = session;
    this.#work = accountWork(
      services,
      session,
      'segment',
      'Another Lead Console on this computer is sending this change. Pause it there, or wait until it ends.',
    );
    const { store } = this;
    const onChange = (changeId: string) => this.#announce(changeId);
    this.#running = new RunningChanges({ services, session, store, work: this.#work, lists, onChange });
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
      this.#running.loseSent(changeId);
      if (isResuming && !this.#running.isClosing) this.#running.go(change, held.move());
      else this.#running.pause(changeId, 'Lead Console ended.');
    } catch (error) {
      // Another program has it, or the account closes. What cannot be written now is settled at the next start.
      if (!(error instanceof Failure) && storageTrouble(error) === null)
        this.#services.log.bug('go on with a change of a segment', error);
    }
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
      ? this.#summaryOf(this.store.get(changeId))
      : this.#told(prepared.change, figuresOf(prepared));
  }

  #summaryOf(change: StoredChange): SegmentChange {
    const { id, state } = change;
    if (state === 'running' && isPlainId(id) && !this.#work.isHere(id)) this.#running.lookLater(id);
    const batches = this.store.batchesShown(id).map(batchShown);
    const told = this.#told(change, { ...this.store.figures(id), batches });
    const reason = state === 'running' ? this.#running.unwritten(id) : undefined;
    return reason === undefined ? told : asUnwritten(told, reason);
  }

  #told(change: StoredChange, figures: ChangeFigures & { readonly batches: SegmentBatch[] }): SegmentChange {
    const held = this.#running.heldBy(change.id);
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
    const change = this.store.get(changeId);
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
    if (prepared === undefined) this.store.get(changeId);
    else if (prepared.leads === 0) throw nothingLeft();
    using held = new DisposableStack();
    held.use(await this.#work.take(changeId));
    if (prepared !== undefined) await this.#keep(prepared);
    const state = prepared === undefined ? this.store.get(changeId).state : 'prepared';
    if (state === 'stopped')
      throw invalid('This change was stopped, so nothing of it is sent any more. Start another change.');
    const begun = this.store.atomically(() => {
      decide();
      // The lease was free, so nobody waits for these answers any more.
      this.#running.loseSent(changeId);
      if (this.store.nextWaiting(changeId) !== undefined)
        return this.store.begin(changeId, this.#services.clock.wallNow()) ? 'runs' : 'undone';
      if (state === 'ended') throw invalid('This change has ended.');
      if (state === 'prepared') throw nothingLeft();
      // All of it was sent: the last answer found no room, or an older program left it so.
      this.#running.pause(changeId, '');
      return 'ended';
    });
    if (begun === 'ended') return;
    if (begun === 'undone') {
      await this.#thread.ask('remove', { id: changeId });
      throw undoneAlready();
    }
    this.#running.go(this.store.get(changeId), held.move());
  }

  async #keep({ change }: Prepared): Promise<void> {
    if (!(await this.#thread.ask('keep', { change }))) throw listGone();
    this.#prepared.drop(change.id);
  }

  /** Resolves when the batch on its way has its answer, whichever program sends it. Does nothing to a change that does not run. */
  async pause(changeId: string): Promise<SegmentChange> {
    if (this.#prepared.find(changeId) !== undefined || this.store.get(changeId).state !== 'running')
      return this.summary(changeId);
    using _owned = await this.#work.claim(changeId);
    this.#running.settle(changeId, '');
    return this.#tell(changeId);
  }

  /** Gives up what was not sent. */
  async stop(changeId: string): Promise<SegmentChange> {
    this.store.get(changeId);
    using _owned = await this.#work.claim(changeId);
    this.#running.settle(changeId, '');
    this.store.stop(changeId, this.#services.clock.wallNow());
    return this.#tell(changeId);
  }

  /**
   * What a person decided about a batch whose answer did not come. One that was refused can be sent again, too: as it was,
   * in halves until the lead is found that is to blame, or one lead at a time.
   */
  async resolve(changeId: string, number: number, as: BatchDecision): Promise<SegmentChange> {
    const { state } = this.store.get(changeId);
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
      if (isSending && this.store.get(changeId).state === 'ended') return true;
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
    this.store.get(changeId);
    if (this.#work.isHere(changeId)) throw invalid('This change still runs. Stop it first.');
    using owned = await this.#work.take(changeId);
    this.store.get(changeId);
    await this.#thread.ask('remove', { id: changeId });
    this.#work.remove(changeId, owned);
    this.#services.emit('segment:removed', { accountId: this.#session.account.id, changeId });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#running.isClosing = true;
    this.#work[Symbol.dispose]();
    await this.#settled;
    await Promise.allSettled(this.#starting.values());
    await this.#work.endHere();
    await this.#thread.close();
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
