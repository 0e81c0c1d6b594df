// Why: decision 0113.
import type { DatabaseSync } from 'node:sqlite';
import type { ChannelArgs } from '../../../../shared/contract/channels.ts';
import type {
  ColumnProfile,
  ColumnValues,
  HitCount,
  LeadView,
  SearchHit,
  Selection,
  ViewPage,
} from '../../../../shared/contract/exports/views.ts';
import type { Question, QuestionAnswer } from '../../../../shared/contract/exports/questions.ts';
import { filterGroups } from '../../../../shared/domain/service/queries/filter-groups.ts';
import { answerQuestion } from './answer-question.ts';
import { CodedColumn } from './coded-column.ts';
import { type ColumnMemory, ResultColumns } from './column-memory.ts';
import { profileOf } from './column-profile.ts';
import { countCodes, type CountedValues, countValues, type ValuesQuestion, valuesPage } from './column-values.ts';
import { HitSearch } from './find-hits.ts';
import { openToRead } from '../result/open-result.ts';
import { ResultReader } from '../result/result-reader.ts';
import { RowSet } from './row-set.ts';
import { SearchText } from './search-text.ts';
import { Selections } from './selections.ts';
import { Steps } from './steps.ts';
import { computeView, maskOf, type ViewRows, type ViewSources } from './view-rows.ts';

/** Views of a result that stay computed; each takes 4 bytes a row. */
const KEPT_VIEWS = 6;
/** Searches whose hits stay counted; each takes 3 bytes a row. */
const KEPT_SEARCHES = 2;
/** Rows that a count of hits looks at before it shows the count so far. */
const COUNTED_ROWS = 100_000;
/** Rows that an estimate looks at. */
const ESTIMATE_ROWS = 20_000;

/** A selection that this thread does not know: it was made before a restart, or too many were made since. */
export class UnknownSelection extends Error {
  override readonly name = 'UnknownSelection';
}

export type Find = Pick<ChannelArgs<'export:hit'>, 'find' | 'columns'>;
export type WantedHit = ChannelArgs<'export:hit'>['wanted'];
type Choice = ChannelArgs<'export:choose'>['choice'];

/** Everything about the views of one result: computed in turns, and kept while it is likely to be asked for again. */
export class ResultViews implements Disposable {
  /** False while the result has no file: then it counts as one without leads. */
  readonly isOnDisk: boolean;
  readonly #database: DatabaseSync;
  readonly #reader: ResultReader;
  readonly #closed = new AbortController();
  readonly #columns: ResultColumns;
  readonly #blockRows: number | undefined;
  /** `ResultReader.edits` of the rows that the memory is about. */
  #edits: number;
  #text: SearchText;
  readonly #views = new Map<string, ViewRows>();
  readonly #searches = new Map<string, HitSearch>();
  readonly #selections: Selections;
  #values: { readonly key: string; readonly counted: CountedValues } | null = null;

  /**
   * @param selections those that were made before the result was closed
   * @param blockRows rows of a block of the search, at most
   */
  constructor(path: string, memory: ColumnMemory, selections = new Selections(), blockRows?: number) {
    const { database, isOnDisk } = openToRead(path);
    this.#database = database;
    this.isOnDisk = isOnDisk;
    this.#reader = new ResultReader(this.#database);
    this.#columns = new ResultColumns(path, this.#reader, memory);
    this.#blockRows = blockRows;
    this.#edits = this.#reader.edits();
    this.#selections = selections;
    this.#selections.begin(this.#reader.moves());
    this.#text = new SearchText(this.#database, this.#reader, blockRows);
  }

  /** `ResultReader.edits` at the beginning of the latest question. */
  get edits(): number {
    return this.#edits;
  }

  /** Ends what is being computed. */
  [Symbol.dispose](): void {
    this.#closed.abort();
    this.#database.close();
  }

  async page(
    view: LeadView,
    part: { readonly offset: number; readonly limit: number; readonly marks: string | null },
    signal: AbortSignal,
  ): Promise<ViewPage> {
    const { numbers, asOf } = await this.rows(view, signal);
    // One that is not known marks nothing: the leads show all the same.
    const marked = part.marks === null ? null : (this.#selections.find(part.marks) ?? null);
    const last = Math.min(asOf, part.offset + part.limit);
    const rows =
      numbers === null
        ? this.#reader.between(part.offset + 1, last)
        : this.#reader.at(numbers.subarray(part.offset, part.offset + part.limit));
    return {
      total: numbers?.length ?? asOf,
      rows: marked === null ? rows : rows.map((row) => ({ ...row, chosen: marked.has(row.number) })),
    };
  }

  async rows(view: LeadView, signal: AbortSignal): Promise<ViewRows> {
    const edits = this.#begin();
    const key = keyOf(view);
    const kept = this.#views.get(key);
    if (kept !== undefined && kept.asOf === this.#reader.rows()) return kept;
    const computed = await computeView(
      view,
      this.#selection(view.selection),
      this.#reader.rows(),
      this.#sources(),
      this.#steps(signal),
    );
    // It mixes old and new rows when some changed meanwhile, whether or not another question has begun anew since.
    if (this.#reader.edits() === edits) keep(this.#views, key, computed, KEPT_VIEWS);
    return computed;
  }

  async hit(
    view: LeadView,
    find: Find,
    wanted: WantedHit,
    signal: AbortSignal,
  ): Promise<{ hit: SearchHit | null; counted: HitCount; isWhole: boolean }> {
    const search = await this.#search(view, find, signal);
    const steps = this.#steps(signal);
    const hit =
      wanted.by === 'ordinal' ? await search.nth(wanted.ordinal, steps) : await search.from(wanted.position, steps);
    return { hit, counted: search.counted, isWhole: search.isWhole };
  }

  /** Goes on counting for a while. */
  async countHits(view: LeadView, find: Find, signal: AbortSignal): Promise<{ counted: HitCount; isWhole: boolean }> {
    const search = await this.#search(view, find, signal);
    await search.count(COUNTED_ROWS, this.#steps(signal));
    return { counted: search.counted, isWhole: search.isWhole };
  }

  async values(
    view: LeadView,
    question: Omit<ValuesQuestion, 'chosen'>,
    part: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<ColumnValues> {
    const edits = this.#begin();
    const asOf = this.#reader.rows();
    // A group with a filter of this column holds for some of its values, whatever the others in it say.
    const others = filterGroups(view.filters)
      .filter((group) => group.every(({ column }) => column !== question.column))
      .flat();
    const chosen = view.filters.flatMap((filter) =>
      filter.kind === 'values' && filter.column === question.column ? filter.values : [],
    );
    const key = JSON.stringify([asOf, question, chosen, keyOf({ ...view, filters: others, sort: [] })]);
    let values = this.#values;
    if (values?.key !== key) {
      const steps = this.#steps(signal);
      const mask = await maskOf(
        { ...view, filters: others },
        this.#selection(view.selection),
        asOf,
        this.#sources(),
        steps,
      );
      const counted = await countValues({ ...question, chosen }, mask, asOf, this.#columns, steps);
      values = { key, counted };
      if (this.#reader.edits() === edits) this.#values = values;
    }
    return valuesPage(values.counted, part.offset, part.limit);
  }

  async profile(
    view: LeadView,
    column: number,
    accuracy: 'estimate' | 'exact',
    signal: AbortSignal,
  ): Promise<ColumnProfile> {
    const steps = this.#steps(signal);
    const { numbers, asOf } = await this.rows({ ...view, sort: [] }, signal);
    const rowsTotal = numbers?.length ?? asOf;
    const isEstimate = accuracy === 'estimate' && rowsTotal > ESTIMATE_ROWS;
    const rows = isEstimate ? ESTIMATE_ROWS : rowsTotal;
    const last = rows === 0 ? 0 : numbers === null ? rows : (numbers[rows - 1] as number);
    // An estimate must not wait until the column is in memory.
    const coded =
      isEstimate && numbers === null
        ? codedFrom(this.#reader, column, rows)
        : await this.#columns.coded(column, last, steps);
    let mask: Uint8Array | null = null;
    if (numbers !== null) {
      mask = new Uint8Array(last);
      for (let index = 0; index < rows; index += 1) mask[(numbers[index] as number) - 1] = 1;
    }
    const counts = countCodes(coded, mask, last);
    return { isEstimate, rows, rowsTotal, ...(await profileOf(coded, counts, view.locale, steps)) };
  }

  async answer(view: LeadView, question: Question, signal: AbortSignal): Promise<QuestionAnswer> {
    this.#begin();
    const steps = this.#steps(signal);
    const asOf = this.#reader.rows();
    const mask = await maskOf(view, this.#selection(view.selection), asOf, this.#sources(), steps);
    return answerQuestion(question, { columns: this.#columns, asOf, mask }, steps);
  }

  async choose(
    view: LeadView,
    from: string | null,
    does: 'add' | 'remove',
    choice: Choice,
    signal: AbortSignal,
  ): Promise<Selection> {
    this.#begin();
    const moves = this.#reader.moves();
    const shown = this.#views.get(keyOf(view)) ?? (await this.rows(view, signal));
    // A refresh has taken leads out meanwhile: these numbers are of other leads now.
    if (this.#reader.moves() !== moves)
      throw new UnknownSelection('Rows got other numbers while they were being chosen.');
    // Counted after the view was computed, which may have rows that arrived meanwhile.
    const rows = this.#reader.rows();
    const chosen = new RowSet(this.#selection(from), rows);
    const total = shown.numbers?.length ?? shown.asOf;
    const numberAt = (position: number): number =>
      shown.numbers === null ? position + 1 : (shown.numbers[position] as number);
    if (choice.kind === 'numbers')
      for (const number of choice.numbers) if (number <= rows) chosen.set(number, does === 'add');
    const [first, last] =
      choice.kind === 'view' ? [0, total - 1] : choice.kind === 'positions' ? [choice.first, choice.last] : [0, -1];
    for (let position = first; position <= Math.min(last, total - 1); position += 1)
      chosen.set(numberAt(position), does === 'add');
    let chosenInView = 0;
    for (let position = 0; position < total; position += 1) if (chosen.has(numberAt(position))) chosenInView += 1;
    if (chosen.size === 0) return { selection: null, chosen: 0, chosenInView: 0 };
    return { selection: this.#selections.add(chosen), chosen: chosen.size, chosenInView };
  }

  /** Makes later searches fast. For a result to which no rows are being added. */
  async prepare(signal: AbortSignal): Promise<void> {
    this.#begin();
    await this.#text.keep(this.#steps(signal));
  }

  /** Forgets everything when rows have changed since. Called at the beginning of every question. Answers `edits`. */
  #begin(): number {
    const edits = this.#reader.edits();
    if (edits === this.#edits) return edits;
    this.#edits = edits;
    this.#columns.forget();
    this.#text = new SearchText(this.#database, this.#reader, this.#blockRows);
    this.#views.clear();
    this.#searches.clear();
    this.#values = null;
    this.#selections.begin(this.#reader.moves());
    return edits;
  }

  #sources(): ViewSources {
    return { columns: this.#columns, text: this.#text, asked: (rows) => this.#reader.asked(rows) };
  }

  #steps(signal: AbortSignal): Steps {
    return new Steps(AbortSignal.any([signal, this.#closed.signal]));
  }

  #selection(id: string | null): RowSet | null {
    if (id === null) return null;
    const found = this.#selections.find(id);
    if (found === undefined) throw new UnknownSelection('A selection that is not known was asked for.');
    return found;
  }

  async #search(view: LeadView, { find, columns }: Find, signal: AbortSignal): Promise<HitSearch> {
    const edits = this.#begin();
    const shown = this.#views.get(keyOf(view)) ?? (await this.rows(view, signal));
    const known = this.#columns.count;
    const asked = columns ?? Array.from({ length: known }, (_, column) => column);
    const key = JSON.stringify([shown.asOf, find, asked, keyOf(view)]);
    const search =
      this.#searches.get(key) ??
      new HitSearch(
        find,
        asked.filter((column) => column < known),
        shown,
        this.#text,
      );
    if (this.#reader.edits() === edits) keep(this.#searches, key, search, KEPT_SEARCHES);
    return search;
  }
}

function codedFrom(reader: ResultReader, column: number, rows: number): CodedColumn {
  const coded = new CodedColumn();
  const [run = new Uint8Array()] = reader.runs([column], 1, rows);
  coded.push(run, rows);
  return coded;
}

/** Equal for views with the same rows in the same order. */
function keyOf({ filters, sort, search, keeps, selection, locale }: LeadView): string {
  return JSON.stringify([filters, sort, search.trim(), keeps, selection, sort.length === 0 ? '' : locale]);
}

/** Puts an entry last and forgets the first ones beyond `most`. */
function keep<Value>(entries: Map<string, Value>, key: string, value: Value, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  for (const old of [...entries.keys()].slice(0, -most)) entries.delete(old);
}
