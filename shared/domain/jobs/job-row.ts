// Why: decision 0053.
import type { JobCounts, RowState } from '../../contract/jobs/jobs.ts';

/**
 * The life of one row of an import. `intent` is on the disk before the first byte leaves; from there only an answer, or
 * the lack of one, leads on. Only a person's decision sends an unknown row again.
 */
export type RowStep =
  /** The connection stands, and the first byte is about to leave. */
  | 'send'
  /** The service certainly did not look at it: it waits again. */
  | 'takeBack'
  | 'created'
  | 'rejected'
  | 'unknown'
  /** Our choice: nothing to send, or the job was stopped. */
  | 'skip'
  /** Another job has sent the same lead, or the campaign holds it, and nobody was asked. */
  | 'sentElsewhere'
  /** A person knows that, and wants it sent all the same. */
  | 'sendAgain'
  /** A person found the lead in the service. */
  | 'exists'
  /** A person knows that it is not there. */
  | 'sendOnce'
  /** A person gives the row up; whether it arrived stays open. */
  | 'leave'
  /** A person sends a refused row again: the service's refusal says that there is no lead. */
  | 'tryAgain'
  /** Takes `tryAgain` back before the row has left. */
  | 'refusedStill'
  /** A person leaves a refused row out. */
  | 'leaveOut'
  /** Takes `leaveOut` back. */
  | 'takeIn';

const STEPS: Readonly<Record<RowState, Partial<Record<RowStep, RowState>>>> = {
  ready: { send: 'intent', skip: 'skipped', sentElsewhere: 'skipped', refusedStill: 'rejected' },
  intent: { takeBack: 'ready', created: 'created', rejected: 'rejected', unknown: 'unknown' },
  unknown: { exists: 'created', sendOnce: 'ready', leave: 'excluded' },
  created: {},
  rejected: { tryAgain: 'ready', leaveOut: 'excluded' },
  skipped: { sendAgain: 'ready' },
  excluded: { takeIn: 'rejected' },
};

/** The state after a step, or null when the step is not possible from here. */
export function nextRowState(state: RowState, step: RowStep): RowState | null {
  return STEPS[state][step] ?? null;
}

export const ROW_STEPS = Object.values(STEPS).flatMap((steps) => Object.keys(steps) as RowStep[]);

/** The only state from which a step is possible. */
export function stateBefore(step: RowStep): RowState {
  for (const state of Object.keys(STEPS) as RowState[]) if (STEPS[state][step] !== undefined) return state;
  throw new Error(`No state allows ${step}.`);
}

export type RowTally = Readonly<Record<RowState, number>>;

export const EMPTY_TALLY: RowTally = {
  ready: 0,
  intent: 0,
  created: 0,
  rejected: 0,
  unknown: 0,
  skipped: 0,
  excluded: 0,
};

/** Rows by state in the words of the contract. `rows` is counted separately by the caller, so that a loss would show. */
export function countsOf(rows: number, tally: RowTally): JobCounts {
  return {
    rows,
    created: tally.created,
    refused: tally.rejected,
    unknown: tally.unknown,
    skipped: tally.skipped,
    excluded: tally.excluded,
    waiting: tally.ready + tally.intent,
  };
}

/** No row was sent and answered yet, or left without an answer. */
export function isStarting({ created, refused, unknown }: JobCounts): boolean {
  return created + refused + unknown === 0;
}

/** rows = created + refused + unknown + skipped + excluded + waiting. */
export function addsUp(counts: JobCounts): boolean {
  const { created, refused, unknown, skipped, excluded, waiting } = counts;
  return counts.rows === created + refused + unknown + skipped + excluded + waiting;
}

/** What a result file calls a row's state. Its waiting rows are sent when it is imported, and one on its way may arrive. */
export function rowStateWord(state: RowState): string {
  switch (state) {
    case 'ready':
      return 'waiting';
    case 'intent':
      return 'unknown';
    case 'rejected':
      return 'refused';
    case 'excluded':
      return 'left out';
    case 'created':
    case 'unknown':
    case 'skipped':
      return state;
  }
}
