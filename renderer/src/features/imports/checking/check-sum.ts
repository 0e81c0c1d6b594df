import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { format } from '../../../lib/format.ts';

/** The check's reason for rows that were sent before. */
export const SENT_BEFORE = 'sentBefore';

/** The check's reason for rows that an earlier file of the queue sends. */
export const IN_QUEUE = 'inQueue';

/** The check's reason for rows whose leads a colleague of the team has. */
export const SENT_BY_TEAM = 'sentByTeam';

/** The check's reason for rows that share a phone or an e-mail address with a colleague's lead. */
export const TEAM_CONTACT = 'teamContact';

/** "Not checked against the team since 14:07". @param when a time in words */
export function notAskedTitle({ askedAt }: NonNullable<CheckSummary['team']>, when: (at: number) => string): string {
  return `Not checked against the team${askedAt === null ? '' : ` since ${when(askedAt)}`}`;
}

/** Name of the note about the last change of rows: of two such notes, only the later may offer Undo. */
export const CHANGE_NOTE = 'check-undo';

/** What a check depends on: while it stays the same, what was found still holds. */
export interface CheckBasis {
  /** The rows and the fields they fill. */
  readonly rows: string;
  /** What the rows are compared with. */
  readonly campaign: string;
}

/** `facts`: what else the rows are checked by, as it is known now. */
export function checkBasis(
  { readingId }: Pick<Draft, 'readingId'>,
  mapping: Mapping,
  campaignCode: string,
  accountId: string,
  facts: readonly unknown[] = [],
): CheckBasis {
  return {
    rows: JSON.stringify([readingId, mapping, facts]),
    campaign: JSON.stringify([campaignCode.trim(), accountId]),
  };
}

/** Rows by what becomes of them when they are sent now; rows with a problem are sent, too, unless they are left out. */
export interface Sum {
  readonly goOn: number;
  readonly leftOut: number;
  readonly withProblem: number;
}

/**
 * Rows that sending the rows of this reason would send. Others of them stay left out, because a stronger reason or a person
 * leaves them out.
 */
export function sendable({ leftOut }: CheckSummary, reasonId: string): number {
  return leftOut.reduce((sum, group) => (group.reasonId === reasonId ? sum + group.rows : sum), 0);
}

export function sumOf(rows: number, summary: CheckSummary | null): Sum {
  if (summary === null) return { goOn: rows, leftOut: 0, withProblem: 0 };
  const { leftOut } = summary.standing;
  return { goOn: summary.rows - leftOut, leftOut, withProblem: summary.rowsWithProblem };
}

/** Rows that a person sends although they are left out by default. */
export interface SentAnyway {
  /** They were sent before. */
  readonly again: number;
  /** The campaign holds them. */
  readonly there: number;
  /** An earlier file of the queue sends them. */
  readonly queued: number;
  /** A colleague of the team has their leads. */
  readonly ofTeam: number;
}

export function sentAnyway({ sentBefore, inQueue, team, campaign }: CheckSummary): SentAnyway {
  const there = campaign?.groups.reduce((sum, { rows, leftOut }) => sum + rows - leftOut, 0) ?? 0;
  return {
    again: sentBefore === null ? 0 : sentBefore.rows - sentBefore.leftOut,
    there,
    queued: inQueue === null ? 0 : inQueue.rows - inQueue.leftOut,
    ofTeam: team === null ? 0 : team.rows - team.leftOut,
  };
}

/** Short names of the reasons for leaving rows out, for the foot; a row has only one such reason. */
const LEFT_OUT_WORDS: Readonly<Record<string, string>> = {
  [SENT_BEFORE]: 'sent before',
  inCampaign: 'in the campaign',
  [IN_QUEUE]: 'in an earlier file',
  [SENT_BY_TEAM]: 'sent by colleagues',
  noPhone: 'without a phone',
  answered: 'by the result file',
};

interface LeftOutPart {
  readonly words: string;
  readonly rows: number;
}

/** Left-out rows by reason, the most frequent first; problems without a short name are one part. */
function leftOutParts({ leftOut }: CheckSummary): LeftOutPart[] {
  const rowsFor = new Map<string, number>();
  for (const { reasonId, rows } of leftOut) {
    const [kind = ''] = reasonId?.split(':') ?? [];
    const words = kind.startsWith('duplicate')
      ? 'repeated'
      : (LEFT_OUT_WORDS[kind] ?? (reasonId === null ? 'by hand' : 'with another problem'));
    rowsFor.set(words, (rowsFor.get(words) ?? 0) + rows);
  }
  return [...rowsFor].map(([words, rows]) => ({ words, rows })).toSorted((one, other) => other.rows - one.rows);
}

/** Left-out rows with their reasons, in words: "951 left out: 932 sent before, 19 repeated". */
export function leftOutWords(summary: CheckSummary): string {
  const parts = leftOutParts(summary).map(({ words, rows }) => `${format.number(rows)} ${words}`);
  const sum = `${format.number(summary.standing.leftOut)} left out`;
  return parts.length === 0 ? sum : `${sum}: ${parts.join(', ')}`;
}

/** "803 + 212 + 19 = 1,034": rows that go on and each part of those left out; null: none are, or they do not add up. */
export function sumWords(summary: CheckSummary): string | null {
  const parts = [summary.rows - summary.standing.leftOut, ...leftOutParts(summary).map(({ rows }) => rows)];
  if (parts.length === 1 || parts.reduce((sum, rows) => sum + rows, 0) !== summary.rows) return null;
  return `${parts.map(format.number).join(' + ')} = ${format.number(summary.rows)}`;
}
