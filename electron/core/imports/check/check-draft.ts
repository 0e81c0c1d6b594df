import type { CheckSettings } from '../../../../shared/contract/check/check.ts';
import type { PhoneCountry } from '../../../../shared/contract/imports/phone-country.ts';
import { planCheck, type CheckPlan } from '../../../../shared/domain/check/check-plan.ts';
import { RowJudge, type RowVerdict } from '../../../../shared/domain/check/judge-row.ts';
import type { PhoneReader } from '../../../../shared/domain/phones/phone-reader.ts';
import { RowSet } from '../../../../shared/domain/check/row-set.ts';
import { withPhoneCountry } from '../../../../shared/domain/mapping/index.ts';
import { isDamaged } from '../../foundation/failure.ts';
import { openStaged, type StagedRows } from '../../files/staging/staging.ts';
import { CheckIndex } from './check-index.ts';
import { editedCells } from '../../../../shared/domain/check/edited-cells.ts';
import type { CheckLayer } from './check-layer.ts';
import type { CheckTarget } from './check-messages.ts';
import { phoneCountryOf, postcodeColumnOf } from '../fields/phone-country.ts';
import { readSentLeads, type SentLeads } from '../jobs/journal/sent/sent-before.ts';
import { layerPathOf, openCheckLayer } from './layer-file.ts';

export interface CheckHooks {
  readonly readPhone: PhoneReader;
  /** Lets other work go; rejects when the work is cancelled. */
  pause(): Promise<void>;
  /** Lets other work go, cancelled or not. */
  yieldTurn(): Promise<void>;
  onProgress(rows: number, rowsTotal: number): void;
}

/** Rows read at once. Between two batches a cancel is noticed. */
const BATCH = 1000;
/** Rows are read one by one when they are fewer than one in this many; otherwise the whole file is read in batches. */
const SPARSE = 20;
/** Reason of rows that are left out because they were sent before. */
export const SENT_BEFORE = 'sentBefore';
const SENT_BEFORE_TITLE = 'Sent before';

export interface DraftRow {
  readonly row: number;
  readonly line: number;
  /** As edited. */
  readonly cells: readonly string[];
  readonly inFile: readonly string[];
}

interface CheckBasis {
  readonly target: CheckTarget;
  readonly staged: StagedRows;
  readonly layer: CheckLayer;
  readonly settings: CheckSettings;
  readonly country: PhoneCountry;
  readonly plan: CheckPlan;
}

/** Reads and judges every row. Rejects when `hooks.pause` does; nothing stays open then. */
export async function openCheckedDraft(target: CheckTarget, hooks: CheckHooks): Promise<CheckedDraft> {
  const staged = openStaged(target.stagedPath);
  let layer: CheckLayer | null = null;
  try {
    layer = openCheckLayer(layerPathOf(target.stagedPath));
    layer.rows.campaignCode = target.campaignCode;
    const basis = basisOf(target, staged, layer);
    const draft = new CheckedDraft(
      basis,
      await sentLeadsOf(target, basis.country.likely ?? '', hooks),
      hooks.readPhone,
    );
    await draft.judgeAll(hooks);
    return draft;
  } catch (error) {
    layer?.close();
    staged.close();
    throw error;
  }
}

function basisOf(target: CheckTarget, staged: StagedRows, layer: CheckLayer): CheckBasis {
  const { mapping, fields, earlierCountry: earlier = null } = target;
  const settings = layer.settings();
  const country = phoneCountryOf({ chosen: settings.country, earlier }, mapping, fields, staged);
  const plan = planCheck({
    // As it is sent.
    mapping: withPhoneCountry(mapping, country.value),
    fields,
    settings,
    country: country.value ?? '',
    likely: country.likely ?? '',
    postcodeColumn: postcodeColumnOf(target, staged.reading),
  });
  return { target, staged, layer, settings, country, plan };
}

/** Null without an account or a campaign: there is nothing to compare with. */
async function sentLeadsOf(
  { journalPath, campaignCode }: CheckTarget,
  country: string,
  { readPhone, pause }: CheckHooks,
): Promise<SentLeads | null> {
  if (journalPath === null || campaignCode === '') return null;
  try {
    return await readSentLeads(journalPath, campaignCode, country, readPhone, pause);
  } catch (error) {
    // A damaged journal must not be reported as a damaged layer.
    if (isDamaged(error)) throw new Error('The journal of sent leads cannot be read.', { cause: error });
    throw error;
  }
}

/** A draft with its layer and everything its check found, in memory. It owns the open files. */
export class CheckedDraft implements CheckBasis {
  readonly target: CheckTarget;
  readonly staged: StagedRows;
  readonly layer: CheckLayer;
  readonly settings: CheckSettings;
  readonly country: PhoneCountry;
  readonly plan: CheckPlan;
  readonly judge: RowJudge;
  readonly index: CheckIndex;

  constructor(basis: CheckBasis, sent: SentLeads | null, readPhone: PhoneReader) {
    this.target = basis.target;
    this.staged = basis.staged;
    this.layer = basis.layer;
    this.settings = basis.settings;
    this.country = basis.country;
    this.plan = basis.plan;
    this.judge = new RowJudge(basis.plan, readPhone);
    this.index = new CheckIndex(basis.staged.reading.rows, basis.plan, sent);
  }

  /** Judges every row that is not left out, with its edits; and all others, where they may have been sent before. */
  async judgeAll({ onProgress, pause }: CheckHooks): Promise<void> {
    const { index, layer, judge } = this;
    const decisions = layer.rows;
    const out = new Set(index.sent === null ? decisions.rowsLeftOut() : decisions.rowsOutWithout(SENT_BEFORE));
    const sentAgain = new Set(decisions.rowsSentInSpiteOf(SENT_BEFORE));
    const mayBeSent = index.sent !== null && index.sent.count > 0;
    const sentBefore = new RowSet(index.rows);
    const judgeOne = (row: number, cells: readonly string[]): void => {
      const isOut = out.has(row);
      if (isOut) index.leaveOut(row, null);
      if (isOut && !mayBeSent) return;
      const verdict = judge.judgeRow(cells);
      const isSentBefore = mayBeSent && index.sentFor(verdict) !== null;
      if (isSentBefore) sentBefore.add(row);
      if (isOut) return;
      if (isSentBefore && !sentAgain.has(row)) index.leaveOut(row, verdict);
      else index.add(row, verdict);
    };
    for (const { row, cells } of this.allRows()) {
      judgeOne(row, cells);
      if (row % BATCH !== 0 && row !== index.rows) continue;
      onProgress(row, index.rows);
      await pause();
    }
    this.#proposeSentBefore(sentBefore);
  }

  /** Writes nothing when it is known. Without an account nobody knows what was sent, so what was known stays. */
  #proposeSentBefore(rows: RowSet): void {
    if (this.index.sent === null) return;
    const known = this.layer.rows.defaultsOf(SENT_BEFORE);
    if (known.length === rows.size && known.every((row) => rows.has(row))) return;
    this.layer.rows.setDefaults(
      SENT_BEFORE,
      [...rows].map((row) => ({ row, title: SENT_BEFORE_TITLE })),
    );
  }

  /** Takes what is known of a row out of the index, before it changes. */
  forget(row: number): void {
    const verdict = this.verdict(row);
    if (this.index.leftOut.has(row)) this.index.takeIn(row, verdict);
    else this.index.remove(row, verdict);
  }

  /** Judges a row that has changed, and leaves it out by default when it was sent before. Part of the caller's transaction. */
  judgeAgain(row: number): void {
    const { index, layer } = this;
    const verdict = this.verdict(row);
    if (index.sent !== null)
      layer.rows.setDefault(SENT_BEFORE, row, index.sentFor(verdict) === null ? null : SENT_BEFORE_TITLE);
    const reason = layer.rows.leftOutFor(row);
    if (reason === null) index.add(row, verdict);
    else index.leaveOut(row, reason === SENT_BEFORE ? verdict : null);
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
  *allRows(): Generator<DraftRow, void, void> {
    const edits = this.layer.allEdits();
    try {
      let edited = edits.next();
      for (const batch of this.staged.iterate(BATCH))
        for (const { row, line, cells: inFile } of batch) {
          const change = !edited.done && edited.value.row === row ? edited.value.edits : null;
          yield { row, line, cells: change === null ? inFile : editedCells(inFile, change), inFile };
          if (change !== null) edited = edits.next();
        }
    } finally {
      edits.return();
    }
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
