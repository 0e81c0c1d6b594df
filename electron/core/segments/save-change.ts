import { DEFAULT_SAVE_FORMATS } from '../../../shared/contract/exports/save-formats.ts';
import type { SavedFile } from '../../../shared/contract/host/files.ts';
import type { SegmentLeadState } from '../../../shared/contract/segments/segment-changes.ts';
import { FileTrouble } from '../files/foundation/file-trouble.ts';
import { type PackedRows, packRows } from '../files/writing/packed-rows.ts';
import { saveRows } from '../files/writing/save-table.ts';
import type { GrantedFile } from '../foundation/ports.ts';
import type { ChangeLeads } from './change-leads.ts';
import type { StoredChange } from './stored-change.ts';

const COLUMNS = ['uniqueId', 'State', 'Batch', 'Reason'];

/** Writes every lead of a change with what became of it. @param isThere false when it was removed meanwhile @throws Failure `file` */
export function saveChange(
  leads: ChangeLeads,
  change: StoredChange,
  isThere: () => boolean,
  target: GrantedFile,
  signal: AbortSignal,
): Promise<SavedFile> {
  return saveRows(target, COLUMNS, rowsOf(leads, change, isThere), { format: DEFAULT_SAVE_FORMATS.csv, signal });
}

async function* rowsOf(leads: ChangeLeads, change: StoredChange, isThere: () => boolean): AsyncGenerator<PackedRows> {
  const words: Readonly<Record<SegmentLeadState, string>> = {
    waiting: 'waiting',
    moved: change.kind === 'add' ? 'added' : 'removed',
    missing: 'missing',
    refused: 'refused',
    unknown: 'unknown',
  };
  for (const batch of leads.all(change.id)) {
    const rows = batch.map((lead) => [lead.leadId, words[lead.state], String(lead.batch), lead.reason]);
    yield packRows(rows, COLUMNS.length);
    // Other work has a turn between two batches.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  if (!isThere())
    throw new FileTrouble('changed', 'The change was removed while its leads were saved. No file was written.');
}
