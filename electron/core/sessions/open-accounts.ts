// Why: decision 0100.
import { join } from 'node:path';
import type { AccountSummary } from '../../../shared/contract/account/account.ts';
import type { ServiceUse } from '../../../shared/domain/service/discovery/settle-use.ts';
import type { EarlierUse } from '../api/broker/ledger/earlier-use.ts';
import { createLedgerStore } from '../api/broker/ledger/ledger-store.ts';
import { createApiClient } from '../api/client.ts';
import { timeoutsWithin } from '../api/transport/timeouts.ts';
import { Failure } from '../foundation/failure.ts';
import { inTurn } from '../foundation/in-turn.ts';
import type { NetworkAccess } from '../foundation/network-access.ts';
import type { Clock, Credentials, Log, ProxyFinder, Random } from '../foundation/ports.ts';
import { AccountCalls } from './account-calls.ts';
import { holdAccount } from './account-hold.ts';
import { openJournal } from './open-journal.ts';
import type { AccountSession } from './session.ts';

/** An open account: its session, and what every feature opened for it. */
export interface OpenAccount<Features> {
  readonly session: AccountSession;
  readonly features: Features;
  readonly calls: Pick<AccountCalls, 'run'>;
}

/** What a client of the service is made with. */
export interface ClientTools {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Milliseconds for one complete answer; left out: the client's own. */
  readonly answerTimeout?: number;
  /** Not asked for this computer itself. */
  readonly proxyFor: ProxyFinder;
  readonly network: NetworkAccess;
}

export interface OpenAccountsOptions<Features> extends ClientTools {
  readonly dataFolder: string;
  /** Called with what a use of an account showed of its service. */
  readonly onUse?: (account: AccountSummary, use: ServiceUse) => void;
  /** Opens every feature for the account. `held` is closed with the account, the last feature first. */
  openFeatures(session: AccountSession, held: AsyncDisposableStack): Features;
}

interface Entry<Features> extends OpenAccount<Features> {
  readonly calls: AccountCalls;
  readonly held: AsyncDisposableStack;
}

/**
 * The accounts that are open now: the only place that holds anything by account. An account is open when its client, its
 * journal and all its features are; when one of them fails to open, the others are closed again.
 */
export class OpenAccounts<Features> {
  readonly #options: OpenAccountsOptions<Features>;
  readonly #entries = new Map<string, Entry<Features>>();
  /** By account: opens and closes it, one after the other. Two of them must not hold one journal. */
  readonly #turns = new Map<string, ReturnType<typeof inTurn>>();

  constructor(options: OpenAccountsOptions<Features>) {
    this.#options = options;
  }

  find(accountId: string): OpenAccount<Features> | undefined {
    return this.#entries.get(accountId);
  }

  all(): readonly OpenAccount<Features>[] {
    return [...this.#entries.values()];
  }

  /**
   * Opens the account. If it is open, it is closed first: its address, user, password or dialect may have changed.
   *
   * @param credentials null: without them every request fails with `auth` before it is sent
   * @param use requests of tests that were sent for the account before, and belong into its ledger
   * @throws Failure `file` when the journal cannot be opened
   */
  open(
    account: AccountSummary,
    credentials: Credentials | null,
    use: readonly EarlierUse[] = [],
  ): Promise<OpenAccount<Features>> {
    return this.#inTurn(account.id, async () => {
      await this.#close(account.id);
      const entry = await this.#openEntry(account, credentials, use);
      this.#entries.set(account.id, entry);
      return entry;
    });
  }

  /** Resolves when all requests of the account are answered and its files are closed. */
  close(accountId: string): Promise<void> {
    return this.#inTurn(accountId, () => this.#close(accountId));
  }

  /** Closes every account, also when one fails to close. */
  async closeAll(): Promise<void> {
    await using closing = new AsyncDisposableStack();
    for (const accountId of this.#turns.keys()) closing.defer(() => this.close(accountId));
  }

  async #openEntry(
    account: AccountSummary,
    credentials: Credentials | null,
    use: readonly EarlierUse[],
  ): Promise<Entry<Features>> {
    const { dataFolder, clock, random, log, proxyFor, network, openFeatures, answerTimeout } = this.#options;
    const proxy = account.kind === 'practice' ? null : await proxyFor(account.address);
    const folder = join(dataFolder, 'account', account.id);
    // Later, and safely: the answer to a row is written first, and what fails here must not count as the row's failure.
    const onUse = (use: ServiceUse): void =>
      void clock.after(0, () => {
        try {
          this.#options.onUse?.(account, use);
        } catch (error) {
          log.bug('learn from the use of an account', error);
        }
      });
    await using held = new AsyncDisposableStack();
    const hold = held.use(await holdAccount(folder, clock));
    const { journal, ...damage } = openJournal(folder, clock.wallNow(), hold);
    held.adopt(journal, (opened) => opened.close());
    const calls = new AccountCalls();
    held.defer(() => calls.ended());
    const api = createApiClient({
      baseAddress: account.address,
      credentials: async () => credentials ?? noCredentials(),
      clock,
      random,
      ledger: createLedgerStore(journal),
      log,
      dialect: account.dialect,
      proxy,
      network,
      onUse,
      ...(answerTimeout === undefined ? {} : { timeouts: timeoutsWithin(answerTimeout) }),
    });
    held.defer(() => api.close());
    if (use.length > 0) api.addUse(use);
    const session: AccountSession = { account, api, journal, folder, onUse, ...damage };
    const features = openFeatures(session, held);
    return { session, features, calls, held: held.move() };
  }

  async #close(accountId: string): Promise<void> {
    const entry = this.#entries.get(accountId);
    if (!entry) return;
    entry.calls.close();
    try {
      await entry.held.disposeAsync();
    } finally {
      this.#entries.delete(accountId);
    }
  }

  #inTurn<Value>(accountId: string, work: () => Promise<Value>): Promise<Value> {
    const turn = this.#turns.get(accountId) ?? inTurn();
    this.#turns.set(accountId, turn);
    return turn(work);
  }
}

function noCredentials(): never {
  throw new Failure({ code: 'auth', message: 'The password is missing. Sign in to ask the service.' });
}
