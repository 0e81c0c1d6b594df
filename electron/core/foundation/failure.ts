import type { AppError, Outcome } from '../../../shared/contract/errors.ts';

/**
 * Expected trouble that a person reads. The core throws it and answers `{ ok: false, error }` at its edge. Any other
 * thrown value is a bug: the person reads the code `internal` with the id of its log line.
 */
export class Failure extends Error {
  readonly error: AppError;

  constructor(error: AppError, options?: ErrorOptions) {
    super(error.message, options);
    this.name = 'Failure';
    this.error = error;
  }
}

export function notFound(message: string): Failure {
  return new Failure({ code: 'notFound', message });
}

export function invalid(message: string, issues: { path: string; message: string }[] = []): Failure {
  return new Failure({ code: 'validation', message, issues });
}

export function cancelled(message = 'Cancelled.'): Failure {
  return new Failure({ code: 'cancelled', message });
}

/** True for the rejection of an aborted signal and for a cancelled call. */
function isCancellation(error: unknown): boolean {
  if (error instanceof Failure) return error.error.code === 'cancelled';
  return error instanceof Error && error.name === 'AbortError';
}

const SQLITE_FULL = 13;
const SQLITE_CORRUPT = 11;
const SQLITE_NOT_A_DATABASE = 26;

/** True when the content of a database is damaged, as after a power cut or on a failing disk. */
export function isDamaged(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return code === SQLITE_CORRUPT || code === SQLITE_NOT_A_DATABASE;
}

/** True when a database or a file found no room on the disk, also as the cause of another error. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_FULL) return true;
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) return true;
  return error.cause !== undefined && isDiskFull(error.cause);
}

/** For people, when the data folder could not be written. */
export const DISK_FULL = 'The disk that holds the data folder is full. Free some space, then try again.';

/** Runs `work` and turns what it throws into an outcome. `onBug` logs and answers the id a person can quote. */
export async function toOutcome<Value>(
  work: () => Promise<Value>,
  onBug: (error: unknown) => string,
): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof Failure) return { ok: false, error: error.error };
    if (isCancellation(error)) return { ok: false, error: { code: 'cancelled', message: 'Cancelled.' } };
    if (isDiskFull(error)) return { ok: false, error: { code: 'file', reason: 'diskFull', message: DISK_FULL } };
    const logId = onBug(error);
    return {
      ok: false,
      error: {
        code: 'internal',
        logId,
        message: `Something in Lead Console went wrong. Try again; if it comes back, copy the details (log ${logId}).`,
      },
    };
  }
}

/**
 * The value of an outcome.
 *
 * @throws Failure with the error of the outcome, unchanged
 */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Failure(outcome.error);
  return outcome.value;
}

/** JSON text of what a service sent, at most `limit` characters, so that a hostile answer cannot fill a page. */
export function rawText(value: unknown, limit = 4096): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
