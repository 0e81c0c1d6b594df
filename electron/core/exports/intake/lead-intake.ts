import type { FilterCheck } from '../../../../shared/contract/exports/answered.ts';
import type { ListTrouble } from '../../api/reads/streams.ts';
import { troubleIn } from '../../api/reads/leads-of.ts';
import { LeadFlattener } from '../result/flatten.ts';
import type { LeadNumbers } from '../result/lead-numbers.ts';
import type { ResultStore } from '../result/result-store.ts';
import { AnswerCheck } from './answer-check.ts';
import { type BodyForm, leadReader, type RawLine, rawReader, type RowReader } from './lead-reader.ts';
import type { AskedFilter } from './question.ts';
import { RawPivot } from './raw-pivot.ts';
import { RepeatedIds } from './repeated-ids.ts';
import { isOlder, serviceMoment } from '../queries/service-moment.ts';

type Cells = (string | null)[];

/** What is known of an export before its first byte. */
export interface IntakePlan {
  readonly filters: readonly AskedFilter[];
  /** IANA zone of the service's wall clock. */
  readonly zone: string;
  /** Paths of columns as earlier results have them. */
  readonly spellings: readonly string[];
  /** A lead may come again in a later body: it takes the place of the earlier one unless it is older. */
  readonly merges: boolean;
}

export interface IntakeBody extends BodyForm {
  /** Leads that were changed before this moment are left out: more was asked for than is wanted. Null: none. */
  readonly cutBefore: string | null;
  /** The earliest change from this moment on is told in `beyond`. Null: none is. */
  readonly until: string | null;
}

/** What the result holds now. */
export interface Received {
  readonly rows: number;
  /** Paths of the columns, when there are more than in the answer before; else null. */
  readonly paths: readonly string[] | null;
  /** How many rows have a non-empty value, by column. */
  readonly filled: readonly number[];
  /** Why no more leads can be cut out of the bytes; null when they can. */
  readonly trouble: ListTrouble | null;
  readonly filters: readonly FilterCheck[];
  /** Leads that no filter speaks against. */
  readonly asked: number;
  /** Leads that came again in a newer state. */
  readonly replaced: number;
  /** Leads with an id that another lead of the result has. */
  readonly repeated: number;
  /** Leads of this body, whatever became of them; of RawLeads the lines. */
  readonly bodyRows: number;
  /** Leads of this body that were left out. */
  readonly cut: number;
  /** The earliest change of the leads of this body from `until` on, wall clock of the service; null when there is none. */
  readonly beyond: string | null;
  /** Latest change of all leads that came, `yyyy-MM-ddTHH:mm:ss`, wall clock of the service; null when none says. */
  readonly latest: string | null;
  /** Paths of the columns with values that were cut; see `boundedJson`. */
  readonly shortened: readonly string[];
  /** Bytes of this body cannot be read as text; U+FFFD stands for them. */
  readonly hasBrokenText: boolean;
}

/** Bytes whose leads are texts in memory at once: fewer survive a collection, and every one that does is copied. */
const AT_ONCE = 64 * 1024;

const MODIFIED = 'lastmodifiedtime';

/**
 * Cuts the leads out of the bytes of one export, flattens them, compares them with the question and stores them: in one
 * place, so that no lead moves. An export has one body or several, one after the other.
 */
export class LeadIntake {
  readonly #store: ResultStore;
  readonly #plan: IntakePlan;
  readonly #flattener: LeadFlattener;
  readonly #check: AnswerCheck;
  readonly #numbers: LeadNumbers | null;
  readonly #repeated = new RepeatedIds();
  #body: OpenBody | null = null;
  #told = 0;
  #replaced = 0;
  #bodyRows = 0;
  #cut = 0;
  #beyond: string | null = null;
  #latest: string | null = null;

  constructor(store: ResultStore, plan: IntakePlan) {
    this.#store = store;
    this.#plan = plan;
    this.#flattener = new LeadFlattener(plan.spellings);
    this.#check = new AnswerCheck(plan.filters, plan.zone);
    this.#numbers = plan.merges ? store.numbers() : null;
  }

  /** What follows are the bytes of another body. */
  begin(body: IntakeBody): void {
    this.#bodyRows = 0;
    this.#cut = 0;
    this.#beyond = null;
    this.#body =
      body.form === 'raw'
        ? { kind: 'lines', reader: rawReader(body), pivot: new RawPivot(this.#store, this.#flattener) }
        : {
            kind: 'leads',
            reader: leadReader(body, this.#flattener, mostOf(this.#plan.filters)),
            cutBefore: body.cutBefore === null ? null : serviceMoment(body.cutBefore, this.#plan.zone),
            until: body.until === null ? null : serviceMoment(body.until, this.#plan.zone),
          };
  }

  /** The leads that became whole with these bytes are in the store when it returns. */
  take(bytes: Uint8Array): Received {
    const body = this.#opened();
    if (body.kind === 'lines') {
      const found = rowsIn(() => body.reader.push(bytes));
      this.#bodyRows += found.rows.length;
      body.pivot.take(found.rows);
      return this.#received(found.trouble, body);
    }
    const trouble = this.#store.together(() => {
      for (let from = 0; from < bytes.length; from += AT_ONCE) {
        const found = rowsIn(() => body.reader.push(bytes.subarray(from, from + AT_ONCE)));
        this.#keep(found.rows, body);
        if (found.trouble !== null) return found.trouble;
      }
      return null;
    });
    return this.#received(trouble, body);
  }

  /** @param isWhole whether the body ended as the service meant it to: then the list must have ended, too */
  async finish(isWhole: boolean, letOtherWorkRun: () => Promise<void>): Promise<Received> {
    const body = this.#opened();
    this.#body = null;
    let trouble: ListTrouble | null = null;
    if (body.kind === 'lines') {
      const found = isWhole ? rowsIn(() => body.reader.end()) : NOTHING;
      this.#bodyRows += found.rows.length;
      body.pivot.take(found.rows);
      trouble = found.trouble;
      await body.pivot.end(letOtherWorkRun);
      this.#checkAll();
    } else if (isWhole) {
      const found = rowsIn(() => body.reader.end());
      this.#keep(found.rows, body);
      trouble = found.trouble;
    }
    trouble ??= isWhole ? troubleIn(() => body.reader.throwFailure()) : null;
    return this.#received(trouble, body);
  }

  /** No further body comes: what came lasts from now on. */
  end(): void {
    this.#numbers?.drop();
    this.#store.settle();
  }

  #opened(): OpenBody {
    if (this.#body === null) throw new Error('Bytes came for a body that has not begun.');
    return this.#body;
  }

  #keep(found: readonly Cells[], body: LeadsBody): void {
    this.#bodyRows += found.length;
    this.#noteChanges(found);
    const rows = this.#within(found, body);
    if (rows.length === 0) return;
    if (this.#numbers === null) {
      this.#countIds(rows);
      this.#append(rows);
    } else this.#merge(rows, this.#numbers);
  }

  #countIds(rows: readonly Cells[]): void {
    const column = this.#columnOf('uniqueid');
    const ids: string[] = [];
    for (const cells of rows) {
      const id = cells[column] ?? '';
      if (id !== '') ids.push(id);
    }
    this.#repeated.add(ids);
  }

  #noteChanges(rows: readonly Cells[]): void {
    const column = this.#columnOf(MODIFIED);
    for (const cells of rows) {
      const text = cells[column] ?? '';
      // Compared as text: if a form does not sort so, the time may be too early, which only asks for more.
      if (!isLater(text, this.#latest ?? '')) continue;
      const moment = serviceMoment(text, this.#plan.zone)?.slice(0, 19) ?? null;
      if (moment !== null && moment > (this.#latest ?? '')) this.#latest = moment;
    }
  }

  #append(rows: readonly Cells[]): number {
    const { paths } = this.#flattener;
    const first = this.#store.rows + 1;
    const marks: [number, number][] = [];
    let number = first;
    for (const cells of rows) {
      const missed = this.#check.look(cells, paths);
      if (missed !== 0) marks.push([number, missed]);
      number += 1;
    }
    this.#store.name(paths);
    this.#store.mark(marks);
    this.#store.append(rows, paths.length);
    return first;
  }

  /** A lead that came before in another body is replaced; the newer state stays. */
  #merge(rows: readonly Cells[], numbers: LeadNumbers): void {
    const column = this.#columnOf('uniqueid');
    const fresh = new Map<string, Cells>();
    const nameless: Cells[] = [];
    for (const cells of rows) {
      const id = cells[column] ?? '';
      const number = id === '' ? undefined : numbers.find(id);
      if (number !== undefined) this.#replace(number, cells);
      else if (id === '') nameless.push(cells);
      else fresh.set(id, this.#kept(fresh.get(id), cells));
    }
    const first = this.#append([...fresh.values()]);
    numbers.add([...fresh.keys()].map((id, index) => [id, first + index] as const));
    this.#append(nameless);
  }

  #replace(number: number, cells: Cells): void {
    const before = this.#store.between(number, number)[0]?.cells ?? [];
    if (this.#newer(before, cells) !== cells || isSame(before, cells)) {
      this.#flattener.uncount(cells);
      return;
    }
    this.#replaced += 1;
    const { paths } = this.#flattener;
    this.#flattener.uncount(before);
    this.#check.look(before, paths, -1);
    const missed = this.#check.look(cells, paths);
    this.#store.replace([{ number, cells }], paths.length);
    this.#store.mark([[number, missed]]);
  }

  #kept(one: Cells | undefined, other: Cells): Cells {
    if (one === undefined) return other;
    const newer = this.#newer(one, other);
    if (newer === other && !isSame(one, other)) this.#replaced += 1;
    this.#flattener.uncount(newer === one ? other : one);
    return newer;
  }

  /** The state of a lead that was changed last; the one that came last when that cannot be known. */
  #newer(one: Cells, other: Cells): Cells {
    const column = this.#columnOf(MODIFIED);
    return isOlder(other[column] ?? '', one[column] ?? '', this.#plan.zone) ? one : other;
  }

  #within(rows: readonly Cells[], { cutBefore, until }: LeadsBody): readonly Cells[] {
    if (cutBefore === null && until === null) return rows;
    const column = this.#columnOf(MODIFIED);
    return rows.filter((cells) => {
      const moment = serviceMoment(cells[column] ?? '', this.#plan.zone);
      if (moment === null) return true;
      if (until !== null && moment >= until && moment < (this.#beyond ?? '9999')) this.#beyond = moment;
      if (cutBefore === null || moment >= cutBefore) return true;
      this.#cut += 1;
      this.#flattener.uncount(cells);
      return false;
    });
  }

  /** -1 when no lead has brought it: no cell stands there. */
  #columnOf(folded: string): number {
    return this.#flattener.paths.findIndex((path) => path.toLowerCase() === folded);
  }

  /** Rows that are whole only now: pivoted ones. They show nothing but fields of `data`. */
  #checkAll(): void {
    const marks: [number, number][] = [];
    for (let number = 1; number <= this.#store.rows; number += 1) {
      const missed = this.#check.look([], this.#flattener.paths);
      if (missed !== 0) marks.push([number, missed]);
    }
    this.#store.mark(marks);
  }

  #received(trouble: ListTrouble | null, { reader }: OpenBody): Received {
    const { paths, filled } = this.#flattener;
    const isWider = paths.length > this.#told;
    this.#told = paths.length;
    return {
      rows: this.#store.rows,
      paths: isWider ? paths : null,
      filled,
      trouble,
      filters: this.#check.checks(paths),
      asked: this.#check.asked,
      replaced: this.#replaced,
      repeated: this.#repeated.count,
      bodyRows: this.#bodyRows,
      cut: this.#cut,
      beyond: this.#beyond,
      latest: this.#latest,
      shortened: this.#flattener.shortened,
      hasBrokenText: reader.hasBrokenText(),
    };
  }
}

/** As `text > other`, which takes ten times longer on texts that are parts of a larger one. */
function isLater(text: string, other: string): boolean {
  const length = Math.min(text.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const difference = text.charCodeAt(at) - other.charCodeAt(at);
    if (difference !== 0) return difference > 0;
  }
  return text.length > other.length;
}

/** One may end with cells that are empty. */
function isSame(one: Cells, other: Cells): boolean {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) if ((one[at] ?? null) !== (other[at] ?? null)) return false;
  return true;
}

/** Leads that were asked for; undefined without a limit. */
function mostOf(filters: readonly AskedFilter[]): number | undefined {
  for (const { test } of filters) if (test.kind === 'limit') return test.most;
  return undefined;
}

interface LeadsBody {
  readonly kind: 'leads';
  readonly reader: RowReader<Cells>;
  readonly cutBefore: string | null;
  readonly until: string | null;
}

type OpenBody = LeadsBody | { readonly kind: 'lines'; readonly reader: RowReader<RawLine>; readonly pivot: RawPivot };

const NOTHING = { rows: [], trouble: null };

function rowsIn<Row>(read: () => readonly Row[]): {
  readonly rows: readonly Row[];
  readonly trouble: ListTrouble | null;
} {
  let rows: readonly Row[] = [];
  const trouble = troubleIn(() => {
    rows = read();
  });
  return { rows, trouble };
}
