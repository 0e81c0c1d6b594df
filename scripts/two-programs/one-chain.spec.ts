import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BatchBench, createBatchBench, USER } from '../../electron/batch/batch-fixture.ts';
import { passwordOf, TeamServer } from '../../electron/core/team/team-server-fixture.ts';
import { type BrowserHost, startBrowserHost } from '../../electron/loopback/browser-host.ts';
import { SPEC_HOST, visit } from '../../electron/loopback/visitor-fixture.ts';
import { accountFolder, CAMPAIGN, startImport } from '../campaign/imports.ts';

/* The window and the batch on one data folder are one computer of a team: this process is the window, the batch another one. */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let server: TeamServer;
let bench: BatchBench;
let host: BrowserHost;
let page: Awaited<ReturnType<typeof visit>>;
let invitation: string;

const login = (name: string) => ({ LEAD_CONSOLE_TEAM_LOGIN: name, LEAD_CONSOLE_TEAM_PASSWORD: passwordOf(name) });
const member = (name: string) => ({ environment: { ...login(name), LEAD_CONSOLE_TEAM: invitation } });

beforeEach(async () => {
  server = await TeamServer.open();
  bench = await createBatchBench();
  const begun = await bench.runProgram(['team', 'begin', '--database', server.place, '--json'], {
    environment: login('anna'),
  });
  invitation = /"invitation":"([^"]+)"/.exec(begun.stdout)?.[1] ?? '';
  const pageFolder = bench.path('page');
  mkdirSync(pageFolder);
  writeFileSync(join(pageFolder, 'index.html'), 'page');
  host = await startBrowserHost({ ...SPEC_HOST, dataFolder: bench.dataFolder, pageFolder });
  page = await visit(host);
  await page.value('account:connect', { address: bench.practice.url, ...USER });
  await page.value('team:join', { invitation, login: 'anna', password: passwordOf('anna'), name: 'Anna' });
});

afterEach(async () => {
  await page.leave();
  await host.close();
  await bench.close();
  await server[Symbol.asyncDispose]();
});

/** `FirstName,Phone`, a row for each number in [from, to). */
function people(from: number, to: number): string {
  const rows = Array.from({ length: to - from }, (_, index) => `Person ${from + index},${phone(from + index)}`);
  return ['FirstName,Phone', ...rows, ''].join('\n');
}

const phone = (number: number) => `3${String(number).padStart(7, '0')}`;

async function importInWindow(from: number, to: number): Promise<string> {
  const { token } = await page.upload('people.csv', people(from, to));
  return startImport((channel, args) => page.value(channel, args), token);
}

async function untilDone(jobId: string): Promise<void> {
  const states = async () => (await page.value('job:list', {})).jobs.find(({ id }) => id === jobId)?.state;
  await expect.poll(states, { timeout: 120_000 }).toBe('complete');
}

/** How often each lead from 0 to `count` arrived. */
function arrivals(count: number): number[] {
  const sent = bench.practice.ledger.entries().map(({ data }) => String(data['Phone']));
  return Array.from({ length: count }, (_, number) => sent.filter((one) => one.endsWith(phone(number))).length);
}

/** The computers of the team, and where the chain of this one stands on both sides. */
async function chain() {
  const offices = await server.database.rows(
    'SELECT id, code::text, head::text, move_no::int AS no, former FROM lead_team.office ORDER BY id',
  );
  const [{ incarnations } = { incarnations: null }] = await server.database.rows(
    'SELECT cardinality(former) AS incarnations FROM lead_team.team',
  );
  using journal = new DatabaseSync(join(accountFolder(bench.dataFolder), 'journal.sqlite'), { readOnly: true });
  const self = journal.prepare('SELECT office AS code, head, no, former FROM team_self').get();
  const pending = journal.prepare('SELECT count(*) AS moves FROM team_move').get();
  return { offices, incarnations, self: { ...self }, pending: pending?.['moves'] };
}

/** @param offices of the team, this one among them */
async function expectOneChain(offices: number): Promise<void> {
  await expect.poll(async () => (await chain()).pending).toBe(0);
  const found = await chain();
  expect(found.incarnations).toBe(0);
  expect(found.offices).toHaveLength(offices);
  const { code, head, no } = found.self;
  expect(found.offices[0]).toMatchObject({ former: null, code, head, no });
}

function importArgs(name: string, from: number, to: number): string[] {
  const file = bench.file(`${name}.csv`, people(from, to));
  const result = bench.path(`${name}-result.csv`);
  return ['import', file, '--campaign', CAMPAIGN, '--map', 'auto', '--result', result, '--json'];
}

test('window, batch and a colleague import at once: no lead goes twice, and two computers have a chain each', async () => {
  const there = ['--url', bench.practice.url, '--data-dir', bench.path('bent')];
  const joined = await bench.runProgram(['team', 'join', '--json', ...there], { ...member('bent'), bare: true });
  expect(joined.code).toBe(0);
  const jobId = await importInWindow(0, 40);
  const [batch, bent] = await Promise.all([
    bench.runProgram(importArgs('batch', 40, 80), member('anna')),
    bench.runProgram([...importArgs('bent', 20, 60), ...there], { ...member('bent'), bare: true }),
  ]);
  expect([batch.code, bent.code]).toEqual([0, 0]);
  await untilDone(jobId);
  expect(arrivals(80)).toEqual(Array.from({ length: 80 }, () => 1));
  await expectOneChain(2);
});

test('the batch is killed with rows claimed: the window goes on with the chain, and the batch sends the rest later', async () => {
  const jobId = await importInWindow(0, 40);
  const killed = await bench.runProgram(importArgs('batch', 40, 80), {
    ...member('anna'),
    onOutput: (stdout, child) => void (/"created":[1-9]/.test(stdout) && child.kill('SIGKILL')),
  });
  expect(killed.code).toBeNull();
  await untilDone(jobId);
  const { job } = JSON.parse(killed.stdout.split('\n')[0] ?? '') as { job: string };
  const resumed = await bench.runProgram(['resume', job, '--json'], member('anna'));
  const arrived = arrivals(80);
  expect(Math.max(...arrived)).toBe(1);
  expect(arrived.filter((times) => times === 0).length).toBeLessThanOrEqual(Number(resumed.last?.['unknown']));
  await expectOneChain(1);
});
