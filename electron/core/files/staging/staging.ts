// Why: decision 0033 and decision 0239.
import { once } from 'node:events';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { removeFileBeside } from '../../foundation/patient-files.ts';
import type { PreviewRow, Reading } from '../../../../shared/contract/imports/reading.ts';
import { FileTrouble, type FileTroubleReason } from '../foundation/file-trouble.ts';
import type { PreviewRequest, StageProgress, StageRequest } from './reading-job.ts';
import { programBeside } from '../../threads/program-beside.ts';

export { openStaged, type StagedRows } from './staging-file.ts';
export { FileTrouble } from '../foundation/file-trouble.ts';

export interface StagedFile {
  reading: Reading;
  target: string;
}

export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'progress'; progress: StageProgress }
  | { kind: 'staged'; reading: Reading }
  | { kind: 'previewed'; reading: Reading; rows: PreviewRow[] }
  | { kind: 'trouble'; reason: FileTroubleReason; message: string };

/** What a thread is asked to do, in the one message that it gets. */
export type ReadingTask = { kind: 'stage'; request: StageRequest } | { kind: 'preview'; request: PreviewRequest };

interface ReadingOptions {
  readonly signal?: AbortSignal | undefined;
  /** Without them a thread is started for this file. */
  readonly threads?: ReadingThreads | undefined;
}

interface StagingOptions extends ReadingOptions {
  readonly onProgress?: ((progress: StageProgress) => void) | undefined;
}

/**
 * Reads a spreadsheet once, in a thread with bounded memory, into a SQLite file at `target` (table `rows`: n, line, cells
 * as a JSON array of strings). `target` exists only when it is whole. Rejects with FileTrouble; `cancelled` when the
 * signal aborts.
 */
export async function stageFile(request: StageRequest, options: StagingOptions = {}): Promise<StagedFile> {
  try {
    const { reading } = await inWorker<'staged'>({ kind: 'stage', request }, basename(request.path), options);
    return { reading, target: request.target };
  } catch (error) {
    await removeFileBeside(`${request.target}.part`);
    throw error;
  }
}

/** The first rows of a file, read from its beginning. `reading.complete`: that was the whole file. */
export async function previewFile(
  request: PreviewRequest,
  options: ReadingOptions = {},
): Promise<{ reading: Reading; rows: PreviewRow[] }> {
  const { reading, rows } = await inWorker<'previewed'>({ kind: 'preview', request }, basename(request.path), options);
  return { reading, rows };
}

/** MiB of memory of the thread. A file that needs more is refused, so that it cannot end the whole program. */
const threadMemory = 1_024;

/** What a thread is told that is started before there is a file. */
export const SPARE = 'spare';

function newThread(workerData?: typeof SPARE): Worker {
  return new Worker(programBeside(import.meta.url, 'reading-worker'), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: threadMemory },
  });
}

/**
 * Keeps a thread ready that has loaded its code and waits for a file: to start one takes longer than to read the first rows.
 * Each thread reads one file and ends, whatever that file did to it.
 */
export class ReadingThreads implements Disposable {
  #spare: Worker | null = null;
  #isKept = false;

  /** From now on one thread waits. */
  keepOne(): void {
    this.#isKept = true;
    if (this.#spare !== null) return;
    const spare = newThread(SPARE);
    // A thread that waits keeps no program from ending; one that cannot start is not missed until a file is read.
    spare.unref();
    const lose = () => {
      if (this.#spare === spare) this.#spare = null;
    };
    spare.once('error', lose);
    spare.once('exit', lose);
    this.#spare = spare;
  }

  /** As `keepOne`; resolves when the thread that waits has loaded its code. */
  async ready(): Promise<void> {
    this.keepOne();
    const spare = this.#spare;
    if (spare !== null) await once(spare, 'message');
  }

  /** The caller owns the thread, and ends it. */
  take(): Worker {
    const spare = this.#spare;
    this.#spare = null;
    if (spare === null) return newThread();
    spare.ref();
    return spare;
  }

  /** After a file was read: the next one may follow. */
  refill(): void {
    if (this.#isKept) this.keepOne();
  }

  [Symbol.dispose](): void {
    this.#isKept = false;
    const spare = this.#spare;
    this.#spare = null;
    // It holds no file, so nobody has to wait for its end.
    spare?.terminate().catch(() => undefined);
  }
}

/** A thread answers the one task that it gets, with `Kind`. */
async function inWorker<Kind extends 'staged' | 'previewed'>(
  task: ReadingTask,
  name: string,
  { signal, threads, onProgress }: StagingOptions,
): Promise<Extract<WorkerAnswer, { kind: Kind }>> {
  const cancelled = () => new FileTrouble('cancelled', `Reading "${name}" was cancelled. Nothing was kept.`);
  if (signal?.aborted) throw cancelled();
  const worker = threads?.take() ?? newThread();
  const read = new Promise<Extract<WorkerAnswer, { kind: Kind }>>((resolve, reject) => {
    let settled = false;
    const settle = (act: () => void) => {
      if (settled) return;
      settled = true;
      signal?.removeEventListener('abort', abort);
      // The files of the thread are closed only when the thread has ended.
      worker.terminate().then(act, reject);
    };
    const abort = () => settle(() => reject(cancelled()));
    // Before the thread answers it closes its files, so nobody has to wait for its end.
    const answered = (act: () => void) => {
      settled = true;
      signal?.removeEventListener('abort', abort);
      worker.terminate().catch(reject);
      act();
    };
    signal?.addEventListener('abort', abort, { once: true });
    worker.on('message', (answer: WorkerAnswer) => {
      if (settled || answer.kind === 'ready') return;
      if (answer.kind === 'progress') onProgress?.(answer.progress);
      else if (answer.kind === 'trouble') answered(() => reject(new FileTrouble(answer.reason, answer.message)));
      else answered(() => resolve(answer as Extract<WorkerAnswer, { kind: Kind }>));
    });
    worker.on('error', (error: Error & { code?: string }) =>
      settle(() =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new FileTrouble(
                'tooLarge',
                `"${name}" needs more than 1 GB of memory to be read. Save the sheet as CSV and choose that file.`,
              )
            : error,
        ),
      ),
    );
    worker.on('exit', () => settle(() => reject(new Error('the reading thread ended without an answer'))));
    worker.postMessage(task);
  });
  return read.finally(() => threads?.refill());
}
