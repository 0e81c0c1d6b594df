import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ColumnFilter } from '../../../../shared/contract/exports/views.ts';
import { Steps } from './steps.ts';
import { placesOf } from './value-order.ts';
import { codedOf, resultOf, signal, viewOf } from './views-fixture.ts';

/** Some work was due, and others did not get their turn. */
let isOwed = false;
let turns = 0;
const payUp = () => {
  const wasOwed = isOwed;
  isOwed = false;
  if (wasOwed) throw new Error('Work was due, and others did not get their turn.');
};

beforeEach(() => {
  isOwed = false;
  turns = 0;
  vi.spyOn(Steps.prototype, 'isDue').mockImplementation(() => {
    payUp();
    isOwed = true;
    turns += 1;
    return true;
  });
  vi.spyOn(Steps.prototype, 'rest').mockImplementation(async () => {
    isOwed = false;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Times, numbers and texts, one of each three times. */
const rows = Array.from({ length: 30 }, (_, row) => [
  `2026-11-0${1 + (row % 9)}T10:00:00`,
  `${row % 25}`,
  row % 2 === 0 ? `text ${row}` : `tekst ø ${row}`,
]);
const contains: ColumnFilter = { kind: 'text', column: 2, match: 'contains', text: 'ø', not: false };
const all: ColumnFilter[] = [contains, { kind: 'repeated', column: 1 }, { kind: 'number', column: 1, from: 1, to: 20 }];
const sort = [{ column: 2, direction: 'asc' as const }];

// How often work is due when all of it is announced: for each value, each block of rows and each pass over them.
it.each<[string, number, (views: ReturnType<typeof resultOf>['views']) => Promise<unknown>]>([
  ['a view', 131, (views) => views.rows(viewOf({ filters: all, search: 'e', sort }), signal)],
  ['the values of a column', 3, (views) => valuesOf(views, '')],
  ['values that contain a text', 32, (views) => valuesOf(views, 'ø')],
  ['a profile', 31, (views) => views.profile(viewOf({}), 2, 'exact', signal)],
  [
    'a count of hits',
    11,
    (views) => views.countHits(viewOf({ filters: [contains] }), { find: 'e', columns: null }, signal),
  ],
  [
    'a hit',
    5,
    (views) => views.hit(viewOf({}), { find: 'ø 29', columns: null }, { by: 'position', position: 9 }, signal),
  ],
  ['what makes searches fast', 4, (views) => views.prepare(signal)],
  [
    'a question',
    51,
    (views) =>
      views.answer(
        viewOf({}),
        {
          groups: [
            { column: 0, by: 'week' },
            { column: 2, by: 'value' },
          ],
          across: { column: 0, by: 'hour' },
          measure: { kind: 'sum', column: 1 },
        },
        signal,
      ),
  ],
])('%s lets others have their turn whenever its work is due', async (_what, times, work) => {
  const { views } = resultOf(rows, 3);
  await work(views);
  payUp();
  expect(turns).toBe(times);
});

it('the order of a language does, too, of texts that only its collator compares', async () => {
  const numbers = Array.from({ length: 1200 }, (_, index) => (index * 7) % 1200);
  const values = numbers.map((number) => `ø ${number}`);
  const places = await placesOf(codedOf([...values, 'plain', 'a']), 'da', new Steps(signal));
  payUp();
  expect([...places]).toEqual([0, ...numbers.map((number) => number + 3), 2, 1]);
});

function valuesOf(views: ReturnType<typeof resultOf>['views'], find: string) {
  return views.values(viewOf({}), { column: 2, find }, { offset: 0, limit: 9 }, signal);
}
