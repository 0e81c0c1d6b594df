import type { AccountSummary } from '../../../shared/contract/account/account.ts';
import type { ChannelResult } from '../../../shared/contract/channels.ts';
import { notFound } from '../foundation/failure.ts';
import { inTurn } from '../foundation/in-turn.ts';
import type { SettingsStore } from '../foundation/ports.ts';
import type { Emit } from '../sessions/feature.ts';
import type { OpenAccounts } from '../sessions/open-accounts.ts';
import { type AccountStore, createAccountStore, type StoredAccount, type StoredAccounts } from './account-store.ts';

/** The accounts that a person connected, which of them is active, and where the password of each is stored. */
export class KnownAccounts {
  readonly #store: AccountStore;
  readonly #sessions: OpenAccounts<unknown>;
  readonly #emit: Emit;
  readonly #protection = new Map<string, 'os' | 'session'>();
  #state: StoredAccounts = { accounts: [], activeId: null };
  readonly #inTurn = inTurn();

  constructor(settings: SettingsStore, sessions: OpenAccounts<unknown>, emit: Emit) {
    this.#store = createAccountStore(settings);
    this.#sessions = sessions;
    this.#emit = emit;
  }

  get all(): readonly StoredAccount[] {
    return this.#state.accounts;
  }

  get activeId(): string | null {
    return this.#state.activeId;
  }

  /** @throws Failure `notFound` */
  find(accountId: string): StoredAccount {
    const account = this.#state.accounts.find((candidate) => candidate.id === accountId);
    if (!account) throw notFound('This account was removed.');
    return account;
  }

  summary(account: StoredAccount): AccountSummary {
    const signedIn = this.#sessions.find(account.id) !== undefined;
    return { ...account, signedIn, protection: this.#protection.get(account.id) ?? 'none' };
  }

  list(): ChannelResult<'account:list'> {
    return { accounts: this.#state.accounts.map((account) => this.summary(account)), activeId: this.activeId };
  }

  /** `none`: Lead Console does not have the password. */
  protect(accountId: string, how: 'os' | 'session' | 'none'): void {
    if (how === 'none') this.#protection.delete(accountId);
    else this.#protection.set(accountId, how);
  }

  async read(): Promise<void> {
    this.#state = await this.#store.read();
  }

  /** One change after the other. What other programs wrote or removed since stays so, but for what this change is about. */
  save(change: () => StoredAccounts): Promise<void> {
    return this.#inTurn(() => this.#save(change()));
  }

  async #save(next: StoredAccounts): Promise<void> {
    const before = this.#state.accounts;
    const { accounts: kept, isWhole } = await this.#store.read();
    // Nobody removes an account that is open here.
    const isRemoved = (account: StoredAccount) =>
      isWhole && before.includes(account) && byId(kept, account.id) === undefined && !this.#sessions.find(account.id);
    const accounts = next.accounts.filter((account) => !isRemoved(account));
    const isActiveRemoved = next.accounts.some((account) => account.id === next.activeId && isRemoved(account));
    const activeId = isActiveRemoved ? (accounts[0]?.id ?? null) : next.activeId;
    const own = accounts.map((account) =>
      changedOnly(account, byId(before, account.id) ?? account, byId(kept, account.id)),
    );
    const known = new Set([...before, ...own].map(({ id }) => id));
    await this.#store.write({ activeId, accounts: [...own, ...kept.filter(({ id }) => !known.has(id))] });
    this.#state = { accounts, activeId };
    this.changed();
  }

  /** The account as it is now, active, until the program ends; nothing is written. */
  activate(account: StoredAccount): void {
    this.#state = this.withActive(account);
  }

  /** Writes a new account. Other hosts keep the active account they have. */
  async saveBeside(account: StoredAccount): Promise<void> {
    const { accounts, activeId } = await this.#store.read();
    // Another command may have opened the same one meanwhile.
    const others = accounts.filter(({ id }) => id !== account.id);
    await this.#store.write({ accounts: [...others, account], activeId: activeId ?? account.id });
  }

  withActive(account: StoredAccount): StoredAccounts {
    const others = this.#state.accounts.filter((candidate) => candidate.id !== account.id);
    return { accounts: [...others, account], activeId: account.id };
  }

  /** The accounts as they are now, with this change of one of them. */
  withChanged(id: string, change: Partial<StoredAccount>): StoredAccounts {
    const accounts = this.#state.accounts.map((account) => (account.id === id ? { ...account, ...change } : account));
    return { accounts, activeId: this.#state.activeId };
  }

  without(id: string): StoredAccounts {
    const accounts = this.#state.accounts.filter((account) => account.id !== id);
    return { accounts, activeId: this.activeId === id ? (accounts[0]?.id ?? null) : this.activeId };
  }

  changed(): void {
    this.#emit('account:changed', this.list());
  }
}

function byId(accounts: readonly StoredAccount[], id: string): StoredAccount | undefined {
  return accounts.find((candidate) => candidate.id === id);
}

/** As another program keeps it, with what changed here. @param kept undefined: as it is here */
function changedOnly(account: StoredAccount, before: StoredAccount, kept: StoredAccount | undefined): StoredAccount {
  const isSame = (key: string) => Reflect.get(account, key) === Reflect.get(before, key);
  return { ...account, ...Object.fromEntries(Object.entries(kept ?? {}).filter(([key]) => isSame(key))) };
}
