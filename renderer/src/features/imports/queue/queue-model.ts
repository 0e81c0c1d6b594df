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

/** What the check of a draft found, and for which state of the drafts up to it. */
export interface DraftCheck {
  readonly key: string;
  readonly goOn: number;
  readonly leftOut: number;
  readonly inEarlier: number;
  readonly withProblem: number;
}

/** Changes with every change of the draft, and of those before it, with whose rows it is compared. */
export function checkKey(drafts: readonly DraftSummary[], index: number): string {
  return JSON.stringify(drafts.slice(0, index + 1).map(({ id, savedAt, campaignCode }) => [id, savedAt, campaignCode]));
}

export function draftCheck(key: string, { rows, standing, inQueue, rowsWithProblem }: CheckSummary): DraftCheck {
  const { leftOut } = standing;
  return { key, goOn: rows - leftOut, leftOut, inEarlier: inQueue?.leftOut ?? 0, withProblem: rowsWithProblem };
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

const rowForms = { one: '# row', other: '# rows' };

/** "1,180 of 1,200 rows go on, 20 left out: 18 in an earlier file; 3 with problems" */
export function checkWords({ goOn, leftOut, inEarlier, withProblem }: DraftCheck): string {
  const out = leftOut === 0 ? '' : `, ${format.number(leftOut)} left out`;
  const earlier = inEarlier === 0 ? '' : `: ${format.number(inEarlier)} in an earlier file`;
  const problems = withProblem === 0 ? '' : `; ${format.number(withProblem)} with problems`;
  return `${format.count(goOn, { one: '# row goes on', other: '# rows go on' })}${out}${earlier}${problems}`;
}

/** The sums of a queue whose drafts are all checked. */
export function sumWords(checks: readonly DraftCheck[]): { readonly rows: string; readonly others: string } {
  const sum = (of: (check: DraftCheck) => number) => checks.reduce((all, check) => all + of(check), 0);
  const [leftOut, inEarlier, withProblem] = [
    sum((check) => check.leftOut),
    sum((check) => check.inEarlier),
    sum((check) => check.withProblem),
  ];
  const because = ' because an earlier file has the lead';
  const earlier =
    inEarlier === 0 ? '' : inEarlier === leftOut ? because : `, ${format.number(inEarlier)} of them${because}`;
  const out =
    leftOut === 0
      ? 'No row is left out.'
      : `${format.count(leftOut, { one: '# row is', other: '# rows are' })} left out${earlier}.`;
  const problems =
    withProblem === 0
      ? ''
      : ` ${format.count(withProblem, { one: '# row with a problem is', other: '# rows with problems are' })} sent too.`;
  return {
    rows: format.count(
      sum((check) => check.goOn),
      rowForms,
    ),
    others: `${out}${problems}`,
  };
}

/** Why the queue cannot be checked or started; null: it can. */
export function queueBlocker({ drafts, files }: Queue): string | null {
  if (files.some(({ state }) => state !== 'failed')) return 'The files are being read.';
  if (drafts.length === 0) return 'None of the files could be read.';
  return campaignOf(drafts) === '' ? 'Choose the campaign of these files first.' : null;
}
