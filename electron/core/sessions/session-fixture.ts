import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountSummary, type Dialect, dialectSchema } from '../../../shared/contract/account/account.ts';
import { createMemoryLedger } from '../api/broker/ledger/ledger-store.ts';
import { type ApiClient, createApiClient } from '../api/client.ts';
import { specClient } from '../api/simulation/spec-client.ts';
import type { SpecServer } from '../api/simulation/spec-server.ts';
import type { Clock } from '../foundation/ports.ts';
import { openDurable } from '../storage/database.ts';
import { systemClock, systemRandom } from '../system/system-clock.ts';
import type { FeatureServices } from './feature.ts';
import type { AccountSession } from './session.ts';

/* For specs: an account that is signed in, its client, its session and what a feature may use. */

export function specAccount(address: string, dialect: Partial<Dialect> = {}): AccountSummary {
  return {
    id: 'acc-spec',
    name: 'Spec',
    kind: 'service',
    address,
    username: 'practice',
    signedIn: true,
    protection: 'session',
    dialect: { ...dialectSchema.parse({}), ...dialect },
  };
}

/** A client as the program makes one, on the real clock. */
export function realClient(baseAddress: string): ApiClient {
  return createApiClient({
    baseAddress,
    credentials: async () => ({ username: 'practice', password: 'practice' }),
    clock: systemClock,
    random: systemRandom,
    ledger: createMemoryLedger(),
    log: { bug: () => 'spec', note: () => undefined },
    dialect: dialectSchema.parse({}),
  });
}

/** A session with a real client, and with its journal in the folder. */
export function openSession(folder: string, address: string): AccountSession {
  const journal = openDurable(join(folder, 'journal.sqlite'));
  return { account: specAccount(address), api: realClient(address), journal, folder };
}

let sequence = 0;

/** On real time. A bug fails the spec, and the token of a file is its name in the folder. */
export function specServices(folder: string, own: Partial<FeatureServices> = {}): FeatureServices {
  return {
    clock: systemClock,
    random: systemRandom,
    log: {
      bug: (where, error) => {
        throw new Error(`${where}: ${String(error)}`, { cause: error });
      },
      note: () => undefined,
    },
    emit: () => undefined,
    dataFolder: folder,
    nextSequence: () => (sequence += 1),
    grantedFile: (token, access) => ({ token, access, name: token, path: join(folder, token) }),
    ...own,
  };
}

/** A program that has the account open, with a connection of its own to the journal. It keeps its bugs and notes for the spec. */
export abstract class SpecProgram implements AsyncDisposable {
  readonly bugs: string[] = [];
  readonly notes: string[] = [];
  readonly session: AccountSession;
  protected abstract readonly feature: AsyncDisposable;
  readonly #clock: Clock;
  #isOpen = true;

  constructor(of: Pick<AccountSession, 'folder' | 'account'> & { readonly clock: Clock; readonly api?: ApiClient }) {
    const { folder, account, clock, api = specClient(account.address, { clock }) } = of;
    this.session = { account, api, journal: openDurable(join(folder, 'journal.sqlite')), folder };
    this.#clock = clock;
  }

  protected services(own: Partial<FeatureServices>): FeatureServices {
    const bug = (where: string, error: unknown) => `bug-${this.bugs.push(`${where}: ${String(error)}`)}`;
    return specServices(this.session.folder, {
      clock: this.#clock,
      log: { bug, note: (text) => this.notes.push(text) },
      ...own,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.feature[Symbol.asyncDispose]();
    await this.session.api.close();
    this.session.journal.close();
  }
}

/** Closes the programs of a spec, then their service, and removes their folder. Fails when a program has logged a bug. */
export async function closePrograms(
  programs: readonly SpecProgram[],
  server: Pick<SpecServer, 'close'>,
  folder: string,
): Promise<void> {
  for (const program of programs) await program[Symbol.asyncDispose]();
  await server.close();
  rmSync(folder, { recursive: true, maxRetries: 10 });
  const bugs = programs.flatMap((program) => program.bugs);
  if (bugs.length > 0) throw new Error(`The programs logged bugs: ${bugs.join(', ')}`);
}
