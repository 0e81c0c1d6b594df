import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { ResultStore } from '../result/result-store.ts';
import { refuseChanged } from './dataset-files.ts';
import { holdDataset } from './dataset-folder.ts';
import type { LeadSource } from './incoming-leads.ts';
import { readManifest } from './manifest.ts';
import { type DatasetRequest, writeDataset } from './write-dataset.ts';

export const PATHS = [
  ...['uniqueId', 'status', 'closure', 'uploadTime', 'lastModifiedTime', 'campaign.code', 'data.Name'],
] as const;
export const ZONE = 'Europe/Copenhagen';
type Cells = (string | null)[];

export interface Lead {
  readonly id: string;
  readonly status?: string;
  readonly uploaded?: string | null;
  readonly modified?: string;
  readonly campaign?: string | null;
  readonly name?: string | null;
}

function cellsOf({ id, status = 'New', uploaded, modified, campaign, name = `Name ${id}` }: Lead): Cells {
  return [
    id,
    status,
    'NotSet',
    uploaded === undefined ? '2026-11-01T08:00:00.0000000' : uploaded,
    modified ?? '2026-11-02T09:00:00.0000000',
    campaign === undefined ? 'DK-1' : campaign,
    name,
  ];
}

export interface Given extends Partial<DatasetRequest> {
  readonly signal?: AbortSignal;
  readonly onProgress?: (rows: number, rowsTotal: number) => void;
  /** Cells of further columns, for every lead. */
  readonly more?: Cells;
}

/** For specs: a run as the program makes one: the folder is held, and the leads come from a result on the disk. */
export async function runInto(
  { root, folder }: { readonly root: string; readonly folder: string },
  leads: readonly Lead[],
  given: Given,
): ReturnType<typeof writeDataset> {
  const { signal = new AbortController().signal, onProgress = () => undefined, more = [], ...request } = given;
  const path = join(root, `result-${readdirSync(root).length}.sqlite`);
  const store = new ResultStore(path);
  try {
    using held = holdDataset(folder);
    store.append(
      leads.map((lead) => [...cellsOf(lead), ...more]),
      PATHS.length + more.length,
    );
    const source: LeadSource = {
      rows: store.rows,
      inOrder: (columns) => store.rowsAt(columns, store.rows),
      at: (columns, numbers) => store.rowsAt(columns, numbers),
    };
    return await writeDataset(
      source,
      {
        folder: held.folder,
        paths: PATHS,
        keepsLeads: held.manifest !== null,
        isWhole: false,
        statuses: [],
        closures: [],
        facts: { service: 'https://leads.example/api', account: 'anna', query: { source: 'simple' } },
        zone: ZONE,
        shownBefore: null,
        askedAt: '2026-11-20T12:00:00',
        writtenAt: '2026-11-20T11:00:00.000Z',
        ...request,
      },
      { signal, onProgress },
    );
  } finally {
    store.close();
    rmSync(path);
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** For specs: the rows of every Parquet file below a folder, as any reader of `**` finds them, by path. */
export async function globbed(folder: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (const path of globSync('**/*.parquet', { cwd: folder }).sort()) {
    const file = bufferOf(join(folder, path));
    const parsers = { stringFromBytes: (value: Uint8Array) => decoder.decode(value) };
    rows.push(...(await parquetReadObjects({ file, parsers })));
  }
  return rows;
}

/** For specs: names and types of the columns of a Parquet file, as one text. */
export function schemaOf(path: string): string {
  const { schema } = parquetMetadata(bufferOf(path));
  return JSON.stringify(schema);
}

function bufferOf(path: string): ArrayBuffer {
  const bytes = readFileSync(path);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
}

/** Whether the files on the disk are those of the manifest, byte by byte, and nothing is left of a run. */
export async function isWhole(folder: string): Promise<boolean> {
  const manifest = readManifest(folder);
  const files = manifest?.files ?? [];
  const found = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const workshop = readdirSync(join(folder, '.lead-console'));
  for (const file of files) await refuseChanged(folder, file);
  // The manifest itself.
  return found.length === files.length + 1 && workshop.join() === 'lock.sqlite';
}
