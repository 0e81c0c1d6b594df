import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { openDurable } from '../../storage/database.ts';
import { bytes, KEY_FORMS, TeamJournal } from './team-journal.ts';

/* What a journal keeps of its team, without the team's database. */

let journal: DatabaseSync;
let team: TeamJournal;

beforeEach(() => {
  journal = openDurable(join(specFolder('team-journal'), 'journal.sqlite'));
  team = new TeamJournal(journal);
});
afterEach(() => {
  journal.close();
});

const [A, B, C, D] = ['aa', 'bb', 'cc', 'dd'] as const;
const begun = (change: object = {}) =>
  team.join({ team: 'T', place: 'db.example', name: 'Anna', incarnation: 'I', keyForm: KEY_FORMS.lead, ...change });
const row = (n: number, digest: string) => ({ n, digest: bytes(digest) });
const claim = (n: number, digest: string, { job = 'job', run = 'run', at = 5 } = {}) =>
  team.claimed(job, row(n, digest), run, at);
const never = () => false;
const begin = (
  rows: readonly { n: number; digest: Uint8Array }[] = [],
  hasArrived: (digest: Uint8Array) => boolean = never,
) => team.begin('job', rows, hasArrived);
const given = (hasArrived: (digest: Uint8Array) => boolean = never) =>
  team
    .given(hasArrived)
    .map((digest) => Buffer.from(digest).toString('hex'))
    .sort();

describe('the journal of an account', () => {
  it('is in no team and has no table of one before it joins', () => {
    expect([team.self(), team.hasNews(), team.claimedAt('job', 1, 'run')]).toEqual([null, false, null]);
    expect(journal.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'team%'`).all()).toEqual([]);
  });

  it('is a new office of the team that it joins, under the name of its person, with nothing of another team', () => {
    begun({ team: 'former' });
    const former = team.self()?.office;
    claim(1, A);
    team.passedOver('job', 2, 'created');
    team.giveLater(bytes(B));
    team.setColleagues([{ id: 2, code: 'c', login: null, state: 's' }]);
    begin();
    begun({ keyForm: KEY_FORMS.phone });
    expect(team.self()).toEqual({
      ...{ team: 'T', place: 'db.example', name: 'Anna', incarnation: 'I', keyForm: 2, former: null, formers: [] },
      ...{ id: null, no: 0, seen: 0, office: expect.stringMatching(/^[\da-f-]{36}$/), head: expect.any(String) },
    });
    expect(team.self()?.office).not.toBe(former);
    expect([team.jobsWithClaims(), team.colleagues(), team.hasNews(), team.pending()]).toEqual([[], [], false, null]);
    team.rename('Anna L', 'db.example/leads');
    expect(team.self()?.name).toBe('Anna L');
    team.leave();
    expect(team.self()).toBeNull();
  });

  it('sees that another program has joined once it is told to look', () => {
    const other = new TeamJournal(journal);
    begun();
    expect(other.self()).toBeNull();
    other.refresh();
    expect(other.self()).toMatchObject({ team: 'T' });
    expect(new TeamJournal(journal).self()).toMatchObject({ team: 'T' });
  });

  it('remembers the colleagues that it was told of last, and the farthest that the team came', () => {
    begun();
    const anna = { id: 1, code: 'a', login: null, state: 'x' };
    const bent = { id: 2, code: 'b', login: 'bent', state: 'y' };
    team.setColleagues([bent]);
    team.setColleagues([bent, anna]);
    expect(team.colleagues()).toEqual([anna, bent]);
    team.heard(9, 4);
    team.heard(7, null);
    expect(team.self()).toMatchObject({ seen: 9, id: 4 });
  });
});

describe('a move', () => {
  beforeEach(() => begun());

  it('takes leads, and tells what was created and what is given back, once', () => {
    team.giveLater(bytes(A));
    team.createdLater(bytes(B));
    expect([team.hasNews(), team.pending()]).toEqual([true, null]);
    const move = begin([row(1, C), row(2, C), row(3, D)]);
    expect(move).toEqual({
      ...{ next: expect.any(String), give: [A], created: [B], take: [C, D], insist: [], insistTaken: [] },
    });
    expect([team.pending(), team.hasNews()]).toEqual([move, true]);
    const { head } = team.self() ?? {};
    team.done(move);
    expect([team.pending(), team.hasNews()]).toEqual([null, false]);
    expect(team.self()).toMatchObject({ head: move.next, no: 1 });
    expect(head).not.toBe(move.next);
    const next = begin();
    expect(next).toMatchObject({ give: [], created: [], take: [] });
    expect(given()).toEqual([A]);
  });

  it('gives back nothing that it takes, that a row is claimed for, or that may have arrived', () => {
    for (const digest of [A, B, C, D]) team.giveLater(bytes(digest));
    claim(1, B);
    const move = begin([row(2, A)], (digest) => Buffer.from(digest).toString('hex') === C);
    expect(move).toMatchObject({ give: [D], take: [A] });
    expect(given()).toEqual([D]);
    team.done(move);
    expect([given(), given(() => true)]).toEqual([[D], []]);
  });

  it('tells no more than a thousand at a time, in their order', () => {
    const digest = (n: number) => n.toString(16).padStart(4, '0');
    for (let n = 0; n < 1001; n += 1) team.createdLater(bytes(digest(n)));
    const first = begin();
    expect([first.created.length, first.created.at(-1)]).toEqual([1000, digest(999)]);
    team.done(first);
    expect(team.hasNews()).toBe(true);
    expect(begin().created).toEqual([digest(1000)]);
  });

  it('whose text is damaged tells nothing', () => {
    begin([row(1, A)]);
    journal.exec(`UPDATE team_move SET take = '[', give = '{}'`);
    expect(team.pending()).toMatchObject({ take: [], give: [], created: [] });
  });

  it('says what a person insists on, by what they saw, until the row is claimed', () => {
    team.passedOver('job', 1, 'created');
    team.passedOver('job', 2, 'taken');
    team.passedOver('job', 3, 'created');
    for (const n of [1, 2]) team.insist('job', n);
    team.insist('job', 4);
    team.insist('job', 5, 'created');
    team.insist('other', 3, 'created');
    const rows = [row(1, A), row(2, B), row(3, C), row(4, D), row(5, 'ee')];
    const move = begin(rows);
    expect(move).toMatchObject({ insist: [A, 'ee'], insistTaken: [B, D] });
    team.done(move);
    claim(1, A);
    // Passed over once more, they are asked anew.
    team.passedOver('job', 2, 'created');
    expect(begin(rows)).toMatchObject({ insist: ['ee'], insistTaken: [D] });
  });
});

describe('a claim', () => {
  beforeEach(() => begun());

  it('is of the run that asked for it, for the row with this lead, and is used up once', () => {
    claim(1, A, { at: 7 });
    expect([
      team.claimedAt('job', 1, 'run'),
      team.claimedAt('job', 1, 'later'),
      team.claimedAt('job', 2, 'run'),
    ]).toEqual([...[7, null, null]]);
    expect(team.use('job', 1, 'later', bytes(A))).toBe(false);
    expect(team.use('job', 1, 'run', bytes(B))).toBe(false);
    expect([team.use('job', 1, 'run', bytes(A)), team.use('job', 1, 'run', bytes(A))]).toEqual([true, false]);
    claim(2, B, { at: 8 });
    claim(2, C, { run: 'later', at: 9 });
    expect([team.claimedAt('job', 2, 'run'), team.claimedAt('job', 2, 'later')]).toEqual([null, 9]);
  });

  it('that is used is given back no more, whatever was to be', () => {
    const move = begin();
    team.done({ ...move, give: [A] });
    team.giveLater(bytes(A));
    team.giveLater(bytes(B));
    team.createdLater(bytes(A));
    claim(1, A);
    claim(2, C);
    expect(given()).toEqual([B]);
    team.use('job', 1, 'run', bytes(A));
    expect(given()).toEqual([B]);
    expect(begin()).toMatchObject({ give: [B], created: [A] });
  });

  it('is let go with its job: what did not leave is given back, unless another row has it', () => {
    claim(1, A);
    claim(2, B);
    claim(3, C);
    claim(1, C, { job: 'other' });
    expect(team.jobsWithClaims().sort()).toEqual(['job', 'other']);
    team.letGo('job', (digest) => Buffer.from(digest).toString('hex') === B);
    expect([team.jobsWithClaims(), given()]).toEqual([['other'], [A]]);
    expect(begin()).toMatchObject({ give: [A] });
  });
});

describe('a database or a folder that was put back', () => {
  beforeEach(() => begun());

  it('leaves nothing claimed in a database that was put back: it counts as given back', () => {
    claim(1, A);
    team.enter('II');
    expect([team.self()?.incarnation, team.jobsWithClaims(), given()]).toEqual(['II', [], [A]]);
    team.enter('III');
    expect(given()).toEqual([A]);
  });

  it('begins a chain of its own in a folder that was put back, and knows which ones it was', () => {
    team.heard(5, 3);
    const move = begin();
    team.done(move);
    claim(1, A);
    team.giveLater(bytes(B));
    begin();
    const before = team.self();
    team.beginAnew();
    const now = team.self();
    expect(now).toMatchObject({ former: before?.office, formers: [3], no: 0, id: null, seen: 5, team: 'T' });
    expect([now?.office === before?.office, now?.head === before?.head]).toEqual([false, false]);
    expect([team.pending(), team.jobsWithClaims(), team.hasNews(), given()]).toEqual([null, [], false, []]);
    // Without a number of its own it adds none.
    team.beginAnew();
    expect(team.self()?.formers).toEqual([3]);
  });
});
