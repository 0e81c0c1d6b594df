import { expect, test } from 'vitest';
import type { FilterCheck } from '../../../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { exampleExport } from '../../../testing/examples.ts';
import {
  askedWords,
  checkWords,
  hasMoreThanAsked,
  ignoredTitle,
  projectsWords,
  uncheckedWords,
} from './answer-words.ts';
import { wayWords } from './way-words.ts';

function check(filter: string, part: Partial<FilterCheck> = {}): FilterCheck {
  return { filter, bit: 0, verdict: 'answered', matching: 4000, others: 0, unchecked: 0, column: null, ...part };
}
const ignored = (filter: string, others = 3120) =>
  check(filter, { verdict: 'ignored', matching: 4000 - others, others });

function result(filters: FilterCheck[], part: Partial<ExportSummary> = {}): ExportSummary {
  const { query } = exampleExport();
  return exampleExport({
    rows: 4000,
    answered: { filters, asked: 880, keeps: null },
    query: { ...query, source: 'simple', projects: ['Energi*', 'Nordlys*'], statuses: [], closures: [] },
    ...part,
  });
}

test.each([
  ['Projects', 'The service ignored Projects: 3,120 of 4,000 leads belong to other projects.'],
  ['ModifiedFrom', 'The service ignored Modified since: 3,120 of 4,000 leads were modified earlier.'],
  ['Statuses', 'The service ignored Status: 3,120 of 4,000 leads have another status.'],
  ['LeadClosures', 'The service ignored Closure: 3,120 of 4,000 leads have another closure.'],
  ['Region', 'The service ignored Region: 3,120 of 4,000 leads do not fit.'],
])('an ignored %s says how many leads are others', (filter, title) => {
  expect(ignoredTitle(result([ignored(filter)]))).toBe(title);
});

test('one lead is one lead, and several ignored filters are one sentence', () => {
  expect(ignoredTitle(result([ignored('Statuses', 1)]))).toBe(
    'The service ignored Status: 1 of 4,000 leads has another status.',
  );
  expect(ignoredTitle(result([ignored('Projects'), check('ModifiedFrom'), ignored('Statuses')]))).toBe(
    'The service ignored Projects and Status: 3,120 of 4,000 leads were not asked for.',
  );
});

test('what fits is named by its patterns only when the projects alone decide', () => {
  expect(askedWords(result([ignored('Projects')]))).toBe('880 leads match Energi* and Nordlys*.');
  expect(askedWords(result([ignored('Projects'), ignored('Statuses')]))).toBe('880 leads are what you asked for.');
  const answered = { filters: [ignored('Projects')], asked: 0, keeps: null };
  expect(askedWords(result([], { answered }))).toBe('None of these leads matches Energi* and Nordlys*.');
  const filters = [ignored('Projects'), ignored('Statuses')];
  expect(askedWords(result([], { answered: { ...answered, filters } }))).toBe(
    'None of these leads is what you asked for.',
  );
});

test('every filter has its check: all, some, not provable, not asked', () => {
  const words = checkWords(
    result([ignored('Projects'), check('ModifiedFrom'), check('Statuses', { verdict: 'unchecked' }), check('Region')]),
  ).map((line) => `${line.status} ${line.words}`);
  expect(words).toEqual([
    'ok Modified since: all',
    'waiting Status: could not be checked',
    'warning Projects: 880 of 4,000',
    'skipped Closure: not asked',
    'ok Region: all',
  ]);
  expect(checkWords(result([check('Statuses', { matching: 3900, unchecked: 100 })]))[1]?.words).toBe(
    'Status: all 3,900 that could be checked',
  );
});

test('while leads arrive it is said when 50 have come, and afterwards at once', () => {
  const running = { state: 'running', endedAt: null } as const;
  expect(hasMoreThanAsked(result([ignored('Projects')], { ...running, rows: 49 }))).toBe(false);
  expect(hasMoreThanAsked(result([ignored('Projects')], { ...running, rows: 50 }))).toBe(true);
  expect(hasMoreThanAsked(result([ignored('Projects')], { rows: 2 }))).toBe(true);
  expect(hasMoreThanAsked(result([check('Projects')]))).toBe(false);
});

test('a range in windows and a repeated day say how the leads were asked for', () => {
  expect(wayWords(exampleExport())).toBe('');
  const raw = { ...exampleExport().query, source: 'raw' } as ExportSummary['query'];
  expect(wayWords(exampleExport({ query: raw }))).toMatch(/a lead without a field, such as an anonymized one/);
  const windows = { days: 1, total: 7, done: 3, replaced: 0 };
  expect(wayWords(exampleExport({ state: 'running', endedAt: null, windows }))).toBe(
    'Lead Console asks for the range day by day: 3 of 7 requests answered.',
  );
  expect(wayWords(exampleExport({ windows: { ...windows, done: 7, replaced: 12 } }))).toBe(
    'Lead Console asked for the range day by day, in 7 requests. 12 leads came again in a newer state, which is the one here.',
  );
  expect(wayWords(exampleExport({ sameDay: { modifiedFrom: '2026-11-16', cut: 1 } }))).toBe(
    'The service sent nothing for the one day, so Lead Console asked once more, from 2026-11-16 on. 1 earlier lead that came with it is not in this result.',
  );
  expect(wayWords(exampleExport({ sameDay: { modifiedFrom: '2026-11-16', cut: null } }))).toMatch(
    /RawLeads do not say when a lead was changed, so earlier ones are among these\.$/,
  );
});

test('what nothing in the answer proves is named', () => {
  const unchecked = (filter: string) => check(filter, { verdict: 'unchecked' });
  expect(uncheckedWords(result([check('Projects')]))).toBe('');
  expect(uncheckedWords(result([unchecked('Projects'), check('ModifiedFrom'), unchecked('LeadClosures')]))).toBe(
    'Projects and Closure',
  );
});

test('projects that no lead names are not guessed from its campaign, and it is said what the leads do name', () => {
  const unchecked = check('Projects', { verdict: 'unchecked', matching: 0, unchecked: 4000 });
  const columns = [{ index: 0, path: 'campaign.code', filled: 4000 }];
  const words = 'The leads name their campaigns, not their projects. Look at the campaigns in the result.';
  expect(projectsWords(result([unchecked], { columns }))).toBe(words);
  expect(checkWords(result([unchecked], { columns })).map((line) => line.words)).toContain(
    `Projects: could not be checked. ${words}`,
  );
  // Without a campaign, or where the projects were checked, there is nothing to say.
  expect(projectsWords(result([unchecked], { columns: [{ index: 0, path: 'data.Name', filled: 4000 }] }))).toBe('');
  expect(projectsWords(result([check('Projects')], { columns }))).toBe('');
});
