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

/**
 * The ledger of one service in memory, and its copy in the journal. What an answer taught must not turn the answer into
 * a failure when the disk is full: it holds in memory, and is written again until the journal takes it.
 */
export class KeptLedger {
  readonly #options: KeptLedgerOptions;
  #held: DailyLedger;
  #statistics: MinuteStatistic[] = [];
  #isSaved = true;
  #wait: number = SAVE_AGAIN.first;
  #timer: Timer | null = null;
  #isClosed = false;

  constructor(options: KeptLedgerOptions) {
    this.#options = options;
    this.#held = options.ledger.read(options.service);
  }

  get current(): DailyLedger {
    return this.#held;
  }

  /** True while the journal lacks what is held here: a restart would forget it. */
  get isUnsaved(): boolean {
    return !this.#isSaved;
  }

  /** Changes the ledger in memory only: the change follows from the clock, or the caller writes it next. */
  hold(ledger: DailyLedger): void {
    this.#held = ledger;
  }

  save(ledger: DailyLedger): void {
    this.#held = ledger;
    this.#write();
  }

  /** A transaction of the caller's has written `ledger`. */
  saved(ledger: DailyLedger): void {
    this.#held = ledger;
    if (this.#statistics.length === 0) this.#settled();
  }

  addMinute(statistic: MinuteStatistic): void {
    this.#statistics.push(statistic);
    this.#write();
  }

  /** Tries a last time, and no more. */
  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    if (!this.#isSaved) this.#write();
  }

  #write(): void {
    const { ledger, service } = this.#options;
    try {
      ledger.atomically(() => {
        ledger.write(service, this.#held);
        for (const statistic of this.#statistics) ledger.addMinute(statistic);
      });
    } catch (error) {
      if (this.#isSaved) this.#options.onUnsaved(error);
      this.#isSaved = false;
      return this.#writeLater();
    }
    this.#statistics = [];
    this.#settled();
  }

  #settled(): void {
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
