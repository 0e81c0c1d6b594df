import {
  type AccountLook,
  type AccountSummary,
  type Dialect,
  dialectSchema,
  type TestReport,
} from '../../../shared/contract/account/account.ts';
import { join } from 'node:path';
import type { AccountStorage } from '../../../shared/contract/account/diagnostics.ts';
import type { Discovery } from '../../../shared/contract/account/discovery.ts';
import type { ServiceUse } from '../../../shared/domain/service/discovery/settle-use.ts';
import { isSameAddress, normaliseAddress } from '../../../shared/domain/service/address.ts';
import { Failure, invalid, invalidAt, notFound } from '../foundation/failure.ts';
import { createResultPaths } from '../foundation/result-paths.ts';
import { isInTeam, jobIdsIn, removeAccountFolder, takeUnused } from './account-folder.ts';
import {
  type Credentials,
  type PracticeLauncher,
  type SecretStore,
  type SettingsStore,
  teamSecretOf,
} from '../foundation/ports.ts';
import type { ActiveAccount, Emit } from '../sessions/feature.ts';
import type { Lease } from '../storage/lease.ts';
import type { ClientTools, OpenAccount, OpenAccounts } from '../sessions/open-accounts.ts';
import { accountIdFor, PRACTICE_ACCOUNT_ID, type StoredAccount } from './account-store.ts';
import { storageOf } from './account-storage.ts';
import type { DiagnosticsSource } from './diagnostics.ts';
import { AccountTests } from './account-tests.ts';
import type { TestWatch } from './connection-test.ts';
import { KnownAccounts } from './known-accounts.ts';

export interface AccountOptions<Features> extends ClientTools {
  readonly emit: Emit;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  readonly practice: PracticeLauncher;
  readonly sessions: OpenAccounts<Features>;
  readonly dataFolder: string;
  /** Takes an account that is in a team, and not open, out of it. */
  readonly leaveTeam: (account: AccountSummary, isForced: boolean) => Promise<void>;
}

/** What a person can do with accounts: connect, sign in and out, choose the active one. Each has at most one session. */
export class Accounts<Features> {
  readonly known: KnownAccounts;
  readonly active: ActiveAccount<OpenAccount<Features>>;
  readonly #options: AccountOptions<Features>;
  readonly #tests: AccountTests;

  constructor(options: AccountOptions<Features>) {
    const { settings, sessions, emit } = options;
    this.#options = options;
    this.#tests = new AccountTests(options);
    this.known = new KnownAccounts(settings, sessions, emit);
    this.active = {
      find: () => this.#findActive(),
      get: () => this.#getActive(),
    };
  }

  activeSummary(): AccountSummary | null {
    const { activeId } = this.known;
    return activeId === null ? null : this.known.summary(this.known.find(activeId));
  }

  /** Opens a session for every account that needs no password from a person. */
  async restore(): Promise<void> {
    await this.known.read();
    for (const account of this.known.all) {
      try {
        await this.#restoreOne(account);
      } catch (error) {
        // One account that cannot be opened must not keep the others, and the program, from starting.
        this.#options.log.bug(`restore ${account.id}`, error);
      }
    }
  }

  /**
   * Opens a session without a test and without a request to the service.
   *
   * @param settings of the account that are changed, and kept
   */
  async signInUnattended(
    text: string,
    credentials: Credentials,
    settings: Partial<Dialect> = {},
  ): Promise<AccountSummary> {
    const address = usable(text);
    const former = this.#formerAt(address, credentials);
    const known = former ?? this.#newAccount(address, credentials);
    const account = { ...known, dialect: { ...known.dialect, ...settings } };
    this.known.protect(account.id, 'session');
    await this.#openSession(account, credentials);
    if (!former) await this.known.saveBeside(account);
    else if (Object.keys(settings).length > 0)
      await this.known.save(() => this.known.withChanged(account.id, { dialect: account.dialect }));
    this.known.activate(account);
    return this.known.summary(account);
  }

  /** Keeps no account. What it settles is kept with the account of this address and user, when there is one. */
  async test(text: string, credentials: Credentials, watch: TestWatch): Promise<TestReport> {
    const address = usable(text);
    const former = this.#formerAt(address, credentials);
    return this.#tests.run(former, this.#tests.at(address, credentials, former?.dialect), watch);
  }

  async testAgain(accountId: string, watch: TestWatch): Promise<TestReport> {
    const account = this.known.find(accountId);
    const open = this.#options.sessions.find(accountId);
    if (open) return this.#tests.run(account, { api: open.session.api }, watch);
    const { address, dialect } = account;
    return this.#tests.run(account, this.#tests.at(address, await this.#credentialsOf(account), dialect), watch);
  }

  discovery(accountId: string): Discovery | null {
    return this.#tests.discovery(this.known.find(accountId).id);
  }

  /** Settles what only the use of the service can show of it. */
  used({ id, dialect }: Pick<AccountSummary, 'id' | 'dialect'>, use: ServiceUse): void {
    if (this.#tests.used(id, use, { dialect, at: this.#options.clock.wallNow() }))
      this.#options.emit('account:settled', { accountId: id });
  }

  /** Storage of a known account, even without its password. */
  storage(accountId: string): AccountStorage {
    return storageOf(this.#folderOf(this.known.find(accountId)));
  }

  /** What a diagnostics bundle is made from. */
  async diagnosed(): Promise<DiagnosticsSource> {
    const credentials: Credentials[] = [];
    const accounts = this.known.all.map((account, index) => ({
      label: `account-${index + 1}`,
      account,
      isActive: account.id === this.known.activeId,
      protection: this.known.summary(account).protection,
      bytes: Object.fromEntries(storageOf(this.#folderOf(account)).parts.map(({ what, bytes }) => [what, bytes])),
      discovery: this.#tests.discovery(account.id),
      api: this.#options.sessions.find(account.id)?.session.api ?? null,
    }));
    for (const account of this.known.all) {
      const password = account.kind === 'practice' ? null : await this.#options.secrets.read(account.id);
      if (password !== null) credentials.push({ username: account.username, password });
    }
    return { accounts, credentials };
  }

  #folderOf({ id }: StoredAccount): string {
    return join(this.#options.dataFolder, 'account', id);
  }

  /** The rights of the last test become the measure of the next one. */
  acceptRights(accountId: string): Discovery | null {
    return this.#tests.acceptRights(this.known.find(accountId).id);
  }

  /** Tests the connection and keeps the account when it works. `name`: null for the name it had, or that of the host. */
  async connect(
    text: string,
    name: string | null,
    credentials: Credentials,
    watch: TestWatch,
  ): Promise<{ account: AccountSummary | null; report: TestReport }> {
    const address = usable(text);
    const former = this.#formerAt(address, credentials);
    const report = await this.#tests.run(former, this.#tests.at(address, credentials, former?.dialect), watch);
    if (!report.works) return { account: null, report };
    const fresh = this.#formerAt(address, credentials) ?? this.#newAccount(address, credentials);
    // Letters of another case may name another place. Any other spelling leads to the same one, and a team knows the letters.
    const isSameButForCase = fresh.address.toLowerCase() === address.toLowerCase();
    const account = { ...fresh, ...(isSameButForCase && { address }), name: name ?? fresh.name };
    await this.#keep(account, credentials);
    if (report.discovery !== null) this.#tests.keep(account.id, report.discovery);
    return { account: this.known.summary(account), report };
  }

  async rename(accountId: string, name: string, look: AccountLook | undefined): Promise<void> {
    const account = this.known.find(accountId);
    await this.known.save(() => this.known.withChanged(accountId, { name, look: look ?? account.look }));
  }

  /**
   * Another address of the same service, kept when the test of it works. The id of the account stays, and with it journal,
   * jobs and results.
   */
  async changeAddress(
    accountId: string,
    text: string,
    watch: TestWatch,
  ): Promise<{ account: AccountSummary | null; report: TestReport }> {
    const account = this.known.find(accountId);
    const address = usable(text);
    const credentials = await this.#credentialsOf(account);
    if (account.kind === 'practice') throw invalid('The practice service has no address of its own to change.');
    const other = this.#formerAt(address, credentials);
    if (other !== undefined && other.id !== account.id) {
      throw invalidAt(
        'address',
        `${other.name} already has this address and user. Use that connection, or remove it first.`,
      );
    }
    const report = await this.#tests.run(account, this.#tests.at(address, credentials, account.dialect), watch);
    if (!report.works) return { account: null, report };
    await this.known.save(() => this.known.withChanged(accountId, { address }));
    // The test took its time: another setting of the account may have changed, or the account be gone.
    await this.#openSession(this.known.find(accountId), credentials);
    return { account: this.known.summary(this.known.find(accountId)), report };
  }

  async practise(): Promise<AccountSummary> {
    const account = await this.#startPractice();
    await this.known.save(() => this.known.withActive(account));
    return this.known.summary(account);
  }

  async activate(accountId: string): Promise<void> {
    const account = this.known.find(accountId);
    const started = account.kind === 'practice' ? await this.#startPractice() : account;
    await this.known.save(() => ({ ...this.known.withChanged(accountId, started), activeId: started.id }));
  }

  /** Keeps the password when the service accepts it. */
  async signIn(accountId: string, password: string, signal: AbortSignal): Promise<TestReport> {
    const account = this.known.find(accountId);
    const credentials = { username: account.username, password };
    const watch = { signal, onStep: () => undefined };
    const tested = this.#tests.at(account.address, credentials, account.dialect);
    const report = await this.#tests.run(account, tested, watch);
    if (report.works) await this.#keep(this.known.find(accountId), credentials);
    return report;
  }

  async signOut(accountId: string): Promise<void> {
    await this.#forgetPassword(this.known.find(accountId));
    this.known.changed();
  }

  /**
   * Forgets the account and removes what is kept for it on this computer.
   *
   * @param keepsData for practice, which a person leaves for a while: what is on the disk stays
   * @param isForced also when its team cannot be told
   * @throws Failure while another program works with the account, or its team cannot be told: nothing is removed then
   */
  async remove(accountId: string, { keepsData, isForced }: { keepsData: boolean; isForced: boolean }): Promise<void> {
    const account = this.known.find(accountId);
    if (!keepsData) await this.#removeData(account, isForced);
    await this.#forgetPassword(account);
    await this.known.save(() => this.known.without(accountId));
  }

  async #removeData(account: StoredAccount, isForced: boolean): Promise<void> {
    const { sessions, secrets, settings, practice, leaveTeam } = this.#options;
    const folder = this.#folderOf(account);
    const wasOpen = sessions.find(account.id) !== undefined;
    await sessions.close(account.id);
    let unused: Lease;
    try {
      unused = takeUnused(folder);
      if (isInTeam(folder)) {
        unused[Symbol.dispose]();
        await leaveTeam(this.known.summary(account), isForced);
        // Another program may have opened it while the team was told.
        unused = takeUnused(folder);
      }
    } catch (error) {
      if (wasOpen) await this.#restoreOne(account);
      throw error;
    }
    using held = unused;
    const jobs = jobIdsIn(folder);
    removeAccountFolder(folder, held);
    await createResultPaths(settings).forget(...jobs);
    await secrets.remove(teamSecretOf(account.id));
    if (account.kind === 'practice') await practice.forget();
  }

  /** A session that is open is opened again, because its client was made for the former dialect. */
  async setDialect(accountId: string, dialect: Dialect): Promise<AccountSummary> {
    const credentials = this.#options.sessions.find(accountId)
      ? await this.#credentialsOf(this.known.find(accountId))
      : null;
    await this.known.save(() => this.known.withChanged(accountId, { dialect }));
    if (credentials !== null) await this.#openSession(this.known.find(accountId), credentials);
    return this.known.summary(this.known.find(accountId));
  }

  #findActive(): OpenAccount<Features> | null {
    const { activeId } = this.known;
    return activeId === null ? null : (this.#options.sessions.find(activeId) ?? null);
  }

  #getActive(): OpenAccount<Features> {
    const { activeId } = this.known;
    if (activeId === null) throw notFound('No account is connected yet. Connect one, or press Practice.');
    const open = this.#findActive();
    if (!open) throw passwordMissing(this.known.find(activeId));
    return open;
  }

  async #restoreOne(account: StoredAccount): Promise<void> {
    if (account.kind === 'practice') {
      if (account.id === this.known.activeId) this.known.activate(await this.#startPractice());
      return;
    }
    const { secrets } = this.#options;
    const password = await secrets.read(account.id);
    if (password === null) return;
    this.known.protect(account.id, secrets.protection);
    await this.#openSession(account, { username: account.username, password });
  }

  /** The address of the practice service changes with every start of the program. */
  async #startPractice(): Promise<StoredAccount> {
    const { practice, sessions } = this.#options;
    const { address, username, password } = await practice.start();
    const former = this.known.all.find(({ id }) => id === PRACTICE_ACCOUNT_ID);
    const dialect = former?.dialect ?? dialectSchema.parse({});
    const account: StoredAccount = {
      id: PRACTICE_ACCOUNT_ID,
      name: 'Practice',
      kind: 'practice',
      address,
      username,
      dialect,
    };
    if (sessions.find(account.id)?.session.account.address !== address)
      await this.#openSession(account, { username, password });
    this.known.protect(account.id, 'session');
    return account;
  }

  async #openSession(account: StoredAccount, credentials: Credentials): Promise<void> {
    const use = this.#tests.ledgers.use(account.address, account);
    const { sessions, clock } = this.#options;
    const { session } = await sessions.open({ ...this.known.summary(account), signedIn: true }, credentials, use);
    this.#tests.ledgers.teach(session.api, account.address, account, clock.wallNow());
    this.#tests.ledgers.forget(account.address, account);
  }

  /** Keeps the password and makes the account the active one. */
  async #keep(account: StoredAccount, credentials: Credentials): Promise<void> {
    const { secrets } = this.#options;
    await using undo = new AsyncDisposableStack();
    // In no list, nobody could find its password to remove it.
    if (this.known.all.every(({ id }) => id !== account.id)) undo.defer(() => secrets.remove(account.id));
    this.known.protect(account.id, await secrets.write(account.id, credentials.password));
    await this.#openSession(account, credentials);
    undo.move();
    await this.known.save(() => this.known.withActive(account));
  }

  /** Ends the session too; its jobs stop between two rows. On a full disk nothing is changed, so that a person can try again. */
  async #forgetPassword(account: StoredAccount): Promise<void> {
    const { sessions, secrets } = this.#options;
    await secrets.remove(account.id);
    await sessions.close(account.id);
    this.known.protect(account.id, 'none');
  }

  /** @throws Failure `auth` when a person has to enter the password */
  async #credentialsOf(account: StoredAccount): Promise<Credentials> {
    const { practice, secrets } = this.#options;
    if (account.kind === 'practice') return { username: account.username, password: (await practice.start()).password };
    const password = await secrets.read(account.id);
    if (password === null) throw passwordMissing(account);
    return { username: account.username, password };
  }

  /** The account with this address and user; its id may come from an address that it had before. */
  #formerAt(address: string, { username }: Credentials): StoredAccount | undefined {
    const isSame = (account: StoredAccount) =>
      account.kind === 'service' && isSameAddress(account.address, address) && account.username === username;
    return this.known.all.find(isSame);
  }

  #newAccount(address: string, { username }: Credentials): StoredAccount {
    let id = accountIdFor(address, username);
    // An account whose address was changed keeps the id of its first address, and several may have had the same.
    for (let named = `${address}#`; this.known.all.some((account) => account.id === id); named += '#')
      id = accountIdFor(named, username);
    return { id, name: new URL(address).host, kind: 'service', address, username, dialect: dialectSchema.parse({}) };
  }
}

/** @throws Failure `validation` for an address that cannot be one of the service */
function usable(address: string): string {
  const result = normaliseAddress(address);
  if (!result.ok) throw invalidAt('address', result.message);
  return result.address;
}

function passwordMissing({ name }: StoredAccount): Failure {
  return new Failure({
    code: 'auth',
    message: `Lead Console does not have the password of ${name}. Enter it to continue.`,
  });
}
