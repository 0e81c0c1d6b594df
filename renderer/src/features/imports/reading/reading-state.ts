import type { AppError } from '../../../../../shared/contract/errors.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';

/** An expected failure, as notes show it. */
export interface ReadingFailure {
  readonly details: AppError;
}

/** A spreadsheet that is being read. */
export interface ReadingProgress {
  readonly callId: string;
  readonly fileName: string;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly rows: number;
  /** The choices with which a file is read again. */
  readonly choices: ReadingChoices | null;
}

/** One spreadsheet is read at a time. */
export interface ReadingState {
  readonly progress: ReadingProgress | null;
  /** The last reading failed. */
  readonly failure: ReadingFailure | null;
}

export type ReadingEvent =
  | {
      readonly kind: 'started';
      readonly callId: string;
      readonly fileName: string;
      readonly choices: ReadingChoices | null;
    }
  | {
      readonly kind: 'progressed';
      readonly callId: string;
      readonly bytesRead: number;
      readonly bytesTotal: number;
      readonly rows: number;
    }
  | { readonly kind: 'failed'; readonly callId: string; readonly failure: ReadingFailure }
  | { readonly kind: 'ended'; readonly callId: string }
  | { readonly kind: 'failureClosed' };

export function nothingRead(): ReadingState {
  return { progress: null, failure: null };
}

export function reduceReading(state: ReadingState, event: ReadingEvent): ReadingState {
  const { progress } = state;
  switch (event.kind) {
    case 'started': {
      const { callId, fileName, choices } = event;
      return { progress: { callId, fileName, choices, bytesRead: 0, bytesTotal: 0, rows: 0 }, failure: null };
    }
    case 'failureClosed':
      return { ...state, failure: null };
    default:
      // Answers to a reading that another one replaced say nothing about this one.
      if (progress === null || progress.callId !== event.callId) return state;
  }
  switch (event.kind) {
    case 'progressed':
      return {
        ...state,
        progress: { ...progress, bytesRead: event.bytesRead, bytesTotal: event.bytesTotal, rows: event.rows },
      };
    case 'failed':
      return { progress: null, failure: event.failure.details.code === 'cancelled' ? null : event.failure };
    case 'ended':
      return { ...state, progress: null };
  }
}
