// Why: decision 0082 and decision 0091.
import {
  fieldOfNumber,
  KIND_COUNT,
  kindOfNumber,
  markKindOfNumber,
  reasonNumber,
  type CheckedField,
  type CheckPlan,
  type MarkKind,
} from '../../../../shared/domain/check/check-plan.ts';
import {
  DATE_SIDES,
  isOrderChosen,
  sideThatDoesNotFit,
  type DateSide,
} from '../../../../shared/domain/check/date-order.ts';
import { DuplicateGroups } from '../../../../shared/domain/check/duplicate-groups.ts';
import { noPhoneMark, type RowMark, type RowVerdict } from '../../../../shared/domain/check/judge-row.ts';
import { severityOf } from '../../../../shared/domain/check/reason-words.ts';
import { ReasonValues } from '../../../../shared/domain/check/reason-values.ts';
import { RowSet } from '../../../../shared/domain/check/row-set.ts';
import type { CheckKind, CheckSeverity, DateReading } from '../../../../shared/contract/check/check.ts';
import { keysOf, type RowKeys, type SentLeads } from '../jobs/journal/sent/sent-before.ts';
import type { EarlierRow, QueuedLeads } from './queued-leads.ts';
import { RowContacts } from './row-contacts.ts';
import { isTheirs, type KnownColleagues } from './team/known-colleagues.ts';
import { RowPlaces } from './row-places.ts';

export interface ReasonEntry {
  readonly reason: number;
  readonly rows: RowSet;
  /** Null for whole rows and groups. */
  readonly values: ReasonValues | null;
  /** Rows that the repair corrects, counted at the first question and kept up to date since. */
  repaired: RepairCount | null;
}

export interface RepairCount {
  /** What the repair was counted for, such as an area code; another one is counted again. */
  readonly proposal: string;
  readonly isRight: (value: string, row: number) => boolean;
  rows: number;
}

/** Leads that other imports have, to compare the rows with. Null: not known. */
export interface KnownElsewhere {
  readonly sent: SentLeads | null;
  readonly queued: QueuedLeads | null;
  readonly team: KnownColleagues | null;
}

/** Why the program leaves a row out that another import has. */
export type KnownReason = 'sentBefore' | 'inQueue' | 'sentByTeam';

/**
 * The verdicts of all rows of a draft that are not left out, and which of the left out ones another import has. A row's
 * verdict is added or removed as a whole, so that an edit changes only its own row and the rows it shares a phone with.
 */
export class CheckIndex {
  readonly rows: number;
  readonly plan: CheckPlan;
  readonly phones: DuplicateGroups;
  readonly emails: DuplicateGroups;
  /** Rows without phone and e-mail. */
  readonly names: DuplicateGroups;
  readonly keys = new Map<number, DuplicateGroups>();
  /** Rows that were sent before, those that are left out for it among them. */
  readonly sentRows: RowSet;
  /** Rows that an earlier file of the queue has, those that are left out for it among them. */
  readonly queuedRows: RowSet;
  /** Rows whose lead a colleague has, those that are left out for it among them. */
  readonly teamRows: RowSet;
  /** Rows that share a phone or an e-mail address with a colleague's lead. */
  readonly contactRows: RowSet;
  /** Rows without a phone and an e-mail address, as far as they were judged: they are compared by all their values. */
  readonly bare: RowSet;
  /** `contacts` and `places` cover only rows that were judged. */
  readonly contacts: RowContacts;
  readonly places: RowPlaces;
  readonly leftOut: RowSet;
  /** Rows by the number of the job that sent them last. */
  readonly sentByJob = new Map<number, number>();
  /** Rows by the number of the earlier file that has them first. */
  readonly queuedByFile = new Map<number, number>();
  readonly filled: number[];
  /** Phones and faxes without a country prefix. */
  unprefixed = 0;
  /** Phones and faxes that are sent in another form than they have in the file. */
  cleaned = 0;
  readonly #entries = new Map<number, ReasonEntry>();
  readonly sent: SentLeads | null;
  readonly queued: QueuedLeads | null;
  /** Replaced after each answer of the team. */
  team: KnownColleagues | null;

  constructor(rows: number, plan: CheckPlan, { sent, queued, team }: KnownElsewhere) {
    this.rows = rows;
    this.plan = plan;
    this.sent = sent;
    this.queued = queued;
    this.team = team;
    this.phones = new DuplicateGroups(rows);
    this.emails = new DuplicateGroups(rows);
    this.names = new DuplicateGroups(rows);
    this.sentRows = new RowSet(rows);
    this.queuedRows = new RowSet(rows);
    this.teamRows = new RowSet(rows);
    this.contactRows = new RowSet(rows);
    this.leftOut = new RowSet(rows);
    this.bare = new RowSet(rows);
    this.contacts = new RowContacts(rows);
    this.places = new RowPlaces(rows);
    this.filled = plan.fields.map(() => 0);
    for (const field of plan.fields) if (field.isCompared) this.keys.set(field.index, new DuplicateGroups(rows));
  }

  add(row: number, verdict: RowVerdict): void {
    this.#setContacts(row, verdict);
    this.places.add(row, verdict.city);
    for (const mark of verdict.marks) this.#addMark(row, mark);
    for (const phone of verdict.phones) this.phones.add(phone, row);
    for (const email of verdict.emails) this.emails.add(email, row);
    if (verdict.name !== null) this.names.add(verdict.name, row);
    for (const { field, value } of verdict.keys) this.keys.get(field)?.add(value, row);
    this.#count(verdict, 1);
    this.#addKnown(row, verdict);
    if (this.team?.of(row) && !this.teamRows.has(row)) this.contactRows.add(row);
  }

  /** @param verdict null where the row was not judged. `isKnown`: it is left out because another import has it */
  leaveOut(row: number, verdict: RowVerdict | null, { isKnown }: { readonly isKnown: boolean }): void {
    this.leftOut.add(row);
    if (verdict === null) return;
    this.#setContacts(row, verdict);
    if (isKnown) this.#addKnown(row, verdict);
  }

  takeIn(row: number, verdict: RowVerdict): void {
    this.leftOut.remove(row);
    this.#clearContacts(row);
    this.#removeKnown(row, verdict);
  }

  /** Replaces marks of values of the row, but not the keys that it is compared by. */
  exchangeMarks(row: number, before: readonly RowMark[], after: readonly RowMark[]): void {
    for (const mark of before) this.#removeMark(row, mark);
    for (const mark of after) this.#addMark(row, mark);
  }

  /** Replaces a phone or an e-mail address by which the row is compared. */
  exchangeKeys(row: number, field: CheckedField, before: string | null, after: string | null): void {
    const groups = field.type === 'email' ? this.emails : this.phones;
    const isOut = this.leftOut.has(row);
    if (before !== null && !this.contacts.removeKey(row, before) && !isOut) groups.remove(before, row);
    if (after !== null) this.contacts.addKey(row, after, !isOut && !groups.add(after, row));
  }

  /** After its phones and addresses were exchanged, updates whether the row has a phone and any key to compare. */
  settle(row: number): void {
    if (this.contacts.isBare(row)) this.bare.add(row);
    else this.bare.remove(row);
    if (!this.plan.hasPhone || this.leftOut.has(row)) return;
    const mark = noPhoneMark(this.plan);
    const isMarked = this.#entries.get(mark.reason)?.rows.has(row) === true;
    if (isMarked !== this.contacts.hasPhone(row)) return;
    if (isMarked) this.#removeMark(row, mark);
    else this.#addMark(row, mark);
  }

  remove(row: number, verdict: RowVerdict): void {
    this.#clearContacts(row);
    for (const mark of verdict.marks) this.#removeMark(row, mark);
    for (const phone of verdict.phones) this.phones.remove(phone, row);
    for (const email of verdict.emails) this.emails.remove(email, row);
    if (verdict.name !== null) this.names.remove(verdict.name, row);
    for (const { field, value } of verdict.keys) this.keys.get(field)?.remove(value, row);
    this.places.remove(row);
    this.#count(verdict, -1);
    this.#removeKnown(row, verdict);
  }

  /** Number of the job that sent the row before, to the campaign; null: none did. */
  sentFor(verdict: RowKeys): number | null {
    return this.sent?.find(keysOf(verdict)) ?? null;
  }

  /** The first row of an earlier file of the queue that has the lead; null: none has. */
  earlierRow(verdict: RowKeys): EarlierRow | null {
    return this.queued?.find(verdict) ?? null;
  }

  /** Whether another import has a lead with this phone or e-mail address; false for null. */
  hasElsewhere(key: string | null): boolean {
    if (key === null) return false;
    const keys = { phones: [key], emails: [], valuesKey: null };
    return this.sentFor(keys) !== null || this.earlierRow(keys) !== null;
  }

  /** Whether rows can be left out for this reason: without an account nobody knows what was sent. */
  knows(reason: KnownReason): boolean {
    return reason === 'inQueue' || this.compares(reason);
  }

  /** Whether leads are known that rows can be compared with for this reason. */
  compares(reason: KnownReason): boolean {
    return { sentBefore: this.sent, inQueue: this.queued, sentByTeam: this.team }[reason] !== null;
  }

  /** Whether there is anything that the rows are compared with. */
  get isCompared(): boolean {
    return (this.sent?.count ?? 0) > 0 || this.queued !== null || (this.team?.size ?? 0) > 0;
  }

  isKnown(reason: KnownReason, row: number, verdict: RowVerdict): boolean {
    if (reason === 'sentByTeam') return isTheirs(this.team?.of(row)?.shares);
    return (reason === 'sentBefore' ? this.sentFor(verdict) : this.earlierRow(verdict)) !== null;
  }

  /** Reasons with at least one row, those of duplicates and earlier sendings included. */
  reasons(): ReasonEntry[] {
    const own = [...this.#entries.values()].filter(({ reason }) => sideOf(reason) === null);
    return [...own, ...this.#derived()].filter((entry) => entry.rows.size > 0);
  }

  find(reason: number): ReasonEntry | null {
    return this.#entries.get(reason) ?? this.#derived().find((entry) => entry.reason === reason) ?? null;
  }

  /** What the dates of a field show about their order; null for any other field. */
  datesOf(field: CheckedField): DateReading | null {
    if (field.type !== 'date') return null;
    const rows = (side: DateSide) => this.#entries.get(reasonNumber(field.index, side))?.rows.size ?? 0;
    return {
      order: field.dateOrder,
      dayFirst: rows('dateDayFirst'),
      monthFirst: rows('dateMonthFirst'),
      either: rows('dateEither'),
    };
  }

  /** How the values of a reason are marked one by one. */
  markKindOf(reason: number): MarkKind {
    const kind = kindOfNumber(reason);
    const field = fieldOfNumber(this.plan, reason);
    const dates = field === null ? null : this.datesOf(field);
    if (kind === 'dateMixed' && dates !== null) return sideThatDoesNotFit(dates) ?? kind;
    return kind === 'dateAmbiguous' || kind === 'dateOrder' ? 'dateEither' : kind;
  }

  /** The reason that a mark of a value belongs to; null when there is none, as for a date in the order of all others. */
  reasonOfMark(mark: number): number | null {
    const side = sideOf(mark);
    const field = fieldOfNumber(this.plan, mark);
    if (side === null || field === null) return mark;
    const kind = this.#dateKinds(field).get(side);
    return kind === undefined ? null : reasonNumber(field.index, kind);
  }

  /** The groups behind a reason about duplicates. */
  groupsOf(reason: number): DuplicateGroups | null {
    const kind = kindOfNumber(reason);
    if (kind === 'duplicatePhone') return this.phones;
    if (kind === 'duplicateEmail') return this.emails;
    if (kind === 'duplicateName') return this.names;
    if (kind !== 'duplicateKey' && kind !== 'notUnique') return null;
    return this.keys.get(fieldOfNumber(this.plan, reason)?.index ?? -1) ?? null;
  }

  /** Rows that another import has, for this reason, and that are sent all the same. */
  sentInSpiteOf(reason: KnownReason): RowSet {
    const again = new RowSet(this.rows);
    again.addAll({ sentBefore: this.sentRows, inQueue: this.queuedRows, sentByTeam: this.teamRows }[reason]);
    again.removeAll(this.leftOut);
    return again;
  }

  /** Rows with a reason of one of these severities that are not left out. */
  rowsWith(severities: readonly CheckSeverity[]): RowSet {
    const all = new RowSet(this.rows);
    for (const { reason, rows } of this.reasons())
      if (severities.includes(severityOf(kindOfNumber(reason), fieldOfNumber(this.plan, reason)?.type ?? null)))
        all.addAll(rows);
    all.removeAll(this.leftOut);
    return all;
  }

  /** After rows were found in other places: which of them a repair corrects is counted anew. */
  forgetRepairCounts(): void {
    for (const entry of this.#entries.values()) entry.repaired = null;
  }

  /** What rows have together with other rows, here or elsewhere; without a row where none has it. */
  sharedReasons(): ReasonEntry[] {
    const whole = (kind: Parameters<typeof reasonNumber>[1]) => reasonNumber(this.plan.fields.length, kind);
    const found: ReasonEntry[] = [
      { reason: whole('duplicatePhone'), rows: this.phones.rows, values: null, repaired: null },
      { reason: whole('duplicateEmail'), rows: this.emails.rows, values: null, repaired: null },
      { reason: whole('duplicateName'), rows: this.names.rows, values: null, repaired: null },
      { reason: whole('sentBefore'), rows: this.sentRows, values: null, repaired: null },
      { reason: whole('inQueue'), rows: this.queuedRows, values: null, repaired: null },
      { reason: whole('sentByTeam'), rows: this.teamRows, values: null, repaired: null },
      { reason: whole('teamContact'), rows: this.contactRows, values: null, repaired: null },
    ];
    for (const [index, groups] of this.keys) {
      const field = this.plan.fields[index];
      const kind = field?.unique === true ? 'notUnique' : 'duplicateKey';
      found.push({ reason: reasonNumber(index, kind), rows: groups.rows, values: null, repaired: null });
    }
    return found;
  }

  #derived(): ReasonEntry[] {
    const found = this.sharedReasons();
    for (const field of this.plan.fields)
      for (const [side, kind] of this.#dateKinds(field)) {
        const entry = this.#entries.get(reasonNumber(field.index, side));
        if (entry !== undefined) found.push({ ...entry, reason: reasonNumber(field.index, kind) });
      }
    return found;
  }

  /** The reason that the dates of each side belong to, from all dates of the field. */
  #dateKinds(field: CheckedField): Map<DateSide, CheckKind> {
    const dates = this.datesOf(field);
    if (dates === null) return new Map();
    const odd = sideThatDoesNotFit(dates);
    return new Map<DateSide, CheckKind>([
      ['dateEither', isOrderChosen(dates.order) ? 'dateOrder' : 'dateAmbiguous'],
      ...(odd === null ? [] : [[odd, 'dateMixed'] as const]),
    ]);
  }

  #addMark(row: number, { reason, value }: RowMark): void {
    let entry = this.#entries.get(reason);
    if (entry === undefined) {
      const values = isWholeRow(this.plan, reason) ? null : new ReasonValues();
      entry = { reason, rows: new RowSet(this.rows), values, repaired: null };
      this.#entries.set(reason, entry);
    }
    entry.rows.add(row);
    entry.values?.add(row, value);
    if (entry.repaired?.isRight(value, row) === true) entry.repaired.rows += 1;
  }

  #removeMark(row: number, { reason, value }: RowMark): void {
    const entry = this.#entries.get(reason);
    if (entry === undefined) return;
    entry.rows.remove(row);
    entry.values?.remove(row);
    if (entry.repaired?.isRight(value, row) === true) entry.repaired.rows -= 1;
  }

  #count(verdict: RowVerdict, by: 1 | -1): void {
    for (const index of verdict.filled) this.filled[index] = (this.filled[index] as number) + by;
    this.unprefixed += verdict.unprefixed * by;
    this.cleaned += verdict.cleaned * by;
  }

  #setContacts(row: number, verdict: RowVerdict): void {
    this.contacts.set(row, verdict);
    if (this.contacts.isBare(row)) this.bare.add(row);
  }

  #clearContacts(row: number): void {
    this.contacts.clear(row);
    this.bare.remove(row);
  }

  #addKnown(row: number, verdict: RowVerdict): void {
    if (this.isKnown('sentByTeam', row, verdict)) this.teamRows.add(row);
    const job = this.sentFor(verdict);
    if (job !== null) {
      this.sentRows.add(row);
      this.sentByJob.set(job, (this.sentByJob.get(job) ?? 0) + 1);
    }
    const earlier = this.earlierRow(verdict);
    if (earlier === null) return;
    this.queuedRows.add(row);
    this.queuedByFile.set(earlier.file, (this.queuedByFile.get(earlier.file) ?? 0) + 1);
  }

  #removeKnown(row: number, verdict: RowVerdict): void {
    this.teamRows.remove(row);
    this.contactRows.remove(row);
    if (this.sentRows.has(row)) {
      this.sentRows.remove(row);
      const job = this.sentFor(verdict);
      if (job !== null) this.sentByJob.set(job, (this.sentByJob.get(job) ?? 0) - 1);
    }
    if (!this.queuedRows.has(row)) return;
    this.queuedRows.remove(row);
    const earlier = this.earlierRow(verdict);
    if (earlier !== null) this.queuedByFile.set(earlier.file, (this.queuedByFile.get(earlier.file) ?? 0) - 1);
  }
}

function sideOf(mark: number): DateSide | null {
  return DATE_SIDES.find((side) => side === markKindOfNumber(mark)) ?? null;
}

function isWholeRow(plan: CheckPlan, reason: number): boolean {
  return reason >= plan.fields.length * KIND_COUNT;
}
