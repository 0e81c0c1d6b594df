import { expect, test } from 'vitest';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { format } from '../../../lib/format.ts';
import { knownRows, sentBeforeWords } from './plan-notes.ts';

const at = Date.UTC(2026, 10, 21, 17, 50);

function checked(rows: number, leftOut: number): CheckSummary {
  return {
    sentBefore: { campaignCode: 'C', compared: 50, rows, leftOut, jobs: [{ jobId: 'j', name: 'J', at, rows }] },
  } as unknown as CheckSummary;
}

test('rows sent before are told with their number and the last time', () => {
  const known = knownRows(checked(40, 30), 'C');
  expect(known).toEqual({ again: 10, leftOut: 30, lastAt: at });
  expect(known === null ? '' : sentBeforeWords(known, 'C')).toBe(
    `40 of these rows were sent to C before, last on ${format.date(at)} at 18:50.`,
  );
  expect(sentBeforeWords({ again: 1, lastAt: null, leftOut: 0 }, 'C')).toBe('1 of these rows was sent to C before.');
});

test('what was compared with another campaign says nothing', () => {
  expect(knownRows(checked(40, 0), 'D')).toBeNull();
  expect(knownRows(null, 'C')).toBeNull();
});
