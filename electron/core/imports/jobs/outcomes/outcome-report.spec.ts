import { expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
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
