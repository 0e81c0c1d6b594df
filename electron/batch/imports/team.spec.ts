import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { join } from 'node:path';
import { ENDPOINT } from '../../../shared/domain/service/services.ts';
import { accountIdFor } from '../../core/account/account-store.ts';
import { createTemplateStore } from '../../core/imports/fields/template-store.ts';
import { openDurable } from '../../core/storage/database.ts';
import { passwordOf, TeamServer } from '../../core/team/team-server-fixture.ts';
import {
  type BatchBench,
  CAMPAIGN,
  createBatchBench,
  type Ended,
  jsonLines,
  people,
  runCommand,
  USER,
} from '../batch-fixture.ts';

/* Two data folders in one team: Anna has sent her file, Bent looks before he sends his. */

let desk: BatchBench;
let server: TeamServer;
let invitation = '';

beforeAll(async () => {
  [server, desk] = await Promise.all([TeamServer.open(), createBatchBench()]);
  const begun = await as('anna', 'team', 'begin', '--database', server.place, '--as', 'Anna');
  invitation = /"invitation":"([^"]+)"/.exec(begun.stdout)?.[1] ?? '';
  await as('bent', 'team', 'join', '--as', 'Bent');
  const file = desk.file('anna.csv', people(3));
  await as('anna', 'import', file, '--campaign', CAMPAIGN, '--result', desk.path('anna-result.csv'));
}, 120_000);

afterAll(async () => {
  await desk.close();
  await server[Symbol.asyncDispose]();
});

function as(login: 'anna' | 'bent', ...args: string[]): Promise<Ended> {
  return runCommand([...args, '--json', '--url', desk.practice.url, '--data-dir', desk.path(`${login}-data`)], {
    environment: {
      LEAD_CONSOLE_TEAM: invitation,
      LEAD_CONSOLE_TEAM_LOGIN: login,
      LEAD_CONSOLE_TEAM_PASSWORD: passwordOf(login),
    },
  });
}

const lines = ({ stdout }: Ended) => jsonLines(stdout);
const posts = () => desk.practice.counts()[ENDPOINT.createLeads]?.requests ?? 0;
const claims = async () => (await server.database.rows('SELECT 1 FROM lead_team.claim')).length;

/** Anna's second lead; another person at the phone of her third; two that nobody has sent. */
const BENT = 'FirstName,Phone\nPerson 2,30000002\nSomebody,30000003\nNew,30000008\nNewer,30000009\n';
const common = ['--campaign', CAMPAIGN] as const;

it('a dry run leaves out what a colleague has sent, and shows who shares a phone', async () => {
  const before = [posts(), await claims()];
  const found = await as('bent', 'import', desk.file('bent.csv', BENT), ...common, '--dry-run');
  expect(found.code).toBe(0);
  const colleague = { name: 'Anna', isCreated: true };
  expect(lines(found)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        row: 1,
        line: 2,
        leftOut: true,
        colleague: expect.objectContaining({ ...colleague, shares: 'lead' }),
      }),
      expect.objectContaining({
        row: 2,
        line: 3,
        leftOut: false,
        colleague: expect.objectContaining({ ...colleague, shares: 'phone' }),
      }),
      {
        team: expect.objectContaining({
          rows: 1,
          contactRows: 1,
          computers: [expect.objectContaining({ name: 'Anna', rows: 1 })],
        }),
      },
    ]),
  );
  expect(found.last).toMatchObject({ rows: 3, inFile: 4, sentByTeam: 1 });
  expect([posts(), await claims()]).toEqual(before);
});

it('says it to people, too', async () => {
  const file = desk.file('bent.csv', BENT);
  const { stdout } = await runCommand(
    ['import', file, ...common, '--dry-run', '--url', desk.practice.url, '--data-dir', desk.path('bent-data')],
    {
      environment: {
        LEAD_CONSOLE_TEAM: invitation,
        LEAD_CONSOLE_TEAM_LOGIN: 'bent',
        LEAD_CONSOLE_TEAM_PASSWORD: passwordOf('bent'),
      },
    },
  );
  expect(stdout).toMatch(/^Line 2 is left out: Anna’s computer sent this lead on .* \(created\)\.$/m);
  expect(stdout).toMatch(/^Line 3: Anna’s computer sent another lead with this phone on .* \(created\)\.$/m);
  expect(stdout).toMatch(/^1 row belongs to a colleague and is left out: 1 by Anna’s computer, on /m);
  expect(stdout).toContain('3 rows would be sent');
});

it('the database away: said, and nothing is claimed or sent', async () => {
  const before = [posts(), await claims()];
  const comeBack = await server.goAway();
  onTestFinished(comeBack);
  const file = desk.file('bent.csv', BENT);
  const dry = await as('bent', 'import', file, ...common, '--dry-run');
  expect(dry.code).toBe(3);
  expect(dry.last).toMatchObject({ rows: 4, sentByTeam: null });
  expect(lines(dry)).toContainEqual({
    team: null,
    error: { code: 'team', message: expect.stringContaining('cannot be reached') },
  });
  const result = ['--result', desk.path('away.csv')];
  const onlyNew = await as('bent', 'import', file, ...common, ...result, '--only-new');
  expect(onlyNew.last).toMatchObject({ error: { message: expect.stringContaining('cannot be reached') } });
  expect(onlyNew.code).toBe(4);
  const listed = await as('bent', 'jobs', '--team');
  expect(listed.code).toBe(4);
  expect(listed.last).toMatchObject({ error: { code: 'team' } });
  expect([posts(), await claims()]).toEqual(before);
});

it('lists the imports of colleagues', async () => {
  const listed = await as('bent', 'jobs', '--team');
  expect(listed.code).toBe(0);
  expect(lines(listed)[0]).toMatchObject({
    computer: 'Anna’s computer',
    name: 'anna.csv',
    campaign: CAMPAIGN,
    state: 'complete',
    rows: 3,
    created: 3,
  });
  expect(listed.last).toEqual({ jobs: 1 });
  expect((await as('bent', 'jobs')).last).toEqual({ jobs: 0 });
});

it('an import with the check leaves out the lead of a colleague and sends the others', async () => {
  const file = desk.file('bent-check.csv', 'FirstName,Phone\nPerson 1,30000001\nChecked,30000011\n');
  const done = await as('bent', 'import', file, ...common, '--check', '--result', desk.path('check.csv'));
  expect(done.code).toBe(0);
  expect(done.last).toMatchObject({ created: 1, excluded: 1, rows: 2 });
});

it('only new leaves out who shares a phone with a lead of a colleague', async () => {
  const done = await as(
    'bent',
    'import',
    desk.file('bent.csv', BENT),
    ...common,
    '--only-new',
    '--result',
    desk.path('new.csv'),
  );
  expect(done.last).toMatchObject({ created: 2, excluded: 2, rows: 4 });
  expect(done.code).toBe(0);
});

it('finds a template of a colleague by its name, and inspect offers it', async () => {
  const header = 'Fornavn;Tlf\nEllen;30000021\n';
  const file = desk.file('energi.csv', header);
  const use = ['import', file, '--template', 'energi', '--dry-run'];
  const missing = await as('bent', ...use);
  expect(missing.code).toBe(2);
  expect(missing.last).toMatchObject({ error: { message: expect.stringContaining('no template "energi"') } });

  const column = (index: number) => ({ kind: 'columns' as const, columns: [index], join: null });
  const folder = join(desk.path('anna-data'), 'account', accountIdFor(desk.practice.url, USER.username));
  using journal = openDurable(join(folder, 'journal.sqlite'));
  createTemplateStore(journal).save({
    id: 'energi',
    name: 'Energi',
    campaignCode: CAMPAIGN,
    parts: null,
    columns: ['Fornavn', 'Tlf'],
    rules: [
      { field: 'GivenName', source: column(0), cleaning: [] },
      { field: 'Mobile', source: column(1), cleaning: [] },
    ],
    savedAt: 1,
  });
  // Her next command tells it.
  await as('anna', ...use);
  const used = await as('bent', ...use);
  expect(used.code).toBe(0);
  expect(lines(used)).toContainEqual(
    expect.objectContaining({
      row: 1,
      body: expect.objectContaining({ data: { GivenName: 'Ellen', Mobile: '30000021' } }),
    }),
  );

  const inspected = await runCommand(['inspect', file, ...common, '--json', '--data-dir', desk.path('bent-data')], {});
  expect(inspected.last).toMatchObject({
    templates: [{ name: 'Energi', campaign: CAMPAIGN, from: 'Anna', known: 2, of: 2, missing: [] }],
  });
  const words = await runCommand(['inspect', file, ...common, '--data-dir', desk.path('bent-data')], {});
  expect(words.stdout).toMatch(/"Energi", from Anna, .*: knows 2 of 2 columns$/m);
});
