import { ResultStore } from '../../electron/core/exports/result/result-store.ts';
import { columns, leadRow } from './leads.ts';

/** Writes a result with this number of leads. */
export function storeLeads(path: string, leads: number): void {
  const store = new ResultStore(path);
  for (let done = 0; done < leads; done += 1000)
    store.append(
      Array.from({ length: Math.min(1000, leads - done) }, (_, index) => leadRow(done + index)),
      columns.length,
    );
  store.close();
}
