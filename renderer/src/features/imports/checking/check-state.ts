import type { CheckSettings, CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { AppError } from '../../../../../shared/contract/errors.ts';
import type { CheckBasis } from './check-sum.ts';

/** An expected failure, as notes show it. */
export interface CheckFailure {
  readonly details: AppError;
}

/** All rows are being checked. */
export interface CheckRun {
  readonly callId: string;
  readonly rows: number;
  readonly rowsTotal: number;
  /** A rule or a choice made under Check is being applied: what was found stays in view meanwhile. */
  readonly isAgain: boolean;
  /** The rules it runs with, when a person has just changed them; null: those of the last summary. */
  readonly settings: CheckSettings | null;
}

/** A change that goes through many rows. */
export type CheckWork = Pick<CheckRun, 'callId' | 'rows' | 'rowsTotal'>;

/** The check of one draft: what was found last, what is running, what went wrong. */
export interface CheckState {
  /** Null before the first answer. */
  readonly summary: CheckSummary | null;
  /** What the last check, finished or running, depended on; null: it has to run. */
  readonly basis: CheckBasis | null;
  readonly run: CheckRun | null;
  /** The last run failed. */
  readonly failure: CheckFailure | null;
  readonly wasCancelled: boolean;
  /** Changes that are on their way. */
  readonly changing: number;
  /** The change that is being made, when it may be a long one. */
  readonly work: CheckWork | null;
  /** What another page found while a change or a run is on its way here; it counts when it is the newest. */
  readonly heard: CheckSummary | null;
  /** The last change could not be made; everything else is as before. */
  readonly changeFailure: CheckFailure | null;
  /** Rises with every change that could not be made: what was typed is not in the draft. */
  readonly failedChanges: number;
  /** The next run applies a choice that was made under Check. */
  readonly isChangeExpected: boolean;
}

export type CheckEvent =
  | {
      readonly kind: 'started';
      readonly callId: string;
      readonly basis: CheckBasis;
      readonly settings: CheckSettings | null;
    }
  | { readonly kind: 'progressed'; readonly callId: string; readonly rows: number; readonly rowsTotal: number }
  | { readonly kind: 'found'; readonly callId: string; readonly summary: CheckSummary }
  | { readonly kind: 'failed'; readonly callId: string; readonly failure: CheckFailure }
  /** The run is over without an answer: the draft it reads could not be saved. */
  | { readonly kind: 'givenUp'; readonly callId: string }
  /** A choice made under Check changes the mapping next. */
  | { readonly kind: 'changeExpected' }
  /** A check or a change, on this page or another one. */
  | { readonly kind: 'heard'; readonly summary: CheckSummary }
  | { readonly kind: 'changeStarted' }
  /** A change that says how far it is, and can be stopped until it is written. */
  | { readonly kind: 'workStarted' | 'workEnded'; readonly callId: string }
  | { readonly kind: 'changed'; readonly summary: CheckSummary }
  | { readonly kind: 'changeFailed'; readonly failure: CheckFailure }
  /** The changes kept with the draft cannot be read, and could not be dropped either. */
  | { readonly kind: 'dropFailed'; readonly failure: CheckFailure };

export function noCheckYet(): CheckState {
  return {
    summary: null,
    basis: null,
    run: null,
    failure: null,
    wasCancelled: false,
    changing: 0,
    work: null,
    heard: null,
    changeFailure: null,
    failedChanges: 0,
    isChangeExpected: false,
  };
}

export function reduceCheck(state: CheckState, event: CheckEvent): CheckState {
  switch (event.kind) {
    case 'started':
      return {
        ...state,
        basis: event.basis,
        run: {
          callId: event.callId,
          rows: 0,
          rowsTotal: 0,
          // A choice under Check may change the mapping in two steps: the country, and the phones cleaned to it.
          isAgain: event.settings !== null || state.isChangeExpected || state.run?.isAgain === true,
          settings: event.settings ?? state.run?.settings ?? null,
        },
        failure: null,
        wasCancelled: false,
        changeFailure: null,
        isChangeExpected: false,
      };
    case 'changeExpected':
      return { ...state, isChangeExpected: true };
    case 'workStarted':
      return { ...state, work: { callId: event.callId, rows: 0, rowsTotal: 0 } };
    case 'workEnded':
      return state.work?.callId === event.callId ? { ...state, work: null } : state;
    case 'changeStarted':
      return { ...state, changing: state.changing + 1, changeFailure: null };
    case 'heard':
      // A page that has shown no check yet runs its own.
      if (state.summary === null) return state;
      return state.changing > 0 || state.run !== null
        ? { ...state, heard: newer(state.heard, event.summary) }
        : { ...state, summary: newer(state.summary, event.summary) };
    case 'changed':
      return withHeard({ ...state, changing: state.changing - 1, summary: newer(state.summary, event.summary) });
    case 'changeFailed':
      return withHeard({
        ...state,
        changing: state.changing - 1,
        changeFailure: isCancellation(event.failure) ? state.changeFailure : event.failure,
        failedChanges: state.failedChanges + 1,
      });
    case 'dropFailed':
      return { ...state, failure: event.failure };
    default:
      if (event.kind === 'progressed' && event.callId === state.work?.callId)
        return { ...state, work: { ...state.work, rows: event.rows, rowsTotal: event.rowsTotal } };
      // Answers to a run that another one replaced say nothing about this one.
      return event.callId === state.run?.callId ? reduceRun(state, state.run, event) : state;
  }
}

type RunEvent = Extract<CheckEvent, { kind: 'progressed' | 'found' | 'failed' | 'givenUp' }>;

function reduceRun(state: CheckState, run: CheckRun, event: RunEvent): CheckState {
  switch (event.kind) {
    case 'progressed':
      return { ...state, run: { ...run, rows: event.rows, rowsTotal: event.rowsTotal } };
    case 'found':
      return withHeard({ ...state, run: null, summary: newer(state.summary, event.summary) });
    case 'failed':
      return isCancellation(event.failure)
        ? { ...state, run: null, wasCancelled: true }
        : { ...state, run: null, failure: event.failure };
    case 'givenUp':
      return { ...state, run: null, basis: null };
  }
}

function withHeard(state: CheckState): CheckState {
  const { heard, changing, run, summary } = state;
  return heard === null || changing > 0 || run !== null
    ? state
    : { ...state, heard: null, summary: newer(summary, heard) };
}

/** Answers may overtake each other on their way; the newest counts. */
function newer(known: CheckSummary | null, answer: CheckSummary): CheckSummary {
  return known !== null && known.revision > answer.revision ? known : answer;
}

function isCancellation({ details }: CheckFailure): boolean {
  return details.code === 'cancelled';
}

/** Whether the last check, finished or running, was about exactly this; a failed or stopped one was, too. */
export function isAbout({ basis: known }: CheckState, basis: CheckBasis): boolean {
  return known !== null && known.rows === basis.rows && known.campaign === basis.campaign;
}

/** Whether what was found, or that nothing could be found, is the last word about this basis. */
export function isSettled(state: CheckState, basis: CheckBasis): boolean {
  return state.run === null && isAbout(state, basis);
}

/** The findings to work with; null while the rows are checked for another reason than a choice made under Check. */
export function findingsOf({ summary, run, failure, wasCancelled }: CheckState): CheckSummary | null {
  const isReplaced = run !== null && !run.isAgain;
  return failure !== null || wasCancelled || isReplaced ? null : summary;
}

/** The rules as a person set them last, also while the rows are still being checked with them. */
export function rulesInForce({ run }: CheckState, summary: CheckSummary): CheckSettings {
  return run?.settings ?? summary.settings;
}
