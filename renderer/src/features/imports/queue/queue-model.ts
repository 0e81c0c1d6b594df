import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { DraftSummary } from '../../../../../shared/contract/imports/imports.ts';
import { oneCampaign } from '../../../../../shared/domain/jobs/one-campaign.ts';
import { format } from '../../../lib/format.ts';

/** A file of a queue that has no draft: it waits, it is being read, or it cannot be read. */
export interface FileOfQueue {
  readonly callId: string;
  readonly queueId: string;
  readonly name: string;
  readonly state: 'waiting' | 'reading' | 'failed';
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Why it cannot be read. */
  readonly message: string;
}

export interface Queue {
  readonly id: string;
  /** In the order of sending. */
  readonly drafts: readonly DraftSummary[];
  readonly files: readonly FileOfQueue[];
}

/** Files that were chosen together, the latest queue first. */
export function queuesOf(drafts: readonly DraftSummary[], files: readonly FileOfQueue[]): Queue[] {
  const ids = new Set([
    ...files.map(({ queueId }) => queueId).toReversed(),
    ...drafts.flatMap(({ queue }) => queue?.id ?? []),
  ]);
  return [...ids].map((id) => ({
    id,
    drafts: drafts
      .filter(({ queue }) => queue?.id === id)
      .toSorted((one, other) => (one.queue?.place ?? 0) - (other.queue?.place ?? 0)),
    files: files.filter(({ queueId }) => queueId === id),
  }));
}

/** The campaign of all drafts; '' when one has none, or they differ. */
export function campaignOf(drafts: readonly DraftSummary[]): string {
  return oneCampaign(drafts.map(({ campaignCode }) => campaignCode));
}

/** What the check of a draft found, with the state of the draft and of those before it. */
export interface DraftCheck {
  readonly key: string;
  readonly goOn: number;
  readonly leftOut: number;
  readonly inEarlier: number;
  readonly withProblem: number;
  /** Left out because a colleague of the team has the lead. */
  readonly atColleagues: number;
  /** For the screen: why the team could not be asked; empty when it was, or the account is in none. */
  readonly teamTrouble: string;
}

/** Changes with the draft and with the drafts before it, because their rows are compared. */
export function checkKey(drafts: readonly DraftSummary[], index: number): string {
  return JSON.stringify(drafts.slice(0, index + 1).map(({ id, savedAt, campaignCode }) => [id, savedAt, campaignCode]));
}

export function draftCheck(
  key: string,
  { rows, standing: { leftOut }, inQueue, rowsWithProblem, team }: CheckSummary,
  teamTrouble: string,
): DraftCheck {
  const inEarlier = inQueue?.leftOut ?? 0;
  const atColleagues = team?.leftOut ?? 0;
  return { key, goOn: rows - leftOut, leftOut, inEarlier, withProblem: rowsWithProblem, atColleagues, teamTrouble };
}

/** The check of each draft as it is now; null where it must be checked, or checked again. */
export function checksNow(
  drafts: readonly DraftSummary[],
  checks: ReadonlyMap<string, DraftCheck>,
): readonly (DraftCheck | null)[] {
  return drafts.map(({ id }, index) => {
    const known = checks.get(id);
    return known?.key === checkKey(drafts, index) ? known : null;
  });
}

const GO_ON = { one: '# row goes on', other: '# rows go on' };

/** "1,180 rows go on, 20 left out: 18 in an earlier file, 2 sent by colleagues; 3 with problems" */
export function checkWords({ goOn, leftOut, inEarlier, withProblem, atColleagues, teamTrouble }: DraftCheck): string {
  const out = leftOut === 0 ? '' : `, ${format.number(leftOut)} left out`;
  const why = [
    ...(inEarlier === 0 ? [] : [`${format.number(inEarlier)} in an earlier file`]),
    ...(atColleagues === 0 ? [] : [`${format.number(atColleagues)} sent by colleagues`]),
  ];
  const because = why.length === 0 ? '' : `: ${why.join(', ')}`;
  const unknown = teamTrouble === '' ? '' : '; what colleagues have sent is not known';
  const problems = withProblem === 0 ? '' : `; ${format.number(withProblem)} with problems`;
  return `${format.count(goOn, GO_ON)}${out}${because}${problems}${unknown}`;
}

/** The sums of a queue whose drafts are all checked. */
export function sumWords(checks: readonly DraftCheck[]): { readonly rows: string; readonly others: string } {
  const sum = (of: (check: DraftCheck) => number) => checks.reduce((all, check) => all + of(check), 0);
  const [leftOut, withProblem] = [sum((check) => check.leftOut), sum((check) => check.withProblem)];
  const why = [
    [sum((check) => check.inEarlier), 'because an earlier file has the lead'],
    [sum((check) => check.atColleagues), 'because a colleague has the lead'],
  ] as const;
  const out =
    leftOut === 0
      ? 'No row is left out.'
      : `${format.count(leftOut, { one: '# row is', other: '# rows are' })} left out${reasonsOf(leftOut, why)}.`;
  const unknown = checks.every(({ teamTrouble }) => teamTrouble === '')
    ? ''
    : ' What colleagues have sent is not known for all files.';
  const problems =
    withProblem === 0
      ? ''
      : ` ${format.count(withProblem, { one: '# row with a problem is', other: '# rows with problems are' })} sent too.`;
  return {
    rows: format.count(
      sum((check) => check.goOn),
      GO_ON,
    ),
    others: `${out}${problems}${unknown}`,
  };
}

/** " because an earlier file has the lead", ", 2 of them because a colleague has the lead", or both with their counts. */
function reasonsOf(leftOut: number, why: readonly (readonly [number, string])[]): string {
  const [first, ...others] = why.filter(([rows]) => rows > 0);
  if (first === undefined) return '';
  if (others.length > 0)
    return `: ${[first, ...others].map(([rows, words]) => `${format.number(rows)} ${words}`).join(', ')}`;
  const [rows, words] = first;
  return rows === leftOut ? ` ${words}` : `, ${format.number(rows)} of them ${words}`;
}

/** Why the queue cannot be checked or started; null: it can. */
export function queueBlocker({ drafts, files }: Queue): string | null {
  if (files.some(({ state }) => state !== 'failed')) return 'The files are being read.';
  if (drafts.length === 0) return 'None of the files could be read.';
  return campaignOf(drafts) === '' ? 'Choose the campaign of these files first.' : null;
}
