import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import Papa from 'papaparse';
import { read as readBook } from '@e965/xlsx';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { stageNow } from './reading-job.ts';
import { openStaged } from './staging-file.ts';

// Files are read and written for real; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

/** Real files from public registers, dialers and templates; kept beside the project, not in it. */
const shelf = join(import.meta.dirname, '../../../../../shared/spreadsheets');
const manifest = join(shelf, 'manifest.json');

interface ShelfFile {
  name: string;
  encoding: string;
  delimiter: string | null;
  newline: string | null;
  header_row: number | null;
  data_rows: number;
  columns: string[];
  column_kinds: Partial<Record<'phone' | 'email' | 'date' | 'postcode', string[]>>;
  sheets?: Record<string, { nonempty_rows: number; sheet_hidden: boolean }>;
}

const isThere = existsSync(manifest);
const files = isThere ? (JSON.parse(readFileSync(manifest, 'utf8')) as ShelfFile[]) : [];

describe.skipIf(!isThere)('real spreadsheets (skipped where the folder with them is missing)', () => {
  let folder = '';
  beforeAll(() => void (folder = specFolder('shelf')));

  async function stage(file: ShelfFile) {
    const target = join(folder, `${file.name}.sqlite`);
    const reading = await stageNow({ path: join(shelf, file.name), choices: {}, target }, () => undefined);
    using staged = openStaged(target);
    const rows = [...staged.iterate(500)].flat();
    return { reading, rows };
  }

  it.each(files)('$name is read as described', async (file) => {
    const { reading, rows } = await stage(file);
    expect(reading.headerLine.value).toBe(file.header_row);
    expect(reading.rows).toBe(file.data_rows);
    expect(rows).toHaveLength(file.data_rows);
    if (file.header_row !== null) expect(reading.columns.map((column) => column.header)).toEqual(file.columns);
    if (file.delimiter !== null) {
      expect(reading.delimiter.value).toBe(file.delimiter);
      expect(
        [
          file.encoding,
          file.encoding.replace('iso-8859-1', 'windows-1252'),
          file.encoding.replace('ascii', 'utf-8'),
        ].some((name) => name.startsWith(reading.encoding.value)),
      ).toBe(true);
      if (!(file.newline ?? '').startsWith('mixed')) expect(reading.newline).toBe(file.newline);
    }
    for (const [name, sheet] of Object.entries(file.sheets ?? {}))
      expect(reading.sheets.find((entry) => entry.name === name)).toMatchObject({
        rows: sheet.nonempty_rows,
        hidden: sheet.sheet_hidden,
      });
    for (const label of file.column_kinds.email ?? []) {
      const column = reading.columns.find((entry) => entry.header === label);
      if (column !== undefined && column.filled > 5) expect(column.kinds.email / column.sampled).toBeGreaterThan(0.5);
    }
  });

  it('the schools of Berlin: cells with only spaces by column, and the one quotation mark', async () => {
    const schools = files.find((file) => file.name.startsWith('berlin-schools')) as ShelfFile;
    const { reading } = await stage(schools);
    const found = (kind: string) => reading.problems.find((problem) => problem.kind === kind);
    expect(found('onlySpaces')).toMatchObject({ count: 136 });
    expect(found('onlySpaces')?.message).toContain('Internet 74, Fax 45, eMail 15, Telefon 2');
    expect(found('innerQuote')?.examples).toMatchObject([{ line: 142, column: 'Name' }]);
  });

  it.each(files.filter((file) => file.delimiter !== null))(
    '$name: every cell as an independent parser reads it',
    async (file) => {
      const { reading, rows } = await stage(file);
      const text = iconv.decode(readFileSync(join(shelf, file.name)), reading.encoding.value);
      const records = Papa.parse<string[]>(text.replaceAll('\r\n', '\n'), {
        delimiter: reading.delimiter.value,
        newline: '\n',
      }).data;
      for (const row of rows) {
        const expected = records[row.line - 1] ?? [];
        const width = Math.max(row.cells.length, expected.length);
        const filled = (cells: readonly string[]) =>
          Array.from({ length: width }, (_, index) => (cells[index] ?? '').replaceAll('\r\n', '\n'));
        expect(filled(row.cells)).toEqual(filled(expected));
      }
    },
  );

  it.each(files.filter((file) => file.delimiter === null && !file.name.endsWith('.ods')))(
    '$name: every cell as an independent library reads it',
    async (file) => {
      const { reading, rows } = await stage(file);
      const book = readBook(readFileSync(join(shelf, file.name)), {
        type: 'buffer',
        dense: true,
        cellDates: false,
        cellNF: true,
      });
      const data = book.Sheets[reading.sheet.value ?? '']?.['!data'] ?? [];
      let compared = 0;
      for (const row of rows)
        row.cells.forEach((cell, column) => {
          const other = data[row.line - 1]?.[column];
          if (other === undefined || other.v === undefined || other.v === '') expect(cell).toBe('');
          else if (other.t === 's') expect(cell).toBe(String(other.v));
          else if (other.t === 'n' && !/[dmyh]/i.test(String(other.z ?? '')))
            expect(Number(cell)).toBeCloseTo(Number(other.v), 6);
          else if (other.t === 'b') expect(cell).toBe(other.v === true ? 'TRUE' : 'FALSE');
          compared += 1;
        });
      expect(compared).toBeGreaterThan(0);
    },
  );
});
