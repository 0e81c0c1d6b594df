import type { CheckSettings } from '../../../../shared/contract/check/check.ts';
import type { PreviewRow } from '../../../../shared/contract/imports/reading.ts';
import { planCheck, type CheckPlan } from '../../../../shared/domain/check/check-plan.ts';
import type { CountryGuess } from '../../../../shared/domain/check/guess-country.ts';
import { createRowJudge, type RowVerdict } from '../../../../shared/domain/check/judge-row.ts';
import type { PhoneReader } from '../../../../shared/domain/phones/phone-reader.ts';
import type { RowSet } from '../../../../shared/domain/check/row-set.ts';
import { withPhoneCountry } from '../../../../shared/domain/mapping/index.ts';
import { isDamaged } from '../../foundation/failure.ts';
import { openStaged, type StagedRows } from '../../files/staging/staging.ts';
import { CheckIndex } from './check-index.ts';
import { editedCells, layerPathOf, openCheckLayer, type CheckLayer } from './check-layer.ts';
import type { CheckTarget } from './check-messages.ts';
import { guessPhoneCountry, postcodeColumnOf } from '../fields/phone-country.ts';
import { readSentLeads } from '../jobs/sent-before.ts';

export interface CheckHooks {
  readonly readPhone: PhoneReader;
  /** Lets other work go; rejects when the work is cancelled. */
  pause(): Promise<void>;
  /** Lets other work go, cancelled or not: what is on the disk must be known again. */
  breathe(): Promise<void>;
  onProgress(rows: number, rowsTotal: number): void;
}

/** Rows read at once; between two batches a cancel is heard. */
const BATCH = 1000;
/** Fewer rows than one in so many are read one by one. */
const SPARSE = 20;

export interface DraftRow {
  readonly row: number;
  readonly line: number;
  /** As edited. */
  readonly cells: readonly string[];
  readonly inFile: readonly string[];
}

/** A draft with its layer and everything its check found, in memory. */
export interface CheckedDraft {
  readonly target: CheckTarget;
  readonly staged: StagedRows;
  readonly layer: CheckLayer;
  readonly plan: CheckPlan;
  readonly country: CountryGuess;
  readonly settings: CheckSettings;
  readonly judge: ReturnType<typeof createRowJudge>;
  readonly index: CheckIndex;
  row(row: number): DraftRow;
  verdict(row: number): RowVerdict;
  /** These rows in the file's order; many at once are read in batches. */
  rowsOf(rows: RowSet): Generator<DraftRow, void, void>;
  /** All rows that are not left out, in the file's order. */
  sentRows(): Generator<DraftRow, void, void>;
  close(): void;
}

/** Reads and judges every row. Rejects when `hooks.pause` does; nothing stays open then. */
export async function openCheckedDraft(target: CheckTarget, hooks: CheckHooks): Promise<CheckedDraft> {
  const staged = openStaged(target.stagedPath);
  let layer: CheckLayer | null = null;
  try {
    layer = openCheckLayer(layerPathOf(target.stagedPath));
    return await checkAll(target, staged, layer, hooks);
  } catch (error) {
    layer?.close();
    staged.close();
    throw error;
  }
}

async function checkAll(
  target: CheckTarget,
  staged: StagedRows,
  layer: CheckLayer,
  hooks: CheckHooks,
): Promise<CheckedDraft> {
  const { reading } = staged;
  const settings = layer.settings();
  const country =
    settings.country === null
      ? guessPhoneCountry(target.mapping, target.fields, staged)
      : { country: settings.country, reason: '', isFallback: false };
  const plan = planCheck({
    mapping: withPhoneCountry(target.mapping, country.country),
    fields: target.fields,
    settings,
    country: country.country,
    postcodeColumn: postcodeColumnOf(target, reading),
  });
  const sent =
    target.journalPath === null || target.campaignCode === ''
      ? null
      : await sentLeadsOf(target.journalPath, target, country.country, hooks);
  const judge = createRowJudge(plan, hooks.readPhone);
  const index = new CheckIndex(reading.rows, plan, sent);
  for (const row of layer.rowsLeftOut()) index.leftOut.add(row);
  const edits = layer.allEdits();
  let edited = edits.next();
  for (const batch of staged.iterate(BATCH)) {
    for (const { row, cells } of batch) {
      const change = !edited.done && edited.value.row === row ? edited.value.edits : null;
      if (change !== null) edited = edits.next();
      if (index.leftOut.has(row)) continue;
      index.add(row, judge.judgeRow(change === null ? cells : editedCells(cells, change)));
    }
    hooks.onProgress(batch.at(-1)?.row ?? 0, reading.rows);
    await hooks.pause();
  }

  const edit = ({ row: number, line, cells: inFile }: PreviewRow): DraftRow => {
    const changes = layer.editsOf(number);
    return { row: number, line, cells: changes.length === 0 ? inFile : editedCells(inFile, changes), inFile };
  };
  const row = (number: number): DraftRow => {
    const found = staged.rows(number - 1, 1)[0];
    if (found?.row !== number) throw new Error(`row ${number} is not in the staging file`);
    return edit(found);
  };

  return {
    target,
    staged,
    layer,
    plan,
    country,
    settings,
    judge,
    index,
    row,
    verdict: (number) => judge.judgeRow(row(number).cells),
    *rowsOf(rows) {
      if (rows.size * SPARSE < reading.rows) for (const number of rows) yield row(number);
      else
        for (const batch of staged.iterate(BATCH))
          for (const found of batch) if (rows.has(found.row)) yield edit(found);
    },
    *sentRows() {
      for (const batch of staged.iterate(BATCH))
        for (const found of batch) if (!index.leftOut.has(found.row)) yield edit(found);
    },
    close() {
      layer.close();
      staged.close();
    },
  };
}

/** Whatever is wrong with the journal is not wrong with what a person changed here. */
async function sentLeadsOf(journalPath: string, target: CheckTarget, country: string, hooks: CheckHooks) {
  try {
    return await readSentLeads(journalPath, target.campaignCode, country, hooks.readPhone, hooks.pause);
  } catch (error) {
    if (isDamaged(error)) throw new Error('The journal of sent leads cannot be read.', { cause: error });
    throw error;
  }
}
