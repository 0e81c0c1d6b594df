import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { holdDataset } from '../../electron/core/exports/dataset/dataset-folder.ts';
import { writeDataset } from '../../electron/core/exports/dataset/write-dataset.ts';
import { ResultStore } from '../../electron/core/exports/result/result-store.ts';

const paths = ['uniqueId', 'status', 'priority', 'uploadTime', 'lastModifiedTime', 'campaign.code'];

/** Codes that a path, a case-blind file system, or a reader that guesses types could change. */
const codes = [
  ...['007', '12', 'true', '2026-11-01', 'CON', '..', '__HIVE_DEFAULT_PARTITION__'],
  ...['a/b', 'a\\b', 'a=b', 'a+b', 'a&b;c,d', '50%', 'a%41', 'x:y*?"<>|', '[b]{c}^', '#hash', "it's", 'new\nline'],
  ...['Fair', 'FAIR', 'fair', 'café', 'cafe\u0301', 'Ærø 🎉', '  lead', 'trail. '],
  null,
] as const;

/** Writes the dataset `leads` into a folder, a lead a campaign; some have no day. Answers the number of campaigns. */
export async function writeHardDataset(folder: string): Promise<number> {
  mkdirSync(folder);
  using store = new ResultStore(join(folder, 'result.sqlite'));
  const rows = codes.map((code, index) => {
    const uploaded = index % 5 === 0 ? 'never' : '2026-11-01T08:00:00';
    return [`lead-${index}`, 'New', '1', uploaded, '2026-11-01T08:00:00', code];
  });
  store.append(rows, paths.length);
  using held = holdDataset(join(folder, 'leads'));
  await writeDataset(
    {
      rows: store.rows,
      inOrder: (columns) => store.rowsAt(columns, store.rows),
      at: (columns, numbers) => store.rowsAt(columns, numbers),
    },
    {
      folder: held.folder,
      paths,
      keepsLeads: false,
      isWhole: false,
      statuses: [],
      closures: [],
      shownBefore: null,
      facts: { service: '', account: '', query: {} },
      zone: 'UTC',
      askedAt: '2026-11-02T00:00:00',
      writtenAt: '',
    },
    { signal: new AbortController().signal, onProgress: () => undefined },
  );
  return codes.length;
}
