import type { SavedFile } from '../../../shared/contract/host/files.ts';
import type { SegmentLeadState } from '../../../shared/contract/segments/segment-changes.ts';
import { fileFailure, FileTrouble } from '../files/foundation/file-trouble.ts';
import { countCsvRows, writeCsv } from '../files/writing/csv-writer.ts';
import type { GrantedFile } from '../foundation/ports.ts';
import type { ChangeLeads } from './change-leads.ts';
import type { StoredChange } from './stored-change.ts';

/** Writes every lead of a change with what became of it. @param isThere false when it was removed meanwhile @throws Failure `file` */
export async function saveChange(
  leads: ChangeLeads,
  change: StoredChange,
  isThere: () => boolean,
  target: GrantedFile,
  signal: AbortSignal,
): Promise<SavedFile> {
  try {
    const written = await writeCsv(
      {
        target: target.path,
        columns: ['uniqueId', 'State', 'Batch', 'Reason'],
        rows: rowsOf(leads, change, isThere),
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

async function* rowsOf(leads: ChangeLeads, change: StoredChange, isThere: () => boolean): AsyncGenerator<string[]> {
  const words: Readonly<Record<SegmentLeadState, string>> = {
    waiting: 'waiting',
    moved: change.kind === 'add' ? 'added' : 'removed',
    missing: 'missing',
    refused: 'refused',
    unknown: 'unknown',
  };
  for (const batch of leads.all(change.id)) {
    for (const lead of batch) yield [lead.leadId, words[lead.state], String(lead.batch), lead.reason];
    // Other work has a turn between two batches.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  if (!isThere())
    throw new FileTrouble('changed', 'The change was removed while its leads were saved. No file was written.');
}
