import { describe, expect, it } from 'vitest';
import type { ForgottenRows, LostJob, WitnessDifference } from '../journal/recovery/compare-witness.ts';
import { rowsIn } from '../witness/row-set.ts';
import { differenceSentences, holdReason } from './doubt-words.ts';

const difference = (change: Partial<WitnessDifference>): WitnessDifference => ({
  forgotten: [],
  lost: [],
  isOlder: false,
  witness: null,
  memories: { journal: { rows: 0, lastAt: null }, witness: null },
  ...change,
});
const sentences = (change: Partial<WitnessDifference>) => differenceSentences(difference(change), 'Europe/Copenhagen');

const forgotten = (name: string, rows: readonly number[]): ForgottenRows => ({
  jobId: name,
  name,
  rows: rowsIn(rows.join()),
  firstAt: null,
  lastAt: null,
});

const LOST: LostJob = { jobId: 'lost', file: 'fair.csv', rows: 1200, sent: 0, at: null };

describe('what the journal has forgotten', () => {
  it('is said of one row as of one', () => {
    expect(sentences({ isOlder: true, forgotten: [forgotten('Fair', [7])] })).toEqual([
      'This data folder is out of date: the journal has forgotten 1 row that was sent, row 7 of "Fair"; they are unknown now and are not sent again.',
    ]);
  });

  it('is said of many rows with the rows of each import', () => {
    const rows = Array.from({ length: 1500 }, (_, index) => index + 1);
    const [said] = sentences({ forgotten: [forgotten('Fair', rows), forgotten('Spring', [3, 5, 6])] });
    expect(said).toContain(
      'forgotten 1,503 rows that were sent, rows 1 to 1500 of "Fair", and rows 3, 5 to 6 of "Spring";',
    );
  });

  it('names as many rows as a sentence can hold', () => {
    const odd = (count: number) => Array.from({ length: count }, (_, index) => 11 + 2 * index);
    // Twenty rows of two digits, each with a comma and a space behind it but the last: 78 characters.
    expect(sentences({ forgotten: [forgotten('Fair', odd(20))] })[0]).toContain(', rows 11, 13, ');
    expect(sentences({ forgotten: [forgotten('Fair', odd(20))] })[0]).toContain('47, 49 of "Fair"');
    // "1001, " and "11, " on: exactly 80 characters.
    const full = [...odd(19), 1001];
    expect(sentences({ forgotten: [forgotten('Fair', full)] })[0]).toContain('47, 1001 of "Fair"');
    const more = [...odd(19), 10_001];
    expect(sentences({ forgotten: [forgotten('Fair', more)] })[0]).toMatch(
      /, rows 11, 13, .* 45, 47 and more of "Fair"/,
    );
  });
});

describe('an import that the journal has lost', () => {
  it('is said with what was sent of it, and on which day', () => {
    expect(sentences({ isOlder: true, lost: [{ ...LOST, sent: 1000, at: Date.UTC(2026, 10, 17, 9) }] })).toEqual([
      'The journal has lost the import of "fair.csv": 1,000 of its 1,200 rows were sent on 17 Nov 2026, and it is not known what became of them.',
    ]);
  });

  it('is said without a day that is not known', () => {
    expect(sentences({ lost: [{ ...LOST, sent: 2 }] })[0]).toContain('2 of its 1,200 rows were sent, and');
    expect(sentences({ lost: [{ ...LOST, rows: 1, sent: 1 }] })[0]).toContain('1 of its 1 row was sent, and');
    expect(sentences({ lost: [{ ...LOST, sent: 1 }] })[0]).toMatch(
      /: 1 of its 1,200 rows was sent, and it is not known what became of it\.$/,
    );
  });

  it('is said of one of which nothing was sent', () => {
    expect(sentences({ lost: [LOST] })).toEqual([
      'The journal has lost the import of "fair.csv" with 1,200 rows; the record of what was sent has none of them.',
    ]);
  });
});

describe('a data folder that is older', () => {
  it('is said to be so when nothing more can be named', () => {
    expect(sentences({ isOlder: true })).toEqual([expect.stringContaining('is out of date')]);
    expect(sentences({})).toEqual([]);
  });

  it('is not said twice', () => {
    expect(sentences({ isOlder: true, lost: [LOST] })).toHaveLength(1);
    expect(sentences({ isOlder: true, forgotten: [forgotten('Fair', [1])] })).toHaveLength(1);
    expect(sentences({ isOlder: true, lost: [LOST], forgotten: [forgotten('Fair', [1])] })).toHaveLength(2);
  });

  it('says what is wrong with the record of what was sent', () => {
    expect(sentences({ witness: 'missing' })).toEqual([expect.stringContaining('is missing, so it is not known')]);
    expect(sentences({ witness: 'shorter', lost: [LOST] })[1]).toContain('ends before the journal');
  });
});

it('all of it is why an import waits', () => {
  expect(holdReason(['One.', 'Two.'])).toBe('One. Two. Nothing of this import is sent until you say so.');
});
