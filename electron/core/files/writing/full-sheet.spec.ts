import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { ROW_END } from './packed-rows.ts';
import { writeTarget } from './target-file.ts';
import { XlsxWriter } from './xlsx-writer.ts';

it('a workbook holds as many rows a sheet as spreadsheet programs do', async () => {
  const rows = 1_048_576;
  const packed = { bytes: Buffer.alloc(2 * rows, Buffer.from([0x37, ROW_END])), rows };
  const notes = await writeTarget(
    { path: join(specFolder('full-sheet'), 'leads.xlsx'), overwrite: true },
    async (file) => {
      const writer = new XlsxWriter(file, ['id'], { dates: new Map() });
      await writer.write(packed);
      await writer.end();
      return writer.notes();
    },
  );
  expect(notes).toEqual(['A sheet holds 1,048,575 leads, so the workbook has 2 sheets.']);
});
