import { randomUUID } from 'node:crypto';
import { globSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createExportRecords, EMPTY_ANSWER } from '../../electron/core/exports/records/export-records.ts';
import { openDurable } from '../../electron/core/storage/database.ts';
import { columns } from '../save/leads.ts';
import { storeLeads } from '../save/stored-leads.ts';

/** Writes results into a client's only account, as exports that are complete; no program may have the account open. */
export function storeResults(dataFolder: string, results: readonly { name: string; leads: number }[]): string[] {
  const [journalPath] = globSync('**/journal.sqlite', { cwd: dataFolder });
  if (journalPath === undefined) throw new Error('The client has no account.');
  const account = dirname(join(dataFolder, journalPath));
  mkdirSync(join(account, 'results'), { recursive: true });
  using journal = openDurable(join(account, 'journal.sqlite'));
  const records = createExportRecords(journal);
  return results.map(({ name, leads }, index) => {
    const id = randomUUID();
    const filled = storeLeads(join(account, 'results', `${id}.sqlite`), leads);
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
}
