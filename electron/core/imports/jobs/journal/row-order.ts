import type { DatabaseSync } from 'node:sqlite';
import { placesInOrder } from '../../../../../shared/domain/jobs/row-order.ts';
import type { JobRecord } from './job-records.ts';

/**
 * `row_place(n)` in SQL: the place of a row in the order of the job's terms, from 1; 0 when the rows go out as in the file.
 * The cells of the job have to be in the journal.
 */
export function definePlaces(journal: DatabaseSync, { id, terms }: Pick<JobRecord, 'id' | 'terms'>): void {
  const places = terms.order === null ? null : placesInOrder(readCells(journal, id, terms.order.column), terms.order);
  journal.function('row_place', (n) => places?.get(Number(n)) ?? 0);
}

function readCells(journal: DatabaseSync, job: string, column: number): { n: number; cell: string }[] {
  return journal
    .prepare('SELECT n, json_extract(cells, ?) AS cell FROM import_cell WHERE job = ? ORDER BY n')
    .all(`$[${column}]`, job)
    .map(({ n, cell }) => ({ n: Number(n), cell: cell === null ? '' : String(cell) }));
}
