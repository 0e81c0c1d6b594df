import { expect, it } from 'vitest';
import type { TrialField } from '../../contract/jobs/trial.ts';
import { trialLead as lead } from './trial-fixture.ts';
import { findingsOf } from './trial.ts';

function field(name: string, match: TrialField['match'], stored = ''): TrialField {
  return { field: name, isPool: false, sent: 'what was sent', stored, match };
}

it('makes one finding for each field and kind, the worst first, and counts the waiting rows that are longer', () => {
  const asked: unknown[] = [];
  const findings = findingsOf(
    [
      lead(1, [field('Phone', 'form'), field('Name', 'cut', 'what was')]),
      lead(2, [field('Phone', 'form'), field('Name', 'cut', 'what was s')]),
      lead(3, [field('Phone', 'same'), field('Name', 'other')]),
      lead(4, [field('Phone', 'unseen'), field('Name', 'unseen')], null),
    ],
    (...args) => {
      asked.push(args);
      return 61;
    },
  );
  const plain = { isPool: false, kept: null, waiting: null };
  expect(findings).toEqual([
    { ...plain, match: 'cut', field: 'Name', leads: 2, kept: { least: 8, most: 10 }, waiting: 61, row: 1, line: 2 },
    { ...plain, match: 'other', field: 'Name', leads: 1, row: 3, line: 4 },
    { ...plain, match: 'form', field: 'Phone', leads: 2, row: 1, line: 2 },
  ]);
  expect(asked).toEqual([['Name', 10]]);
});

it('confirms a pool that is right', () => {
  const pool: TrialField = { field: 'Lead pool', isPool: true, sent: 'P', stored: 'P', match: 'same' };
  expect(findingsOf([lead(1, [pool])], () => 0)).toMatchObject([{ match: 'same', isPool: true, leads: 1 }]);
});
