// Why: decision 0521.
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { TeamLook } from '../../../foundation/team-look.ts';
import type { CheckAnswers, TeamQuestions } from '../check-messages.ts';
import type { FoundRow, TeamAsked } from './rows-at-colleagues.ts';

/** Rows in one question: their keyed hashes take a few milliseconds of the program's own turn. */
const PART = 250;

export interface AskTeamTools {
  readonly team: TeamLook;
  /** Asks the check's thread about the draft. */
  readonly ask: <Kind extends keyof TeamQuestions>(
    kind: Kind,
    question: TeamQuestions[Kind],
  ) => Promise<CheckAnswers[Kind]>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Lets other work go. */
  readonly pause: () => Promise<void>;
  readonly onProgress: (rows: number, rowsTotal: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Asks the team about all rows of a draft and keeps the answer: everything or nothing. A row that is changed meanwhile is another
 * lead, so the answer is not about it. Throws Failure; then everything is as before.
 */
export async function askTeam(
  campaignCode: string,
  { team, ask, now, pause, onProgress, signal }: AskTeamTools,
): Promise<CheckSummary> {
  const at = now();
  const found: FoundRow[] = [];
  /** The rows as they were at the first part: whatever is changed since may have been asked about before its change. */
  let asOf: Pick<TeamAsked, 'basis' | 'cellStep'> | null = null;
  for (let offset = 0; ; offset += PART) {
    const { rows, total, basis, cellStep } = await ask('teamRows', { offset, limit: PART });
    signal.throwIfAborted();
    asOf ??= { basis, cellStep };
    if (rows.length > 0) {
      const digests = new Map(rows.map(({ row, digest }) => [row, digest]));
      for (const one of await team.rowsAtColleagues(campaignCode, rows)) {
        const digest = digests.get(one.row);
        if (digest != null) found.push({ ...one, digest });
      }
    }
    onProgress(Math.min(offset + PART, total), total);
    if (offset + PART >= total) return ask('teamAnswer', { asked: { campaignCode, at, rows: total, ...asOf }, found });
    await pause();
  }
}
