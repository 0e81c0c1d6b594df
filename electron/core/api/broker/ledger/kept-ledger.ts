import type { DailyLedger } from '../../../../../shared/domain/quota/quota.ts';
import type { ServiceId } from '../../../../../shared/domain/service/services.ts';
import type { Clock, Timer } from '../../../foundation/ports.ts';
import type { LedgerStore, MinuteStatistic } from './ledger-store.ts';

/**
 * Milliseconds until the journal is tried again after a failed write, doubled up to `most`: a lock is gone in a second,
 * a full disk stays for longer, and every try may wait for the lock.
 */
const SAVE_AGAIN = { first: 1_000, most: 60_000 } as const;

export interface KeptLedgerOptions {
  readonly service: ServiceId;
  readonly clock: Clock;
  readonly ledger: LedgerStore;
  /** The journal does not take what the service said. Called once until a write works again. */
  readonly onUnsaved: (error: unknown) => void;
}

/** What becomes of the ledger. Made again on the newest ledger when another program wrote it meanwhile. */
export type LedgerChange = (ledger: DailyLedger) => DailyLedger;

/**
 * The ledger of one service in memory, and its copy in the journal. What an answer taught must not turn the answer into
 * a failure when the disk is full: it holds in memory, and is written again until the journal takes it.
 *
 * Another program on the same data folder writes the same copy, and both draw on one budget: so what changes here is made
 * on what stands in the journal, in the transaction that writes it (decision 0467).
 */
export class KeptLedger {
  readonly #options: KeptLedgerOptions;
  readonly #onForeignUse: (units: number) => void;
  /** As it stands in the journal, as far as is known here. */
  #kept: DailyLedger;
  /** The version of the journal in which `#kept` was read. */
  #version: number;
  /** What the journal lacks, oldest first. */
  #changes: LedgerChange[] = [];
  #statistics: MinuteStatistic[] = [];
  /** `#kept` with `#changes` made. */
  #held: DailyLedger;
  #isSaved = true;
  #wait: number = SAVE_AGAIN.first;
  #timer: Timer | null = null;
  #isClosed = false;

  /** @param onForeignUse is told of units that another program on this data folder has debited since. */
  constructor(options: KeptLedgerOptions, onForeignUse: (units: number) => void) {
    this.#options = options;
    this.#onForeignUse = onForeignUse;
    this.#version = options.ledger.version();
    this.#kept = options.ledger.read(options.service);
    this.#held = this.#kept;
  }

  /** With what other programs wrote. */
  get current(): DailyLedger {
    if (!this.#isClosed) {
      try {
        this.#hear();
      } catch {
        // What is known here holds. The next write meets the same trouble, and says so.
      }
    }
    return this.#held;
  }

  /** As it was known here last, without what other programs wrote since. */
  get known(): DailyLedger {
    return this.#held;
  }

  /** True while the journal lacks what is held here: a restart would forget it. */
  get isUnsaved(): boolean {
    return !this.#isSaved;
  }

  /** Changes the ledger in memory only: the change follows from the clock, or the caller writes it next. */
  hold(change: LedgerChange): void {
    const next = change(this.current);
    if (next === this.#held) return;
    this.#held = next;
    this.#changes.push(change);
  }

  save(change: LedgerChange): void {
    this.hold(change);
    this.#write();
  }

  /**
   * Writes the change with its minute, or changes nothing.
   * @throws what the journal throws that does not take it
   */
  saveOrThrow(change: LedgerChange, statistic: MinuteStatistic): void {
    this.#writeAll([...this.#changes, change], [...this.#statistics, statistic]);
  }

  addMinute(statistic: MinuteStatistic): void {
    this.#statistics.push(statistic);
    this.#write();
  }

  /** Hears other programs and tries to write a last time, and no more: a ledger that takes over has all that is known. */
  close(): void {
    void this.current;
    this.#isClosed = true;
    this.#timer?.cancel();
    if (!this.#isSaved) this.#write();
  }

  #hear(): void {
    const { ledger, service } = this.#options;
    const version = ledger.version();
    if (version === this.#version) return;
    const fresh = ledger.read(service);
    this.#version = version;
    const foreign = fresh.debits - this.#kept.debits;
    this.#kept = fresh;
    this.#held = afterAll(this.#changes, fresh);
    if (foreign > 0) this.#onForeignUse(foreign);
  }

  #write(): void {
    try {
      this.#writeAll(this.#changes, this.#statistics);
    } catch (error) {
      if (this.#isSaved) this.#options.onUnsaved(error);
      this.#isSaved = false;
      this.#writeLater();
    }
  }

  #writeAll(changes: readonly LedgerChange[], statistics: readonly MinuteStatistic[]): void {
    const { ledger, service } = this.#options;
    const written = ledger.atomically(() => {
      this.#hear();
      const next = afterAll(changes, this.#kept);
      ledger.write(service, next);
      for (const statistic of statistics) ledger.addMinute(statistic);
      return next;
    });
    this.#kept = written;
    this.#held = written;
    this.#changes = [];
    this.#statistics = [];
    this.#isSaved = true;
    this.#wait = SAVE_AGAIN.first;
  }

  #writeLater(): void {
    if (this.#timer !== null || this.#isClosed) return;
    this.#timer = this.#options.clock.after(this.#wait, () => {
      this.#timer = null;
      if (!this.#isSaved) this.#write();
    });
    this.#wait = Math.min(this.#wait * 2, SAVE_AGAIN.most);
  }
}

function afterAll(changes: readonly LedgerChange[], ledger: DailyLedger): DailyLedger {
  return changes.reduce((changed, change) => change(changed), ledger);
}
