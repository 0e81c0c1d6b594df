import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_SAVE_FORMATS, type SaveFormat } from '../../../../shared/contract/exports/save-formats.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { ResultStore } from '../result/result-store.ts';
import { saveResult, type SaveRequest } from './save-result.ts';

const COLUMNS = ['day', 'data.Name', 'data.Town'].map((path, index) => ({ index, path, name: path }));

let folder: string;
let progress: (readonly [written: number, total: number])[];
beforeEach(() => {
  folder = specFolder('save-result');
  progress = [];
});

/** @param over of a request for all rows of two leads */
async function saved(format: SaveFormat, over: Partial<SaveRequest> = {}): Promise<string> {
  using store = new ResultStore(join(folder, 'result.sqlite'));
  store.append(
    [
      ['2026-11-02', 'Ann', 'Aarhus'],
      ['2026-11-03', 'Bo', null],
    ],
    3,
  );
  const target = join(folder, 'saved');
  await saveResult(
    store,
    { rows: 2, edits: store.edits(), target, format, columns: COLUMNS, ...over },
    {
      signal: new AbortController().signal,
      onProgress: (written, total) => void progress.push([written, total]),
    },
  );
  return target;
}

it.each([true, false])('writes days into a workbook as days when they are wanted: %s', async (dates) => {
  const target = await saved({ ...DEFAULT_SAVE_FORMATS.xlsx, dates });
  const [sheet] = Object.values(read(readFileSync(target), { cellDates: true }).Sheets);
  expect(utils.sheet_to_json(sheet ?? {}, { header: 1 })[0]).toEqual(['day', 'data.Name', 'data.Town']);
  expect([sheet?.['A2']?.t, sheet?.['B2']?.t]).toEqual([dates ? 'd' : 's', 's']);
});

it.each([
  ['json', true],
  ['json', false],
  ['jsonl', true],
  ['jsonl', false],
] as const)('writes %s, nested: %s', async (format, nested) => {
  const text = readFileSync(await saved({ ...DEFAULT_SAVE_FORMATS[format], nested }), 'utf8');
  const leads: unknown =
    format === 'json'
      ? JSON.parse(text)
      : text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown);
  const first = nested
    ? { day: '2026-11-02', data: { Name: 'Ann', Town: 'Aarhus' } }
    : { day: '2026-11-02', 'data.Name': 'Ann', 'data.Town': 'Aarhus' };
  expect(leads).toMatchObject([first, { day: '2026-11-03' }]);
});

it.each([
  [2, 2],
  [Int32Array.of(2), 1],
])('tells how many rows of the chosen ones are written: %j', async (rows, total) => {
  await saved(DEFAULT_SAVE_FORMATS.csv, { rows });
  expect(progress.at(-1)).toEqual([total, total]);
});

it.each([
  [null, true],
  [-1, false],
])('writes no file of rows that were changed meanwhile (%s)', async (edits, isWritten) => {
  const saving = saved(DEFAULT_SAVE_FORMATS.csv, { edits });
  if (isWritten) await saving;
  else await expect(saving).rejects.toThrow('was refreshed while it was saved');
  expect(existsSync(join(folder, 'saved'))).toBe(isWritten);
});
