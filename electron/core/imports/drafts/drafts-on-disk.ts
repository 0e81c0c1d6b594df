import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileFailure } from '../../files/foundation/file-trouble.ts';
import { openStaged, type StagedRows } from '../../files/staging/staging.ts';
import { notFound } from '../../foundation/failure.ts';
import { openDraftStore, type DraftRecord, type DraftStore } from './draft-store.ts';

/** The drafts of this installation: their store, opened on first use, and the rows that were read from their files. */
export class DraftsOnDisk implements Disposable {
  readonly #folder: string;
  #opened: DraftStore | null = null;

  /** @param dataFolder root of all data of this installation */
  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'drafts');
  }

  /** Removes what a killed program left; opening the store does. */
  removeAbandoned(): void {
    if (existsSync(this.#folder)) void this.store;
  }

  get store(): DraftStore {
    this.#opened ??= openDraftStore(this.#folder);
    return this.#opened;
  }

  /** @throws Failure `notFound` */
  find(draftId: string): DraftRecord {
    const draft = this.store.find(draftId);
    if (!draft)
      throw notFound('This draft is not here: it was started or deleted, or the address never was that of a draft.');
    return draft;
  }

  stagedPath(draft: DraftRecord): string {
    return this.store.stagedPath(draft);
  }

  /** Where the draft's file lies as the person keeps it; null for what was uploaded, pasted or a sample. */
  sourceFolderOf({ path, goesOn }: DraftRecord): string | null {
    if (goesOn !== null) return goesOn.resultFolder;
    return isWithin(dirname(this.#folder), path) ? null : dirname(path);
  }

  /** Opens the rows of a draft for `work`. Throws Failure `file` when they cannot be read. */
  withStaged<Value>(draft: DraftRecord, work: (staged: StagedRows) => Value): Value {
    try {
      using staged = openStaged(this.stagedPath(draft));
      return work(staged);
    } catch (error) {
      throw fileFailure(error);
    }
  }

  [Symbol.dispose](): void {
    this.#opened?.close();
    this.#opened = null;
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}
