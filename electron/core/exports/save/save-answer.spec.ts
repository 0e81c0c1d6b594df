import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { expect, it, vi } from 'vitest';
import { DEFAULT_SAVE_FORMATS } from '../../../../shared/contract/exports/save-formats.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { saveAnswer } from './save-answer.ts';

it('writes every row of a table of more than one stretch, guarded against formulas', async () => {
  const path = join(specFolder('save-answer'), 'answer.csv');
  const rows = Array.from({ length: 1203 }, (_, index) => [index === 3 ? '=cmd' : `Group ${index}`, String(index)]);
  const saved = await saveAnswer(
    { columns: ['Campaign', 'Leads'], rows, figures: [1] },
    path,
    DEFAULT_SAVE_FORMATS.csv,
    new AbortController().signal,
  );
  expect(saved.rows).toBe(1203);
  const lines = readFileSync(path, 'utf8').replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines).toHaveLength(1204);
  expect([lines[0], lines[1], lines[4], lines.at(-1)]).toEqual([
    'Campaign,Leads',
    'Group 0,0',
    "'=cmd,3",
    'Group 1202,1202',
  ]);
});

it('has counts that a spreadsheet program adds up, beside names that stay text', async () => {
  const path = join(specFolder('save-answer'), 'answer.xlsx');
  const table = { columns: ['Post code', 'Leads', 'Share'], rows: [['0800', '12', '0.6000']], figures: [1, 2] };
  await saveAnswer(table, path, DEFAULT_SAVE_FORMATS.xlsx, new AbortController().signal);
  const { Leads: sheet = {} } = read(readFileSync(path)).Sheets;
  expect(utils.sheet_to_json(sheet)).toEqual([{ 'Post code': '0800', Leads: 12, Share: 0.6 }]);
});

it('hears a cancel between two stretches, and writes nothing', async () => {
  const path = join(specFolder('save-answer'), 'answer.parquet');
  const cancel = new AbortController();
  const rows = Array.from({ length: 1001 }, () => ['Group']);
  // Parquet gathers rows, so that no file is waited for between two.
  Object.defineProperty(rows[0], 0, { get: () => (setImmediate(() => cancel.abort()), 'Group') });
  const third = vi.fn<() => string>(() => 'Group');
  Object.defineProperty(rows[1000], 0, { get: third });
  const saving = saveAnswer(
    { columns: ['Campaign'], rows, figures: [] },
    path,
    DEFAULT_SAVE_FORMATS.parquet,
    cancel.signal,
  );
  await expect(saving).rejects.toMatchObject({ error: { code: 'cancelled' } });
  expect([existsSync(path), third.mock.calls]).toEqual([false, []]);
});

it('says in words that a name has a character the encoding lacks, and writes nothing', async () => {
  const path = join(specFolder('save-answer'), 'answer.csv');
  const western = { ...DEFAULT_SAVE_FORMATS.csv, encoding: 'windows-1252' as const };
  const saving = saveAnswer(
    { columns: ['Łódź'], rows: [['1']], figures: [] },
    path,
    western,
    new AbortController().signal,
  );
  await expect(saving).rejects.toMatchObject({
    error: {
      code: 'file',
      message: expect.stringMatching(/windows-1252 has no "Ł", which is in the name of a column/) as string,
    },
  });
  expect(existsSync(path)).toBe(false);
});
