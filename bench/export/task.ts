import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { dialectSchema } from '../../shared/contract/account/account.ts';
import { createApiClient } from '../../electron/core/api/client.ts';
import { createMemoryLedger } from '../../electron/core/api/broker/ledger/ledger-store.ts';
import type { LeadBody } from '../../electron/core/api/reads/streams.ts';
import { EMPTY_ANSWER, type ExportRecord } from '../../electron/core/exports/records/export-records.ts';
import { LeadFlattener } from '../../electron/core/exports/result/flatten.ts';
import { receiveLeads } from '../../electron/core/exports/receive/receive-leads.ts';
import { openResult } from '../../electron/core/exports/result/open-result.ts';
import { createResults } from '../../electron/core/exports/threads/results.ts';
import { keepHeapSmall } from '../../electron/core/system/small-heap.ts';
import { systemClock, systemRandom } from '../../electron/core/system/system-clock.ts';
import { benchLog, peakBytes } from '../measuring.ts';
import { peer } from '../save/peers.ts';
import { exportBesideImport } from './beside.ts';

/**
 * One measurement in a process of its own, so that its peak memory is its own: `task.ts KIND ADDRESS FOLDER`.
 * Prints one JSON object: milliseconds from the answer of the service to the end and those in all, milliseconds of processor
 * time, peak resident bytes, rows and what the kind adds.
 */
const [, , kind = '', address = '', folder = ''] = process.argv;

const EVERYTHING = { projects: [], modifiedFrom: null, statuses: [], closures: [] };
/** Rows the peers store in one transaction, about as many as ours. */
const BATCH = 500;

/** A table with a column for each path, written the usual way: one prepared statement, run for each row. */
class PlainStore {
  readonly #database: DatabaseSync;
  #insert: StatementSync | null = null;
  #columns = 0;
  rows = 0;

  constructor(path: string) {
    // The same file as ours: its page size, its journal, its care.
    this.#database = openResult(path);
  }

  append(rows: readonly (readonly (string | null)[])[], columns: number): void {
    this.#database.exec('BEGIN');
    for (; this.#columns < columns; this.#columns += 1) {
      this.#database.exec(`ALTER TABLE leads ADD COLUMN c${this.#columns} TEXT`);
      this.#insert = null;
    }
    const names = Array.from({ length: columns }, (_, index) => `c${index}`);
    const values = names.map(() => '?').join(', ');
    this.#insert ??= this.#database.prepare(`INSERT INTO leads (${names.join(', ')}) VALUES (${values})`);
    for (const row of rows) this.#insert.run(...names.map((_, index) => row[index] ?? null));
    this.#database.exec('COMMIT');
    this.rows += rows.length;
  }

  close(): void {
    this.#database.close();
  }
}

type Figures = Record<string, number>;

/** When the service began to answer. Before that every side loads its programs, and ours starts its thread. */
let answered = 0;

function noteAnswer(): void {
  answered ||= performance.now();
}

/** The whole body as a fetch gives it, and JSON.parse. */
async function parse(): Promise<Figures> {
  const response = await fetch(address);
  noteAnswer();
  const text = await response.text();
  const started = performance.now();
  const rows = (JSON.parse(text) as unknown[]).length;
  return { rows, parseAlone: performance.now() - started };
}

/** Our export: the client, the thread and the file of the result. */
async function own(cancelAt: number): Promise<Figures> {
  const client = createApiClient({
    baseAddress: address,
    credentials: () => Promise.resolve({ username: 'bench', password: 'bench' }),
    clock: systemClock,
    random: systemRandom,
    ledger: createMemoryLedger(),
    log: benchLog,
    dialect: dialectSchema.parse({}),
    reconcile: false,
  });
  const results = createResults(benchLog, systemClock);
  results.prepare();
  const query = { source: 'simple', ...EVERYTHING, extra: [] };
  const record = {
    query,
    rows: 0,
    bytes: 0,
    columns: [],
    answer: { ...EMPTY_ANSWER },
    state: 'running',
    reason: '',
  } as unknown as ExportRecord;
  const cancel = new AbortController();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let firstRows = 0;
  let cancelled = 0;
  await receiveLeads(record, {
    ask() {
      const body = client.exportSimpleLeads(EVERYTHING, { lane: 'person', signal: cancel.signal });
      return watched(body, noteAnswer);
    },
    windows: null,
    zone: 'Europe/Copenhagen',
    now: () => '2026-11-17T12:00:00',
    spellings: [],
    merges: false,
    explain: (_record, what) => what,
    results,
    path: join(folder, `${kind}.sqlite`),
    onNewColumns: () => undefined,
    onLeads() {
      if (firstRows === 0 && record.rows >= 200) firstRows = performance.now();
      if (cancelAt > 0 && cancelled === 0 && record.rows >= cancelAt) {
        cancelled = performance.now();
        cancel.abort();
      }
    },
    onBug(error) {
      throw error;
    },
  });
  const ended = performance.now();
  delay.disable();
  if (cancelAt === 0 && record.state !== 'complete') throw new Error(record.reason);
  await results.close();
  await client.close();
  return {
    rows: record.rows,
    firstRows: firstRows - answered,
    // The histogram counts the 5 ms that it sleeps.
    delayP99: Math.max(0, delay.percentile(99) / 1e6 - 5),
    cancel: cancelAt > 0 ? ended - cancelled : 0,
  };
}

function watched(body: LeadBody, onPart: () => void): LeadBody {
  return {
    head: () => body.head(),
    explain: (trouble) => body.explain(trouble),
    async *[Symbol.asyncIterator]() {
      for await (const part of body) {
        onPart();
        yield part;
      }
    },
  };
}

/** What a peer finds, flattened by our own flattener and stored in the same table, in the thread that parses. */
function keeper() {
  const store = new PlainStore(join(folder, `${kind}.sqlite`));
  const flattener = new LeadFlattener();
  let rows: (string | null)[][] = [];
  const flush = (): void => {
    if (rows.length > 0) store.append(rows, flattener.paths.length);
    rows = [];
  };
  return {
    keep(lead: unknown): void {
      rows.push(flattener.flatten(lead));
      if (rows.length >= BATCH) flush();
    },
    finish(): Figures {
      flush();
      const figures = { rows: store.rows };
      store.close();
      return figures;
    },
  };
}

async function pieces(): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(address);
  noteAnswer();
  if (response.body === null) throw new Error('The service sent no body.');
  return response.body;
}

async function streamparser(): Promise<Figures> {
  const { JSONParser } = await peer<{
    JSONParser: new (options: object) => {
      onValue: (found: { value: unknown }) => void;
      write(bytes: Uint8Array): void;
    };
  }>('@streamparser/json');
  const kept = keeper();
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false, stringBufferSize: 65_536 });
  parser.onValue = ({ value }) => kept.keep(value);
  for await (const piece of await pieces()) parser.write(piece);
  return kept.finish();
}

async function streamJson(): Promise<Figures> {
  const { default: streamArray } = await peer<{
    default: { withParserAsStream(options: object): NodeJS.ReadWriteStream & AsyncIterable<{ value: unknown }> };
  }>('stream-json/streamers/stream-array.js');
  const kept = keeper();
  const { pipeline, Readable } = await import('node:stream');
  const leads = streamArray.withParserAsStream({
    streamValues: false,
    packKeys: true,
    packStrings: true,
    packNumbers: true,
  });
  pipeline(Readable.from(await pieces()), leads, (error) => {
    if (error) throw error;
  });
  for await (const { value } of leads) kept.keep(value);
  return kept.finish();
}

async function measured(): Promise<Figures> {
  switch (kind) {
    case 'parse':
      return parse();
    case 'own':
      return own(0);
    case 'cancel':
      return own(20_000);
    case 'beside':
      return exportBesideImport(address, folder);
    case 'streamparser':
      return streamparser();
    case 'stream-json':
      return streamJson();
    default:
      throw new Error(`there is no measurement called ${kind}`);
  }
}

// As the hosts do; the peers run as Node starts them.
if (['own', 'cancel', 'beside'].includes(kind)) keepHeapSmall();

const started = performance.now();
const figures = await measured();
const ended = performance.now();
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    ...figures,
    milliseconds: ended - (answered || started),
    millisecondsInAll: ended - started,
    cpuMilliseconds: (user + system) / 1000,
    peakBytes: peakBytes(),
  }),
);
