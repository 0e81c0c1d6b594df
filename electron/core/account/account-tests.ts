import { type Dialect, dialectSchema, type TestReport } from '../../../shared/contract/account/account.ts';
import type { Discovery } from '../../../shared/contract/account/discovery.ts';
import type { Credentials } from '../foundation/ports.ts';
import type { ClientTools, OpenAccounts } from '../sessions/open-accounts.ts';
import type { StoredAccount } from './account-store.ts';
import { type ServiceUse, settledByUse, type UsedWith } from '../../../shared/domain/service/discovery/settle-use.ts';
import { testConnection, type Tested, type TestWatch } from './connection-test.ts';
import { KeptDiscoveries } from './kept-discoveries.ts';
import { TestLedgers } from './test-ledgers.ts';

export interface AccountTestTools extends ClientTools {
  readonly sessions: Pick<OpenAccounts<unknown>, 'find'>;
  readonly dataFolder: string;
}

/** Tests of connections: what they settled, kept with each account, and what they used before an account had a journal. */
export class AccountTests {
  readonly ledgers = new TestLedgers();
  readonly #tools: AccountTestTools;
  readonly #discoveries: KeptDiscoveries;
  /** By account and settings of the import: what its leads have shown since its last test. */
  readonly #used = new Set<string>();

  constructor(tools: AccountTestTools) {
    this.#tools = tools;
    this.#discoveries = new KeptDiscoveries(tools.dataFolder, tools.log);
  }

  /** An address and a password, for a client of its own. */
  at(address: string, credentials: Credentials, dialect: Dialect = dialectSchema.parse({})): Tested {
    return { address, credentials, dialect, ledger: this.ledgers.of(address, credentials) };
  }

  /**
   * What a test that works settles is kept with the account.
   *
   * @param account undefined for one that is not kept yet
   * @throws Failure `cancelled`
   */
  async run(account: StoredAccount | undefined, tested: Tested, watch: TestWatch): Promise<TestReport> {
    const earlier = account === undefined ? null : this.#discoveries.read(account.id);
    const report = await testConnection(this.#tools, tested, watch, earlier);
    if (account !== undefined && 'ledger' in tested) this.#count(account, tested.credentials, tested.address);
    if (account !== undefined && report.works && report.discovery !== null) this.keep(account.id, report.discovery);
    return report;
  }

  /** Result of the last test that worked; null without one. */
  discovery(accountId: string): Discovery | null {
    return this.#discoveries.read(accountId);
  }

  keep(accountId: string, discovery: Discovery): void {
    // The next use may settle what this test left open.
    for (const key of [...this.#used]) if (key.startsWith(`${accountId} `)) this.#used.delete(key);
    this.#discoveries.write(accountId, discovery);
  }

  /** Answers whether this use of the account settled a point which no test could. */
  used(accountId: string, use: ServiceUse, used: UsedWith): boolean {
    // One file for each row would be read otherwise, for a thing that is known after the first one of a run.
    const key = `${accountId} ${use.kind} ${used.dialect.bodyCase}`;
    if (isOfRow(use) && this.#used.has(key)) return false;
    this.#used.add(key);
    const discovery = this.discovery(accountId);
    const findings = discovery === null ? null : settledByUse(discovery.findings, use, used);
    if (discovery === null || findings === null) return false;
    this.#discoveries.write(accountId, { ...discovery, findings });
    return true;
  }

  /** The rights of the last test become the measure of the next one. */
  acceptRights(accountId: string): Discovery | null {
    const discovery = this.discovery(accountId);
    if (discovery === null) return null;
    const changes = discovery.changes.filter(({ now }) => now !== 'gone');
    const rights = changes.map(({ right }) => right);
    const accepted = { ...discovery, changes, lastGood: { at: discovery.testedAt, rights } };
    this.keep(accountId, accepted);
    return accepted;
  }

  /** The service counted a test for the account that is open; one that is not gets it when it is opened. */
  #count({ id }: StoredAccount, credentials: Credentials, address: string): void {
    const open = this.#tools.sessions.find(id);
    if (open === undefined) return;
    open.session.api.addUse(this.ledgers.use(address, credentials));
    this.ledgers.forget(address, credentials);
  }
}

function isOfRow({ kind }: ServiceUse): boolean {
  return kind === 'created' || kind === 'refused';
}
