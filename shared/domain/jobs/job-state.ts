import { type JobCounts, type JobState, PERSON_HOLDS, type TIME_HOLDS } from '../../contract/jobs/jobs.ts';
import { format } from '../words/format.ts';

/** What a person wants of a job. */
export type JobWish = 'run' | 'pause' | 'stop';

export type PersonHold = (typeof PERSON_HOLDS)[number];
export type TimeHold = (typeof TIME_HOLDS)[number];

/** Why no row is sent now. */
export interface Hold {
  readonly kind: PersonHold | TimeHold;
  /** Plain words for a person. */
  readonly reason: string;
  /** Unix milliseconds; null when nobody knows. */
  readonly resumeAt: number | null;
}

export function isPersonHold(kind: Hold['kind']): kind is PersonHold {
  return PERSON_HOLDS.some((known) => known === kind);
}

/**
 * Holds that a new session may have cured (another password, another disk). After the stop rule, unreadable answers,
 * unknown rows and a trial a person has to look at the rows first, so a restart does not pass them. `older`: what left this
 * computer is not known for sure, and only a person can say that the job may go on.
 */
export function mayHealByItself(kind: Hold['kind']): boolean {
  return !['stopRule', 'unreadable', 'trouble', 'trial', 'older'].includes(kind);
}

export interface JobFacts {
  readonly counts: JobCounts;
  readonly wish: JobWish;
  readonly hold: Hold | null;
  /** `here`: this program works on it; `elsewhere`: another program on this computer does. */
  readonly worker: 'here' | 'elsewhere' | 'nobody';
  /** Rows among the waiting ones that were sent, and whose answers are still to come. Missing: none. */
  readonly onTheirWay?: number;
}

export interface JobStanding {
  readonly state: JobState;
  readonly reason: string;
  /** Unix milliseconds. */
  readonly resumeAt: number | null;
  readonly holdKind?: Hold['kind'];
}

/** What a job is called. `complete` is never said while a row waits or is unknown. */
export function standingOf({ counts, wish, hold, worker, onTheirWay = 0 }: JobFacts): JobStanding {
  const said = (state: JobState, reason: string, resumeAt: number | null = null) => ({ state, reason, resumeAt });
  if (counts.waiting === 0) {
    if (counts.unknown > 0) return said('needsYou', unknownSentence(counts.unknown));
    return wish === 'stop' ? said('stopped', 'Stopped by you.') : said('complete', '');
  }
  // The journal did not take the end of the stopped run.
  if (wish === 'stop' && worker === 'nobody' && hold?.kind === 'journal')
    return { ...said('needsYou', hold.reason), holdKind: hold.kind };
  if (wish === 'stop') return said('stopped', 'Stopped by you. The rows on their way are answered first.');
  if (wish === 'pause') {
    const paused = said('paused', hold?.reason ?? pausedSentence(onTheirWay));
    // Resuming alone would not do: a person has to say that the rows may go.
    return hold?.kind === 'older' ? { ...paused, holdKind: hold.kind } : paused;
  }
  if (worker === 'elsewhere') return said('running', 'Another Lead Console on this computer runs this job.');
  if (hold !== null) {
    const standing = said(isPersonHold(hold.kind) ? 'needsYou' : 'waiting', hold.reason, hold.resumeAt);
    return { ...standing, holdKind: hold.kind };
  }
  if (worker === 'nobody') return said('paused', 'The program that ran this job has ended. Resume to go on.');
  return said('running', '');
}

/** Until they are answered nobody knows whether the service has them. */
function pausedSentence(onTheirWay: number): string {
  if (onTheirWay === 0) return 'Paused. Resume to go on.';
  return onTheirWay === 1
    ? 'Paused. 1 row is on its way and is answered first.'
    : `Paused. ${onTheirWay} rows are on their way and are answered first.`;
}

function unknownSentence(unknown: number): string {
  return unknown === 1
    ? '1 row was sent, but no readable answer came. Say whether it exists in the service.'
    : `${format.number(unknown)} rows were sent, but no readable answers came. Say for each whether it exists in the service.`;
}
