import type { CheckSettings } from '../../../../shared/contract/check/check.ts';
import type { PhoneCountry } from '../../../../shared/contract/imports/phone-country.ts';
import type { CheckPlan } from '../../../../shared/domain/check/check-plan.ts';
import { RowJudge, type RowVerdict } from '../../../../shared/domain/check/judge-row.ts';
import type { PhoneReader } from '../../../../shared/domain/phones/phone-reader.ts';
import { RowSet } from '../../../../shared/domain/check/row-set.ts';
import { isDamaged } from '../../foundation/failure.ts';
import type { StagedRows } from '../../files/staging/staging.ts';
import { allRowsOf, BATCH, type CheckBasis, type DraftRow, openBasis } from './check-basis.ts';
import { CheckIndex, type KnownElsewhere, type KnownReason } from './check-index.ts';
import { editedCells } from '../../../../shared/domain/check/edited-cells.ts';
import type { CheckLayer } from './check-layer.ts';
import type { CheckTarget } from './check-messages.ts';
import { readSentLeads, type SentLeads } from '../jobs/journal/sent/sent-before.ts';
import { readQueuedLeads } from './queued-leads.ts';
import { knownColleagues } from './team/known-colleagues.ts';

export interface CheckHooks {
  readonly readPhone: PhoneReader;
  /** Lets other work go; rejects when the work is cancelled. */
  pause(): Promise<void>;
  /** Lets other work go, cancelled or not. */
  yieldTurn(): Promise<void>;
  onProgress(rows: number, rowsTotal: number): void;
}

/** Fewer rows than one in this many are read one by one; otherwise the whole file is read in batches. */
const SPARSE = 20;
/** Titles of the reasons for leaving out a row that another import has. */
const KNOWN_TITLES = {
  sentBefore: 'Sent before',
  inQueue: 'In an earlier file',
  sentByTeam: 'Sent by colleagues',
} as const;
const KNOWN_REASONS: readonly KnownReason[] = ['sentBefore', 'inQueue', 'sentByTeam'];

/** Reads and judges every row. Rejects when `hooks.pause` does; nothing stays open then. */
export async function openCheckedDraft(target: CheckTarget, hooks: CheckHooks): Promise<CheckedDraft> {
  const basis = openBasis(target);
  try {
    const country = basis.country.likely ?? '';
    const known = {
      sent: await sentLeadsOf(target, country, hooks),
      queued: await readQueuedLeads(target, country, hooks),
      team: knownColleagues(basis),
    };
    const draft = new CheckedDraft(basis, known, hooks.readPhone);
    await draft.judgeAll(hooks);
    return draft;
  } catch (error) {
    basis.layer.close();
    basis.staged.close();
    throw error;
  }
}

/** Null without an account or a campaign: there is nothing to compare with. */
async function sentLeadsOf(
  { journalPath, campaignCode, fields }: CheckTarget,
  country: string,
  { readPhone, pause }: CheckHooks,
): Promise<SentLeads | null> {
  if (journalPath === null || campaignCode === '') return null;
  try {
    return await readSentLeads(journalPath, { campaignCode, fields }, country, readPhone, pause);
  } catch (error) {
    // A damaged journal must not be reported as a damaged layer.
    if (isDamaged(error)) throw new Error('The journal of sent leads cannot be read.', { cause: error });
    throw error;
  }
}

/** A draft with its layer and everything its check found, in memory. It owns the open files. */
export class CheckedDraft implements CheckBasis<CheckTarget> {
  readonly target: CheckTarget;
  readonly staged: StagedRows;
  readonly layer: CheckLayer;
  readonly settings: CheckSettings;
  readonly country: PhoneCountry;
  readonly plan: CheckPlan;
  readonly judge: RowJudge;
  readonly index: CheckIndex;

  constructor(basis: CheckBasis<CheckTarget>, known: KnownElsewhere, readPhone: PhoneReader) {
    this.target = basis.target;
    this.staged = basis.staged;
    this.layer = basis.layer;
    this.settings = basis.settings;
    this.country = basis.country;
    this.plan = basis.plan;
    this.judge = new RowJudge(basis.plan, readPhone);
    this.index = new CheckIndex(basis.staged.reading.rows, basis.plan, known);
  }

  /** Judges all rows that are not left out, and left-out rows that may have been sent before, with edits. */
  async judgeAll({ onProgress, pause }: CheckHooks): Promise<void> {
    const { index, layer, judge } = this;
    const decisions = layer.rows;
    const reasons = KNOWN_REASONS.filter((reason) => index.knows(reason));
    const out = new Set(decisions.rowsOutWithout(...reasons));
    const isCompared = index.isCompared;
    const found = reasons.map((reason) => ({
      reason,
      rows: new RowSet(index.rows),
      sent: new Set(decisions.rowsSentInSpiteOf(reason)),
    }));
    const judgeOne = (row: number, cells: readonly string[]): void => {
      index.team?.see(row, cells);
      const isOut = out.has(row);
      if (isOut && !isCompared) return index.leaveOut(row, null, { isKnown: false });
      const verdict = judge.judgeRow(cells);
      let isKept = false;
      for (const { reason, rows, sent } of isCompared ? found : []) {
        if (!index.isKnown(reason, row, verdict)) continue;
        rows.add(row);
        isKept ||= !sent.has(row);
      }
      if (isOut || isKept) index.leaveOut(row, verdict, { isKnown: !isOut });
      else index.add(row, verdict);
    };
    for (const { row, cells } of this.allRows()) {
      judgeOne(row, cells);
      if (row % BATCH !== 0 && row !== index.rows) continue;
      onProgress(row, index.rows);
      await pause();
    }
    for (const { reason, rows } of found) this.#propose(reason, rows);
  }

  /** Writes only changes. Without an account nobody knows what was sent, so the last proposal stays. */
  #propose(reason: KnownReason, rows: RowSet): void {
    const known = this.layer.rows.defaultsOf(reason);
    if (known.length === rows.size && known.every((row) => rows.has(row))) return;
    this.layer.rows.setDefaults(
      reason,
      [...rows].map((row) => ({ row, title: KNOWN_TITLES[reason] })),
    );
  }

  /** Takes what is known of a row out of the index, before it changes. */
  forget(row: number): void {
    const verdict = this.verdict(row);
    if (this.index.leftOut.has(row)) this.index.takeIn(row, verdict);
    else this.index.remove(row, verdict);
  }

  /** Judges a row that has changed, and leaves it out by default when another import has it. Part of the caller's transaction. */
  judgeAgain(row: number): void {
    const { index, layer } = this;
    const { cells } = this.row(row);
    index.team?.see(row, cells);
    const verdict = this.judge.judgeRow(cells);
    for (const reason of KNOWN_REASONS)
      if (index.compares(reason))
        layer.rows.setDefault(reason, row, index.isKnown(reason, row, verdict) ? KNOWN_TITLES[reason] : null);
    const reason = layer.rows.leftOutFor(row);
    if (reason === null) index.add(row, verdict);
    else index.leaveOut(row, verdict, { isKnown: reason in KNOWN_TITLES });
  }

  row(row: number): DraftRow {
    const found = this.staged.rows(row - 1, 1)[0];
    if (found?.row !== row) throw new Error(`row ${row} is not in the staging file`);
    const { line, cells: inFile } = found;
    const changes = this.layer.editsOf(row);
    return { row, line, cells: changes.length === 0 ? inFile : editedCells(inFile, changes), inFile };
  }

  verdict(row: number): RowVerdict {
    return this.judge.judgeRow(this.row(row).cells);
  }

  /** These rows in the file's order; many at once are read in batches. */
  *rowsOf(rows: RowSet): Generator<DraftRow, void, void> {
    if (rows.size * SPARSE < this.index.rows) for (const row of rows) yield this.row(row);
    else for (const found of this.allRows()) if (rows.has(found.row)) yield found;
  }

  /** All rows with their edits, those left out too, in the file's order. */
  allRows(): Generator<DraftRow, void, void> {
    return allRowsOf(this);
  }

  /** All rows that are not left out, in the file's order. */
  *sentRows(): Generator<DraftRow, void, void> {
    for (const found of this.allRows()) if (!this.index.leftOut.has(found.row)) yield found;
  }

  close(): void {
    this.layer.close();
    this.staged.close();
  }
}
