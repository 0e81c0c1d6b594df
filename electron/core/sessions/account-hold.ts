// Why: decision 0185.
import { join } from 'node:path';
import { Failure, invalid } from '../foundation/failure.ts';
import { type Clock, sleep } from '../foundation/ports.ts';
import { endLease, type Lease, shareLease, takeLease, takeLeaseWithin } from '../storage/lease.ts';

/** In the folder of an account: shared by every program that has it open. */
export const HOLD = 'open.sqlite';

/** Whoever looks whether an account is open takes the lease for a moment. Milliseconds between two tries. */
const TRIES = 5;
const PAUSE = 60;

/** While it is held nobody removes the account. */
export class AccountHold implements Disposable {
  readonly #path: string;
  #lease: Lease | null;

  constructor(path: string, lease: Lease) {
    this.#path = path;
    this.#lease = lease;
  }

  /** Until it is disposed of, nobody else opens the account. Null while another program has it open. */
  takeAlone(): Disposable | null {
    this.#lease?.[Symbol.dispose]();
    using held = new DisposableStack();
    held.defer(() => {
      this.#lease = shareLease(this.#path);
    });
    return held.use(takeLeaseWithin(TRIES * PAUSE, this.#path)) === null ? null : held.move();
  }

  [Symbol.dispose](): void {
    this.#lease?.[Symbol.dispose]();
  }
}

/**
 * Until it is disposed of, nobody removes the account. Null where the folder takes no lease, as on a full disk: what is wrong with
 * it, if that matters, is said where the journal is opened.
 *
 * @throws Failure `validation` while it is being removed
 */
export async function holdAccount(folder: string, clock: Clock): Promise<AccountHold | null> {
  const path = join(folder, HOLD);
  try {
    for (let tries = 1; ; tries += 1) {
      const lease = shareLease(path);
      if (lease !== null) return new AccountHold(path, lease);
      if (tries === TRIES) throw invalid('This account is being removed by another Lead Console on this computer.');
      await sleep(clock, PAUSE);
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    return null;
  }
}

/** Null while a program has the account open. */
export function takeAccount(folder: string): Lease | null {
  return takeLease(join(folder, HOLD));
}

/** The account goes for good, and its lease with it. */
export function endHold(folder: string, lease: Lease): void {
  endLease(join(folder, HOLD), lease);
}
