import type { AppError, Outcome } from '../../../shared/contract/errors.ts';

/**
 * Expected trouble on its way to a person. Thrown inside the core, turned into `{ ok: false, error }` at its edge; any
 * other thrown value is a bug and reaches the person as `internal` with the id of its log line.
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

/** True when a database cannot be read for what stands in it, as after a power cut or on a failing disk. */
export function isDamaged(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return code === SQLITE_CORRUPT || code === SQLITE_NOT_A_DATABASE;
}

/** True when a database or a file found no room, also as the cause of another error. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_FULL) return true;
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) return true;
  return error.cause !== undefined && isDiskFull(error.cause);
}

/** For people, wherever the data folder could not be written. */
export const DISK_FULL =
  'The disk that holds the data folder is full. Nothing was sent twice or lost. Free some space, then try again.';

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
        message: `Something in Lead Console went wrong. Nothing was sent twice or lost. Try again; if it comes back, copy the details (log ${logId}).`,
      },
    };
  }
}

/** The value of an outcome; its error becomes a failure that reaches the person as it is. */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Failure(outcome.error);
  return outcome.value;
}

/** JSON text of what a service sent, cut so that a hostile answer cannot fill a page. `limit` in characters. */
export function rawText(value: unknown, limit = 4096): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
