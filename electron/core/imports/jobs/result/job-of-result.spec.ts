import { expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { createJournal, type JournalUnderTest } from '../journal/job-fixture.ts';
import { jobOfResult, type ResultSample } from './job-of-result.ts';

let at: JournalUnderTest;
eachTime(() => (at = createJournal()));

const COLUMNS = ['Name', 'Phone'];

/** Adds an import of these rows. Each lead has an id of the import's and its number, but those in `notCreated`. */
function add(id: string, rows: readonly (readonly string[])[], notCreated: readonly number[] = []): void {
  at.add(rows, { id, columns: COLUMNS, createdAt: id.length });
  const created = at.journal.prepare(`UPDATE import_row SET state = 'created', lead_id = ? WHERE job = ? AND n = ?`);
  for (const n of rows.keys()) if (!notCreated.includes(n + 1)) created.run(`${id}${n + 1}`, id, n + 1);
}

const found = (rows: ResultSample['rows'], columns = COLUMNS) => jobOfResult(at.store, { columns, rows })?.id ?? null;
const row = (n: number, leadId: string, ...cells: readonly string[]) => ({ row: n, leadId, cells });

it('is the import with the same columns and the same lead ids, whatever was corrected in the file', () => {
  add('a', [['Anna', '1']]);
  add('bb', [['Bo', '2']]);
  expect(found([row(1, 'a1', 'Hanna', '9')])).toBe('a');
  expect(found([row(1, 'bb1', 'Bo', '2')])).toBe('bb');
  expect(found([row(1, 'a1', 'Anna', '1')], [' Name', 'Phone ', ''])).toBe('a');
  expect(found([row(1, 'a1', 'Anna', '1')], ['Name', 'Mobile'])).toBeNull();
  expect(found([row(1, 'a1', 'Anna', '1')], ['Name', 'Phone', 'Town'])).toBeNull();
});

it('is known by lead ids that the file has with an apostrophe, as no spreadsheet runs them', () => {
  add('a', [['Anna', '1']]);
  at.journal.exec(`UPDATE import_row SET lead_id = '=a1'`);
  expect(found([row(1, "'=a1", 'Hanna', '9')])).toBe('a');
});

it('is none that has a row of the file under another lead id, or has no such row', () => {
  add(
    'a',
    [
      ['Anna', '1'],
      ['Bo', '2'],
    ],
    [2],
  );
  expect(found([row(1, 'a1', 'Anna', '1'), row(2, 'x2', 'Bo', '2')])).toBeNull();
  expect(found([row(1, 'a1', 'Anna', '1'), row(3, '', 'Carl', '3')])).toBeNull();
  expect(found([row(1, 'a1', 'Anna', '1'), row(2, '', 'Bo', '9')])).toBe('a');
});

it('is, without lead ids, the latest import with a row as it is in the file', () => {
  add(
    'a',
    [
      ['Anna', ''],
      ['Bo', '2'],
    ],
    [1, 2],
  );
  add(
    'bb',
    [
      ['Anna', ''],
      ['Bo', '3'],
    ],
    [1, 2],
  );
  expect(found([row(1, '', ' Anna '), row(2, '', 'Bo', '2')])).toBe('bb');
  expect(found([row(1, '', 'Hanna'), row(2, '', 'Bo', '2')])).toBe('a');
  expect(found([row(1, '', 'Hanna'), row(2, '', 'Bo', '4')])).toBeNull();
  expect(found([])).toBeNull();
  // The import knows ids that the file does not name.
  add('ccc', [['Carl', '3']]);
  expect(found([row(1, '', 'Carl', '3')])).toBe('ccc');
});

it('is never one whose columns cannot be read any more', () => {
  add('a', [['Anna', '1']]);
  at.journal.exec(`UPDATE import_job SET columns = 'no list'`);
  expect(at.job('a').isDamaged).toBe(true);
  expect(found([row(1, 'a1', 'Anna', '1')], [...at.job('a').columns])).toBeNull();
});
