import { expect, test } from 'vitest';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { CampaignField, KnownFields } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { format } from '../../../lib/format.ts';
import { knownRows, sentBeforeWords, someOf, strangeFields } from './plan-notes.ts';

const at = new Date(2026, 10, 21, 18, 50).getTime();

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

const mapping: Mapping = ['Firma', 'telefon', 'City'].map((field, column) => ({
  field,
  source: { kind: 'columns', columns: [column], join: null },
  cleaning: [],
}));
const field = (name: string, source: CampaignField['source']): CampaignField => ({ name, type: 'text', source });
const fields = [field('Firma', 'earlier'), field('Telefon', 'export'), field('City', 'common')];
const known: KnownFields = { count: 2, lookUp: null, imports: 1, mappings: 0 };

test('a field the campaign is not known to have is strange, whatever its case', () => {
  expect(strangeFields(mapping, { fields, known })).toEqual(['City']);
});

test('while nothing tells which fields a campaign has, none is strange', () => {
  expect(strangeFields(mapping, { fields, known: { ...known, imports: 0, mappings: 1 } })).toEqual([]);
});

test('a long list of names is cut where it stops helping', () => {
  expect(someOf(['a', 'b'])).toBe('a, b');
  expect(someOf([...'abcdefg'])).toBe('a, b, c, d, e, f, g');
  expect(someOf([...'abcdefghi'])).toBe('a, b, c, d, e, f and 3 more');
});
