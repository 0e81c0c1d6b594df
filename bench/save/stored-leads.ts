import { ResultStore } from '../../electron/core/exports/result/result-store.ts';
import { columns, leadRow } from './leads.ts';

/** Writes a result with this number of leads. Answers how many of them fill each column. */
export function storeLeads(path: string, leads: number): number[] {
  const store = new ResultStore(path);
  const filled = new Array<number>(columns.length).fill(0);
  for (let done = 0; done < leads; done += 1000) {
    const rows = Array.from({ length: Math.min(1000, leads - done) }, (_, index) => leadRow(done + index));
    for (const row of rows)
      for (const [column, cell] of row.entries()) if ((cell ?? '') !== '') filled[column] = (filled[column] ?? 0) + 1;
    store.append(rows, columns.length);
  }
  store.close();
  return filled;
}
