import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountSummary } from '../../../shared/contract/account/account.ts';
import { createApiClient } from '../api/client.ts';
import { createLedgerStore } from '../api/broker/ledger-store.ts';
import { Failure } from '../foundation/failure.ts';
import type { Clock, Credentials, ProxyFinder, Random } from '../foundation/ports.ts';
import type { AccountSession } from './session.ts';
import { openDurable } from '../storage/database.ts';

export interface SessionsOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly proxyFor: ProxyFinder;
  onOpened(session: AccountSession): void;
  /** Resolves when nothing of the session is on its way any more. */
  onClosing(session: AccountSession): Promise<void>;
}

/** The accounts that can work now: each with its client and its open journal. */
export interface Sessions {
  get(accountId: string): AccountSession | undefined;
  all(): readonly AccountSession[];
  /** Opens, or closes and opens again when address, user, password or dialect changed. Errors: `file` when the journal cannot be opened. */
  open(account: AccountSummary, credentials: Credentials): Promise<AccountSession>;
  close(accountId: string): Promise<void>;
  closeAll(): Promise<void>;
}

export function createSessions(options: SessionsOptions): Sessions {
  const open = new Map<string, AccountSession>();

  async function close(accountId: string): Promise<void> {
    const session = open.get(accountId);
    if (!session) return;
    await options.onClosing(session);
    open.delete(accountId);
    await session.api.close();
    session.journal.close();
  }

  return {
    get: (accountId) => open.get(accountId),
    all: () => [...open.values()],
    async open(account, credentials) {
      await close(account.id);
      const proxy = account.kind === 'practice' ? null : await options.proxyFor(account.address);
      const folder = join(options.dataFolder, 'account', account.id);
      const journal = openJournal(folder);
      const api = createApiClient({
        baseAddress: account.address,
        credentials: async () => credentials,
        clock: options.clock,
        random: options.random,
        ledger: createLedgerStore(journal),
        dialect: account.dialect,
        proxy,
      });
      const session: AccountSession = { account, api, journal, folder };
      open.set(account.id, session);
      options.onOpened(session);
      return session;
    },
    close,
    async closeAll() {
      for (const accountId of [...open.keys()]) await close(accountId);
    },
  };
}

function openJournal(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return openDurable(join(folder, 'journal.sqlite'));
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new Failure(
      {
        code: 'file',
        reason: 'journal',
        message: `The journal in ${folder} could not be opened (${detail}). Without it nothing is sent, so that no lead is sent twice. Check that the folder can be written and the disk is not full.`,
      },
      { cause: error },
    );
  }
}
