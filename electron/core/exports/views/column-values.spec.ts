import { expect, it } from 'vitest';
import { VALUE_LENGTH_LIMIT } from '../../../../shared/contract/exports/plain-words.ts';
import type { ResultColumns } from './column-memory.ts';
import { countCodes, countValues, cutText, sortByCount, valuesPage, type ValuesQuestion } from './column-values.ts';
import { Steps } from './steps.ts';
import { codedOf, signal } from './views-fixture.ts';

const VALUES = ['Zita', 'åse', '', 'Zita', 'Abel', 'ÅSE', 'åse', 'row 10', 'row 9', ''];
const steps = () => new Steps(signal);

/** A page of the values, each with its rows. */
async function page(question: Partial<ValuesQuestion> = {}, mask: Uint8Array | null = null, offset = 0, limit = 99) {
  const coded = codedOf(VALUES);
  const columns: Pick<ResultColumns, 'coded'> = { coded: async () => coded };
  const asked = { column: 0, find: '', chosen: [], ...question };
  const counted = await countValues(asked, mask, VALUES.length, columns as ResultColumns, steps());
  const { values, chosen, ...totals } = valuesPage(counted, offset, limit);
  const told = (all: typeof values) => all.map(({ value, rows }) => `${value}: ${rows}`);
  return { values: told(values), chosen: told(chosen), ...totals };
}

it('lists the values by their rows, the first that came first, and counts the empty cells', async () => {
  const values = ['Zita: 2', 'åse: 2', 'Abel: 1', 'ÅSE: 1', 'row 10: 1', 'row 9: 1'];
  expect(await page()).toEqual({ values, chosen: [], valuesTotal: 6, empty: 2 });
  expect(await page({}, null, 1, 2)).toMatchObject({ values: ['åse: 2', 'Abel: 1'], valuesTotal: 6 });
});

it('looks for a text in any case, and at the rows of the view alone', async () => {
  const found = await page({ find: ' Å ' });
  expect(found).toEqual({ values: ['åse: 2', 'ÅSE: 1'], chosen: [], valuesTotal: 2, empty: 2 });
  expect(await page({ find: 'z' })).toMatchObject({ values: ['Zita: 2'] });
  const mask = Uint8Array.of(0, 1, 1, 1, 0, 0, 0, 0, 0, 0);
  expect(await page({}, mask)).toMatchObject({ values: ['åse: 1', 'Zita: 1'].toReversed(), empty: 1 });
  expect(await page({ find: 'abel' }, mask)).toMatchObject({ values: [], valuesTotal: 0 });
});

it('names the chosen ones apart, each once, also one that no row has', async () => {
  const chosen = ['Abel', 'gone', 'Abel', 'Zita'];
  const named = ['Abel: 1', 'gone: 0', 'Zita: 2'];
  expect(await page({ chosen })).toMatchObject({
    chosen: named,
    values: ['åse: 2', 'ÅSE: 1', 'row 10: 1', 'row 9: 1'],
  });
  expect(await page({ chosen, find: 'a' })).toMatchObject({ chosen: named, values: [], valuesTotal: 0 });
});

it('counts codes, and sorts them by their rows', () => {
  const column = { codes: Int32Array.of(1, 2, 2, 0, 3, 2, 3), size: 4 };
  const counts = countCodes(column, null, 6);
  expect([...counts]).toEqual([1, 1, 3, 1]);
  const codes = Int32Array.of(0, 1, 2, 3);
  sortByCount(codes, counts);
  expect([...codes]).toEqual([2, 0, 1, 3]);
});

it('cuts a long value, and never within a letter', () => {
  const whole = 'x'.repeat(VALUE_LENGTH_LIMIT);
  expect(cutText(whole)).toEqual({ text: whole, whole: true });
  expect(cutText(`${whole}y`)).toEqual({ text: whole, whole: false });
  expect(cutText(`${whole.slice(1)}😀y`)).toEqual({ text: whole.slice(1), whole: false });
  expect(cutText(`${whole.slice(2)}😀y`)).toEqual({ text: `${whole.slice(2)}😀`, whole: false });
});
