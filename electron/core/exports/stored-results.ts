import { fileOrder } from '../../../shared/domain/service/leads/lead-columns.ts';
import type { AccountExports } from './account-exports.ts';
import type { AccountComparisons } from './compare/account-comparisons.ts';
import type { ExportRecord } from './records/export-records.ts';
import type { LeadViews } from './threads/lead-views.ts';

/** What can be read and saved: the leads of an export, or a comparison of two. */
export interface StoredResult {
  readonly path: string;
  /** Ids of the results whose files are read. */
  readonly reads: readonly string[];
  readonly name: string;
  /** A comparison is `complete` when both of its results are. */
  readonly state: ExportRecord['state'];
  /** In the order of files. */
  readonly columns: readonly { readonly index: number; readonly path: string }[];
  /** Paths of columns with values that were cut; of a comparison none, though its values may say so. */
  readonly shortened: readonly string[];
  /** What a reader of a saved file has to know, in sentences; mostly none. */
  readonly notes: readonly string[];
}

/** Exports and comparisons by their ids, for whoever does not care which of both it is. */
export class StoredResults {
  readonly #exports: AccountExports;
  readonly #comparisons: AccountComparisons;

  constructor(exports: AccountExports, comparisons: AccountComparisons) {
    this.#exports = exports;
    this.#comparisons = comparisons;
  }

  get views(): LeadViews {
    return this.#exports.views;
  }

  /** @throws Failure `notFound` */
  find(id: string): StoredResult {
    const path = this.#exports.book.resultPath(id);
    const compared = this.#comparisons.find(id);
    if (compared === undefined) {
      const { name, state, columns, answer } = this.#exports.book.record(id);
      const paths = columns.map((column) => column.path);
      const ordered = fileOrder(paths).map((index) => ({ index, path: paths[index] ?? '' }));
      return { path, reads: [id], name, state, columns: ordered, shortened: answer.shortened, notes: [] };
    }
    const isWhole = (part: string) => this.#exports.book.record(part).state === 'complete';
    const notes = [
      ...(isWhole(compared.before) ? [] : ['The earlier result is partial: leads of the kind "new" may not be new.']),
      ...(isWhole(compared.now) ? [] : ['The later result is partial: leads of the kind "gone" may not be gone.']),
    ];
    const name = `${this.#exports.book.record(compared.now).name}, compared`;
    const { columns, before, now } = compared;
    const state = notes.length === 0 ? 'complete' : 'partial';
    return { path, reads: [before, now, id], name, state, columns, shortened: [], notes };
  }

  /** Until it is disposed of, nobody removes what is read of it. @throws Failure as `find`; `validation` while it is being removed */
  reading(id: string): Promise<Disposable> {
    return this.#exports.book.reading(this.find(id).reads, () => this.find(id));
  }

  /** A comparison is not prepared: that would write every cell of both results a second time. */
  prepareViews(id: string): void {
    if (this.#comparisons.find(id) === undefined) this.#exports.prepareViews(id);
  }
}
