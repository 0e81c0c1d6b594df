import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChannelInput, ChannelResult, CoreChannelName } from '../../shared/contract/channels.ts';
import { startPracticeService } from '../practice/practice-service.ts';
import type { Core } from './core.ts';
import { loneCore, memorySettings } from './core-fixture.ts';
import { EVERYTHING } from '../../shared/domain/service/queries/query-fixture.ts';
import { specFolder } from './foundation/folder-fixture.ts';
import { PLAIN_NETWORK } from './foundation/network-access.ts';
import type { AccountImports } from './imports/imports-feature.ts';
import { specAccount, specServices } from './sessions/session-fixture.ts';
import type { AccountSession } from './sessions/session.ts';
import { SignedOutAccounts } from './signed-out.ts';

/** Milliseconds, on a machine that may be busy. */
const PATIENCE = { timeout: 20_000 };
const view = { sort: [], search: '' };

vi.setConfig({ testTimeout: 30_000 });

let folder: string;
let settings: Map<string, unknown>;
let bugs: unknown[];
let open: Core[];

/** The program as it starts when it cannot keep passwords. */
function startProgram(dataFolder = join(folder, 'data')): Core {
  const core = loneCore({
    dataFolder,
    settings: memorySettings(settings),
    log: { note: () => undefined, bug: (_where, error) => String(bugs.push(error)) },
    mode: 'interactive',
  });
  open.push(core);
  return core;
}

async function call<Name extends CoreChannelName>(core: Core, name: Name, args: ChannelInput<Name>) {
  const outcome = await core.call(name, args);
  if (!outcome.ok) throw new Error(`${name}: ${outcome.error.message}`);
  return outcome.value as ChannelResult<Name>;
}

async function codeOf<Name extends CoreChannelName>(core: Core, name: Name, args: ChannelInput<Name>) {
  const outcome = await core.call(name, args);
  return outcome.ok ? 'ok' : outcome.error.code;
}

beforeEach(() => {
  folder = specFolder('signed-out');
  settings = new Map();
  bugs = [];
  open = [];
});
afterEach(async () => {
  for (const core of open) await core.close();
});

it('opens, names and deletes results of an account whose password is missing, without the service', async () => {
  const service = await startPracticeService({ leads: 300, username: 'anna', password: 'secret word' });
  const credentials = { address: service.url, username: 'anna', password: 'secret word' };
  const first = startProgram();
  await call(first, 'account:connect', credentials);
  await call(first, 'query:save', { queryId: null, name: 'All', query: EVERYTHING });
  const started = await call(first, 'export:start', { query: EVERYTHING });
  await expect
    .poll(async () => (await call(first, 'export:get', { exportId: started.id })).state, PATIENCE)
    .toBe('complete');
  await first.close();
  await service.close();

  const second = startProgram();
  const { accounts } = await call(second, 'account:list', {});
  expect(accounts).toMatchObject([{ signedIn: false }]);
  // A page asks several questions at once when it opens.
  const [{ exports }] = await Promise.all([
    call(second, 'export:list', {}),
    call(second, 'export:get', { exportId: started.id }),
    ...[0, 100, 200].map((offset) => call(second, 'export:rows', { exportId: started.id, offset, limit: 1, ...view })),
  ]);
  expect(exports).toMatchObject([{ id: started.id, rows: 300 }]);
  const page = await call(second, 'export:rows', { exportId: started.id, offset: 0, limit: 500, ...view });
  expect(page.rows).toHaveLength(300);
  expect((await call(second, 'query:list', {})).queries).toMatchObject([{ name: 'All' }]);
  expect(await call(second, 'export:rename', { exportId: started.id, name: 'Monday' })).toMatchObject({ rows: 300 });

  // Everything that would need the service asks for the password, and no request is tried.
  expect(await codeOf(second, 'export:start', { query: EVERYTHING })).toBe('auth');
  expect(await codeOf(second, 'segment:list', { refresh: false })).toBe('auth');
  await call(second, 'export:delete', { exportId: started.id });
  expect((await call(second, 'export:list', {})).exports).toEqual([]);
  expect(bugs).toEqual([]);
});

it('shows jobs and drafts of an account whose password is missing, as a killed program left them, and changes none', async () => {
  const service = await startPracticeService({ leads: 0, username: 'anna', password: 'secret word' });
  const first = startProgram();
  await call(first, 'account:connect', { address: service.url, username: 'anna', password: 'secret word' });
  const file = join(folder, 'people.csv');
  // More than may be on their way at once: some still wait, however long the copy takes.
  const people = Array.from({ length: 12 }, (_, index) => `Anna ${index},+45300000${index + 10}`);
  writeFileSync(file, `FullName,Phone\n${people.join('\n')}\n`);
  first.grant({ token: 'file-00000001', path: file, name: 'people.csv', access: 'read' });
  const open = async (): Promise<string> => (await call(first, 'import:open', { token: 'file-00000001' })).id;
  const plan = { campaignCode: 'EU-MESSE-26', poolName: 'Spring', stopAfterSameRefusal: 0 };
  const started = await call(first, 'import:saveDraft', { draftId: await open(), plan });
  // The second row gets no answer, so it is on its way when the program is killed.
  service.faults.add({ kind: 'hang', times: 'always', skip: 1, match: { method: 'POST', path: '/leads' } });
  const job = await call(first, 'import:start', { draftId: started.id });
  const draft = await call(first, 'import:saveDraft', { draftId: await open(), plan });
  await expect
    .poll(async () => {
      const { rows } = await call(first, 'job:rows', { jobId: job.id, state: 'all', offset: 0, limit: 9 });
      return [rows[0]?.state, rows[1]?.state];
    }, PATIENCE)
    .toEqual(['created', 'intent']);
  const left = join(folder, 'left');
  cpSync(join(folder, 'data'), left, { recursive: true });
  await service.close();
  await first.close();

  const second = startProgram(left);
  const { jobs } = await call(second, 'job:list', {});
  expect(jobs).toMatchObject([{ id: job.id, state: 'needsYou', holdKind: 'auth', counts: { created: 1 } }]);
  expect(jobs[0]?.reason).toBe('The password is missing. Enter it, and the import goes on.');
  const { counts } = (await call(second, 'job:get', { jobId: job.id })).summary;
  expect(counts.unknown).toBeGreaterThan(0);
  expect(counts.created + counts.unknown + counts.waiting).toBe(people.length);
  const unknown = await call(second, 'job:rows', { jobId: job.id, state: 'unknown', offset: 0, limit: 9 });
  expect(unknown.total).toBe(counts.unknown);
  await call(second, 'job:receipt', { jobId: job.id });
  const result = join(folder, 'result.csv');
  second.grant({ token: 'file-00000002', path: result, name: 'result.csv', access: 'write' });
  await call(second, 'job:saveResult', { jobId: job.id, token: 'file-00000002' });
  expect(readFileSync(result, 'utf8')).toContain('Anna');

  // The draft knows what the account knows of the campaign's fields.
  const kept = await call(second, 'import:draft', { draftId: draft.id });
  expect(kept.fields).toEqual(draft.fields);
  expect(kept.fields.length).toBeGreaterThan(0);

  expect(await codeOf(second, 'job:resume', { jobId: job.id })).toBe('auth');
  expect(await codeOf(second, 'job:rename', { jobId: job.id, name: 'Other' })).toBe('auth');
  expect(await codeOf(second, 'job:decide', { jobId: job.id, rows: [2], decision: 'leave' })).toBe('auth');
  expect(await codeOf(second, 'job:delete', { jobId: job.id })).toBe('auth');
  expect(await codeOf(second, 'import:start', { draftId: draft.id })).toBe('auth');
  expect(bugs).toEqual([]);
});

it('after signing in there is one owner of the results again', async () => {
  await using service = await startPracticeService({ leads: 300, username: 'anna', password: 'secret word' });
  const first = startProgram();
  const { account } = await call(first, 'account:connect', {
    address: service.url,
    username: 'anna',
    password: 'secret word',
  });
  await first.close();

  const second = startProgram();
  const accountId = account?.id ?? '';
  expect((await call(second, 'export:list', {})).exports).toEqual([]);
  // Results are read while the connection is being tested.
  const [report] = await Promise.all([
    call(second, 'account:signIn', { accountId, password: 'secret word' }),
    call(second, 'export:list', {}),
  ]);
  expect(report.works).toBe(true);
  const started = await call(second, 'export:start', { query: EVERYTHING });
  await expect
    .poll(async () => (await call(second, 'export:get', { exportId: started.id })).state, PATIENCE)
    .toBe('complete');

  await call(second, 'account:signOut', { accountId });
  expect((await call(second, 'export:list', {})).exports).toMatchObject([{ rows: 300 }]);
  expect(await codeOf(second, 'export:start', { query: EVERYTHING })).toBe('auth');
  expect(bugs).toEqual([]);
});

it('closes an account when what was asked of its jobs is answered, and opens it again for what was asked meanwhile', async () => {
  const { promise: gate, resolve: read } = Promise.withResolvers<void>();
  const services = specServices(folder);
  let asked = 0;
  // Its list of jobs reads the journal a while after it is asked, the second one later than the first.
  const openImports = ({ journal }: AccountSession) => {
    const list = async () => {
      const late = 200 * asked++;
      await gate;
      await wait(late);
      return journal.prepare('SELECT 1 AS one').get();
    };
    return {
      handlers: { 'job:list': list },
      [Symbol.asyncDispose]: async () => undefined,
    } as unknown as AccountImports;
  };
  const options = { ...services, proxyFor: async () => null, network: PLAIN_NETWORK };
  const accounts = new SignedOutAccounts(options, services, openImports);
  const account = { ...specAccount('http://127.0.0.1:9/api'), signedIn: false };
  const ask = () => accounts.answer(account, 'job:list', {}, { signal: new AbortController().signal });
  const first = ask();
  await accounts.open(account);
  const closed = accounts.closeAll();
  const second = ask();
  // Longer than closing takes that waits for nothing.
  await wait(200);
  read();
  expect(await first).toMatchObject({ one: 1 });
  await closed;
  expect(await second).toMatchObject({ one: 1 });
  await accounts.closeAll();
  expect(accounts.find(account.id)).toBeNull();
});
