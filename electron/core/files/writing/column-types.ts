// Why: decision 0132.
import { DAY, daysOfMonth } from '../../../../shared/domain/time/time.ts';

/** What every value of a column is. `decimal` has a fraction; `day` and `time` have no zone. */
export type ColumnType = 'text' | 'truth' | 'whole' | 'decimal' | 'day' | 'time';

/** How the texts of a column are written. Times differ by the digits of their fraction: only one form can be given back. */
export interface ColumnForm {
  readonly type: ColumnType;
  /** Of the fraction of a time, 0 to 9; 0 for everything else. */
  readonly digits: number;
}

export const TEXT_FORM: ColumnForm = { type: 'text', digits: 0 };
/** Whole numbers up to 15 digits, which every program counts exactly. */
const whole = /^(?:0|-?[1-9]\d{0,14})$/;
const decimal = /^-?(?:0|[1-9]\d{0,14})\.\d{1,15}$/;
const moment = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?)?$/;
/** Before it, programs count days by different calendars. */
const FIRST_YEAR = 1600;

/**
 * Finds the type of a column from all of its values. A type is proven only by texts that can be written again from the
 * value as they were: `007`, `1e5`, `1.50`, `+45` and `TRUE` are texts, and so is everything in their column. An empty text
 * is one, too; a cell with nothing in it proves nothing.
 */
export class TypeProof {
  #proof: ColumnForm | null;

  /** @param known the form of values that the column has already; null: it has none */
  constructor(known: ColumnForm | null = null) {
    this.#proof = known;
  }

  /** True when the column can be nothing but text. */
  get isText(): boolean {
    return this.#proof?.type === 'text';
  }

  /** Text for a column without a value. */
  get form(): ColumnForm {
    return this.#proof ?? TEXT_FORM;
  }

  add(text: string): void {
    if (this.isText) return;
    const found = proofOf(text);
    this.#proof = this.#proof === null ? found : joined(this.#proof, found);
  }
}

function joined(one: ColumnForm, other: ColumnForm): ColumnForm {
  if (one.type === other.type && one.digits === other.digits) return one;
  const areNumbers = [one, other].every(({ type }) => type === 'whole' || type === 'decimal');
  return areNumbers ? { type: 'decimal', digits: 0 } : TEXT_FORM;
}

function proofOf(text: string): ColumnForm {
  if (text === 'true' || text === 'false') return { type: 'truth', digits: 0 };
  if (whole.test(text)) return { type: 'whole', digits: 0 };
  if (decimal.test(text) && String(Number(text)) === text) return { type: 'decimal', digits: 0 };
  const parts = moment.exec(text);
  if (parts === null || microsecondsOf(parts) === null) return TEXT_FORM;
  return { type: parts[4] === undefined ? 'day' : 'time', digits: parts[7]?.length ?? 0 };
}

/** A value of a column of this type as Parquet holds it; undefined for a text that is not such a value. */
export function typedValue(type: ColumnType, text: string): string | boolean | number | bigint | undefined {
  switch (type) {
    case 'text':
      return text;
    case 'truth':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'whole':
      return whole.test(text) ? BigInt(text) : undefined;
    case 'decimal':
      return whole.test(text) || decimal.test(text) ? Number(text) : undefined;
    case 'day':
    case 'time': {
      const parts = moment.exec(text);
      const microseconds = parts === null ? null : microsecondsOf(parts);
      if (microseconds === null) return undefined;
      return type === 'time' ? microseconds : Number(microseconds / 1000n) / DAY;
    }
  }
}

/** The text that `typedValue` made this value of, in a column of this form. */
export function textOfValue({ type, digits }: ColumnForm, value: unknown): string {
  if (type === 'day') return new Date(Number(value) * DAY).toISOString().slice(0, 10);
  if (type !== 'time') return String(value);
  const microseconds = BigInt(value as bigint | number);
  const fraction = ((microseconds % MILLION) + MILLION) % MILLION;
  const second = new Date(Number((microseconds - fraction) / 1000n)).toISOString().slice(0, 19);
  return digits === 0 ? second : `${second}.${String(fraction).padStart(6, '0').padEnd(digits, '0').slice(0, digits)}`;
}

const MILLION = 1_000_000n;

/** Since 1970, by the calendar and without a zone; null for no moment, and for one finer than a microsecond. */
function microsecondsOf([, year, month, day, hour = '0', minute = '0', second = '0', fraction = '']: RegExpExecArray) {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (y < FIRST_YEAR || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (d < 1 || d > daysOfMonth(y, m)) return null;
  if (fraction.length > 6 && !/^0*$/.test(fraction.slice(6))) return null;
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  const milliseconds = Date.UTC(y, m - 1, d) + seconds * 1000;
  const microseconds = Number(fraction.slice(0, 6).padEnd(6, '0'));
  const sum = milliseconds * 1000 + microseconds;
  // From the year 2255 on a number has not all of them.
  return Number.isSafeInteger(sum) ? BigInt(sum) : BigInt(milliseconds) * 1000n + BigInt(microseconds);
}
