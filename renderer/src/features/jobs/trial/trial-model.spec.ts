import { expect, it } from 'vitest';
import type { TrialField, TrialLead, TrialReading } from '../../../../../shared/contract/jobs/trial.ts';
import { trialLead as lead } from '../../../../../shared/domain/jobs/trial-fixture.ts';
import { exampleJob } from '../../../testing/examples.ts';
import { findingWords, shortenable, trialSteps, worstOf } from './trial-model.ts';

const field = (match: TrialField['match'], isPool = false): TrialField => ({
  field: isPool ? 'Lead pool' : 'Firma',
  isPool,
  sent: 'Berlin-Kolleg',
  stored: match === 'unseen' ? null : 'Berlin-Kolleg',
  match,
});
const reading = (leads: TrialLead[], findings: TrialReading['findings'] = []): TrialReading => ({
  at: 0,
  leads,
  created: leads.length,
  findings,
  looked: leads.length,
});
const titles = (one: TrialReading) => findingWords(one, 20).map(({ title }) => title);
const unseen = (name: string, isPool = false) =>
  ({ match: 'unseen', field: name, isPool, leads: 1, kept: null, waiting: null, row: 1, line: 2 }) as const;

it('says that all arrived only when every field of every lead was shown', () => {
  expect(titles(reading([lead(1, [field('same')])]))).toEqual(['All values arrived']);
  expect(titles(reading([lead(1, [field('unseen')])], [unseen('Firma')]))).toEqual([
    'All shown values arrived',
    'The service does not show Firma',
  ]);
  const [hidden] = findingWords(reading([lead(1, [field('unseen')])], [unseen('Firma')]), 20);
  expect(hidden?.meaning).toBe('No shown value of the lead was cut, changed or lost.');
  expect(titles(reading([lead(1, [])], [unseen('Lead pool', true)]))).toEqual([
    'All values arrived',
    'The service does not name the pool',
  ]);
});

it('names leads that were not found, and claims nothing when none was', () => {
  expect(titles(reading([lead(1, [field('same')]), lead(2, [field('unseen')], null)]))).toEqual([
    '1 of 2 was not found',
    'All values of the others arrived',
  ]);
  expect(titles(reading([lead(1, [field('unseen')], null)]))).toEqual(['The service does not show these leads']);
});

it.each([
  {
    found: 1,
    leads: 1,
    cut: 'The only lead, and 3 of the 20',
    missing: 'The only lead was sent with a value and shows none, line 2.',
  },
  {
    found: 3,
    leads: 1,
    cut: '1 of 3 leads, and 3 of the 20',
    missing: '1 of 3 leads was sent with a value and shows none, line 2.',
  },
  {
    found: 3,
    leads: 3,
    cut: 'All 3 leads, and 3 of the 20',
    missing: 'All 3 leads were sent with a value and show none, line 2 first.',
  },
])('speaks of $leads of $found leads in good English', ({ found, leads, cut, missing }) => {
  const all = Array.from({ length: found }, (_, index) => lead(index + 1, [field('cut')]));
  const finding = { ...unseen('Firma'), leads, waiting: 3 };
  const meanings = findingWords(
    reading(all, [
      { ...finding, match: 'cut' },
      { ...finding, match: 'missing' },
    ]),
    20,
  ).map(({ meaning }) => meaning);
  expect(meanings).toEqual([`${cut} rows that wait are longer.`, missing]);
});

it('speaks of one row that waits, and of one character, in good English', () => {
  const finding = { ...unseen('Firma'), leads: 1, waiting: 1, match: 'cut' as const, kept: { least: 1, most: 1 } };
  expect(findingWords(reading([lead(1, [field('cut')])], [finding]), 1)).toMatchObject([
    { title: 'Firma is cut after 1 character', meaning: 'The only lead, and 1 of the 1 row that waits is longer.' },
  ]);
});

it('puts fields that are not shown into one finding', () => {
  expect(titles(reading([lead(1, [field('unseen')])], [unseen('Firma'), unseen('Kilde')])).at(-1)).toBe(
    'The service does not show 2 fields',
  );
});

it('gives a lead the word of its worst field, and none to one that was not found', () => {
  expect(worstOf(lead(1, [field('form'), field('cut')]))).toBe('cut');
  expect(worstOf(lead(1, [field('same'), field('unseen', true)]))).toBe('same');
  expect(worstOf(lead(1, [field('unseen')], null))).toBeNull();
});

it('offers to shorten a field only where every value is cut at the same length and longer ones wait', () => {
  const cut = (field: string, most: number, waiting: number) =>
    ({ ...unseen(field), match: 'cut', kept: { least: 16, most }, waiting }) as const;
  const found = reading([lead(1, [field('cut')])], [cut('Firma', 16, 61), cut('Adresse', 20, 5), cut('By', 16, 0)]);
  expect(shortenable(found)).toEqual([{ field: 'Firma', characters: 16, rows: 61 }]);
});

it('tells the trial in its order, and leaves out what nobody knows', () => {
  const counts = { rows: 1036, created: 9, refused: 1, unknown: 0, skipped: 233, excluded: 0, waiting: 793 };
  const summary = exampleJob({ counts, createdAt: 60_000 });
  const told = (...known: [Parameters<typeof trialSteps>[1], Parameters<typeof trialSteps>[2]]) =>
    trialSteps({ summary, perMinute: [{ minute: 120_000, rows: 10 }] }, ...known, 240_000).map(
      ({ at, title, meaning }) => [at, title, meaning],
    );
  const cut = reading([lead(1, [field('cut')]), lead(2, [field('same')]), lead(3, [field('unseen')], null)]);
  expect(told(cut, { startAt: 7_200_000 })).toEqual([
    [60_000, 'Started', '803 of 1,036 rows go on'],
    [120_000, 'Trial sent', '10 rows, 9 created'],
    [0, 'Read back', '2 of 3 found, 1 of them differs'],
    [null, 'Waits for you', 'nothing is sent meanwhile'],
    [7_200_000, 'The rest starts', 'at the earliest, if you send it now'],
  ]);
  const run = { summary, perMinute: [{ minute: 120_000, rows: 10 }], createdAt: [121_500, 124_100, 122_000] };
  expect(trialSteps(run, null, null, 240_000)[1]).toMatchObject({
    at: 124_100,
    meaning: '10 rows, 9 created within 2.6\u00a0s',
  });
  const linked = { ...run, createdAt: [121_500, 9_124_100] };
  expect(trialSteps(linked, null, null, 240_000)[1]?.meaning).toBe('10 rows, 9 created');
  expect(told(null, { startAt: 240_000 }).map(([, title]) => title)).toEqual([
    'Started',
    'Trial sent',
    'Waits for you',
  ]);
});
