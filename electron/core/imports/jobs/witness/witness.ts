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
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { patiently } from '../../../foundation/patient-files.ts';
import { replaceOwnFile } from '../../../storage/own-file.ts';
import type { Slices } from '../../../threads/in-slices.ts';
import { rangesText, rowsIn, RowSet } from './row-set.ts';
import { lineText, readLine, type WitnessedJob, type WitnessLine } from './witness-lines.ts';

/** The name of the witness in the account's folder. */
export const WITNESS_FILE = 'sent.log';

export interface JobMemory {
  /** Null when its first line is lost. */
  job: WitnessedJob | null;
  /** Rows that left and were not freed. */
  readonly sent: RowSet;
  /**
   * Rows of `sent` whose number another line has, too: their program ended within the step, so the journal undid it,
   * and the next program used the number again.
   */
  readonly undone: RowSet;
  /** The same of its beginning: nothing came of the job. */
  isUndone: boolean;
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
  readonly lastLine: WitnessLine | null;
  /** The number of the last line that says more than that rows wait again; 0 when there is none. */
  readonly lastLeft: number;
  readonly jobs: ReadonlyMap<string, JobMemory>;
}

/**
 * What left this computer, row by row, in a file of its own: append-only, each line on the disk before the socket gets
 * the row. It knows what a journal that lost its end has forgotten. Call what writes while the journal is locked for
 * writing, so that two programs never write at once.
 */
export class Witness {
  readonly path: string;
  /** The file whose name is known to be on the disk. */
  #named = '';

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

  /** Begins the file when there is none. On return the lines are on the disk; after an error none of them is. */
  append(...lines: readonly WitnessLine[]): void {
    // Opened for each line, because another program may have put a compacted file in its place.
    // Not opened for appending: Windows cannot shorten such a file. The journal's lock keeps others from writing.
    // SECURITY: a link that a restored or shared data folder has there would lead to another file. Windows has no such flag.
    const flags = constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW;
    const file = patiently(() => openSync(this.path, flags, 0o600));
    try {
      const before = endOfLines(file);
      try {
        // A program that was killed here may have left half a line. Its step was undone: the loss of a line that counts
        // shows in a number that is missing.
        if (before < fstatSync(file).size) ftruncateSync(file, before);
        writeWhole(file, lines.map(lineText).join(''), before);
        fdatasyncSync(file);
        this.#forceName(file);
      } catch (error) {
        // Half a line must not become the beginning of the next line.
        ftruncateSync(file, before);
        throw error;
      }
    } finally {
      closeSync(file);
    }
  }

  /**
   * A new file, or one that another program has put in its place, has its name on the disk only with its folder: a program that
   * was killed in between has left the name of the former one there.
   */
  #forceName(file: number): void {
    const { ino, birthtimeMs } = fstatSync(file);
    const named = `${ino} ${birthtimeMs}`;
    if (named === this.#named) return;
    syncFolder(dirname(this.path));
    this.#named = named;
  }

  /** @param known what `reading` read: only the rest is read now, or everything if another file took its place */
  read(known: ReadWitness | null = null): WitnessMemory {
    if (!this.exists) return { ...new ReadWitness().memory, isMissing: true };
    const file = patiently(() => openSync(this.path, 'r'));
    try {
      const read = known?.goesOnIn(file) === true ? known : new ReadWitness();
      while (read.more(file));
      return read.memory;
    } finally {
      closeSync(file);
    }
  }

  /** Most of what `read` reads, without the lock: a long file takes tenths of a second. */
  *reading(): Slices<ReadWitness> {
    const read = new ReadWitness();
    if (!this.exists) return read;
    const file = patiently(() => openSync(this.path, 'r'));
    try {
      while (read.more(file)) yield 0;
      return read;
    } finally {
      closeSync(file);
    }
  }

  /** When each of these rows of a job left, in Unix milliseconds; rows whose lines were compacted have none. */
  timesOf(jobId: string, rows: RowSet): ReadonlyMap<number, number> {
    const times = new Map<number, number>();
    for (const text of this.exists ? readFileSync(this.path, 'utf8').split('\n') : []) {
      const line = readLine(text);
      if (line?.kind === 'sent' && line.value.job === jobId && rows.has(line.value.n))
        times.set(line.value.n, line.value.at);
    }
    return times;
  }

  /** Replaces the file by one that says the same in one line a job. After an error the former file is still there. */
  rewrite(id: string, last: number, jobs: Iterable<JobMemory>): void {
    const kept = [...jobs].flatMap(({ job, sent, undone, isUndone, firstAt, lastAt }) =>
      job === null || (isUndone && sent.size === 0)
        ? []
        : [{ ...job, sent: rangesText(sent), undone: rangesText(undone), firstAt, lastAt }],
    );
    const head: WitnessLine = { kind: 'witness', sequence: last, value: { version: 1, id, jobs: kept.length } };
    const body = kept.map((value): WitnessLine => ({ kind: 'kept', sequence: last, value }));
    replaceOwnFile(this.path, [head, ...body].map(lineText).join(''));
    syncFolder(dirname(this.path));
  }
}

export function noMemory(job: WitnessedJob | null): JobMemory {
  return { job, sent: new RowSet(), undone: new RowSet(), isUndone: false, firstAt: null, lastAt: null };
}

/** Bytes that are read at once: about 500 lines, which take two milliseconds. */
const PART = 64 * 1024;
const LINE_END = 0x0a;

/** The beginning of a witness as it was read, up to its last whole line. */
export class ReadWitness {
  readonly #jobs = new Map<string, JobMemory>();
  #before: WitnessLine | null = null;
  #id: string | null = null;
  #last = 0;
  #lastLeft = 0;
  #trouble = 0;
  #keptLeft = 0;
  /** The first bytes. They show whether compaction has put another file in its place. */
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of whole lines that were read. */
  #offset = 0;
  #tail: Buffer = Buffer.alloc(0);

  /** Whether this is the file that was read, so that only what came since has to be read. */
  goesOnIn(file: number): boolean {
    // Half a line may have been taken back, or be whole now.
    this.#tail = Buffer.alloc(0);
    return fstatSync(file).size >= this.#offset && this.#head.equals(bytesAt(file, 0, this.#head.length));
  }

  /** Reads on. False at the end of the file. */
  more(file: number): boolean {
    const read = bytesAt(file, this.#offset + this.#tail.length, PART);
    if (this.#head.length === 0) this.#head = read.subarray(0, HEAD);
    const bytes = Buffer.concat([this.#tail, read]);
    const end = bytes.lastIndexOf(LINE_END) + 1;
    if (end > 0) for (const line of bytes.toString('utf8', 0, end - 1).split('\n')) this.#take(line);
    this.#tail = bytes.subarray(end);
    this.#offset += end;
    return read.length === PART;
  }

  /** Call it at the end of the file. */
  get memory(): WitnessMemory {
    return {
      id: this.#id,
      isMissing: false,
      last: this.#last,
      // Jobs that the first line counts and whose lines are lost.
      trouble: this.#trouble + Math.max(0, this.#keptLeft),
      isCut: this.#tail.length > 0,
      lastLine: this.#before,
      lastLeft: this.#lastLeft,
      jobs: this.#jobs,
    };
  }

  #take(text: string): void {
    const line = readLine(text);
    if (line === null) {
      this.#trouble += 1;
      return;
    }
    if (line.kind === 'witness') {
      this.#id = line.value.id;
      this.#keptLeft = line.value.jobs;
    } else {
      if (line.kind === 'kept') this.#keptLeft -= 1;
      // The journal uses a number again when it undid the step; a number that is missing is a line that is lost.
      else if (line.sequence > this.#last + 1) this.#trouble += 1;
      if (this.#before?.sequence === line.sequence) undo(this.#jobs, this.#before);
      takeIn(this.#jobs, line);
    }
    this.#before = line;
    this.#last = Math.max(this.#last, line.sequence);
    if (line.kind !== 'free') this.#lastLeft = Math.max(this.#lastLeft, line.sequence);
  }
}

/** Bytes of the first line that tell two witnesses apart: its number and the witness's id are in them. */
const HEAD = 120;

function bytesAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let read = 0;
  for (let more = -1; more !== 0 && read < length; read += more)
    more = readSync(file, bytes, read, length - read, position + read);
  return bytes.subarray(0, read);
}

/** Notes that the program of this line ended within its step. */
export function undo(jobs: ReadonlyMap<string, JobMemory>, line: WitnessLine): void {
  if (line.kind === 'sent') jobs.get(line.value.job)?.undone.add(line.value.n);
  const begun = line.kind === 'began' ? jobs.get(line.value.job) : undefined;
  if (begun !== undefined) begun.isUndone = true;
}

function takeIn(jobs: Map<string, JobMemory>, line: Exclude<WitnessLine, { kind: 'witness' }>): void {
  const memory = jobs.get(line.value.job) ?? noMemory(null);
  jobs.set(line.value.job, memory);
  switch (line.kind) {
    case 'began':
      memory.job = line.value;
      memory.isUndone = false;
      return;
    case 'kept': {
      const { sent, undone, firstAt, lastAt, ...job } = line.value;
      memory.job = job;
      for (const n of rowsIn(sent)) memory.sent.add(n);
      for (const n of rowsIn(undone)) memory.undone.add(n);
      memory.firstAt = firstAt;
      memory.lastAt = lastAt;
      return;
    }
    case 'sent':
      memory.sent.add(line.value.n);
      memory.undone.remove(line.value.n);
      memory.firstAt ??= line.value.at;
      memory.lastAt = line.value.at;
      return;
    case 'free':
      memory.sent.remove(line.value.n);
      memory.undone.remove(line.value.n);
  }
}

function writeWhole(file: number, text: string, position: number): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length;)
    written += writeSync(file, bytes, written, bytes.length - written, position + written);
}

/** Bytes of the whole lines of a file. */
function endOfLines(file: number): number {
  for (let end = fstatSync(file).size; end > 0;) {
    const from = Math.max(0, end - PART);
    const last = bytesAt(file, from, end - from).lastIndexOf(LINE_END);
    if (last >= 0) return from + last + 1;
    end = from;
  }
  return 0;
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
