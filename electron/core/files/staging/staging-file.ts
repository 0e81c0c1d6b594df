import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { readingSchema, type PreviewRow, type Reading } from '../../../../shared/contract/imports/reading.ts';
import { PAGE_LIMIT } from '../../../../shared/contract/primitives.ts';
import { isDamaged } from '../../foundation/failure.ts';
import { neededJson, storedCells } from '../../storage/stored-json.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { padded } from './padded.ts';
import { storedColumns } from './stored-columns.ts';

export interface StagedRows extends Disposable {
  readonly reading: Reading;
  /** Data rows from `offset` (0 for the first), at most `PAGE_LIMIT`; every row has as many cells as there are columns. */
  rows(offset: number, limit: number): PreviewRow[];
  /** The values of these columns in the rows after this one, at most `limit`: a list a column, in a fraction of the time of whole rows. */
  columns(columns: readonly number[], after: number, limit: number): string[][];
  /** The rows after this one as they are stored, at most `limit`: a line each, the JSON of a list of strings. */
  stored(after: number, limit: number): string;
  /** All data rows in order, in batches. */
  iterate(batchSize: number): Generator<PreviewRow[], void, void>;
  close(): void;
}

/** Opens a finished staging file. Throws FileTrouble `missing` when there is none or when it is damaged. */
export function openStaged(target: string): StagedRows {
  if (!existsSync(target))
    throw new FileTrouble('missing', 'The prepared copy of the file is missing. Choose the file again.');
  const database = new DatabaseSync(target, { readOnly: true });
  let reading: Reading;
  try {
    reading = readingOf(database);
  } catch {
    database.close();
    throw damaged();
  }
  const width = reading.columns.length;
  const page = database.prepare('SELECT n, line, cells FROM rows WHERE n > ? ORDER BY n LIMIT ?');
  page.setReturnArrays(true);
  const stored = database.prepare(READ_STORED);
  const found = (offset: number, limit: number) => {
    try {
      return page.all(offset, limit) as unknown as [n: number, line: number, cells: string][];
    } catch (error) {
      throw isDamaged(error) ? damaged() : error;
    }
  };
  const take = (offset: number, limit: number): PreviewRow[] =>
    found(offset, limit).map(([row, line, cells]) => ({
      row: Number(row),
      line: Number(line),
      cells: padded(storedCells(cells) ?? throwDamaged(), width),
    }));
  const lines = (after: number, limit: number): string => {
    const wanted = Math.min(limit, reading.rows - after);
    if (wanted <= 0) return '';
    try {
      const found = stored.get(after, after + limit);
      return found?.['total'] === wanted ? String(found['lines']) : throwDamaged();
    } catch (error) {
      throw isDamaged(error) ? damaged() : error;
    }
  };
  return {
    reading,
    rows: (offset, limit) => take(Math.max(0, offset), Math.min(PAGE_LIMIT, Math.max(0, limit))),
    *iterate(batchSize) {
      for (let offset = 0; ; offset += batchSize) {
        const batch = take(offset, batchSize);
        if (batch.length === 0) return;
        yield batch;
      }
    },
    columns: (columns, after, limit) => storedColumns(lines(after, limit), columns) ?? throwDamaged(),
    stored: lines,
    close: () => database.close(),
    [Symbol.dispose]: () => database.close(),
  };
}

const READ_STORED = `SELECT group_concat(cells, char(10)) AS lines, count(*) AS total FROM
  (SELECT cells FROM rows WHERE n > ? AND n <= ? ORDER BY n)`;

function throwDamaged(): never {
  throw damaged();
}

function damaged(): FileTrouble {
  return new FileTrouble(
    'missing',
    'The prepared copy of the file is damaged, as after a power cut. Choose the file again.',
  );
}

/** The reading is written last: when it and the last row are there, the file is whole. */
function readingOf(database: DatabaseSync): Reading {
  const reading = neededJson(readingSchema, database.prepare('SELECT json FROM reading').get()?.['json']);
  const last = database.prepare('SELECT max(n) AS n FROM rows').get();
  if (Number(last?.['n']) !== reading.rows) throw new Error('rows are missing');
  return reading;
}
