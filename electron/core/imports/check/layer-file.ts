import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { moveFile, removeFile } from '../../foundation/patient-files.ts';
import {
  checkSettingsSchema,
  type CheckSettings,
  type DuplicateAnswer,
} from '../../../../shared/contract/check/check.ts';
import type { FileResult } from '../../../../shared/contract/imports/imports.ts';
import { fileFailure, FileTrouble } from '../../files/foundation/file-trouble.ts';
import { isDamaged } from '../../foundation/failure.ts';
import { migrate, openDurable } from '../../storage/database.ts';
import type { CellEdit } from '../../../../shared/domain/check/edited-cells.ts';
import { answerOf } from '../../../../shared/domain/check/duplicate-answers.ts';
import { lastStepIn, stepsIn } from './check-history.ts';
import { CheckLayer, editsIn, fileResultIn, settingsIn } from './check-layer.ts';
import { LAYER_SCHEMA } from './layer-schema.ts';
import { duplicatesAnsweredIn } from './row-decisions.ts';

/**
 * Pages in the write-ahead log, 80 MB, at which SQLite moves them into the file. Changing a column in 100,000 rows
 * writes 8 MB, and with a lower limit the person would wait for the move as well. Closing moves the rest.
 */
const PAGES_OF_LOG = 20_000;

/** Opens the layer, or makes an empty one. Throws FileTrouble `unreadable` when it is damaged. */
export function openCheckLayer(path: string): CheckLayer {
  let database: DatabaseSync | null = null;
  try {
    database = openDurable(path);
    migrate(database, 'check', LAYER_SCHEMA);
    database.exec(`PRAGMA wal_autocheckpoint=${PAGES_OF_LOG}`);
    return new CheckLayer(database);
  } catch (error) {
    database?.close();
    throw layerTrouble(error);
  }
}

/** In words for a person when the layer is damaged; any other error as it is. */
export function layerTrouble(error: unknown): unknown {
  if (!isDamaged(error)) return error;
  return new FileTrouble(
    'unreadable',
    'The edits, repairs and left out rows of this draft cannot be read: their file on the disk is damaged. The rows as they were read are safe. Continue without these changes, or choose the spreadsheet again.',
  );
}

/** Edits of one row, without the check's thread; none when nothing was ever checked. */
export function readEditsOf(layerPath: string, row: number): CellEdit[] {
  return looked<CellEdit[]>(layerPath, [], (database) => editsIn(database, row));
}

/** Steps that could be undone (edits, repairs, rows left out), without the check's thread. */
export function readStepsOf(layerPath: string): number {
  return lookedUnreported(layerPath, 0, stepsIn, DAMAGED_STEPS);
}

/** Id of the last step that stands, without the check's thread; 0: none does. */
export function readLastStepOf(layerPath: string): number {
  return lookedUnreported(layerPath, 0, lastStepIn, DAMAGED_STEPS);
}

/** Not 0: a new reading would forget something. */
const DAMAGED_STEPS = 1;

/** A person's choices about the check, without its thread. */
export function readSettingsOf(layerPath: string): CheckSettings {
  return lookedUnreported(layerPath, checkSettingsSchema.parse({}), settingsIn);
}

/** The check must not hold the draft's files. */
export function saveSettingsIn(layerPath: string, settings: CheckSettings): void {
  using layer = openCheckLayer(layerPath);
  layer.saveSettings(settings);
}

/** Country and rules are about people and fields, not about rows: they stay when the file is read in another way. */
export function carrySettingsOver(fromPath: string, toPath: string): void {
  const settings = readSettingsOf(fromPath);
  if (JSON.stringify(settings) !== JSON.stringify(checkSettingsSchema.parse({}))) saveSettingsIn(toPath, settings);
}

/** As `lookInto`. @throws Failure `file` for a damaged layer */
function looked<Value>(layerPath: string, nothing: Value, look: (database: DatabaseSync) => Value): Value {
  try {
    return lookInto(layerPath, nothing, look);
  } catch (error) {
    throw fileFailure(layerTrouble(error));
  }
}

/** As `lookInto`, and `damaged` for a damaged layer: only the check reports it. */
function lookedUnreported<Value>(
  layerPath: string,
  nothing: Value,
  look: (database: DatabaseSync) => Value,
  damaged = nothing,
): Value {
  try {
    return lookInto(layerPath, nothing, look);
  } catch (error) {
    if (isDamaged(error)) return damaged;
    throw error;
  }
}

/** Reads without a lock: while the check's thread writes a large step, this sees the state before it. */
function lookInto<Value>(layerPath: string, nothing: Value, look: (database: DatabaseSync) => Value): Value {
  if (!existsSync(layerPath)) return nothing;
  using database = new DatabaseSync(layerPath, { timeout: 5000 });
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE name IN ('step_row', 'history')`).all();
  const has = (table: string) => tables.some(({ name }) => name === table);
  // A program that ended while it made the layer left it without tables.
  if (!has('step_row')) return nothing;
  // An earlier version of the program made it.
  if (!has('history') || !knowsKeep(database)) openCheckLayer(layerPath).close();
  return look(database);
}

function knowsKeep(database: DatabaseSync): boolean {
  return database.prepare(`SELECT 1 FROM pragma_table_info('decision') WHERE name = 'keep'`).get() !== undefined;
}

/** The answers that a person gave for all duplicates of a kind at once; read without the check's thread. */
export function readDuplicateAnswersOf(layerPath: string): DuplicateAnswer[] {
  const answers = looked<ReturnType<typeof duplicatesAnsweredIn>>(layerPath, [], duplicatesAnsweredIn);
  return answers.flatMap(({ reasonId, keep }) => answerOf(reasonId, keep) ?? []);
}

/** False when nothing was ever checked. A layer of an earlier version of the program is brought up to date. */
export function hasLayer(layerPath: string): boolean {
  return lookInto(layerPath, false, () => true);
}

/** Says for which campaign the rows are sent, without the check's thread; it must not hold the draft's files. */
export function saveCampaignIn(layerPath: string, campaignCode: string): void {
  if (!hasLayer(layerPath)) return;
  using layer = openCheckLayer(layerPath);
  layer.rows.campaignCode = campaignCode;
}

/** Where the layer of a staging file is: beside it, under its name. */
export function layerPathOf(stagedPath: string): string {
  return stagedPath.replace(/rows-([^/\\]*)$/, 'edits-$1');
}

/** Renames the file of a damaged layer, so that an empty one can begin. The file stays until the draft is deleted. */
export function setLayerAside(stagedPath: string): void {
  const path = layerPathOf(stagedPath);
  if (existsSync(path)) moveFile(path, `${path}.damaged`);
  for (const ending of ['-wal', '-shm']) removeFile(path + ending);
}

export function removeLayer(stagedPath: string): void {
  for (const ending of ['', '-wal', '-shm']) removeFile(layerPathOf(stagedPath) + ending);
}

/** What a result file says about its rows, without the check's thread; null for any other file. */
export function fileResultOf(layerPath: string): FileResult | null {
  return lookedUnreported(layerPath, null, fileResultIn);
}

/** Rows left out, of those from `first` to `last`, without the check's thread. */
export function readLeftOutOf(layerPath: string, first: number, last: number): Set<number> {
  return looked(layerPath, new Set<number>(), (database) => {
    const rows = database.prepare('SELECT n FROM left_out WHERE n BETWEEN ? AND ?').all(first, last);
    return new Set(rows.map((row) => Number(row['n'])));
  });
}
