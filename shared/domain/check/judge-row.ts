import { isOnlySpaces } from './damage.ts';
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
import { judgePhone } from './judge-phone.ts';
import type { PhoneReader } from '../phones/phone-reader.ts';
import { judgeValue } from './judge-value.ts';
import { cityOf } from './numbering.ts';

/** What is wrong with one value of one field, and by what it is compared with other rows. */
export interface ValueVerdict {
  readonly kinds: readonly MarkKind[];
  readonly isEmpty: boolean;
  readonly key: string | null;
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
  /** Values of the chosen key and of fields whose values must be unique, by field. */
  readonly keys: readonly { readonly field: number; readonly value: string }[];
  /** Indexes of phone fields that are filled. */
  readonly filled: readonly number[];
  /** Phones and faxes of the row without a country prefix. */
  readonly unprefixed: number;
  /** Index into `cities`; -1 for another place, -2 without a post code. */
  readonly city: number;
}

/** Different values remembered for each field; a column of 100,000 schools has a thousand area codes. */
const REMEMBERED = 20_000;
/** After so many values it shows whether a field's values come back; where they do not, remembering is a waste. */
const TRIED = 4000;
const plain: ValueVerdict = { kinds: [], isEmpty: false, key: null };
const empty: ValueVerdict = { kinds: [], isEmpty: true, key: null };
const blank: ValueVerdict = { kinds: ['onlySpaces'], isEmpty: true, key: null };

/** Judges rows one by one. A value is judged once and remembered; the memory is bounded. */
export function createRowJudge(plan: CheckPlan, readPhone: PhoneReader) {
  const memories = plan.fields.map(() => ({ values: new Map<string, ValueVerdict>(), asked: 0, met: 0 }));
  const rowIndex = plan.fields.length;

  function judge(field: CheckedField, text: string): ValueVerdict {
    if (text === '') return empty;
    if (field.isPlain && isUnremarkable(text)) return plain;
    // Looking a plain text up costs more than judging it.
    if (field.type === 'text') return judgeAnew(field, text);
    const memory = memories[field.index];
    if (memory === undefined || (memory.asked > TRIED && memory.met * 10 < memory.asked)) return judgeAnew(field, text);
    memory.asked += 1;
    const known = memory.values.get(text);
    if (known !== undefined) {
      memory.met += 1;
      return known;
    }
    const verdict = judgeAnew(field, text);
    if (memory.values.size >= REMEMBERED) memory.values.clear();
    memory.values.set(text, verdict);
    return verdict;
  }

  function judgeAnew(field: CheckedField, text: string): ValueVerdict {
    if (isOnlySpaces(text)) return blank;
    const value = judgedValue(field, text);
    if (value.trim() === '') return empty;
    const kinds: MarkKind[] = [];
    let key: string | null = null;
    if (field.type === 'phone' || field.type === 'fax') {
      const verdict = judgePhone(value, field.country, readPhone);
      if (verdict.kind !== null) kinds.push(verdict.kind);
      if (field.type === 'phone') key = verdict.key;
    } else {
      const kind = judgeValue(field.type, value, field.country);
      if (kind !== null) kinds.push(kind);
      if (field.type === 'email' && kind === null) key = value.trim().toLowerCase();
      const side = field.type === 'date' ? dateSideOf(value, field.dateOrder) : null;
      if (side !== null) kinds.push(side);
    }
    if (field.longest !== null || field.allowed !== null) {
      const sent = sentValue(field, text, readPhone).trim();
      if (field.longest !== null && sent.length > field.longest) kinds.push('tooLong');
      if (field.allowed !== null && !field.allowed.has(sent)) kinds.push('notAllowed');
    }
    return kinds.length === 0 && key === null ? plain : { kinds, isEmpty: false, key };
  }

  function judgeRow(cells: readonly string[]): RowVerdict {
    const marks: RowMark[] = [];
    const phones: string[] = [];
    const emails: string[] = [];
    const keys: { field: number; value: string }[] = [];
    const filled: number[] = [];
    let hasPhone = false;
    let unprefixed = 0;
    for (const field of plan.fields) {
      // Nearly every cell of a file: one column, empty or plain words.
      const only = field.columns.length === 1 ? (cells[field.columns[0] as number] ?? '') : null;
      if (only !== null && field.isPlain && !field.isCompared && isUnremarkable(only)) continue;
      const { text, column } = sourceText(field, cells);
      const verdict = judge(field, text);
      for (const kind of verdict.kinds)
        marks.push({ reason: reasonNumber(field.index, kind), value: judgedValue(field, text), column });
      if (verdict.isEmpty) {
        const kind = emptyKind(field, verdict);
        if (kind !== null) marks.push({ reason: reasonNumber(field.index, kind), value: '', column });
        continue;
      }
      if (field.type === 'phone' || field.type === 'fax') {
        filled.push(field.index);
        if (!hasPrefix(text)) unprefixed += 1;
      }
      if (field.type === 'phone') hasPhone = true;
      if (verdict.key !== null) (field.type === 'email' ? emails : phones).push(verdict.key);
      if (field.isCompared) keys.push({ field: field.index, value: sentValue(field, text, readPhone).trim() });
    }
    if (plan.hasPhone && !hasPhone) marks.push({ reason: reasonNumber(rowIndex, 'noPhone'), value: '', column: -1 });
    const postcode = plan.postcodeColumn === null ? '' : (cells[plan.postcodeColumn] ?? '').trim();
    const city = postcode === '' ? -2 : cityOf(postcode, plan.country);
    return { marks, phones: different(phones), emails: different(emails), keys, filled, unprefixed, city };
  }

  return { judgeRow, judge };
}

/** Begins with a letter and ends with a letter or a digit: no rule for plain text finds fault with it. */
function isUnremarkable(text: string): boolean {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  return (first | 32) >= 97 && (first | 32) <= 122 && last > 47 && last !== 59;
}

function hasPrefix(text: string): boolean {
  return /^[\s(]*(?:\+|00)/.test(text);
}

function emptyKind(field: CheckedField, verdict: ValueVerdict): MarkKind | null {
  if (field.required) return 'required';
  return field.type === 'email' && verdict === empty ? 'empty' : null;
}

function different(values: string[]): string[] {
  return values.length < 2 ? values : [...new Set(values)];
}
