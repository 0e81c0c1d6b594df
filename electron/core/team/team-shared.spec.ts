import { expect, test } from 'vitest';
import type { AccountTeam } from './team-feature.ts';
import { createSessionSecrets } from '../../host/session-secrets.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import type { TeamFunction } from './link/team-link.ts';
import { MOST_COUNTED } from './script/look-functions.ts';
import { LONGEST_TEXT } from './script/text-functions.ts';
import { begin, call, invite, joinBy, openAccountTeam } from './team-account-fixture.ts';
import type { TeamDatabase } from './team-database-fixture.ts';
import { teamDatabaseForSpecs } from './team-specs-fixture.ts';
import { digestOf } from './team-fixture.ts';

let database: TeamDatabase;
let asked: TeamFunction[] = [];

teamDatabaseForSpecs((opened) => (database = opened));

function account(setting: Omit<NonNullable<Parameters<typeof openAccountTeam>[0]>, 'linkTo'> = {}): AccountTeam {
  return openAccountTeam({
    ...setting,
    linkTo: ({ login }) => {
      const link = database.link(login);
      return {
        ...link,
        call: (name, request) => {
          asked.push(name);
          return link.call(name, request);
        },
      };
    },
  }).team;
}

async function begun(setting: Parameters<typeof account>[0] = {}): Promise<AccountTeam> {
  const team = account(setting);
  await begin(team);
  return team;
}

async function joined(anna: AccountTeam): Promise<AccountTeam> {
  const team = account();
  await joinBy(team, await invite(anna));
  return team;
}

async function shared(team: AccountTeam) {
  return (await team.handlers['team:shared']({}, call)).shared;
}

/** All that was put is told and heard. */
async function meet(...teams: readonly AccountTeam[]): Promise<void> {
  for (const team of [...teams, ...teams]) await shared(team);
}

const none = { count: 0, copies: 0 };
const NOTHING = {
  templates: { ...none, from: [] },
  rules: none,
  campaigns: 0,
  queries: none,
  views: none,
  waiting: 0,
  tooLong: 0,
  closed: 0,
};

test('an account without a team shares nothing and asks nobody', async () => {
  expect(await shared(account())).toBeNull();
});

test('a team that has nothing yet is known to have nothing', async () => {
  expect(await shared(await begun())).toEqual({ leads: { leads: 0, isRough: false }, texts: NOTHING, trouble: '' });
});

test('counts what is shared by kind, whose it is, and copies apart', async () => {
  const anna = await begun();
  const bent = await joined(anna);
  await anna.handlers['team:state']({}, call);
  for (const name of ['fair', 'spring', 'gone']) anna.texts.put('template', name, `columns of ${name}`);
  bent.texts.put('template', 'fair', 'columns of Bent');
  bent.texts.put('template', 'autumn', 'columns of autumn');
  anna.texts.put('rules', 'SPRING', '{}');
  // Each computer tells what it knows of a campaign.
  anna.texts.put('fields', `SPRING\n${anna.texts.me}`, '{}');
  bent.texts.put('fields', `spring\n${bent.texts.me}`, '{}');
  bent.texts.put('fields', `AUTUMN\n${bent.texts.me}`, '{}');
  anna.texts.put('query', 'redials', '{}');
  bent.texts.put('view', 'open', '{}');
  bent.texts.put('view', 'closed', '{}');
  await meet(anna, bent);
  anna.texts.remove('template', 'gone');
  await meet(anna, bent);

  // What is told while something is asked is heard with the next question.
  const seen = await shared(anna);
  const kept = bent.texts.all('template').find(({ key }) => key === 'fair')?.text;
  expect(['columns of fair', 'columns of Bent']).toContain(kept);
  expect(seen?.texts).toEqual({
    ...NOTHING,
    templates: { count: 3, copies: 1, from: [{ name: 'bent', count: kept === 'columns of Bent' ? 2 : 1 }] },
    rules: { count: 1, copies: 0 },
    campaigns: 2,
    queries: { count: 1, copies: 0 },
    views: { count: 2, copies: 0 },
  });
});

test('what waits for a database that is away is not called shared, and what was heard stays known', async () => {
  const [folder, secrets] = [specFolder('team'), createSessionSecrets()];
  const anna = await begun({ folder, secrets });
  anna.texts.put('template', 'fair', 'columns');
  await meet(anna);
  database.isAway = true;
  anna.texts.put('query', 'redials', '{}');
  await anna.texts.refresh();
  asked = [];
  const away = await shared(anna);
  expect(away).toMatchObject({ leads: null, texts: { templates: { count: 1 }, queries: none, waiting: 1 } });
  expect(away?.trouble).toMatch(/tries again on its own\.$/);
  // One question is enough to see that it is away.
  expect(asked).not.toContain('leads_v1');
});

test('after the database was put back nothing is known before it was heard again', async () => {
  const anna = await begun();
  const copy = await database.files();
  anna.texts.put('template', 'fair', 'columns');
  await meet(anna);
  await database.run(
    `INSERT INTO lead_team.doc (id, rev, office, body) SELECT gen_random_uuid(), 9, office, 'AAAA' FROM lead_team.doc`,
  );
  await meet(anna);
  expect((await shared(anna))?.texts?.closed).toBe(1);
  await anna.claims.claim('job', [{ n: 1, digest: digestOf(1) }], () => undefined);
  await database.putBack(copy);
  await anna.claims.claim('job', [{ n: 2, digest: digestOf(2) }], () => undefined);
  database.isAway = true;
  expect((await shared(anna))?.texts).toBeNull();

  database.isAway = false;
  await anna.handlers['team:state']({}, call);
  await meet(anna);
  expect((await shared(anna))?.texts).toMatchObject({ templates: { count: 1 }, closed: 0 });
});

test('one that is too long stays here and is not called shared', async () => {
  const anna = await begun();
  anna.texts.put('template', 'long', 'ø'.repeat(LONGEST_TEXT));
  await meet(anna);
  expect((await shared(anna))?.texts).toEqual({ ...NOTHING, tooLong: 1 });
});

test('one that the secret does not open is said, until it is put right or gone', async () => {
  const anna = await begun();
  for (const name of ['fair', 'spring']) anna.texts.put('template', name, 'columns');
  await meet(anna);
  const bent = await joined(anna);
  await database.run(`UPDATE lead_team.doc SET body = 'AAAA', rev = rev + 10`);
  await meet(bent);
  const seen = await shared(bent);
  expect(seen).toMatchObject({ texts: { templates: { count: 2 }, closed: 2 }, trouble: '' });

  anna.texts.put('template', 'fair', 'other columns');
  await meet(anna, bent);
  await database.run(`UPDATE lead_team.doc SET gone = true, rev = rev + 100 WHERE body = 'AAAA' AND copy_of IS NULL`);
  await meet(bent);
  // The one in whose place Anna put hers stays beside it, and cannot be opened.
  expect((await shared(bent))?.texts?.closed).toBe(1);
});

test('counts leads one by one up to a number, and says that more are an estimate', async () => {
  const anna = await begun();
  await anna.claims.claim(
    'job',
    [1, 2, 3].map((n) => ({ n, digest: digestOf(n) })),
    () => undefined,
  );
  expect((await shared(anna))?.leads).toEqual({ leads: 3, isRough: false });

  const rows = 4 * MOST_COUNTED;
  await database.run(
    `INSERT INTO lead_team.claim (key, office) SELECT decode(md5(n::text), 'hex'), (SELECT id FROM lead_team.office)
     FROM generate_series(1, ${rows}) n; ANALYZE lead_team.claim;`,
  );
  const many = (await shared(anna))?.leads;
  expect(many?.isRough).toBe(true);
  expect(Math.abs((many?.leads ?? 0) - rows)).toBeLessThan(rows / 10);
});

test('a database that was prepared before leads were counted says all the rest', async () => {
  const anna = await begun();
  await database.run('DROP FUNCTION lead_team.leads_v1(text)');
  expect(await shared(anna)).toEqual({ leads: null, texts: NOTHING, trouble: '' });
  expect((await anna.handlers['team:state']({}, call)).team?.trouble).toBe('');

  const bent = await joined(anna);
  bent.texts.put('template', 'fair', 'columns');
  await meet(bent);
  await shared(anna);
  bent.texts.put('template', 'spring', 'columns');
  await meet(bent);
  // It does not count as away: whoever asks waits for the answer.
  await anna.texts.refresh();
  expect(anna.texts.all('template')).toHaveLength(2);
});

test('a database that was prepared before texts were shared says who can help, and counts nothing as zero', async () => {
  await database.run('DROP FUNCTION lead_team.docs_v1(text)');
  const anna = await begun();
  expect(await shared(anna)).toMatchObject({ texts: null, trouble: expect.stringContaining('batch team sql') });
});

const SLOW = `CREATE OR REPLACE FUNCTION lead_team.docs_v1(request text) RETURNS text LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION USING ERRCODE = '57014'; END $$`;

test.each([
  [
    'a login that may not read them',
    'REVOKE EXECUTE ON FUNCTION lead_team.docs_v1(text) FROM lead_team_member',
    'The login "anna" is no member of the team. Whoever runs the database makes it one.',
  ],
  [
    'a database that takes too long for them',
    SLOW,
    'The team’s database cannot be reached (db.example/leads: it took too long). Lead Console tries again on its own.',
  ],
])('%s is said with what to do, and without a word of rows, which go', async (_, done, words) => {
  const anna = await begun();
  await database.run(done);
  expect((await shared(anna))?.trouble).toBe(words);
});

test('a computer that the team knows under another login says what to do', async () => {
  const anna = await begun();
  await database.run(`UPDATE lead_team.office SET login = 'bent'`);
  anna.texts.put('template', 'fair', 'columns');
  await meet(anna);
  expect(await shared(anna)).toMatchObject({
    texts: { templates: { count: 0 }, waiting: 1 },
    trouble: expect.stringContaining('under another login'),
  });
});
