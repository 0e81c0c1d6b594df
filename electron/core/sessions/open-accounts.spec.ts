import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AccountSummary, dialectSchema } from '../../../shared/contract/account/account.ts';
import { startPracticeService } from '../../practice/practice-service.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { PLAIN_NETWORK } from '../foundation/network-access.ts';
import { systemClock, systemRandom } from '../system/system-clock.ts';
import { OpenAccounts } from './open-accounts.ts';
import type { AccountSession } from './session.ts';

let folder: string;
/** What the features of the spec did, in order. */
let did: string[];
let accounts: OpenAccounts<{ readonly name: string }>;
/** Called while a feature opens or closes; a spec lets it fail or wait. */
let meanwhile: (step: string) => void | Promise<void>;

const log = { bug: (where: string) => where, note: () => undefined };
const CREDENTIALS = { username: 'anna', password: 'secret word' };

function account(id: string): AccountSummary {
  return {
    id,
    name: id,
    kind: 'service',
    address: 'http://127.0.0.1:9',
    username: 'anna',
    signedIn: true,
    protection: 'session',
    dialect: dialectSchema.parse({}),
  };
}

function note(step: string): void | Promise<void> {
  did.push(step);
  return meanwhile(step);
}

function openFeature(name: string, { account: { id }, journal }: AccountSession): AsyncDisposable {
  did.push(`open ${name} of ${id}`);
  return {
    async [Symbol.asyncDispose]() {
      // A feature may write to the journal until it is closed.
      journal.exec('CREATE TABLE IF NOT EXISTS last_word (said TEXT)');
      await note(`close ${name} of ${id}`);
    },
  };
}

beforeEach(() => {
  folder = specFolder('accounts');
  did = [];
  meanwhile = () => undefined;
  accounts = new OpenAccounts({
    dataFolder: folder,
    clock: systemClock,
    random: systemRandom,
    log,
    proxyFor: async () => null,
    network: PLAIN_NETWORK,
    openFeatures(session, held) {
      held.use(openFeature('jobs', session));
      held.use(openFeature('exports', session));
      return { name: session.account.id };
    },
  });
});

afterEach(async () => {
  meanwhile = () => undefined;
  await accounts.closeAll();
});

describe('the open accounts', () => {
  it('keep what every feature opened, and close it before the journal, the last one first', async () => {
    const { session } = await accounts.open(account('one'), CREDENTIALS);
    expect(accounts.find('one')?.features).toEqual({ name: 'one' });
    expect(accounts.all().map((entry) => entry.session.account.id)).toEqual(['one']);
    expect(session.folder).toBe(join(folder, 'account', 'one'));
    await accounts.close('one');
    expect(did).toEqual(['open jobs of one', 'open exports of one', 'close exports of one', 'close jobs of one']);
    expect(session.journal.isOpen).toBe(false);
    expect(accounts.find('one')).toBeUndefined();
    await accounts.close('one');
    expect(did).toHaveLength(4);
  });

  it('end the calls that run, and keep the journal open for their last words', async () => {
    const { session, calls } = await accounts.open(account('one'), CREDENTIALS);
    const { signal } = new AbortController();
    const asked = calls.run(signal, async (until) => {
      await new Promise((resolve) => until.addEventListener('abort', resolve));
      await new Promise((resolve) => setTimeout(resolve, 50));
      return session.journal.prepare('SELECT 1 AS one').get();
    });
    const closed = accounts.close('one');
    expect(await asked).toMatchObject({ one: 1 });
    await closed;
    expect(session.journal.isOpen).toBe(false);
    await expect(calls.run(signal, async () => 1)).rejects.toMatchObject({ error: { code: 'cancelled' } });
  });

  it('end a call that its page cancels', async () => {
    const { calls } = await accounts.open(account('one'), CREDENTIALS);
    const page = new AbortController();
    const asked = calls.run(page.signal, async (until) => {
      await new Promise((resolve) => until.addEventListener('abort', resolve));
      return 'cancelled';
    });
    page.abort();
    expect(await asked).toBe('cancelled');
    expect(await calls.run(page.signal, async (until) => until.aborted)).toBe(true);
  });

  it('close what is open already when a feature fails to open', async () => {
    let journal: AccountSession['journal'] | undefined;
    const broken = new OpenAccounts({
      dataFolder: folder,
      clock: systemClock,
      random: systemRandom,
      log,
      proxyFor: async () => null,
      network: PLAIN_NETWORK,
      openFeatures(session, held) {
        journal = session.journal;
        held.use(openFeature('jobs', session));
        throw new Error('the second feature cannot be opened');
      },
    });
    await expect(broken.open(account('one'), CREDENTIALS)).rejects.toThrow('the second feature');
    expect(did).toEqual(['open jobs of one', 'close jobs of one']);
    expect(journal?.isOpen).toBe(false);
    expect(broken.all()).toEqual([]);
  });

  it('take a row for created, also when what is learnt from it fails', async () => {
    await using practice = await startPracticeService({ leads: 0, ...CREDENTIALS });
    const bugs: string[] = [];
    const learning = new OpenAccounts({
      dataFolder: folder,
      clock: systemClock,
      random: systemRandom,
      log: { ...log, bug: (where) => String(bugs.push(where)) },
      proxyFor: async () => null,
      network: PLAIN_NETWORK,
      openFeatures: () => ({ name: 'one' }),
      onUse() {
        throw new Error('the disk is full');
      },
    });
    const { session } = await learning.open({ ...account('one'), address: practice.url }, CREDENTIALS);
    const lead = { campaignCode: 'EU-MESSE-26', data: { LastName: 'Ada', Phone: '+4530111111' } };
    const options = { lane: 'person', beforeSend: () => undefined } as const;
    expect(await session.api.createLead(lead, options)).toMatchObject({ outcome: 'created' });
    await expect.poll(() => bugs).toEqual(['learn from the use of an account']);
    await learning.closeAll();
  });

  it('close everything else when one feature fails to close, and say so', async () => {
    const { session } = await accounts.open(account('one'), CREDENTIALS);
    meanwhile = (step) => {
      if (step === 'close exports of one') throw new Error('the exports cannot be closed');
    };
    await expect(accounts.close('one')).rejects.toThrow('the exports cannot be closed');
    expect(did).toContain('close jobs of one');
    expect(session.journal.isOpen).toBe(false);
    expect(accounts.find('one')).toBeUndefined();
  });

  it('open one account once, however often it is asked for at the same time', async () => {
    const sessions = await Promise.all([
      accounts.open(account('one'), CREDENTIALS),
      accounts.open(account('one'), CREDENTIALS),
      accounts.open(account('two'), CREDENTIALS),
    ]);
    const ofOne = did.filter((step) => step.endsWith('of one'));
    expect(ofOne).toEqual([
      ...['open jobs of one', 'open exports of one', 'close exports of one'],
      ...['close jobs of one', 'open jobs of one', 'open exports of one'],
    ]);
    expect(sessions.map((entry) => entry.session.journal.isOpen)).toEqual([false, true, true]);
    expect(accounts.all()).toHaveLength(2);
  });

  it('are closed all together, also one that is only being opened', async () => {
    await accounts.open(account('one'), CREDENTIALS);
    const opening = accounts.open(account('two'), CREDENTIALS);
    meanwhile = (step) => {
      if (step === 'close jobs of two') throw new Error('the jobs cannot be closed');
    };
    await expect(accounts.closeAll()).rejects.toThrow('the jobs cannot be closed');
    expect((await opening).session.journal.isOpen).toBe(false);
    expect(accounts.all()).toEqual([]);
    expect(did.filter((step) => step.startsWith('close'))).toHaveLength(4);
  });

  it('say where the journal is when it cannot be opened', async () => {
    mkdirSync(join(folder, 'account'));
    writeFileSync(join(folder, 'account', 'one'), 'a file where the folder should be');
    await expect(accounts.open(account('one'), CREDENTIALS)).rejects.toMatchObject({
      error: { code: 'file', reason: 'journal' },
    });
    rmSync(join(folder, 'account', 'one'));
    await accounts.open(account('one'), CREDENTIALS);
    expect(accounts.all()).toHaveLength(1);
  });
});
