import type { KeptQuestion } from '../../../../../shared/contract/exports/kept-views.ts';
import type { Group, GroupKey, Question } from '../../../../../shared/contract/exports/questions.ts';
import type { ColumnFilter } from '../../../../../shared/contract/exports/views.ts';
import { columnWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import { leadClosure } from '../../../../../shared/domain/service/leads/lead-status.ts';
import type { ViewColumn } from '../view/page-view.ts';
import { rangeOf, timeGroupDays, timeGroupTitle } from './time-groups.ts';

type Columns = readonly Pick<ViewColumn, 'index' | 'path' | 'title'>[];

/** The first question: how the leads of each campaign ended. */
export function firstQuestion(columns: readonly ViewColumn[]): KeptQuestion {
  const has = (path: string) => columns.find((column) => column.path.toLowerCase() === path && column.filled > 0)?.path;
  const group = has('campaign.code') ?? has('status') ?? columns.find(({ isShown }) => isShown)?.path ?? '';
  const across = has('closure') ?? has('status');
  return {
    groups: [{ path: group, by: 'value' }],
    across: across === undefined || across === group ? null : { path: across, by: 'value' },
    measure: null,
  };
}

/** The question as the core takes it; null: this result has no column that it groups by. */
export function askedQuestion(question: KeptQuestion, columns: Columns): Question | null {
  const keyOf = ({ path, by }: KeptQuestion['groups'][number]): GroupKey[] => {
    const column = columns.find((one) => one.path === path)?.index;
    return column === undefined ? [] : [{ column, by }];
  };
  const groups = question.groups.flatMap(keyOf);
  const measured = columns.find(({ path }) => path === question.measure?.path)?.index;
  if (groups.length === 0) return null;
  return {
    groups,
    across: question.across === null ? null : (keyOf(question.across)[0] ?? null),
    measure:
      question.measure === null || measured === undefined ? null : { kind: question.measure.kind, column: measured },
  };
}

/** Title of a group, and what stands small beside it. */
export function groupWords(
  path: string,
  by: GroupKey['by'],
  { value, whole }: Pick<Group, 'value' | 'whole'>,
): { readonly title: string; readonly small: string; readonly isQuiet: boolean } {
  if (value === '') return { title: by === 'value' ? 'empty' : 'no time', small: '', isQuiet: true };
  if (by === 'value') return { title: `${columnWords(path, value)}${whole ? '' : '…'}`, small: '', isQuiet: false };
  return { title: timeGroupTitle(by, value), small: timeGroupDays(by, value), isQuiet: false };
}

/** The filter for the leads of a group; null: no filter can, because its value is cut or not a time. */
export function filterOfGroup(
  { column, by }: GroupKey,
  { value, whole }: Pick<Group, 'value' | 'whole'>,
): ColumnFilter | null {
  if (by !== 'value') return value === '' ? null : { kind: 'date', column, ...rangeOf(by, value) };
  if (value === '') return { kind: 'empty', column, not: false };
  return whole ? { kind: 'values', column, values: [value], empty: false, not: false } : null;
}

/** Whether a column holds times, as far as its name tells. */
export function isTimePath(path: string): boolean {
  return /(time|date|dato|datum)$/i.test(path);
}

/** Colours of the values across: what they mean to a person, else one after the other. Names of variables, without `--lc-`. */
const MEANT: Readonly<Record<string, string>> = {
  Success: 'created-fill',
  NotInterested: 'skipped-fill',
  InvalidLead: 'refused-fill',
  Unqualified: 'unknown-fill',
  NotSet: 'waiting-fill',
};
const COLOURS = [
  'info-fill',
  'created-fill',
  'unknown-fill',
  'practice-fill',
  'refused-fill',
  'lane-refresh',
  'skipped-fill',
  'lane-person',
] as const;
/** Values that have no column of their own. */
export const REST_COLOUR = 'waiting-fill';

export function coloursOf(path: string, values: readonly string[]): string[] {
  const isClosure = /^closure$/i.test(path);
  return values.map((value, place) => {
    const meant = isClosure ? MEANT[leadClosure(value)?.name ?? ''] : undefined;
    return value === '' ? REST_COLOUR : (meant ?? COLOURS[place % COLOURS.length] ?? REST_COLOUR);
  });
}
