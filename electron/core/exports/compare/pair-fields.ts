import { format } from '../../../../shared/domain/words/format.ts';
import { invalid } from '../../foundation/failure.ts';
import { JOINED_COLUMN_LIMIT, joinedWidth, type JoinedField } from '../result/joined-results.ts';

/** Names of the column with the id of a lead, the surest first, in lower case. */
const ID_NAMES = ['uniqueid', 'leaduniqueid', 'id'];
/** The time of the last change differs in every lead that changed: it says nothing about what changed. */
const CHANGE_TIME = /^last_?modified(?:_?(?:time|date|on|at))?$/;

/**
 * Fields that every lead has, in lower case. A result in which no lead has a value brings no column: then they are empty in
 * all its leads. Of any other column that only one result has, nothing is known in the other.
 */
const OF_EVERY_LEAD = new Set(['status', 'closure', 'priority', 'firstprocessedtime']);

/** The columns of a result by their positions. */
export type Paths = readonly string[];

export interface PairedField extends JoinedField {
  /** The path as the later result spells it, or as the only result with it does. */
  readonly path: string;
}

export interface PairedFields {
  readonly ids: { readonly before: number; readonly now: number };
  /** The column with the time of the last change, where there is one. */
  readonly times: { readonly before: number | null; readonly now: number | null };
  /** All columns but those of the ids: first in the order of the later result, then those that only the earlier has. */
  readonly fields: readonly PairedField[];
}

/**
 * Pairs the columns of two results by name, ignoring case.
 *
 * @throws Failure `validation` when a result has no ids, or when both together are too wide
 */
export function pairFields(before: Paths, now: Paths): PairedFields {
  const ids = { before: idColumn(before, 'earlier'), now: idColumn(now, 'later') };
  const times = { before: timeColumn(before), now: timeColumn(now) };
  const left = Map.groupBy(
    [...before.keys()].filter((index) => index !== ids.before),
    (index) => before[index]?.toLowerCase(),
  );
  const fields: PairedField[] = [];
  let bits = 0;
  for (const [index, path] of now.entries()) {
    if (index === ids.now) continue;
    const other = left.get(path.toLowerCase())?.shift() ?? null;
    const isInBoth = other !== null || OF_EVERY_LEAD.has(path.toLowerCase());
    const isCompared = isInBoth && index !== times.now && (other === null || other !== times.before);
    fields.push({ path, before: other, now: index, bit: isCompared ? bits++ : null });
  }
  const only = [...left.values()].flat().sort((one, two) => one - two);
  for (const index of only) {
    const path = before[index] ?? '';
    fields.push({ path, before: index, now: null, bit: OF_EVERY_LEAD.has(path.toLowerCase()) ? bits++ : null });
  }
  if (joinedWidth(fields) > JOINED_COLUMN_LIMIT)
    throw invalid(
      `The two results have ${format.number(fields.length)} fields together. That is more than can stand side by side. Save both and compare the files.`,
    );
  return { ids, times, fields };
}

function idColumn(paths: Paths, which: string): number {
  for (const name of ID_NAMES) {
    const index = paths.findIndex((path) => path.toLowerCase() === name);
    if (index >= 0) return index;
  }
  throw invalid(
    `The ${which} result has no column "uniqueId", so its leads cannot be found in the other. Choose a result with ids.`,
  );
}

function timeColumn(paths: Paths): number | null {
  const index = paths.findIndex((path) => CHANGE_TIME.test(path.toLowerCase()));
  return index < 0 ? null : index;
}
