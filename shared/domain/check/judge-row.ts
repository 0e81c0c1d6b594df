import { mayBeReadTwice } from '../files/read-twice.ts';
import { isFormulaError, isPlaceholder } from '../phones/damage.ts';
import {
  type CheckedField,
  type CheckPlan,
  judgedValue,
  type MarkKind,
  reasonNumber,
  sentValue,
  sourceText,
} from './check-plan.ts';
import { dateSideOf } from './date-order.ts';
import { judgePhone, type PhoneVerdict } from '../phones/judge-phone.ts';
import { hasPrefix, isBareNumber, PLUS } from '../phones/phone-in-cell.ts';
import type { PhoneReader } from '../phones/phone-reader.ts';
import { judgeValue } from './judge-value.ts';
import { nameKey } from '../words/fold-text.ts';
import { cityOf } from '../phones/numbering.ts';

/** What is wrong with one value of one field, and by what it is compared with other rows. */
export interface ValueVerdict {
  readonly kinds: readonly MarkKind[];
  readonly isEmpty: boolean;
  readonly key: string | null;
  /** A phone that is sent in another form than it has in the file. */
  readonly isCleaned?: boolean;
}

/** What one value adds to the verdict of its row. */
export interface FieldVerdict {
  readonly marks: readonly RowMark[];
  readonly isEmpty: boolean;
  /** The phone or e-mail address by which the row is compared. */
  readonly key: string | null;
  /** As it is sent, where rows are compared by this field; null where they are not, and without a value. */
  readonly compared: string | null;
  /** A phone or fax without a country prefix. */
  readonly isUnprefixed: boolean;
  /** A phone or fax that is sent in another form than it has in the file. */
  readonly isCleaned: boolean;
}

export interface RowMark {
  readonly reason: number;
  /** The value as it is judged; empty for a whole row. */
  readonly value: string;
  /** Column it stands in; -1 when several are joined or the whole row is meant. */
  readonly column: number;
}

export interface RowVerdict {
  readonly marks: readonly RowMark[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** Phones and e-mail addresses that the row has once more: the same number as phone and as mobile phone. */
  readonly repeated: readonly string[];
  /** Phones that are filled; a row without any has no phone, whatever faxes it has. */
  readonly filledPhones: number;
  /** The names of a row without phone and e-mail, by which it is compared with others like it; null without names. */
  readonly name: string | null;
  /** Values of the chosen key and of fields whose values must be unique, by field. */
  readonly keys: readonly { readonly field: number; readonly value: string }[];
  /** By which a row without phone and e-mail is compared with rows that were sent; null for other rows and empty ones. */
  readonly valuesKey: string | null;
  /** Indexes of phone fields that are filled. */
  readonly filled: readonly number[];
  /** Phones and faxes of the row without a country prefix. */
  readonly unprefixed: number;
  /** Phones and faxes of the row that are sent in another form than they have in the file. */
  readonly cleaned: number;
  /** Index into `cities`; -1 for another place, -2 without a post code. */
  readonly city: number;
}

/** Values remembered for each field, to bound the memory: a column of 100,000 schools has a thousand area codes. */
const REMEMBERED = 20_000;
/** Values. After this many, a field whose values do not repeat is not remembered any more: the look-up would cost more. */
const TRIED = 4000;
/** What `RowVerdict.city` says of a row without a post code. */
export const NO_POSTCODE = -2;
const plain: ValueVerdict = { kinds: [], isEmpty: false, key: null };
const empty: ValueVerdict = { kinds: [], isEmpty: true, key: null };
const blank: ValueVerdict = { kinds: ['onlySpaces'], isEmpty: true, key: null };

const NO_MARKS: readonly RowMark[] = [];
const UNREMARKABLE: FieldVerdict = {
  marks: NO_MARKS,
  isEmpty: false,
  key: null,
  compared: null,
  isUnprefixed: false,
  isCleaned: false,
};
const EMPTY: FieldVerdict = { ...UNREMARKABLE, isEmpty: true };

interface Memory {
  readonly verdicts: Map<string, ValueVerdict>;
  asked: number;
  found: number;
}

/** A verdict that is still being put together. */
interface GrowingVerdict extends Omit<RowVerdict, 'repeated'> {
  readonly marks: RowMark[];
  readonly phones: string[];
  readonly emails: string[];
  readonly keys: { field: number; value: string }[];
  readonly filled: number[];
  filledPhones: number;
  unprefixed: number;
  cleaned: number;
}

/** Judges rows one by one. A value is judged once and remembered; the memory is bounded. */
export class RowJudge {
  readonly #plan: CheckPlan;
  readonly #readPhone: PhoneReader;
  readonly #memories: Memory[];
  /** By field: a person may have named the value that is sent in place of none. */
  readonly #ofEmpty: readonly ValueVerdict[];

  constructor(plan: CheckPlan, readPhone: PhoneReader) {
    this.#plan = plan;
    this.#readPhone = readPhone;
    this.#memories = plan.fields.map(() => ({ verdicts: new Map(), asked: 0, found: 0 }));
    this.#ofEmpty = plan.fields.map((field) => this.#judgeAnew(field, ''));
  }

  judgeRow(cells: readonly string[]): RowVerdict {
    const plan = this.#plan;
    const verdict: GrowingVerdict = {
      marks: [],
      phones: [],
      emails: [],
      name: null,
      keys: [],
      valuesKey: null,
      filled: [],
      filledPhones: 0,
      unprefixed: 0,
      cleaned: 0,
      city: this.cityOf(cells),
    };
    for (const field of plan.fields) {
      // Nearly every cell of a file: one column, empty or plain words.
      const only = field.columns.length === 1 ? (cells[field.columns[0] as number] ?? '') : null;
      if (only !== null && field.isPlain && !field.isCompared && isUnremarkable(only)) continue;
      const { text, column } = sourceText(field, cells);
      addField(verdict, field, this.judgeText(field, text, column));
    }
    if (plan.hasPhone && verdict.filledPhones === 0) verdict.marks.push(noPhoneMark(plan));
    const hasNone = verdict.phones.length === 0 && verdict.emails.length === 0;
    const phones = different(verdict.phones);
    const emails = different(verdict.emails);
    return {
      ...verdict,
      phones,
      emails,
      repeated: [...surplus(verdict.phones, phones), ...surplus(verdict.emails, emails)],
      name: hasNone ? this.nameOf(cells) : null,
      valuesKey: hasNone ? this.#valuesKey(cells) : null,
    };
  }

  /** All names of the row, in any case and order of words; null without one. */
  nameOf(cells: readonly string[]): string | null {
    const words = this.#plan.fields
      .filter((field) => field.isName)
      .flatMap((field) => nameKey(sentValue(field, sourceText(field, cells).text, this.#readPhone)).split(/[\s,;]+/))
      .filter((word) => word !== '');
    return words.length === 0 ? null : words.sort().join(' ');
  }

  /** All values as they are sent, whatever fields they fill, as a short number: a million rows are compared by it. */
  #valuesKey(cells: readonly string[]): string | null {
    const values = this.#plan.fields
      .map((field) => nameKey(sentValue(field, sourceText(field, cells).text, this.#readPhone)))
      .filter((value) => value !== '');
    return values.length === 0 ? null : `values ${hashOf(values.sort().join('\u0000'))}`;
  }

  /** Index into `cities` of the row's post code; -1 for another place, -2 without a post code. */
  cityOf(cells: readonly string[]): number {
    const { postcodeColumn } = this.#plan;
    return postcodeColumn === null ? NO_POSTCODE : this.cityOfPostcode(cells[postcodeColumn] ?? '');
  }

  /** As `cityOf`, of a text in the column of the post codes. */
  cityOfPostcode(text: string): number {
    const postcode = text.trim();
    return postcode === '' ? NO_POSTCODE : cityOf(postcode, this.#plan.country);
  }

  /**
   * What a value of a field adds to the verdict of its row, whatever else the row holds.
   * @param column the text stands in; -1 when several are joined
   */
  judgeText(field: CheckedField, text: string, column: number): FieldVerdict {
    if (field.isPlain && !field.isCompared && isUnremarkable(text)) return UNREMARKABLE;
    const judged = this.judge(field, text);
    const marks = marksOf(field, judged, text, column);
    if (judged.isEmpty) return marks === NO_MARKS ? EMPTY : { ...EMPTY, marks };
    const isNumber = field.type === 'phone' || field.type === 'fax';
    return {
      marks,
      isEmpty: false,
      key: judged.key,
      compared: field.isCompared ? sentValue(field, text, this.#readPhone).trim() : null,
      isUnprefixed: isNumber && !hasPrefix(text) && /\d/.test(text),
      isCleaned: isNumber && judged.isCleaned === true,
    };
  }

  /** Judges one value of a field. */
  judge(field: CheckedField, text: string): ValueVerdict {
    if (text === '') return this.#ofEmpty[field.index] ?? empty;
    if (field.isPlain && isUnremarkable(text)) return plain;
    // Judging a plain text costs less than looking it up.
    if (field.type === 'text') return this.#judgeAnew(field, text);
    const memory = this.#memories[field.index];
    if (memory === undefined || (memory.asked > TRIED && memory.found * 10 < memory.asked))
      return this.#judgeAnew(field, text);
    memory.asked += 1;
    const known = memory.verdicts.get(text);
    if (known !== undefined) {
      memory.found += 1;
      return known;
    }
    const verdict = this.#judgeAnew(field, text);
    if (memory.verdicts.size >= REMEMBERED) memory.verdicts.clear();
    memory.verdicts.set(text, verdict);
    return verdict;
  }

  #judgeAnew(field: CheckedField, text: string): ValueVerdict {
    const value = judgedValue(field, text);
    if (value.trim() === '') return text !== '' && text.trim() === '' ? blank : empty;
    const kinds: MarkKind[] = [];
    let key: string | null = null;
    let isCleaned = false;
    if (field.type === 'phone' || field.type === 'fax') {
      const verdict = judgePhone(value, field.country, this.#readPhone);
      const sent = this.#sentPhone(field, text, value, verdict);
      isCleaned = sent !== value;
      // The value is judged as it is sent: cleaning mends a number that only lacks its plus or its 0.
      const kind =
        isCleaned && verdict.kind !== null ? judgePhone(sent, field.country, this.#readPhone).kind : verdict.kind;
      if (kind !== null) kinds.push(kind);
      if (isCleaned && verdict.kind === 'phoneExtension') kinds.push('extensionLeftOut');
      if (field.type === 'phone') key = this.#phoneKey(field, value, verdict);
    } else {
      const kind = judgeValue(field.type, value, field.country);
      if (kind !== null) kinds.push(kind);
      if (field.type === 'email' && kind === null) key = value.trim().toLowerCase();
      const side = field.type === 'date' ? dateSideOf(value, field.dateOrder) : null;
      if (side !== null) kinds.push(side);
    }
    if (isPlaceholder(value.trim()) && field.allowed?.has(value.trim()) !== true)
      // A dash stands for a value that is missing, so it is not judged as a wrong phone as well.
      kinds.splice(0, kinds.length, kinds.length === 0 ? 'placeholder' : 'noValue');
    if (field.longest !== null || field.allowed !== null) {
      const sent = sentValue(field, text, this.#readPhone).trim();
      if (field.longest !== null && sent.length > field.longest) kinds.push('tooLong');
      if (field.allowed !== null && !field.allowed.has(sent)) kinds.push('notAllowed');
    }
    return kinds.length === 0 && key === null && !isCleaned ? plain : { kinds, isEmpty: false, key, isCleaned };
  }

  #sentPhone(field: CheckedField, text: string, value: string, { kind, key }: PhoneVerdict): string {
    if (!field.cleaning.some((step) => step.kind === 'phone')) return value;
    // The usual case, without reading the number twice.
    if (kind === null && key === text) return value;
    if (kind === null && key?.charCodeAt(0) === PLUS && isBareNumber(value) && isOnlyTrimmed(field)) return key;
    return sentValue(field, text, this.#readPhone);
  }

  /** Where the country is not known, the most likely one decides which numbers are the same, and nothing else. */
  #phoneKey({ country, comparedAs }: CheckedField, value: string, { key }: PhoneVerdict): string | null {
    return country === comparedAs ? key : judgePhone(value, comparedAs, this.#readPhone).key;
  }
}

/** Whether its phones are read as those of its country, and nothing else is done to them. */
function isOnlyTrimmed({ cleaning, country }: CheckedField): boolean {
  return cleaning.every((step) => step.kind === 'trim' || (step.kind === 'phone' && step.country === country));
}

/** Adds what a value of the field says. */
function addField(verdict: GrowingVerdict, field: CheckedField, judged: FieldVerdict): void {
  for (const mark of judged.marks) verdict.marks.push(mark);
  if (judged.isEmpty) return;
  if (field.type === 'phone' || field.type === 'fax') {
    verdict.filled.push(field.index);
    if (field.type === 'phone') verdict.filledPhones += 1;
    if (judged.isUnprefixed) verdict.unprefixed += 1;
    if (judged.isCleaned) verdict.cleaned += 1;
  }
  if (judged.key !== null) (field.type === 'email' ? verdict.emails : verdict.phones).push(judged.key);
  if (judged.compared !== null) verdict.keys.push({ field: field.index, value: judged.compared });
}

/** What a row is marked with that has no phone. */
export function noPhoneMark(plan: CheckPlan): RowMark {
  return { reason: reasonNumber(plan.fields.length, 'noPhone'), value: '', column: -1 };
}

function marksOf(field: CheckedField, judged: ValueVerdict, text: string, column: number): readonly RowMark[] {
  const kind = judged.isEmpty ? emptyKind(field, judged) : null;
  if (judged.kinds.length === 0 && kind === null) return NO_MARKS;
  const marks = judged.kinds.map((found) => ({
    reason: reasonNumber(field.index, found),
    value: judgedValue(field, text),
    column,
  }));
  if (kind !== null) marks.push({ reason: reasonNumber(field.index, kind), value: '', column });
  return marks;
}

/**
 * Begins with a letter, ends with a letter or a digit, and is neither a word for a missing value nor an error of a formula: no
 * rule for plain text finds fault with it.
 */
function isUnremarkable(text: string): boolean {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return (
    (first | 32) >= 97 &&
    (first | 32) <= 122 &&
    last > 47 &&
    last !== 59 &&
    !(((first | 32) === 110 || first === 117) && isPlaceholder(text)) &&
    !(first === 69 && isFormulaError(text)) &&
    !mayBeReadTwice(text)
  );
}

function emptyKind(field: CheckedField, verdict: ValueVerdict): MarkKind | null {
  if (field.required) return 'required';
  return field.type === 'email' && verdict === empty ? 'empty' : null;
}

function different(values: string[]): string[] {
  return values.length < 2 ? values : [...new Set(values)];
}

/** What is left of the values when each different one is taken out once. */
function surplus(values: readonly string[], once: readonly string[]): readonly string[] {
  return values.length === once.length ? [] : values.filter((value, index) => values.indexOf(value) !== index);
}

/** 53 bits of two multiplicative hashes (cyrb53): equal by chance once in some thousand comparisons of a million with a million. */
function hashOf(text: string): string {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 2654435761);
    two = Math.imul(two ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36);
}
