// Why: decision 0260.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { cancelled, invalid, storageTrouble } from '../foundation/failure.ts';
import { type Clock, type Log, sleep, type Timer } from '../foundation/ports.ts';
import { endLease, type Lease, shareLease, takeLease } from './lease.ts';
import { namesIn } from './own-folder.ts';
import { isPlainId } from './plain-id.ts';
import type { Wishes } from './wishes.ts';

/** A look at a lease takes it for a moment; whoever works holds it longer than these tries last. */
const TRIES = 5;
/** Milliseconds between two tries. */
const PAUSE = 60;
/** Milliseconds between two looks of an owner at what is wished of its work. */
const HEED = 1000;
/** Milliseconds between two looks at work of another program: it sends no events here. */
const LOOK_ELSEWHERE = 5000;
/** Milliseconds for which an owner may take to let go: longer than the answer to a request. */
const LONGEST_END = 180_000;

export interface OwnedWorkOptions {
  /** Kind of the work: the beginning of the names of its lease files. */
  readonly kind: string;
  /** The account's folder. */
  readonly folder: string;
  readonly wishes: Wishes;
  readonly clock: Clock;
  readonly log: Pick<Log, 'bug'>;
  /** For a person: another program does it, and what to do about that. */
  readonly saysElsewhere: string;
}

/** What an owner does for others. */
export interface OwnWork {
  /** Ends the work soon; may be called again. Whoever called disposes of nothing. */
  letGo(): void;
  /** Called once a second while the work is owned here. */
  look?(): void;
}

interface Here extends OwnWork {
  /** Resolves when the lease is given back. */
  readonly done: Promise<void>;
}

/**
 * Work of one kind that one program owns at a time, by a lease. The others leave the wish that it lets go, and take the
 * lease when it has: only then is anything done with the work, and only then is it said to be done. The lease of an owner
 * that died is free, so that who wishes something then settles what it left.
 */
export class OwnedWork implements Disposable {
  readonly #options: OwnedWorkOptions;
  readonly #here = new Map<string, Here>();
  readonly #looks = new Map<string, Timer>();
  readonly #closing = new AbortController();
  #heeding: Timer | null = null;
  /** Ids on record at the last look, with the changes made here since; null: nobody wants to hear of others. */
  #known: Set<string> | null = null;

  constructor(options: OwnedWorkOptions) {
    this.#options = options;
  }

  /** Null when the lease is held, here or by another program. */
  takeNow(id: string): Lease | null {
    return takeLease(this.#path(id));
  }

  /**
   * For work that begins. Nobody else knows its id, but a program that starts may hold the new file for a moment, to see
   * whether somebody left it behind.
   *
   * @throws Failure `cancelled` when the account closes
   */
  async takeNew(id: string): Promise<Lease> {
    for (;;) {
      const lease = this.takeNow(id);
      if (lease !== null) return lease;
      await this.#pause();
    }
  }

  /** @throws Failure `validation` when somebody else has the lease */
  async take(id: string): Promise<Lease> {
    return this.#try(() => this.takeNow(id), this.#options.saysElsewhere);
  }

  /**
   * For those who only read what nobody must take away meanwhile.
   *
   * @param says for a person, when somebody has the lease for himself alone
   * @throws Failure as `take`
   */
  async share(id: string, says: string): Promise<Lease> {
    return this.#try(() => shareLease(this.#path(id)), says);
  }

  async #try(take: () => Lease | null, says: string): Promise<Lease> {
    for (let tries = 1; ; tries += 1) {
      const lease = take();
      if (lease !== null) return lease;
      if (tries === TRIES) throw invalid(says);
      await this.#pause();
    }
  }

  /** Takes the lease, because there is no other way to know, and gives it back at once. */
  isHeld(id: string): boolean {
    using lease = this.takeNow(id);
    return lease === null;
  }

  isHere(id: string): boolean {
    return this.#here.has(id);
  }

  /** Work here begins. It ends, and the lease is given back, when the answer is disposed of. */
  own(id: string, lease: Lease, work: OwnWork): Lease {
    using held = new DisposableStack();
    const { promise: done, resolve } = Promise.withResolvers<void>();
    held.defer(resolve);
    held.use(lease);
    // What was wished of an earlier run.
    this.#options.wishes.forget(id);
    this.#known?.add(id);
    this.#here.set(id, { letGo: () => work.letGo(), look: () => work.look?.(), done });
    this.#heed();
    held.defer(() => {
      this.#here.delete(id);
    });
    return held.move();
  }

  /** As `own`, for work that ends with its promise. Whatever it throws is logged, because nobody waits for it. */
  run(id: string, lease: Lease, letGo: () => void, work: () => Promise<void>): void {
    const owned = this.own(id, lease, { letGo });
    work()
      .catch((error: unknown) => {
        this.#options.log.bug(this.#options.kind, error);
      })
      .finally(() => owned[Symbol.dispose]());
  }

  /** Resolves when everything that is owned here has let go: the account closes. */
  async endHere(): Promise<void> {
    const here = [...this.#here.values()];
    for (const work of here) work.letGo();
    await Promise.all(here.map(({ done }) => done));
  }

  /**
   * Has whoever works on it let go, here or in another program, and takes the lease. Nothing is owned then, whatever the
   * records say of it: its owner may have died.
   *
   * @throws Failure `validation` when the owner does not let go, `cancelled` when the account closes
   */
  async claim(id: string): Promise<Lease> {
    const { clock, wishes } = this.#options;
    const giveUpAt = clock.monotonicNow() + LONGEST_END;
    for (;;) {
      const here = this.#here.get(id);
      here?.letGo();
      await here?.done;
      const lease = this.takeNow(id);
      if (lease !== null) {
        this.#forgetWish(id);
        return lease;
      }
      if (clock.monotonicNow() >= giveUpAt) throw invalid(`${this.#options.saysElsewhere} ${ASKED}`);
      if (!this.#here.has(id)) wishes.leave(id);
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    const { signal } = this.#closing;
    await sleep(this.#options.clock, PAUSE, signal).catch((error: unknown) => {
      throw signal.aborted ? cancelled() : error;
    });
  }

  /** Calls `look` in a while, for work that another program does; once, however often it is asked for. */
  lookLater(id: string, look: () => void): void {
    if (this.#looks.has(id) || this.#closing.signal.aborted) return;
    const timer = this.#options.clock.after(LOOK_ELSEWHERE, () => {
      this.#looks.delete(id);
      look();
    });
    this.#looks.set(id, timer);
  }

  /** From now on tells of each piece of work that another program begins or deletes. `ids`: of all that are on record. */
  lookForOthers(ids: () => Set<string>, tell: (id: string) => void): void {
    if (this.#known !== null) return;
    this.#known = ids();
    this.#lookAtAll(ids, tell);
  }

  #lookAtAll(ids: () => Set<string>, tell: (id: string) => void): void {
    this.lookLater('all', () => {
      try {
        const now = ids();
        const known = this.#known ?? now;
        this.#known = now;
        for (const id of new Set([...now, ...known])) if (now.has(id) !== known.has(id)) tell(id);
      } catch (error) {
        if (storageTrouble(error) === null)
          this.#options.log.bug(`look for every ${this.#options.kind} of other programs`, error);
      }
      this.#lookAtAll(ids, tell);
    });
  }

  /**
   * The work is gone for good: gives its lease back and removes the file of it.
   *
   * @param lease left out: when nobody has it
   */
  remove(id: string, lease: Lease | null = this.takeNow(id)): void {
    this.#forget(id);
    if (lease !== null) endLease(this.#path(id), lease);
  }

  #forget(id: string): void {
    this.#known?.delete(id);
    this.#looks.get(id)?.cancel();
    this.#looks.delete(id);
  }

  /** Removes files of leases of work that is not on record any more, as a killed program leaves them. */
  removeOthers(known: ReadonlySet<string>): void {
    const { folder, kind } = this.#options;
    const locks = join(folder, 'locks');
    for (const name of namesIn(locks)) {
      const id = name.startsWith(`${kind}-`) && name.endsWith('.sqlite') ? name.slice(kind.length + 1, -7) : null;
      if (id === null || known.has(id)) continue;
      this.#forget(id);
      // By the name that was read: a copy that a person or a synchronised folder made has no id.
      const path = join(locks, name);
      const lease = takeLease(path);
      if (lease !== null) endLease(path, lease);
    }
  }

  /** Call it before the work here is ended: nobody waits for others any more, and nothing is heeded. */
  [Symbol.dispose](): void {
    this.#closing.abort();
    this.#heeding?.cancel();
    for (const timer of this.#looks.values()) timer.cancel();
    this.#looks.clear();
  }

  #heed(): void {
    if (this.#heeding !== null || this.#here.size === 0 || this.#closing.signal.aborted) return;
    this.#heeding = this.#options.clock.after(HEED, () => {
      this.#heeding = null;
      for (const [id, work] of this.#here) this.#heedOne(id, work);
      this.#heed();
    });
  }

  /** Catches a journal that cannot be read: the next look comes in a moment. */
  #heedOne(id: string, work: Here): void {
    try {
      work.look?.();
      if (this.#options.wishes.has(id)) work.letGo();
    } catch (error) {
      this.#options.log.bug(`look at what other programs wish of this ${this.#options.kind}`, error);
    }
  }

  /** One that cannot be written now is forgotten when the work begins again, or in an hour. */
  #forgetWish(id: string): void {
    try {
      this.#options.wishes.forget(id);
    } catch (error) {
      if (storageTrouble(error) === null) this.#options.log.bug('forget a wish', error);
    }
  }

  /** An id that is not plain, as a damaged journal has it, could lead to another place: its hash stands for it. */
  #path(id: string): string {
    const name = isPlainId(id) ? id : `damaged-${createHash('sha256').update(id).digest('hex')}`;
    return join(this.#options.folder, 'locks', `${this.#options.kind}-${name}.sqlite`);
  }
}

const ASKED = 'It was asked to let go and has not done so in three minutes. Nothing was changed here.';
