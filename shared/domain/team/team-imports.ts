import type { TeamImport, TeamState } from '../../contract/team/team.ts';
import { MINUTE } from '../time/time.ts';
import { format } from '../words/format.ts';
import { computerOf } from './team-words.ts';

type Team = NonNullable<TeamState['team']>;

/** An import of a colleague, with the computer that told it. */
export interface ColleagueImport extends TeamImport {
  readonly office: number;
  readonly computer: string;
  /** It was told a moment ago; false: what became of it since is not known. */
  readonly isFresh: boolean;
}

/** Milliseconds. A computer that imports tells it four times a minute. */
const FRESH = 2 * MINUTE;

/** Whether what a computer told holds now. @param now Unix milliseconds */
export function holdsNow({ heardAt }: Pick<Team['colleagues'][number], 'heardAt'>, now: number): boolean {
  return now - heardAt < FRESH;
}

/** Imports of the other computers, the latest first. @param now Unix milliseconds */
export function colleagueImports({ colleagues }: Team, now: number): ColleagueImport[] {
  return colleagues
    .filter(({ isMe }) => !isMe)
    .flatMap((colleague) =>
      colleague.imports.map((one) => ({
        ...one,
        office: colleague.id,
        computer: computerOf(colleague.name),
        isFresh: holdsNow(colleague, now),
      })),
    )
    .sort((one, other) => other.createdAt - one.createdAt);
}

/** "41 %": rows that are answered or left out, of all. */
export function percentOf({ rows, waiting }: Pick<TeamImport, 'rows' | 'waiting'>): string {
  return `${format.number(rows === 0 ? 100 : Math.floor((100 * (rows - waiting)) / rows))} %`;
}

/** "Anna’s computer imports a file with the same content now (41 %)." @param when a time in words */
export function sameFileTitle(one: ColleagueImport, when: (at: number) => string): string {
  const { computer, state, isFresh, createdAt, created, refused } = one;
  if (state === 'running' && isFresh)
    return `${computer} imports a file with the same content now (${percentOf(one)}).`;
  const answers = `${format.number(created)} created, ${format.number(refused)} refused`;
  if (one.waiting > 0)
    return `${computer} began to import a file with the same content ${when(createdAt)}: ${answers}, ${format.number(one.waiting)} waiting when it was last heard.`;
  return `${computer} imported a file with the same content ${when(createdAt)}: ${answers}.`;
}

/** "Kundeliste Fyn to DK-ENERGI-26, 41 %, 116 a minute". */
export function sendingWords(one: TeamImport): string {
  return `${one.name} to ${one.campaignCode}, ${percentOf(one)}, ${format.number(Math.round(one.ratePerMinute))} a minute`;
}
