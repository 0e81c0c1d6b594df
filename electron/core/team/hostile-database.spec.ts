import { afterEach, expect, test } from 'vitest';
import { Failure } from '../foundation/failure.ts';
import type { TeamFunction, TeamLink } from './link/team-link.ts';
import type { TeamDatabase } from './team-database-fixture.ts';
import { teamDatabaseForSpecs } from './team-specs-fixture.ts';
import type { AccountTeam } from './team-feature.ts';
import { digestOf } from './team-fixture.ts';
import { begin, call, openAccountTeam } from './team-account-fixture.ts';

/* Whoever runs the database may lie: no answer crashes, hangs or sends. */

type Answer = Record<string, unknown>;

let database: TeamDatabase;
const lies = new Map<TeamFunction, (answer: Answer) => unknown>();
let asked: TeamFunction[] = [];

teamDatabaseForSpecs((opened) => (database = opened));

afterEach(() => lies.clear());

function lyingLink(login: string): TeamLink {
  const link = database.link(login);
  return {
    call: async (name, request) => {
      asked.push(name);
      const answer = await link.call(name, request);
      return lies.get(name)?.(answer as Answer) ?? answer;
    },
    [Symbol.asyncDispose]: () => link[Symbol.asyncDispose](),
  };
}

function account(): AccountTeam {
  return openAccountTeam({ linkTo: ({ login }) => lyingLink(login) }).team;
}

const claim = (team: AccountTeam, n: number) => team.claims.claim('job', [{ n, digest: digestOf(n) }], () => undefined);
const NOT_UNDERSTOOD = /does not understand/;

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error.error : error),
  );
}

test.each([
  ['no field at all', () => ({})],
  ['a version that is no number', (answer: Answer) => ({ ...answer, version: 'one' })],
  ['an edition that is no number', (answer: Answer) => ({ ...answer, edition: 'two' })],
  ['a counter that no journal can keep', (answer: Answer) => ({ ...answer, moves: 1e300 })],
  ['a text', () => '<html>'],
])('a first answer with %s is a sentence', async (_, lie) => {
  lies.set('hello_v1', lie);
  const error = await refusal(begin(account()));
  expect(error).toMatchObject({ code: 'validation', message: expect.stringMatching(NOT_UNDERSTOOD) as string });
});

test('a team that answers its beginning with nonsense is not begun here', async () => {
  lies.set('begin_v1', () => ({ verdict: 'thanks' }));
  const team = account();
  expect(await refusal(begin(team))).toMatchObject({ code: 'validation' });
  expect(team.claims.isTeam).toBe(false);
});

test.each([
  [
    'a time that no calendar has',
    (answer: Answer, key: unknown) => ({ ...answer, others: [{ key, office: 1, isCreated: true, at: 1e300 }] }),
  ],
  ['half a move', (answer: Answer) => ({ ...answer, moves: 1.5 })],
  ['more moves than a journal can count', (answer: Answer) => ({ ...answer, moves: 1e300 })],
])('a claim that is answered with %s claims nothing', async (_, lie) => {
  const team = account();
  await begin(team);
  lies.set('move_v1', (answer) => lie(answer, '00'.repeat(16)));
  expect(await claim(team, 1)).toMatchObject({
    kind: 'teamPerson',
    reason: expect.stringMatching(NOT_UNDERSTOOD) as string,
  });
  expect(team.claims.isMine('job', 1)).toBe(false);
  lies.clear();
  expect(await claim(team, 1)).toBeNull();
});

test.each(['forked', 'setBack'])(
  'a database that answers %s without an end is trouble, and asked a few times only',
  async (verdict) => {
    const team = account();
    await begin(team);
    asked = [];
    lies.set('declare_v1', (answer) => {
      if (asked.length > 200) throw new Error('it asks for ever');
      return { ...answer, verdict };
    });
    expect(await refusal(team.handlers['team:restored']({}, call))).toMatchObject({
      message: expect.stringMatching(/keeps asking for what it was just told/) as string,
    });
    expect(asked.filter((name) => name === 'declare_v1')).toHaveLength(12);
  },
);

test.each(['undeclared', 'setBack', 'stranger', 'forked'])(
  'a database that answers each claim with %s is trouble, and asked a few times only',
  async (verdict) => {
    const team = account();
    await begin(team);
    asked = [];
    lies.set('move_v1', (answer) => ({ ...answer, verdict, moveNo: 1e6 }));
    expect(await claim(team, 1)).toMatchObject({
      kind: 'team',
      reason: expect.stringMatching(/keeps asking for what it was just told/) as string,
    });
    expect(asked.filter((name) => name === 'move_v1')).toHaveLength(12);
    expect(team.claims.isMine('job', 1)).toBe(false);
  },
);

test.each([
  [
    'one number twice',
    (offices: Answer[]) =>
      offices.flatMap((office) => [
        { ...office, code: 'other' },
        { ...office, code: 'else' },
      ]),
  ],
  ['a time that no calendar has', (offices: Answer[]) => offices.map((office) => ({ ...office, heardAt: -1e300 }))],
  [
    'more computers than it has numbers for',
    (offices: Answer[]) => Array.from({ length: 32_768 }, (_, id) => ({ ...offices[0], id: id + 1, code: `${id}` })),
  ],
])('computers with %s are trouble on the card', async (_, lie) => {
  const team = account();
  await begin(team);
  lies.set('offices_v1', (answer) => ({ offices: lie(answer['offices'] as Answer[]) }));
  const { team: known } = await team.handlers['team:state']({}, call);
  expect(known).toMatchObject({
    trouble: expect.stringMatching(NOT_UNDERSTOOD) as string,
    needsPerson: true,
    colleagues: [],
  });
});

test.each<[string, TeamFunction, object]>([
  ['texts', 'docs_v1', { texts: { closed: 0 }, trouble: expect.stringMatching(NOT_UNDERSTOOD) }],
  ['leads', 'leads_v1', { leads: null, texts: { closed: 0 }, trouble: '' }],
])('what is said of shared %s is a sentence or is left out, and rows go on', async (_, name, seen) => {
  const team = account();
  await begin(team);
  for (const lie of [{}, { docs: 1 }, { leads: -1, isRough: 'no' }, { leads: 1e300, isRough: true }]) {
    lies.set(name, () => lie);
    expect((await team.handlers['team:shared']({}, call)).shared).toMatchObject(seen);
    expect(await claim(team, 1)).toBeNull();
  }
});

test('a shared text of half a millisecond is a sentence, and nothing is kept of it', async () => {
  const team = account();
  await begin(team);
  lies.set('docs_v1', (answer) => ({
    ...answer,
    docs: (answer['docs'] as Answer[]).map((doc) => ({ ...doc, at: Number(doc['at']) + 0.5 })),
  }));
  team.texts.put('template', 'fair', 'columns of fair');
  for (let times = 0; times < 2; times += 1) await team.texts.refresh();
  const { shared } = await team.handlers['team:shared']({}, call);
  expect(shared?.trouble).toMatch(NOT_UNDERSTOOD);
  lies.clear();
  await team.texts.refresh();
  expect(team.texts.all('template')).toMatchObject([{ key: 'fair', text: 'columns of fair' }]);
});

test.each([
  ['the same ones again and again', () => 7],
  [
    'new ones without an end',
    (() => {
      let rev = 100;
      return () => (rev += 1);
    })(),
  ],
])('shared texts that are %s keep no claim waiting', async (_, nextRev) => {
  const team = account();
  await begin(team);
  asked = [];
  lies.set('docs_v1', (answer) => {
    if (asked.length > 2_000) throw new Error('it asks for ever');
    const doc = () => ({
      id: '00000000-0000-0000-0000-000000000001',
      rev: nextRev(),
      office: 1,
      at: 0,
      body: 'x',
      gone: false,
      copyOf: null,
    });
    return { ...answer, docs: Array.from({ length: 50 }, doc) };
  });
  await team.texts.refresh();
  expect(await claim(team, 1)).toBeNull();
  expect(asked.filter((name) => name === 'docs_v1').length).toBeLessThan(500);
});
