import { expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { DAY } from '../../../../../shared/domain/time/time.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { found, imported, read, readJobs } from './outcome-fixture.ts';
import { reportOutcomes } from './outcome-report.ts';

let at: JournalUnderTest;

eachTime(() => (at = createJournal()));

it('lists the 200 most frequent values, first come first of those alike, and joins the rarer ones without losing a row', async () => {
  // 250 values once, and every tenth of them twice.
  const once = Array.from({ length: 250 }, (_, index) => `value ${index}`);
  const values = [...once, ...once.filter((_, index) => index % 10 === 9)];
  at.add(values.map((value) => [value]));
  at.journal.exec(`
    UPDATE import_row SET state = 'created', at = 5, lead_id = 'L' || n;
    INSERT INTO import_reading VALUES ('job', 10, '2026-01-01', 10, '{"looked":275,"elsewhere":0,"counts":{},"moves":[]}');
    INSERT INTO import_outcome SELECT 'job', n, 10, iif(n % 2 = 0, 'success', 'new'), 'id', lead_id, 'New', '' FROM import_row;
  `);
  const jobs = [{ job: at.job(), readings: at.store.outcomes.readings('job') }];
  const { groups, joined, counts } = await reportOutcomes(at.store, jobs, { by: 'Phone', now: 20 });
  const listed = groups.filter(({ kind }) => kind === 'value');
  const twice = once.filter((_, index) => index % 10 === 9);
  const first = once.filter((value) => !twice.includes(value)).slice(0, 175);
  expect(listed.map(({ value }) => value)).toEqual([...twice, ...first]);
  expect(listed.map(({ rows }) => rows)).toEqual([...twice.map(() => 2), ...first.map(() => 1)]);
  const [rare] = groups.filter(({ kind }) => kind === 'rare');
  expect([joined, rare?.rows]).toEqual([50, 50]);
  expect(counts).toEqual({ new: 138, success: 137 });
  for (const outcome of ['new', 'success'] as const)
    expect(groups.reduce((sum, group) => sum + (group.counts[outcome] ?? 0), 0)).toBe(counts[outcome]);
});

it('counts leads by age, way they were found, day and move, each request once, and no row twice', async () => {
  const table = (...rows: readonly (readonly string[])[]) => ({ columns: ['Phone', 'Town'], rows });
  imported(at, 'one', 'SPRING', table(['1', ' Odense '], ['2', 'Odense'], ['3', 'Vejle'], ['4', '']));
  imported(at, 'two', 'spring', { columns: ['Mail'], rows: [['5'], ['6']] });
  imported(at, 'three', 'AUTUMN', table(['7', 'Vejle']));
  read(at, 'one', 1, [found('one1'), found('one2'), found('one3')], { looked: 4, elsewhere: 1 });
  const gone = found('', 'unmatched', null);
  const later = [found('one1', 'success'), found('one2', 'success', 'tag'), found('one3', 'redial', 'values'), gone];
  read(at, 'one', 3, later, { wholeAt: 2 * DAY, looked: 20, elsewhere: 3 });
  // The service gave the first row of it a lead of the import before.
  read(at, 'two', 3, [found('one1', 'success'), null], { looked: 20, elsewhere: 3 });
  read(at, 'three', 2, [found('three1', 'success', 'tag')], { looked: 5, elsewhere: 2 });
  const jobs = readJobs(at, ['one', 'two', 'three']);
  const report = await reportOutcomes(at.store, jobs, { by: 'town', now: 4 * DAY });
  expect(report).toEqual({
    at: 3 * DAY,
    oldest: 2 * DAY,
    wholeAt: 2 * DAY,
    imports: 3,
    created: 7,
    notRead: 1,
    looked: 25,
    elsewhere: 5,
    byTag: 2,
    byValues: 1,
    counts: { success: 3, redial: 1, repeated: 1, unmatched: 1 },
    columns: ['Phone', 'Town', 'Mail'],
    groups: [
      { kind: 'value', value: 'Odense', rows: 2, counts: { success: 2 } },
      { kind: 'value', value: 'Vejle', rows: 2, counts: { success: 1, redial: 1 } },
      { kind: 'value', value: '', rows: 1, counts: { unmatched: 1 } },
      { kind: 'noColumn', value: '', rows: 1, counts: { repeated: 1 } },
    ],
    joined: 0,
    course: [
      { day: 1, until: 3, rows: 4, counts: { new: 3, success: 1 }, younger: 0, notRead: 3 },
      {
        day: 3,
        until: 7,
        rows: 5,
        counts: { success: 2, redial: 1, repeated: 1, unmatched: 1 },
        younger: 0,
        notRead: 2,
      },
    ],
    readings: [
      {
        day: '2026-11-03',
        at: 3 * DAY,
        imports: 2,
        created: 5,
        counts: { success: 3, redial: 1, unmatched: 1 },
        changed: 3,
      },
      { day: '2026-11-02', at: 2 * DAY, imports: 1, created: 1, counts: { success: 1 }, changed: 0 },
      { day: '2026-11-01', at: DAY, imports: 1, created: 3, counts: { new: 3 }, changed: 0 },
    ],
    moves: [
      { from: 'new', to: 'success', rows: 2 },
      { from: 'new', to: 'redial', rows: 1 },
    ],
  });
});

it('adds the same moves of several imports, and says no other time where all was read at once', async () => {
  for (const id of ['one', 'two', 'three']) {
    imported(at, id, 'SPRING', { columns: ['Phone'], rows: [['1'], ['2']] });
    read(at, id, 1, [found(`${id}1`), found(`${id}2`)]);
    const isFirst = id === 'one';
    read(at, id, 2, [found(`${id}1`, isFirst ? 'invalid' : 'expired'), found(`${id}2`)]);
  }
  const report = await reportOutcomes(at.store, readJobs(at, ['one', 'two', 'three']), { by: null, now: 2 * DAY });
  expect(report.moves).toEqual([
    { from: 'new', to: 'expired', rows: 2 },
    { from: 'new', to: 'invalid', rows: 1 },
  ]);
  expect(report).toMatchObject({ wholeAt: null, looked: 10, groups: [], joined: 0, readings: [{ imports: 3 }, {}] });
});

it('joins one value that is rarer than two hundred others', async () => {
  const values = Array.from({ length: 201 }, (_, index) => [`value ${index}`]);
  imported(at, 'one', 'SPRING', { columns: ['Phone'], rows: values });
  const rows = values.map((_, index) => found(`one${index + 1}`));
  read(at, 'one', 1, rows);
  const { groups, joined } = await reportOutcomes(at.store, readJobs(at, ['one']), { by: 'Phone', now: DAY });
  expect([groups.length, joined, groups.at(-1)]).toEqual([
    201,
    1,
    { kind: 'rare', value: '', rows: 1, counts: { new: 1 } },
  ]);
});

it('lists two hundred of those alike, where more have as many rows', async () => {
  const values = Array.from({ length: 403 }, (_, index) => [`value ${index % 202}`]);
  imported(at, 'one', 'SPRING', { columns: ['Phone'], rows: values });
  const rows = values.map((_, index) => found(`one${index + 1}`));
  read(at, 'one', 1, rows);
  const { groups, joined } = await reportOutcomes(at.store, readJobs(at, ['one']), { by: 'Phone', now: DAY });
  // 201 values have two rows, and the last one has one.
  expect(groups.slice(0, 200).map(({ value, rows: count }) => [value, count])).toEqual(
    Array.from({ length: 200 }, (_, index) => [`value ${index}`, 2]),
  );
  expect([groups.length, joined, groups.at(-1)?.rows]).toEqual([201, 2, 3]);
});
