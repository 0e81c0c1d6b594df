// Why: decision 0033.
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PreviewRow, Reading, ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { FileTrouble, type FileTroubleReason } from '../foundation/file-trouble.ts';
import type { PreviewRequest, StageProgress, StageRequest } from './reading-job.ts';

export { openStaged, type StagedRows } from './staging-file.ts';
export { FileTrouble } from '../foundation/file-trouble.ts';

export interface StagedFile {
  reading: Reading;
  target: string;
}

export type WorkerAnswer =
  | { kind: 'progress'; progress: StageProgress }
  | { kind: 'staged'; reading: Reading }
  | { kind: 'previewed'; reading: Reading; rows: PreviewRow[] }
  | { kind: 'trouble'; reason: FileTroubleReason; message: string };

/**
 * Reads a spreadsheet once, in a thread with bounded memory, into a SQLite file at `target` (table `rows`: n, line, cells
 * as a JSON array of strings). `target` exists only when it is whole. Rejects with FileTrouble; `cancelled` when the
 * signal aborts.
 */
export async function stageFile(
  request: { path: string; choices: ReadingChoices; target: string },
  options: {
    signal?: AbortSignal | undefined;
    onProgress?: ((progress: StageProgress) => void) | undefined;
    chunkBytes?: number;
  } = {},
): Promise<StagedFile> {
  const full: StageRequest =
    options.chunkBytes === undefined ? request : { ...request, chunkBytes: options.chunkBytes };
  try {
    const answer = await inWorker(
      { kind: 'stage', request: full },
      basename(request.path),
      options.signal,
      options.onProgress,
    );
    if (answer.kind !== 'staged') throw new Error('the reading thread answered another request');
    return { reading: answer.reading, target: request.target };
  } catch (error) {
    await rm(`${request.target}.part`, { force: true });
    throw error;
  }
}

/** The first rows of a file, read from its beginning. `reading.complete`: that was the whole file. */
export async function previewFile(
  request: PreviewRequest,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<{ reading: Reading; rows: PreviewRow[] }> {
  const answer = await inWorker({ kind: 'preview', request }, basename(request.path), options.signal, undefined);
  if (answer.kind !== 'previewed') throw new Error('the reading thread answered another request');
  return { reading: answer.reading, rows: answer.rows };
}

type Task = { kind: 'stage'; request: StageRequest } | { kind: 'preview'; request: PreviewRequest };

/** MiB of memory of the thread. A file that needs more is refused, so that it cannot end the whole program. */
const threadMemory = 1_024;

function inWorker(
  task: Task,
  name: string,
  signal: AbortSignal | undefined,
  onProgress: ((progress: StageProgress) => void) | undefined,
): Promise<WorkerAnswer> {
  const cancelled = () => new FileTrouble('cancelled', `Reading "${name}" was cancelled. Nothing was kept.`);
  if (signal?.aborted) return Promise.reject(cancelled());
  return new Promise((resolve, reject) => {
    const worker = new Worker(
      new URL(`./reading-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
      {
        workerData: task,
        resourceLimits: { maxOldGenerationSizeMb: threadMemory },
      },
    );
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
      if (settled) return;
      if (answer.kind === 'progress') onProgress?.(answer.progress);
      else if (answer.kind === 'trouble') answered(() => reject(new FileTrouble(answer.reason, answer.message)));
      else answered(() => resolve(answer));
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
  });
}
