import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { EVERYTHING } from '../../shared/domain/service/queries/query-fixture.ts';
import { passwordOf, type TeamServer } from '../../electron/core/team/team-server-fixture.ts';
import type { PracticeService } from '../../electron/practice/practice-service.ts';
import { DEFAULT_SAVE_FORMATS } from '../../shared/contract/exports/save-formats.ts';
import { viewSchema } from '../../shared/contract/exports/views.ts';
import { startImport, writePeople } from '../campaign/imports.ts';
import type { World } from './world.ts';

export const AREAS = ['imports', 'exports', 'ledger', 'account', 'team'] as const;
export type Area = (typeof AREAS)[number];

/** Where a story plays. */
export interface Setting {
  readonly service: PracticeService;
  /** For a person's files. */
  readonly folder: string;
  /** Null: the story plays without a team. */
  readonly server: TeamServer | null;
}

/** What a person does in one area, from its beginning to its end. The writes of all of it fail one after the other. */
export type Story = (world: World, setting: Setting) => Promise<void>;

const POST = { method: 'POST', path: '/leads' } as const;
const isQuiet = ({ state }: { readonly state: string }) => state !== 'running' && state !== 'waiting';

/** The program was killed with a row on its way; this import is recovered, settled and ended, then one is begun and repaired. */
const imports: Story = async (world, { service, folder }) => {
  await world.open();
  const killed = (await world.act('job:list', {})).jobs[0];
  if (killed === undefined) throw new Error('the killed import is gone');
  const unknown = await world.act('job:rows', { jobId: killed.id, state: 'unknown', offset: 0, limit: 10 });
  const rows = unknown.rows.map(({ row }) => row);
  if (rows.length > 0) await world.act('job:decide', { jobId: killed.id, rows, decision: 'exists' });
  await world.act('job:resume', { jobId: killed.id, goOn: true });
  await world.until(killed.id, ({ counts }) => counts.waiting === 0);

  service.faults.add({ kind: 'refuse', match: POST, times: 1, message: 'The phone is not known.' });
  const id = await begin(world, folder, 'second', 3);
  await world.act('job:pause', { jobId: id });
  await world.act('job:resume', { jobId: id, goOn: true });
  const { counts } = await world.until(id, (job) => job.counts.waiting === 0);
  if (counts.refused > 0) {
    const refused = await world.act('job:rows', { jobId: id, state: 'refused', offset: 0, limit: 10 });
    const row = refused.rows[0]?.row ?? 1;
    await world.act('job:repair', { jobId: id, edits: [{ row, column: 1, value: '39999999' }] });
    await world.act('job:sendAgain', { jobId: id, rows: [row], onlyFixed: false });
    await world.act('job:resume', { jobId: id, goOn: true });
    await world.until(id, (job) => job.counts.waiting === 0);
  }
  await world.act('job:rename', { jobId: id, name: 'Renamed' });
  await world.act('job:stop', { jobId: id });
  await world.until(id, isQuiet);
};

/** Answers its job. */
export async function begin(world: World, folder: string, name: string, rows: number): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: rows }, (_, index) => `${name} ${index + 1}`);
  const path = writePeople(join(folder, `${name}.csv`), names, 30_000_000 + name.length * 1000);
  return startImport((channel, args) => world.act(channel, args), world.grant(path, 'read'));
}

/** Fetches leads to the end, refreshes, names, saves and deletes them. */
const exportStory: Story = async (world, { folder }) => {
  mkdirSync(folder, { recursive: true });
  await world.open();
  let id = '';
  for (let tries = 1; ; tries += 1) {
    ({ id } = await world.act('export:start', { query: EVERYTHING, onceEach: true }));
    const ended = await over(world, id);
    if (ended.state === 'complete') break;
    await world.read('export', ended.reason);
    if (tries === 4) throw new Error(`the export does not go on with room: ${ended.reason}`);
  }
  await world.act('export:rename', { exportId: id, name: 'Renamed' });
  const view = viewSchema.parse({});
  await world.act('export:rows', { exportId: id, offset: 0, limit: 5, ...view });
  const token = world.grant(join(folder, 'leads.csv'), 'write');
  const format = DEFAULT_SAVE_FORMATS.csv;
  await world.act('export:save', { callId: 'failing-save', exportId: id, ...view, token, format, columns: null });
  const { id: second } = await world.act('export:start', { query: EVERYTHING, onceEach: false });
  await over(world, second);
  await world.act('export:delete', { exportId: second });
};

async function over(world: World, exportId: string) {
  for (const end = Date.now() + 8_000; ;) {
    const summary = await world.act('export:get', { exportId });
    if (summary.state !== 'running') return summary;
    if (Date.now() > end) throw new Error(`the export does not end: ${JSON.stringify(summary)}`);
    await setTimeout(5);
  }
}

/** Settings of the quota, a 429 of the minute while rows are sent, and one of the day. */
const ledger: Story = async (world, { service, folder }) => {
  await world.open();
  await world.act('quota:refresh', {});
  const { services } = await world.act('quota:snapshot', {});
  const name = services.find((entry) => /leads/i.test(entry.service))?.service ?? services[0]?.service;
  if (name !== undefined) {
    await world.act('quota:reserve', { service: name, units: 5 });
    await world.act('quota:shares', { service: name, minute: 90, day: 90 });
  }
  await world.act('quota:productionZone', { zone: 'Europe/Copenhagen' });
  service.faults.add({ kind: 'tooManyRequests', match: POST, times: 1, period: 'minute', resetSeconds: 5 });
  const id = await begin(world, folder, 'quota', 3);
  await world.until(id, ({ counts }) => counts.waiting === 0);
  service.faults.add({ kind: 'tooManyRequests', match: POST, times: 1, period: 'day', resetSeconds: 4000 });
  const held = await begin(world, folder, 'blocked', 2);
  await world.until(held, ({ holdKind, counts }) => holdKind === 'daily' || counts.waiting === 0);
  await world.act('job:stop', { jobId: held });
  await world.until(held, ({ counts }) => counts.waiting === 0, 'job:stop');
};

/** Connects, tests again, names, signs out and in, and removes the account. */
const account: Story = async (world, { service }) => {
  await world.open();
  const listed = await world.act('account:list', {});
  const known = listed.accounts[0]?.id ?? '';
  await world.act('account:testAgain', { callId: 'failing-test', accountId: known });
  await world.act('account:acceptRights', { accountId: known });
  await world.act('account:rename', { accountId: known, name: 'Renamed' });
  await world.act('account:signOut', { accountId: known });
  await world.act('account:signIn', { accountId: known, password: 'secret word' });
  await world.act('account:remove', { accountId: known });
  const { account: again } = await world.act('account:connect', {
    callId: 'failing-connect',
    address: service.url,
    username: 'anna',
    password: 'secret word',
  });
  if (again === null) throw new Error('the account was not connected again');
};

/** Begins a team, imports in it, has rows refused and given back, and leaves it. */
const team: Story = async (world, { service, folder, server }) => {
  if (server === null) throw new Error('a story of a team needs its database');
  // Nobody is in the team yet, whoever was in it in the story before.
  await server.database.run(
    'TRUNCATE lead_team.claim, lead_team.office CASCADE; UPDATE lead_team.team SET secret_check = NULL, address_check = NULL',
  );
  await world.open();
  const login = { login: 'anna', password: passwordOf('anna'), name: 'Anna' };
  if ((await world.act('team:state', {})).team === null)
    await world.act('team:begin', { place: server.place, ...login });
  service.faults.add({ kind: 'refuse', match: POST, times: 1, message: 'The phone is not known.' });
  const id = await begin(world, folder, 'team', 3);
  await world.act('job:pause', { jobId: id });
  await world.act('job:resume', { jobId: id, goOn: true });
  await world.until(id, ({ counts }) => counts.waiting === 0);
  await world.act('team:restored', {});
  const { state } = await world.until(id, isQuiet);
  if (state !== 'complete') throw new Error(`the import is ${state}`);
  await world.act('team:leave', { isForced: false });
};

export const STORIES: Readonly<Record<Area, Story>> = { imports, exports: exportStory, ledger, account, team };
