// Why: decision 0238.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { resultFileName } from '../../../../../shared/domain/jobs/result-name.ts';
import { fileFailure, writingTrouble } from '../../../files/foundation/file-trouble.ts';
import { Failure } from '../../../foundation/failure.ts';
import type { Clock } from '../../../foundation/ports.ts';
import type { OwnedWork } from '../../../storage/owned-work.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import type { ResultFile } from '../journal/records/result-files.ts';
import { saveResult } from './result-file.ts';

/** Names that are tried when other files have the first ones. */
const MOST_NAMES = 1000;

export interface KeptResultsOptions {
  /** The app and a scheduled run may see the end of the same job: one of them saves. */
  readonly leases: Pick<OwnedWork, 'takeNow'>;
  readonly clock: Clock;
  readonly store: JobStore;
  /** Owns the work: logs what it throws, and is waited for when the account closes. */
  readonly inBackground: (what: string, work: () => Promise<void>) => void;
  /** The job's result file was saved, or could not be. */
  readonly onChange: (jobId: string) => void;
}

/**
 * Saves the result file of a job beside the file that was imported, whenever no row of it waits any more and the rows say
 * something else than the saved file. A file that somebody has changed meanwhile is never replaced.
 */
export class KeptResults implements Disposable {
  readonly #options: KeptResultsOptions;
  readonly #closing = new AbortController();

  constructor(options: KeptResultsOptions) {
    this.#options = options;
  }

  /** What a page sees of it; undefined when the job keeps none. */
  of(jobId: string): JobSummary['resultFile'] {
    const file = this.#options.store.results.find(jobId);
    if (file === null) return undefined;
    const { name, savedAt, trouble } = file;
    return { state: trouble !== '' ? 'failed' : savedAt === null ? 'due' : 'saved', name, savedAt, trouble };
  }

  /** Call when rows of the job have changed, and when the account was opened. */
  look(jobId: string): void {
    const file = this.#dueFile(jobId);
    if (file?.trouble === '') this.#begin(jobId);
  }

  /** Tries again what failed, as after the start of the program or a person's click. */
  again(jobId: string): void {
    const file = this.#dueFile(jobId);
    if (file === null) return;
    if (file.trouble !== '') this.#options.store.results.failed(jobId, '');
    this.#begin(jobId);
  }

  #dueFile(jobId: string): ResultFile | null {
    const { results, rows } = this.#options.store;
    const file = results.find(jobId);
    return file === null || rows.hasRowsLeft(jobId) || file.basis === results.basisOf(jobId) ? null : file;
  }

  [Symbol.dispose](): void {
    this.#closing.abort();
  }

  #begin(jobId: string): void {
    if (this.#closing.signal.aborted) return;
    this.#options.inBackground('save a result file', async () => {
      // Rows that changed meanwhile are looked at again.
      if (await this.#save(jobId)) this.#options.onChange(jobId);
    });
  }

  /** False when nothing is known of it yet: this or another program saves it already, or this one closes. */
  async #save(jobId: string): Promise<boolean> {
    const { leases, store, clock } = this.#options;
    using lease = leases.takeNow(jobId);
    const job = store.find(jobId);
    const file = store.results.find(jobId);
    if (lease === null || job === undefined || file === null) return false;
    const basis = store.results.basisOf(jobId);
    try {
      const saved = await this.#saveBeside(job, file);
      store.results.saved(jobId, { ...saved, basis, savedAt: clock.wallNow() });
    } catch (error) {
      if (this.#closing.signal.aborted) return false;
      if (!(error instanceof Failure)) throw error;
      store.results.failed(jobId, error.message);
    }
    return true;
  }

  /** @throws Failure `file` */
  async #saveBeside(job: JobRecord, file: ResultFile): Promise<Pick<ResultFile, 'name' | 'bytes' | 'modifiedAt'>> {
    const isOurs = isNameFor(job, file.name) && isUntouched(file);
    for (let count = 1; ; count += 1) {
      const name = isOurs ? file.name : nameFor(job, count);
      const path = join(file.folder, name);
      try {
        const options = { signal: this.#closing.signal, onProgress: () => undefined, overwrite: isOurs };
        await saveResult(this.#options.store, job, { path, name }, options);
        const { size, mtimeMs } = statSync(path);
        return { name, bytes: size, modifiedAt: Math.trunc(mtimeMs) };
      } catch (error) {
        if (isNameTaken(error) && count < MOST_NAMES) continue;
        throw error;
      }
    }
  }
}

/** A journal that was restored or is shared may name any file, also one in another folder. */
function nameFor({ fileName }: JobRecord, count: number): string {
  return resultFileName(fileName.split(/[\\/]/).at(-1) ?? '', count);
}

/** Whether a file with this name may be replaced. */
function isNameFor(job: JobRecord, name: string): boolean {
  return Array.from({ length: MOST_NAMES }, (_, index) => nameFor(job, index + 1)).includes(name);
}

/** Whether the saved file lies there as it was saved. @throws Failure `file` for a disk that does not say it */
function isUntouched({ folder, name, bytes, modifiedAt }: ResultFile): boolean {
  try {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found?.isFile() === true && found.size === bytes && Math.trunc(found.mtimeMs) === modifiedAt;
  } catch (error) {
    throw fileFailure(writingTrouble(error, name));
  }
}

/** By a file or by a folder. */
function isNameTaken(error: unknown): boolean {
  if (!(error instanceof Failure) || error.error.code !== 'file') return false;
  return error.error.reason === 'exists' || error.error.reason === 'directory';
}
