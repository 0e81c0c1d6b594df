import { randomUUID } from 'node:crypto';
import { globSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createExportRecords, EMPTY_ANSWER } from '../../electron/core/exports/records/export-records.ts';
import { ResultStore } from '../../electron/core/exports/result/result-store.ts';
import { openDurable } from '../../electron/core/storage/database.ts';
import { columns, leadRow } from '../save/leads.ts';

/** Writes results into a client's only account, as exports that are complete; no program may have the account open. */
export function storeResults(dataFolder: string, results: readonly { name: string; leads: number }[]): string[] {
  const [journalPath] = globSync('**/journal.sqlite', { cwd: dataFolder });
  if (journalPath === undefined) throw new Error('The client has no account.');
  const account = dirname(join(dataFolder, journalPath));
  mkdirSync(join(account, 'results'), { recursive: true });
  const journal = openDurable(join(account, 'journal.sqlite'));
  try {
    const records = createExportRecords(journal);
    return results.map(({ name, leads }, index) => {
      const id = randomUUID();
      const filled = fill(join(account, 'results', `${id}.sqlite`), leads);
      records.insert({
        id,
        name,
        query: { source: 'simple', projects: [], modifiedFrom: null, statuses: [], closures: [], extra: [] },
        request: 'GET /simpleleads',
        state: 'complete',
        reason: '',
        rows: leads,
        bytes: 0,
        columns: columns.map((path, column) => ({ path, filled: filled[column] ?? 0 })),
        answer: { ...EMPTY_ANSWER, requests: 1, answered: { filters: [], asked: leads, keeps: null } },
        startedAt: Date.now() - 60_000 * (index + 1),
        endedAt: Date.now() - 30_000 * (index + 1),
      });
      return id;
    });
  } finally {
    journal.close();
  }
}

function fill(path: string, leads: number): number[] {
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
