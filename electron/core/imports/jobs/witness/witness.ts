// Why: decision 0160.
import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { rangesText, rowsIn, RowSet } from './row-set.ts';
import { lineText, readLine, type WitnessedJob, type WitnessLine } from './witness-lines.ts';

/** The name of the witness in the account's folder. */
export const WITNESS_FILE = 'sent.log';

export interface JobMemory {
  /** Null when its first line is lost. */
  job: WitnessedJob | null;
  /** Rows that left and were not freed. */
  readonly sent: RowSet;
  /** Unix milliseconds of the first and the last row that left; null when none did. */
  firstAt: number | null;
  lastAt: number | null;
}

export interface WitnessMemory {
  /** Null when the file has no first line: it is missing, empty or another file. */
  readonly id: string | null;
  readonly isMissing: boolean;
  /** The last sequence number; 0 when there is none. */
  readonly last: number;
  /** Lines that are not whole, and numbers that are missing between two lines. */
  readonly trouble: number;
  /** The last line is cut: the program ended while it was written, or the file lost its end. */
  readonly isCut: boolean;
  readonly jobs: ReadonlyMap<string, JobMemory>;
}

/**
 * What left this computer, row by row, in a file of its own: append-only, each line on the disk before the socket gets the
 * row. It knows what a journal that lost its end has forgotten. Every method is called while the journal is locked for
 * writing, so that two programs never write at once.
 */
export class Witness {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get exists(): boolean {
    return existsSync(this.path);
  }

  /** Bytes. */
  get size(): number {
    return this.exists ? statSync(this.path).size : 0;
  }

  /** Begins the file when there is none. The lines are on the disk when this answers; after an error none of them is. */
  append(...lines: readonly WitnessLine[]): void {
    const isNew = !this.exists;
    // Opened for each line, because another program may have put a compacted file in its place.
    const file = openSync(this.path, constants.O_CREAT | constants.O_APPEND | constants.O_RDWR, 0o600);
    try {
      const before = fstatSync(file).size;
      try {
        // A program that was killed here may have left half a line.
        const start = before > 0 && !endsWithLine(file, before) ? '\n' : '';
        writeWhole(file, start + lines.map(lineText).join(''));
        fdatasyncSync(file);
      } catch (error) {
        // What is half written must not become the beginning of the next line.
        ftruncateSync(file, before);
        throw error;
      }
    } finally {
      closeSync(file);
    }
    if (isNew) syncFolder(dirname(this.path));
  }

  read(): WitnessMemory {
    if (!this.exists) return { id: null, isMissing: true, last: 0, trouble: 0, isCut: false, jobs: new Map() };
    return remember(readFileSync(this.path, 'utf8'));
  }

  /** When each of these rows of a job left, in Unix milliseconds; rows whose lines are compacted have no time any more. */
  timesOf(jobId: string, rows: RowSet): ReadonlyMap<number, number> {
    const times = new Map<number, number>();
    for (const text of this.exists ? readFileSync(this.path, 'utf8').split('\n') : []) {
      const line = readLine(text);
      if (line?.kind === 'sent' && line.value.job === jobId && rows.has(line.value.n))
        times.set(line.value.n, line.value.at);
    }
    return times;
  }

  /** Puts a file in place of this one that says the same in one line a job. After an error the former file is there. */
  rewrite(id: string, last: number, jobs: Iterable<JobMemory>): void {
    const kept = [...jobs].flatMap(({ job, sent, firstAt, lastAt }) =>
      job === null ? [] : [{ ...job, sent: rangesText(sent), firstAt, lastAt }],
    );
    const head: WitnessLine = { kind: 'witness', sequence: last, value: { version: 1, id, jobs: kept.length } };
    const body = kept.map((value): WitnessLine => ({ kind: 'kept', sequence: last, value }));
    const path = `${this.path}.new`;
    const file = openSync(path, 'w', 0o600);
    try {
      writeWhole(file, [head, ...body].map(lineText).join(''));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(path, this.path);
    syncFolder(dirname(this.path));
  }
}

export function noMemory(job: WitnessedJob | null): JobMemory {
  return { job, sent: new RowSet(), firstAt: null, lastAt: null };
}

function remember(text: string): WitnessMemory {
  const jobs = new Map<string, JobMemory>();
  const lines = text.split('\n');
  const tail = lines.pop() ?? '';
  let id: string | null = null;
  let last = 0;
  let trouble = 0;
  let keptLeft = 0;
  for (const text of lines) {
    const line = readLine(text);
    if (line === null) {
      trouble += 1;
      continue;
    }
    if (line.kind === 'witness') {
      id = line.value.id;
      keptLeft = line.value.jobs;
    } else {
      if (line.kind === 'kept') keptLeft -= 1;
      // A number may stand twice, when the journal undid the first; a number that is left out is a line that is lost.
      else if (line.sequence > last + 1) trouble += 1;
      takeIn(jobs, line);
    }
    last = Math.max(last, line.sequence);
  }
  // The lines of a file that was cut among its first ones.
  trouble += Math.max(0, keptLeft);
  return { id, isMissing: false, last, trouble, isCut: tail !== '', jobs };
}

function takeIn(jobs: Map<string, JobMemory>, line: Exclude<WitnessLine, { kind: 'witness' }>): void {
  const memory = jobs.get(line.value.job) ?? noMemory(null);
  jobs.set(line.value.job, memory);
  switch (line.kind) {
    case 'began':
      memory.job = line.value;
      return;
    case 'kept': {
      const { sent, firstAt, lastAt, ...job } = line.value;
      memory.job = job;
      for (const n of rowsIn(sent)) memory.sent.add(n);
      memory.firstAt = firstAt;
      memory.lastAt = lastAt;
      return;
    }
    case 'sent':
      memory.sent.add(line.value.n);
      memory.firstAt ??= line.value.at;
      memory.lastAt = line.value.at;
      return;
    case 'free':
      memory.sent.delete(line.value.n);
  }
}

function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}

function endsWithLine(file: number, size: number): boolean {
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] === 0x0a;
}

/** Makes a new name durable. Windows has no such call and needs none. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
