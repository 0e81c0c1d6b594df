import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANEW } from '../../../../shared/domain/team/team-words.ts';
import { thrownBy } from '../../foundation/world-fixture.ts';
import { type TeamFunction, TeamTrouble } from '../link/team-link.ts';
import { SCRIPT_EDITION, SCRIPT_VERSION } from '../script/team-script.ts';
import type { TeamDatabase } from '../team-database-fixture.ts';
import { ADDRESS, digestOf, SpecOffice } from '../team-fixture.ts';
import { stateOf } from './office-state.ts';

/* A computer whose team's database answers what the spec says: team-chain.spec.ts has real ones. */

type Request = Readonly<Record<string, unknown>>;
type Answer = Record<string, unknown> | TeamTrouble;

let asked: (readonly [TeamFunction, Request])[];
/** The next answers to a function; then it answers as usual. */
let next: Partial<Record<TeamFunction, Answer[]>>;
let incarnation: string;
let moves: number;
let edition: number;
let offices: number[];
let office: SpecOffice;

function usual(name: TeamFunction): Answer {
  const place = { moves, moveNo: 0, me: 1 };
  const { secretCheck } = office.keys;
  const hello = { team: 'ours', version: SCRIPT_VERSION, edition, keyForm: 1, incarnation, moves, writesSafely: true };
  const answers: Partial<Record<TeamFunction, Answer>> = {
    hello_v1: { ...hello, secretCheck, addressCheck: office.keys.addressCheck(ADDRESS) },
    declare_v1: { ...place, verdict: 'done' },
    move_v1: { ...place, verdict: 'done', newest: offices.length, others: [], missing: [] },
    set_back_v1: { incarnation, moves },
    offices_v1: { offices: offices.map(shownOffice) },
    leave_v1: { verdict: 'done' },
  };
  return answers[name] ?? {};
}

function shownOffice(id: number) {
  const code = id === 1 ? office.journal.self()?.office : `office ${id}`;
  return { id, code, login: `login ${id}`, state: '', former: null, heardAt: 1, leftAt: null, isMissing: false };
}

const database = {
  link: () => ({
    call: async (name: TeamFunction, request: Request) => {
      asked.push([name, request]);
      const answer = next[name]?.shift();
      if (answer instanceof TeamTrouble) throw answer;
      return { ...usual(name), ...answer };
    },
    [Symbol.asyncDispose]: async () => undefined,
  }),
} as unknown as TeamDatabase;

beforeEach(async () => {
  [asked, next, incarnation, moves, edition, offices] = [[], {}, 'first', 5, SCRIPT_EDITION, [1]];
  office = new SpecOffice(database, 'anna');
  await office.join(database, 'anna');
  asked = [];
});
afterEach(() => office[Symbol.dispose]());

const names = () => asked.map(([name]) => name.replace(/_v1$/, ''));
const requests = (name: TeamFunction) => asked.filter(([one]) => one === name).map(([, request]) => request);
const keysOf = (...leads: readonly number[]) => leads.map((lead) => office.keys.ofLead(digestOf(lead)));
const cut = () => new TeamTrouble('team', 'The line is cut.');
const DECLARED = ['hello', 'declare', 'offices'];

describe('a claim', () => {
  it('is one move that names the one before, and what the database has heard by now', async () => {
    moves = 9;
    expect(await office.claim([1, 2])).toEqual([1, 2]);
    expect(names()).toEqual(['move']);
    const self = office.journal.self();
    expect(self).toMatchObject({ no: 1, seen: 9, id: 1 });
    await office.claim([3]);
    const [first, second] = requests('move_v1');
    expect(first).toMatchObject({
      incarnation: 'first',
      seen: 5,
      take: keysOf(1, 2),
      give: [],
      created: [],
      insist: [],
    });
    expect(second).toMatchObject({ office: self?.office, seen: 9, prev: first?.['next'], take: keysOf(3) });
  });

  it('leaves out what is another computer’s, and knows whether that one has created it', async () => {
    const [one, two] = keysOf(1, 2);
    const others = [
      { key: one, office: 7, isCreated: true, at: 1 },
      { key: two, office: 8, isCreated: false, at: 1 },
    ];
    next = { move_v1: [{ others }] };
    const seen: unknown[] = [];
    expect(await office.claim([1, 2, 3], ({ n }, other) => seen.push([n, other?.office]))).toEqual([3]);
    expect(seen).toEqual([
      [1, 7],
      [2, 8],
      [3, undefined],
    ]);
    for (const n of [1, 2]) office.journal.insist('job', n);
    await office.claim([1, 2]);
    expect(requests('move_v1')[1]).toMatchObject({ insist: [one], insistTaken: [two] });
  });

  it('reads who is in the team when somebody new came', async () => {
    offices = [1, 2];
    await office.claim([1]);
    await office.claim([2]);
    expect(names()).toEqual(['move', 'offices', 'move']);
    expect(office.journal.colleagues().map(({ id, login }) => [id, login])).toEqual([[2, 'login 2']]);
    offices = [1, 2, 3];
    await office.tell();
    expect(office.journal.colleagues().map(({ id }) => id)).toEqual([2, 3]);
  });

  it.each<[string, Answer, string[]]>([
    ['knows nothing of what was sent', { verdict: 'undeclared' }, DECLARED],
    ['was put back, as everybody knows', { verdict: 'setBack' }, DECLARED],
    ['has forgotten this computer', { verdict: 'stranger' }, ['hello', 'set_back', ...DECLARED]],
    ['is older than this journal', { verdict: 'forked', moveNo: -1 }, ['hello', 'set_back', ...DECLARED]],
  ])('of a database that %s is asked again when that is settled', async (_, answer, settled) => {
    next = { move_v1: [answer] };
    expect(await office.claim([1])).toEqual([1]);
    expect(names()).toEqual(['move', ...settled, 'move']);
    const [first, second] = requests('move_v1');
    expect(second?.['next']).toBe(first?.['next']);
    expect(office.notes).toEqual([]);
  });

  it('of a computer without a number is not one that the database has forgotten', async () => {
    office.database.exec('UPDATE team_self SET id = NULL');
    next = { move_v1: [{ verdict: 'stranger' }] };
    expect(await office.claim([1])).toEqual([1]);
    expect(names()).toEqual(['move', ...DECLARED, 'move']);
  });

  it('of a folder that was put back goes on as a new computer, and says so', async () => {
    const before = office.journal.self()?.office;
    next = { move_v1: [{ verdict: 'forked', moveNo: 0 }] };
    expect(await office.claim([1])).toEqual([1]);
    expect(office.journal.self()).toMatchObject({ former: before, formers: [1], no: 1 });
    expect(office.notes).toEqual([ANEW]);
    expect(names()).toEqual(['move', ...DECLARED, 'move']);
    const [first, second] = requests('move_v1');
    expect(second?.['next']).not.toBe(first?.['next']);
  });

  it('waits for computers that are missing, by name', async () => {
    const missing = [
      { id: 2, login: 'bo', state: stateOf(office.keys, { name: 'Bo' }), heardAt: 1 },
      { id: 3, login: 'carl', state: '', heardAt: 1 },
    ];
    next = { move_v1: [{ verdict: 'waits', missing }] };
    const trouble = await thrownBy(office.claim([1]), TeamTrouble);
    expect(trouble.kind).toBe('team');
    expect(trouble.message).toMatch(/2 computers are missing: .*Bo.*carl/);
  });

  it('of a computer under another login is for a person', async () => {
    next = { move_v1: [{ verdict: 'notYours' }], declare_v1: [{ verdict: 'notYours' }] };
    for (const work of [office.claim([1]), office.chain.declare()])
      expect(await thrownBy(work, TeamTrouble)).toMatchObject({
        kind: 'teamPerson',
        message: expect.stringContaining('under another login'),
      });
  });

  it.each(['undeclared', 'forked'])('that is answered with %s again and again ends after twelve', async (verdict) => {
    next = { move_v1: Array.from({ length: 20 }, () => ({ verdict })) };
    const trouble = await thrownBy(office.claim([1]), TeamTrouble);
    expect([trouble.kind, requests('move_v1').length]).toEqual(['team', 12]);
    expect(trouble.message).toContain('keeps asking for what it was just told');
  });

  it('without an answer is asked again with the same words; what nobody waits for is given back', async () => {
    next = { move_v1: [cut()] };
    await thrownBy(office.claim([1, 2]), TeamTrouble);
    office.sent.created.add(2);
    await office.claim([3]);
    const [first, again, third] = requests('move_v1');
    expect(again).toEqual(first);
    expect(third).toMatchObject({ take: keysOf(3), give: keysOf(1), prev: first?.['next'] });
    expect(office.journal.self()?.no).toBe(2);
  });

  it('without an answer goes with the former computer, where the folder was put back', async () => {
    next = { move_v1: [cut(), { verdict: 'forked', moveNo: 9 }] };
    await thrownBy(office.claim([1]), TeamTrouble);
    expect(await office.claim([2])).toEqual([2]);
    expect(requests('move_v1').at(-1)).toMatchObject({ take: keysOf(2), give: [] });
  });
});

describe('what a computer tells', () => {
  const declared = () =>
    requests('declare_v1').map(({ keys, created, give, last }) => [
      ...[keys, created, give].map((list) => (list as string[]).length),
      last,
    ]);

  it.each([
    [0, 0, [[0, 0, 0, true]]],
    [999, 1000, [[999, 998, 1000, true]]],
    // Nobody knows yet that nothing follows.
    [
      1000,
      0,
      [
        [1000, 999, 0, false],
        [0, 0, 0, true],
      ],
    ],
    [
      1,
      1001,
      [
        [1, 0, 1000, false],
        [0, 0, 1, true],
      ],
    ],
    [
      1500,
      2500,
      [
        [1000, 999, 1000, false],
        [500, 500, 1000, false],
        [0, 0, 500, true],
      ],
    ],
  ])('of %i leads that left and %i that it gave back comes in parts of a thousand', async (sent, given, parts) => {
    for (let lead = 1; lead <= sent; lead += 1) office.sent.created.add(lead);
    if (sent > 0) office.sent.unanswered.add(1);
    office.journal.together(() => {
      for (let lead = 1; lead <= given; lead += 1) office.journal.giveLater(digestOf(10_000 + lead));
    });
    moves = 7;
    await office.chain.declare();
    expect(declared()).toEqual(parts);
    const all = requests('declare_v1').flatMap(({ keys }) => keys);
    expect(new Set(all).size).toBe(sent);
    const back = requests('declare_v1').flatMap(({ give }) => give);
    expect(new Set(back).size).toBe(given);
    expect(office.journal.self()?.seen).toBe(7);
    expect(names()).toEqual(['hello', ...parts.map(() => 'declare'), 'offices']);
  });

  it('names its move that has no answer yet', async () => {
    await office.chain.declare();
    next = { move_v1: [cut()] };
    await thrownBy(office.claim([1]), TeamTrouble);
    await office.chain.declare();
    expect(requests('declare_v1').map(({ next: move }) => move)).toEqual([null, requests('move_v1')[0]?.['next']]);
  });

  it('comes from the beginning when the database is put back in between', async () => {
    for (let lead = 1; lead <= 1200; lead += 1) office.sent.created.add(lead);
    office.journal.giveLater(digestOf(5000));
    next = { declare_v1: [{}, { verdict: 'setBack' }] };
    incarnation = 'second';
    await office.chain.declare();
    expect(declared().map(([keys, , give]) => [keys, give])).toEqual([
      [1000, 1],
      [200, 0],
      [1000, 1],
      [200, 0],
    ]);
    expect(requests('set_back_v1')[0]).toMatchObject({
      incarnation: 'first',
      seen: 5,
      no: 0,
      isSaid: false,
      known: [],
    });
    expect(office.journal.self()?.incarnation).toBe('second');
  });

  it('is told by a new computer where another one goes on with its chain', async () => {
    next = { declare_v1: [{ verdict: 'forked' }] };
    const before = office.journal.self()?.office;
    await office.chain.declare();
    expect(requests('declare_v1').map((request) => request['former'])).toEqual([null, before]);
    expect(office.notes).toEqual([ANEW]);
  });

  it.each(['setBack', 'forked'])('ends after twelve times that %s is answered', async (verdict) => {
    next = { declare_v1: Array.from({ length: 20 }, () => ({ verdict })) };
    expect((await thrownBy(office.chain.declare(), TeamTrouble)).kind).toBe('team');
    expect(requests('declare_v1')).toHaveLength(12);
  });
});

describe('a look at the database', () => {
  it.each<[string, () => void, string[]]>([
    ['as it was', () => undefined, ['hello']],
    ['that went on', () => (moves = 6), ['hello']],
    ['that knows less than this computer', () => (moves = 4), ['hello', ...DECLARED]],
    ['that somebody declared to be put back', () => (incarnation = 'second'), ['hello', ...DECLARED]],
  ])('%s tells what is needed', async (_, change, told) => {
    change();
    await office.chain.keepUp();
    expect(names()).toEqual(told);
  });

  it('knows an earlier script', async () => {
    const known = [];
    for (edition of [SCRIPT_EDITION - 1, SCRIPT_EDITION, SCRIPT_EDITION + 1]) {
      await office.chain.check();
      known.push(office.chain.hasOldScript);
    }
    expect(known).toEqual([true, false, false]);
  });

  it('says what a person knows: that it was put back', async () => {
    offices = [1, 2];
    await office.chain.offices();
    asked = [];
    [incarnation, moves] = ['second', 6];
    await office.chain.restored();
    expect(names()).toEqual(['hello', 'set_back', ...DECLARED]);
    const { office: code } = office.journal.self() ?? {};
    const known = [{ code: 'office 2', login: 'login 2', state: '' }];
    expect(requests('set_back_v1')).toEqual([
      { office: code, incarnation: 'first', seen: 5, no: 0, isSaid: true, known },
    ]);
    expect(office.journal.self()).toMatchObject({ incarnation: 'second', seen: 6 });
  });

  it('says whether a computer left', async () => {
    next = { leave_v1: [{}, { verdict: 'stranger' }] };
    expect([await office.chain.leave(7), await office.chain.leave(8)]).toEqual([true, false]);
    expect(requests('leave_v1')).toEqual([{ office: 7 }, { office: 8 }]);
  });

  it('is for a person where this computer is in no team', async () => {
    office.journal.leave();
    expect(await thrownBy(office.claim([1]), TeamTrouble)).toMatchObject({
      kind: 'teamPerson',
      message: expect.stringContaining('is not in a team'),
    });
  });
});
