import { expect, it, vi } from 'vitest';
import { type ColumnForm, TEXT_FORM } from '../../files/writing/column-types.ts';
import { packRows, type TableRow } from '../../files/writing/packed-rows.ts';
import { type AskedColumn, type FormQuestion, provenForms } from './column-forms.ts';

const BATCH = 100;
const WHOLE: ColumnForm = { type: 'whole', digits: 0 };

/** Asks for the forms of columns; answers how many batches each reading took, too. */
async function asked(rows: readonly TableRow[], columns: readonly AskedColumn[], more: Partial<FormQuestion> = {}) {
  const readings: { columns: readonly (number | null)[]; batches: number }[] = [];
  const forms = await provenForms(columns, {
    *read(indexes) {
      const reading = { columns: indexes, batches: 0 };
      readings.push(reading);
      for (let from = 0; from < rows.length; from += BATCH) {
        reading.batches += 1;
        const batch = rows.slice(from, from + BATCH);
        yield packRows(
          batch.map((row) => indexes.map((index) => row[index ?? -1] ?? null)),
          indexes.length,
        );
      }
    },
    pause: async () => undefined,
    ...more,
  });
  return { forms, readings };
}

/** A column of numbers, one of text, and one whose last cell alone is text. */
const rows = Array.from({ length: 1000 }, (_, row): TableRow => [`${row}`, `n ${row}`, row === 999 ? 'x' : null]);
const numbers: AskedColumn = { index: 0, path: 'data.Number' };
const texts: AskedColumn = { index: 1, path: 'data.Text' };
const late: AskedColumn = { index: 2, path: 'data.Late' };

it('are proven by every value, and columns that the first five hundred rows show to be text are read no further', async () => {
  expect(await asked(rows, [numbers, texts, late])).toEqual({
    forms: [WHOLE, TEXT_FORM, TEXT_FORM],
    readings: [
      { columns: [0, 1, 2], batches: 5 },
      { columns: [0, 2], batches: 10 },
    ],
  });
});

it('are not read on when all are text, nor at all when their names say so', async () => {
  expect(await asked(rows, [texts])).toEqual({
    forms: [TEXT_FORM],
    readings: [{ columns: [1], batches: 1 }],
  });
  for (const path of ['uniqueId', 'campaign.code', 'owner.Name'])
    expect(await asked(rows, [{ index: 0, path }])).toEqual({ forms: [TEXT_FORM], readings: [] });
});

it('follow from what is known already, and rows that do not count prove nothing', async () => {
  const known = { index: null, path: 'data.Gone', known: WHOLE };
  expect((await asked(rows, [known, { ...numbers, known: TEXT_FORM }])).forms).toEqual([WHOLE, TEXT_FORM]);
  const isCounted = vi.fn<(number: number) => boolean>((number) => number <= 999);
  expect((await asked(rows, [late, numbers], { isCounted })).forms).toEqual([TEXT_FORM, WHOLE]);
  expect(isCounted).toHaveBeenLastCalledWith(1000);
  const even = Array.from({ length: 10 }, (_, row): TableRow => [row % 2 === 0 ? '1' : 'x']);
  expect((await asked(even, [numbers], { isCounted: (number) => number % 2 === 1 })).forms).toEqual([WHOLE]);
});

it('are no longer looked for when somebody stops it between two batches', async () => {
  const pause = () => Promise.reject(new Error('stopped'));
  await expect(asked(rows, [numbers], { pause })).rejects.toThrow('stopped');
});
