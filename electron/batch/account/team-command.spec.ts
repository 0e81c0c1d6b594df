import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listening } from '../../core/api/simulation/spec-server.ts';
import { invitationText } from '../../core/team/link/invitation.ts';
import { passwordOf, TeamServer } from '../../core/team/team-server-fixture.ts';
import { type BatchBench, CAMPAIGN, createBatchBench, importOf, people, runCommand } from '../batch-fixture.ts';

let bench: BatchBench;
/** A port at which nobody listens. */
let port = 0;

beforeAll(async () => {
  bench = await createBatchBench();
  const server = createServer();
  port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
});

afterAll(() => bench.close());

const login = { LEAD_CONSOLE_TEAM_LOGIN: 'anna', LEAD_CONSOLE_TEAM_PASSWORD: 'word of anna' };

test('prints the script for the administrator without an account', async () => {
  const { code, stdout } = await bench.run(['team', 'sql'], { bare: true });
  expect(code).toBe(0);
  expect(stdout).toContain('CREATE SCHEMA IF NOT EXISTS lead_team');
  expect(stdout.trimEnd().endsWith('COMMIT;')).toBe(true);
});

test('says that an account is in no team', async () => {
  const { code, last } = await bench.run(['team', '--json']);
  expect(code).toBe(0);
  expect(last).toEqual({ team: null });
});

test.each([
  [['team', 'dance'], {}, '"team" does not know "dance"'],
  [['team', 'without'], {}, 'by its number'],
  [['team', 'without', 'bent'], {}, 'by its number'],
  [['team', 'without', '40000'], {}, 'by its number'],
  [['team', 'begin'], login, '--database is missing'],
  [['team', 'begin', '--database', 'db.example/leads', '--one-lead-per', 'name'], login, 'takes lead'],
  [['team', 'join', '--one-lead-per', 'phone'], login, 'when a team begins'],
  [['team', 'begin', '--database', 'db.example/leads'], {}, 'LEAD_CONSOLE_TEAM_LOGIN'],
  [['team', 'begin', '--database', 'postgres://a:b@db.example/leads'], login, 'host/database'],
  [['team', 'join'], login, 'LEAD_CONSOLE_TEAM'],
  [['team', 'join'], { ...login, LEAD_CONSOLE_TEAM: 'lead-team-1:abc:00000000' }, 'no invitation'],
  [['team', 'leave'], {}, 'in no team'],
])('%j is refused with a sentence', async (args, environment, words) => {
  const { code, stderr, last } = await bench.run(args, { environment });
  expect(code).toBe(2);
  expect(stderr).toContain(words);
  expect(last).toBeNull();
});

test.each([
  ['LEAD_CONSOLE_TEAM_PASSWORD', { LEAD_CONSOLE_TEAM_PASSWORD: 'x'.repeat(1001) }, [], 'it may have 1,000 characters'],
  ['LEAD_CONSOLE_TEAM_LOGIN', { LEAD_CONSOLE_TEAM_LOGIN: 'x'.repeat(64) }, [], 'it may have 63 characters'],
  ['LEAD_CONSOLE_TEAM', { LEAD_CONSOLE_TEAM: 'x'.repeat(2001) }, [], 'it may have 2,000 characters'],
  ['--as', {}, ['--as', 'x'.repeat(81)], 'it may have 80 characters'],
])('says that it is %s which is too long, and never the value', async (name, environment, args, why) => {
  const team = {
    LEAD_CONSOLE_TEAM: 'invitation',
    LEAD_CONSOLE_TEAM_LOGIN: 'anna',
    LEAD_CONSOLE_TEAM_PASSWORD: 'secret',
  };
  const { last, code } = await bench.run(['team', 'join', ...args, '--json'], {
    environment: { ...team, ...environment },
  });
  const { error } = last as { error: { code: string; message: string } };
  expect(error.message).toContain(` ${name} cannot be used: ${why} at most. Nothing was changed.`);
  expect(error.message).not.toContain('xx');
  expect([error.code, code]).toEqual(['validation', 2]);
});

test('a database that cannot be reached is named, and no team is begun', async () => {
  const args = ['team', 'begin', '--database', `127.0.0.1:${port}/leads`, '--json'];
  const { code, last } = await bench.run(args, { environment: login });
  expect(code).toBe(2);
  expect(last).toMatchObject({ error: { code: 'network', message: expect.stringContaining('connection refused') } });
  expect((await bench.run(['team', '--json'])).last).toEqual({ team: null });
});

test('an import in a team whose database is away sends nothing and ends with 4', async () => {
  const place = { host: '127.0.0.1', port, database: 'leads' };
  const invitation = invitationText({ place, secret: new Uint8Array(32).fill(3) });
  const file = bench.file('people.csv', people(3));
  const { code, last, stderr } = await bench.run(
    importOf(file, bench.path('result.csv'), '--team-wait', '1', '--json'),
    { environment: { ...login, LEAD_CONSOLE_TEAM: invitation } },
  );
  expect(stderr).toBe('');
  expect(code).toBe(4);
  expect(last).toMatchObject({ waiting: 3, created: 0, error: { code: 'team' } });
  expect(bench.practice.counts()['Leads']?.admitted ?? 0).toBe(0);
});

test.each([
  ['a newer version prepared the database', 'UPDATE lead_team.team SET version = version + 1', 'Update Lead Console'],
  [
    'the database does not write safely any more',
    'CREATE OR REPLACE FUNCTION lead_team.writes_safely() RETURNS boolean LANGUAGE sql AS $$ SELECT false $$',
    'does not write safely',
  ],
  ['the login was taken out of the team', 'REVOKE lead_team_member FROM anna', 'is no member of the team'],
])(
  'an import sends nothing when %s, and says so',
  async (_, sql, words) => {
    await using server = await TeamServer.open();
    await using desk = await createBatchBench();
    const environment: Record<string, string> = { ...login, LEAD_CONSOLE_TEAM_PASSWORD: passwordOf('anna') };
    const begun = await desk.run(['team', 'begin', '--database', server.place, '--json'], { environment });
    environment['LEAD_CONSOLE_TEAM'] = /"invitation":"([^"]+)"/.exec(begun.stdout)?.[1] ?? '';
    await server.database.run(sql);
    const { code, last } = await desk.run(
      importOf(desk.file('people.csv', people(3)), desk.path('result.csv'), '--json'),
      { environment },
    );
    expect(code).toBe(2);
    expect(last).toMatchObject({ created: 0, waiting: 3, error: { message: expect.stringContaining(words) } });
    expect(desk.practice.counts()['Leads']?.admitted ?? 0).toBe(0);
  },
  60_000,
);

test('a team that has begun and cannot be told everything yet gives its invitation, with which it goes on', async () => {
  await using server = await TeamServer.open();
  await using desk = await createBatchBench();
  const file = desk.file('people.csv', people(1));
  await desk.run(importOf(file, desk.path('result.csv')));
  await server.database.run('ALTER FUNCTION lead_team.mark_v1(text) RENAME TO mark_away');
  const environment: Record<string, string> = { ...login, LEAD_CONSOLE_TEAM_PASSWORD: passwordOf('anna') };
  const begun = await desk.run(['team', 'begin', '--database', server.place], { environment });
  expect(begun).toMatchObject({ code: 2, stderr: expect.stringContaining('"batch team join" with it goes on.') });
  environment['LEAD_CONSOLE_TEAM'] = /^lead-team-1:.*$/m.exec(begun.stdout)?.[0] ?? '';

  await server.database.run('ALTER FUNCTION lead_team.mark_away(text) RENAME TO mark_v1');
  const joined = await desk.run(['team', 'join', '--json'], { environment });
  expect(joined).toMatchObject({ code: 0, last: { computers: 1 } });
  expect((await desk.run(['team', '--json'], { environment })).last).toMatchObject({ shared: { leads: { leads: 1 } } });
}, 60_000);

test('a team with one lead per phone: a colleague reads why a row is not sent, before and after', async () => {
  await using server = await TeamServer.open();
  await using desk = await createBatchBench();
  const of = (name: string) => ({ LEAD_CONSOLE_TEAM_LOGIN: name, LEAD_CONSOLE_TEAM_PASSWORD: passwordOf(name) });
  const as = (name: string, invitation: string, ...args: string[]) =>
    runCommand([...args, '--url', desk.practice.url, '--data-dir', desk.path(name)], {
      environment: { LEAD_CONSOLE_TEAM: invitation, ...of(name) },
    });
  const choice = ['--database', server.place, '--one-lead-per', 'phone', '--as', 'Anna', '--json'];
  const begun = await as('anna', '', 'team', 'begin', ...choice);
  expect(begun.last).toMatchObject({ oneLeadPer: 'phone', computers: 1 });
  const team = /"invitation":"([^"]+)"/.exec(begun.stdout)?.[1] ?? '';
  const anna = desk.file('anna.csv', 'FirstName,Phone\nEllen,30000001\n');
  const into = ['--campaign', CAMPAIGN, '--json'];
  await as('anna', team, 'import', anna, ...into, '--result', desk.path('a.csv'));

  const joined = await as('bent', team, 'team', 'join', '--as', 'Bent');
  expect(joined.stdout).toContain('2 computers, one lead per phone number and campaign.');
  const state = await as('bent', team, 'team');
  expect(state.stdout).toContain('Shared: who sent 1 lead, and when.');
  expect(state.stdout).toMatch(
    /^Shared: 0 templates, rules of 0 campaigns, fields of \d campaigns?, 0 queries, 0 views\.$/m,
  );
  expect((await as('bent', team, 'team', '--json')).last).toMatchObject({
    shared: { leads: { leads: 1 }, texts: { templates: { count: 0 } } },
  });
  const file = desk.file('bent.csv', 'FirstName,Phone\nSomebody,+45 30 00 00 01\nNew,30000002\n');
  const dry = await as('bent', team, 'import', file, '--campaign', CAMPAIGN, '--dry-run');
  expect(dry.stdout).toMatch(/^Line 2 is left out: Anna’s computer sent a lead with this phone on .* \(created\)\.$/m);
  const done = await as('bent', team, 'import', file, ...into, '--result', desk.path('b.csv'));
  expect(done.last).toMatchObject({ created: 1, skipped: 1 });
  expect(readFileSync(desk.path('b.csv'), 'utf8')).toContain('Not sent: Anna’s computer sent a lead with this phone');

  expect(joined.stderr).not.toContain('batch team sql');
  await server.database.forgetEdition();
  expect(await as('bent', team, 'team')).toMatchObject({ code: 0, stderr: expect.stringContaining('batch team sql') });
}, 120_000);
