import {
  fieldOfNumber,
  KIND_COUNT,
  kindOfNumber,
  reasonNumber,
  type CheckPlan,
} from '../../../shared/domain/check/check-plan.ts';
import { DuplicateGroups } from '../../../shared/domain/check/duplicate-groups.ts';
import type { RowMark, RowVerdict } from '../../../shared/domain/check/judge-row.ts';
import { cities } from '../../../shared/domain/check/numbering.ts';
import { severityOf } from '../../../shared/domain/check/reason-words.ts';
import { RowSet } from '../../../shared/domain/check/row-set.ts';
import type { CheckSeverity } from '../../../shared/contract/check.ts';
import type { SentLeads } from './sent-before.ts';

/** Different values of one reason that are counted; above it only the rows are. */
const MOST_VALUES = 100_000;
/** So much of the post codes in one city tells its area code. */
const NEARLY_ALL = 0.95;

export interface ReasonEntry {
  readonly reason: number;
  readonly rows: RowSet;
  /** Different values and their rows; null when there are too many. */
  values: Map<string, number> | null;
  /** Rows that a repair puts right, counted when it was first asked and kept since. */
  repaired: RepairCount | null;
}

export interface RepairCount {
  /** Another proposal, for example another area code, is counted anew. */
  readonly proposal: string;
  readonly isRight: (value: string) => boolean;
  rows: number;
}

/**
 * What is known about all rows of a draft that are not left out. A row's verdict is added or taken away as a whole, so
 * that after an edit only its own row, and the rows it shared a phone with, are touched.
 */
export class CheckIndex {
  readonly rows: number;
  readonly plan: CheckPlan;
  readonly phones: DuplicateGroups;
  readonly emails: DuplicateGroups;
  readonly keys = new Map<number, DuplicateGroups>();
  readonly sentRows: RowSet;
  readonly leftOut: RowSet;
  /** Rows by the number of the job that sent them last. */
  readonly sentByJob = new Map<number, number>();
  readonly filled: number[];
  private readonly entries = new Map<number, ReasonEntry>();
  private readonly cityRows = new Map<number, number>();
  readonly sent: SentLeads | null;

  constructor(rows: number, plan: CheckPlan, sent: SentLeads | null) {
    this.rows = rows;
    this.plan = plan;
    this.sent = sent;
    this.phones = new DuplicateGroups(rows);
    this.emails = new DuplicateGroups(rows);
    this.sentRows = new RowSet(rows);
    this.leftOut = new RowSet(rows);
    this.filled = plan.fields.map(() => 0);
    for (const field of plan.fields) if (field.isCompared) this.keys.set(field.index, new DuplicateGroups(rows));
  }

  add(row: number, verdict: RowVerdict): void {
    for (const mark of verdict.marks) this.addMark(row, mark);
    for (const phone of verdict.phones) this.phones.add(phone, row);
    for (const email of verdict.emails) this.emails.add(email, row);
    for (const { field, value } of verdict.keys) this.keys.get(field)?.add(value, row);
    this.count(verdict, 1);
    const before = this.sentFor(verdict);
    if (before === null) return;
    this.sentRows.add(row);
    this.sentByJob.set(before, (this.sentByJob.get(before) ?? 0) + 1);
  }

  remove(row: number, verdict: RowVerdict): void {
    for (const mark of verdict.marks) this.removeMark(row, mark);
    for (const phone of verdict.phones) this.phones.remove(phone, row);
    for (const email of verdict.emails) this.emails.remove(email, row);
    for (const { field, value } of verdict.keys) this.keys.get(field)?.remove(value, row);
    this.count(verdict, -1);
    const before = this.sentFor(verdict);
    if (before === null) return;
    this.sentRows.remove(row);
    this.sentByJob.set(before, (this.sentByJob.get(before) ?? 0) - 1);
  }

  /** Reasons with at least one row, those of duplicates and earlier sendings included. */
  reasons(): ReasonEntry[] {
    const own = [...this.entries.values()].filter((entry) => entry.rows.size > 0);
    return [...own, ...this.derived().filter((entry) => entry.rows.size > 0)];
  }

  find(reason: number): ReasonEntry | null {
    return this.entries.get(reason) ?? this.derived().find((entry) => entry.reason === reason) ?? null;
  }

  /** The groups behind a reason about duplicates. */
  groupsOf(reason: number): DuplicateGroups | null {
    const kind = kindOfNumber(reason);
    if (kind === 'duplicatePhone') return this.phones;
    if (kind === 'duplicateEmail') return this.emails;
    if (kind !== 'duplicateKey' && kind !== 'notUnique') return null;
    return this.keys.get(fieldOfNumber(this.plan, reason)?.index ?? -1) ?? null;
  }

  /** Rows with a reason of this severity. */
  rowsWith(severities: readonly CheckSeverity[]): RowSet {
    const all = new RowSet(this.rows);
    for (const { reason, rows } of this.reasons())
      if (severities.includes(severityOf(kindOfNumber(reason), fieldOfNumber(this.plan, reason)?.type ?? null)))
        all.addAll(rows);
    return all;
  }

  /** The city that nearly all post codes are in. */
  city(): { readonly name: string; readonly areaCode: string } | null {
    let all = 0;
    for (const rows of this.cityRows.values()) all += rows;
    for (const [index, rows] of this.cityRows)
      if (index >= 0 && rows >= all * NEARLY_ALL && rows > 0) return cities[index] ?? null;
    return null;
  }

  private derived(): ReasonEntry[] {
    const whole = (kind: Parameters<typeof reasonNumber>[1]) => reasonNumber(this.plan.fields.length, kind);
    const found: ReasonEntry[] = [
      { reason: whole('duplicatePhone'), rows: this.phones.rows, values: null, repaired: null },
      { reason: whole('duplicateEmail'), rows: this.emails.rows, values: null, repaired: null },
      { reason: whole('sentBefore'), rows: this.sentRows, values: null, repaired: null },
    ];
    for (const [index, groups] of this.keys) {
      const field = this.plan.fields[index];
      const kind = field?.unique === true ? 'notUnique' : 'duplicateKey';
      found.push({ reason: reasonNumber(index, kind), rows: groups.rows, values: null, repaired: null });
    }
    return found;
  }

  private addMark(row: number, { reason, value }: RowMark): void {
    let entry = this.entries.get(reason);
    if (entry === undefined) {
      entry = { reason, rows: new RowSet(this.rows), values: new Map(), repaired: null };
      this.entries.set(reason, entry);
    }
    entry.rows.add(row);
    if (entry.values === null || isWholeRow(this.plan, reason)) return;
    entry.values.set(value, (entry.values.get(value) ?? 0) + 1);
    if (entry.repaired?.isRight(value) === true) entry.repaired.rows += 1;
    if (entry.values.size > MOST_VALUES) entry.values = null;
  }

  private removeMark(row: number, { reason, value }: RowMark): void {
    const entry = this.entries.get(reason);
    if (entry === undefined) return;
    entry.rows.remove(row);
    if (entry.values !== null && entry.repaired?.isRight(value) === true) entry.repaired.rows -= 1;
    const left = (entry.values?.get(value) ?? 0) - 1;
    if (left > 0) entry.values?.set(value, left);
    else entry.values?.delete(value);
  }

  private count(verdict: RowVerdict, by: 1 | -1): void {
    for (const index of verdict.filled) this.filled[index] = (this.filled[index] ?? 0) + by;
    if (verdict.city > -2) this.cityRows.set(verdict.city, (this.cityRows.get(verdict.city) ?? 0) + by);
  }

  private sentFor(verdict: RowVerdict): number | null {
    if (this.sent === null || this.sent.count === 0) return null;
    return this.sent.find(verdict.emails.length === 0 ? verdict.phones : [...verdict.phones, ...verdict.emails]);
  }
}

function isWholeRow(plan: CheckPlan, reason: number): boolean {
  return reason >= plan.fields.length * KIND_COUNT;
}
