import type { SavedFile } from '../../../shared/contract/host/files.ts';
import type { SegmentLeadState } from '../../../shared/contract/segments/segment-changes.ts';
import { countCsvRows, writeCsv } from '../files/writing/csv-writer.ts';
import { fileFailure } from '../files/foundation/file-trouble.ts';
import type { GrantedFile } from '../foundation/ports.ts';
import type { SegmentChangeStore, StoredChange } from './change-store.ts';

/** Leads read from the journal at once. */
const BATCH = 500;

/** Writes every lead of a change with what became of it. @throws Failure `file` */
export async function saveChange(
  store: SegmentChangeStore,
  change: StoredChange,
  target: GrantedFile,
  signal: AbortSignal,
): Promise<SavedFile> {
  try {
    const written = await writeCsv(
      {
        target: target.path,
        columns: ['uniqueId', 'State', 'Batch', 'Reason'],
        rows: rowsOf(store, change),
        excelSafe: true,
        overwrite: true,
      },
      { signal },
    );
    return {
      name: target.name,
      rows: written.rows,
      countedRows: await countCsvRows(target.path),
      bytes: written.bytes,
    };
  } catch (error) {
    throw fileFailure(error);
  }
}

async function* rowsOf(store: SegmentChangeStore, change: StoredChange): AsyncGenerator<string[]> {
  const words: Readonly<Record<SegmentLeadState, string>> = {
    waiting: 'waiting',
    moved: change.kind === 'add' ? 'added' : 'removed',
    missing: 'missing',
    refused: 'refused',
    unknown: 'unknown',
  };
  for (let offset = 0; ; offset += BATCH) {
    const { leads } = store.leads(change.id, { state: null, search: '', offset, limit: BATCH });
    if (leads.length === 0) return;
    for (const lead of leads) yield [lead.leadId, words[lead.state], String(lead.batch), lead.reason];
    // Other work has a turn between two pages.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
