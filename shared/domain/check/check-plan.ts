import type { CheckKind, CheckSettings } from '../../contract/check/check.ts';
import { checkKindSchema } from '../../contract/check/check.ts';
import type { CampaignField } from '../../contract/imports/imports.ts';
import type { CleaningStep, FieldRule, Mapping } from '../../contract/imports/mapping.ts';
import { cleanValue } from '../mapping/apply/cleaning.ts';
import type { PhoneReader } from '../phones/phone-reader.ts';
import { DATE_SIDES, type DateOrder, type DateSide } from './date-order.ts';
import { checkedTypeOf, type CheckedType, isNameField } from './field-type.ts';

/** One field as it is checked. */
export interface CheckedField {
  readonly index: number;
  readonly field: string;
  readonly type: CheckedType;
  readonly columns: readonly number[];
  /** Put between the values of several columns; null: the first that is not empty. */
  readonly join: string | null;
  /** All steps, as when it is sent. */
  readonly cleaning: readonly CleaningStep[];
  /** Steps before the judgement. Phones and dates are judged as written: cleaning would hide what is wrong with them. */
  readonly judgedCleaning: readonly CleaningStep[];
  /** For numbers without a prefix; '' while it is not known: then they are judged by what holds in all countries. */
  readonly country: string;
  /** Numbers without a prefix are compared as those of this country, known or only likely. */
  readonly comparedAs: string;
  /** The order in which dates of three numbers are read; null: they are sent as they are. */
  readonly dateOrder: DateOrder | null;
  readonly required: boolean;
  readonly unique: boolean;
  readonly longest: number | null;
  readonly allowed: ReadonlySet<string> | null;
  /** Chosen as the key of duplicates. */
  readonly isKey: boolean;
  /** Its values are compared between rows. */
  readonly isCompared: boolean;
  /** Holds a name of a person or a company. */
  readonly isName: boolean;
  /** Takes any text, and cleaning only trims it: most cells of a file need no closer look. */
  readonly isPlain: boolean;
}

export interface CheckPlan {
  readonly fields: readonly CheckedField[];
  /** As that of a field. */
  readonly country: string;
  /** A phone is mapped, so every row needs one. */
  readonly hasPhone: boolean;
  /** Column of the post codes, mapped or not; null when there is none. */
  readonly postcodeColumn: number | null;
}

/** What one value is marked with. The order of a single date is not a reason; that of all dates of a field may be one. */
export type MarkKind = CheckKind | DateSide;

const KINDS: readonly MarkKind[] = [...checkKindSchema.options, ...DATE_SIDES];
/** Reasons are numbered: field × kinds + kind; whole rows come after the last field. */
export const KIND_COUNT = KINDS.length;
const kindNumbers = new Map(KINDS.map((kind, index) => [kind, index]));

/** The order of a single date is not a reason. */
export function isReasonKind(kind: MarkKind): kind is CheckKind {
  return !DATE_SIDES.some((side) => side === kind);
}

export function reasonNumber(fieldIndex: number, kind: MarkKind): number {
  return fieldIndex * KIND_COUNT + (kindNumbers.get(kind) ?? 0);
}

/** Kind of a reason. For single dates use `markKindOfNumber`. */
export function kindOfNumber(reason: number): CheckKind {
  return KINDS[reason % KIND_COUNT] as CheckKind;
}

export function markKindOfNumber(reason: number): MarkKind {
  return KINDS[reason % KIND_COUNT] as MarkKind;
}

/** Null for a reason about whole rows. */
export function fieldOfNumber(plan: CheckPlan, reason: number): CheckedField | null {
  return plan.fields[Math.floor(reason / KIND_COUNT)] ?? null;
}

export function reasonIdOf(plan: CheckPlan, reason: number): string {
  const field = fieldOfNumber(plan, reason);
  return field === null ? kindOfNumber(reason) : `${kindOfNumber(reason)}:${field.field}`;
}

/** The number of a reason's id, or null when the mapping has no such field any more. */
export function numberOfReasonId(plan: CheckPlan, id: string): number | null {
  const colon = id.indexOf(':');
  const kind = kindNumbers.get((colon === -1 ? id : id.slice(0, colon)) as CheckKind);
  if (kind === undefined) return null;
  if (colon === -1) return plan.fields.length * KIND_COUNT + kind;
  const field = plan.fields.find((candidate) => candidate.field === id.slice(colon + 1));
  return field === undefined ? null : field.index * KIND_COUNT + kind;
}

/**
 * Without fields filled with a constant: their value is the same in every row, and the mapping checks it. With fields that a
 * rule requires and nothing fills: they are empty in every row.
 */
export function planCheck(input: {
  readonly mapping: Mapping;
  readonly fields: readonly CampaignField[];
  readonly settings: CheckSettings;
  /** For numbers without a prefix; '' when it is not known. */
  readonly country: string;
  /** Where it is not known: the most likely one, by which rows are compared. */
  readonly likely?: string;
  readonly postcodeColumn: number | null;
}): CheckPlan {
  const { settings, country, likely = '' } = input;
  const unfilled = settings.fields
    .filter(({ field, required }) => required && !input.mapping.some((rule) => isSameField(rule.field, field)))
    .map(({ field }): FieldRule => ({ field, source: { kind: 'columns', columns: [], join: null }, cleaning: [] }));
  const fields = [...input.mapping, ...unfilled]
    .flatMap(({ source, ...rule }) => (source.kind === 'columns' ? [{ ...rule, source }] : []))
    .map((rule, index): CheckedField => {
      const own = settings.fields.find((entry) => isSameField(entry.field, rule.field));
      const isKey = isSameField(settings.duplicateKey ?? '', rule.field);
      const { columns, join } = rule.source;
      const type = checkedTypeOf(rule, input.fields);
      const known = rule.cleaning.find((step) => step.kind === 'phone')?.country ?? country;
      const isLimited = own !== undefined && (own.longest !== null || own.allowed !== null);
      return {
        index,
        field: rule.field,
        type,
        columns,
        join: columns.length > 1 ? join : null,
        cleaning: rule.cleaning,
        judgedCleaning: rule.cleaning.filter(({ kind }) => kind !== 'phone' && kind !== 'date'),
        dateOrder: rule.cleaning.find((step) => step.kind === 'date')?.order ?? null,
        country: known,
        comparedAs: known === '' ? likely : known,
        required: own?.required === true,
        unique: own?.unique === true,
        longest: own?.longest ?? null,
        allowed: own?.allowed ? new Set(own.allowed) : null,
        isKey,
        isCompared: isKey || own?.unique === true,
        isName: isNameField(rule.field),
        isPlain: type === 'text' && !isLimited && rule.cleaning.every((step) => step.kind === 'trim'),
      };
    });
  const hasPhone = fields.some(({ type, columns }) => type === 'phone' && columns.length > 0);
  return { fields, country, hasPhone, postcodeColumn: input.postcodeColumn };
}

/** As the mapping takes them: in whatever case they are written. */
function isSameField(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The text a field is filled from, before any cleaning, and the column it stands in; -1 when several are joined, or none fills it. */
export function sourceText(field: CheckedField, cells: readonly string[]): { text: string; column: number } {
  const { columns, join } = field;
  const only = columns[0] ?? -1;
  if (columns.length === 1) return { text: cells[only] ?? '', column: only };
  const present = columns.filter((column) => (cells[column] ?? '').trim() !== '');
  const first = present[0] ?? only;
  if (join === null || present.length < 2) return { text: cells[first] ?? '', column: first };
  return { text: present.map((column) => (cells[column] ?? '').trim()).join(join), column: -1 };
}

/** Whether the field takes a part of a cell, such as the first name: put in place of the cell, a value of it would drop the rest. */
export function takesPart({ cleaning }: CheckedField): boolean {
  return cleaning.some(({ kind }) => kind === 'split');
}

/** As it is judged and repaired. */
export function judgedValue(field: CheckedField, text: string): string {
  // No step reads a phone here: those were left out.
  return cleanValue(field.judgedCleaning, text, () => 'invalid');
}

/** As it is sent. */
export function sentValue(field: CheckedField, text: string, readPhone: PhoneReader): string {
  return cleanValue(field.cleaning, text, readPhone);
}
