import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckRow } from '../../../../../shared/contract/check/check.ts';
import type { CheckEngine } from '../check-engine.ts';
import { ask, newEngine, stage, settings, wholePage } from '../check-fixture.ts';
import type { CheckQuestions, CheckTarget } from '../check-messages.ts';

/* Pages of each list, and the way from row to row in it, are those of the rows as they are shown one by one. */

const PHONE = 'areaCodeMissing:Phone';
/** Rows with an odd phone, with its rarest form first. */
const ODDEST = [3, 5, 2, 1, 4, 9];
const TABLE = [
  ['f', '398840', '', '', '10115', '', ''],
  ['b,', '493070', '', 'b@x.de', '10115', '', ''],
  ['h', '517 355', '', 'c@x.de', '10115', '', ''],
  ['c', '398840', '', 'd(at)x.de', '10115', '', ''],
  ['k,', '9018382', '', 'e@x.de', '10115', '', ''],
  ['a', '+4930901838210', '', 'a@x.de', '10115', 'x.de', ''],
  ['g', '+4930901838211', '', 'b@x.de', '10115', 'g.de', ''],
  ['i', '', '', '', '10115', '', ''],
  ['e', '398840', '', 'f@x.de', '10115', '', ''],
  ['d', '+4930901838212', '', 'g@x.de', '10115', '', ''],
  ['j', '123', '', 'h@x.de', '10115', '', ''],
];
const LAST = TABLE.length;

let engine: CheckEngine;
let target: CheckTarget;
let all: readonly CheckRow[];
let severityOf: ReadonlyMap<string, string>;

beforeAll(async () => {
  engine = newEngine();
  target = await stage('lists', TABLE);
  await ask(engine, target, 'run', { settings: settings({ country: 'DE' }) });
  await ask(engine, target, 'edit', { edits: [7, 2].map((row) => ({ row, column: 6, value: '1980-04-03' })) });
  const { reasons } = await ask(engine, target, 'leaveOut', { choice: { rows: [10, 6] }, isOut: true });
  severityOf = new Map(reasons.map(({ id, severity }) => [id, severity]));
  all = (await ask(engine, target, 'rows', { ...wholePage, filter: 'all' })).rows;
});

const hasReason = (row: CheckRow, id: string | null) => row.marks.some(({ reasonId }) => reasonId === id);
const has = (row: CheckRow, severity: string) =>
  row.marks.some(({ reasonId }) => severityOf.get(reasonId) === severity);
const filters = ['all', 'problem', 'repaired', 'leftOut', 'reason'] as const;
const reasonIds = [null, PHONE, 'duplicateEmail', 'commaAtEnd:Name', 'phoneShort:Nowhere'] as const;
const looks = [
  undefined,
  { find: 'X.DE', sort: null },
  { find: '', sort: { column: 0, direction: 'desc' } },
  { find: '3', sort: { column: 0, direction: 'asc' } },
] as const;
type Question = Pick<CheckQuestions['rows'], 'filter' | 'reasonId' | 'order' | 'look'>;

/** The rows of the list, in its order. */
function listOf({ filter, reasonId, order, look }: Question): CheckRow[] {
  const isIn = {
    all: () => true,
    problem: (row: CheckRow) => has(row, 'problem'),
    repaired: ({ edited }: CheckRow) => edited.length > 0,
    leftOut: ({ leftOut }: CheckRow) => leftOut,
    reason: (row: CheckRow) => hasReason(row, reasonId),
  }[filter];
  const rows = all.filter(isIn);
  if (look !== undefined) {
    const found = rows.filter(({ cells }) =>
      cells.some((cell) => cell.toLowerCase().includes(look.find.toLowerCase())),
    );
    const { sort } = look;
    if (sort === null) return found;
    const sign = sort.direction === 'asc' ? 1 : -1;
    return found.sort((one, other) => ((one.cells[0] ?? '') < (other.cells[0] ?? '') ? -sign : sign));
  }
  if (filter !== 'reason' || order !== 'oddest' || reasonId !== PHONE) return rows;
  return ODDEST.flatMap((number) => rows.filter(({ row }) => row === number));
}

const questions = filters.flatMap((filter) =>
  (filter === 'reason' ? reasonIds : [null, PHONE]).flatMap((reasonId) =>
    looks.flatMap((look) => (['file', 'oddest'] as const).map((order) => ({ filter, reasonId, order, look }))),
  ),
);

describe('a list of rows', () => {
  it('has every kind of row', () => {
    const numbers = (question: Partial<Question>) =>
      listOf({ filter: 'all', reasonId: null, order: 'file', look: undefined, ...question }).map(({ row }) => row);
    expect(numbers({ filter: 'problem' })).toEqual([1, 2, 3, 4, 5, 8, 9, 11]);
    expect(numbers({ filter: 'repaired' })).toEqual([2, 7]);
    expect(numbers({ filter: 'leftOut' })).toEqual([6, 10]);
    expect(numbers({ filter: 'reason', reasonId: 'duplicateEmail' })).toEqual([2, 7]);
    expect(numbers({ look: looks[2] })).toEqual([5, 11, 8, 3, 7, 1, 9, 10, 4, 2, 6]);
  });

  it('is shown page by page', async () => {
    for (const question of questions)
      for (const [offset, limit] of [
        [0, 50],
        [1, 2],
        [20, 5],
      ] as const) {
        const { total, rows } = await ask(engine, target, 'rows', { ...wholePage, ...question, offset, limit });
        const list = listOf(question);
        const isGrouped =
          question.reasonId === 'duplicateEmail' &&
          question.filter === 'reason' &&
          question.order === 'oddest' &&
          question.look === undefined;
        const wanted = list.slice(offset, offset + limit).map(({ row }) => [row, isGrouped && row === 2]);
        expect({ question, offset, total, rows: rows.map(({ row, startsGroup }) => [row, startsGroup]) }).toEqual({
          ...{ question, offset, total: list.length, rows: wanted },
        });
      }
  });

  it('leads from row to row of those that are sought', async () => {
    for (const { filter, ...question } of questions) {
      if (filter === 'repaired' || filter === 'leftOut') continue;
      if (filter === 'reason' && question.reasonId === null) continue;
      const list = listOf({ filter, ...question });
      const isSought = (row: CheckRow) =>
        filter === 'problem' || question.reasonId === null
          ? has(row, 'problem') || (filter === 'all' && has(row, 'warning'))
          : hasReason(row, question.reasonId);
      const sought = list.filter(isSought);
      // From before the first row, from each row of the list, and from behind the last.
      const ways = [
        [0, 'next'],
        ...list.flatMap(({ row }) => [[row, 'next'] as const, [row, 'previous'] as const]),
        [LAST + 1, 'previous'],
      ] as const;
      for (const [from, direction] of ways) {
        const at = from === 0 ? -1 : from > LAST ? list.length : list.findIndex(({ row }) => row === from);
        const behind = list.map((row, place) => ({ row, place })).filter(({ row }) => isSought(row));
        const found =
          direction === 'next' ? behind.find(({ place }) => place > at) : behind.findLast(({ place }) => place < at);
        const answer = await ask(engine, target, 'next', {
          filter,
          ...question,
          row: from,
          index: undefined,
          direction,
        });
        const wanted = { row: found?.row.row ?? null, total: sought.length };
        const asked = { filter, ...question, from, direction };
        expect({ asked, row: answer.row, total: answer.total }).toEqual({ asked, ...wanted });
        // A row that is not found has the place 0 in a sorted list.
        if (found === undefined && question.look !== undefined)
          expect({ asked, ...answer }).toMatchObject({ ordinal: 0 });
        if (found === undefined) continue;
        expect({ asked, index: answer.index, ordinal: answer.ordinal }).toEqual({
          ...{ asked, index: found.place, ordinal: sought.indexOf(found.row) + 1 },
        });
      }
    }
  });
});
