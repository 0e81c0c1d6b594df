import type { CoreChannelName } from '../../../shared/contract/channels.ts';
import type { AppError, Outcome } from '../../../shared/contract/errors.ts';
import { refusedValue } from './refused-value.ts';

/** What a command ends with; see the usage text. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  unknown: 3,
  stopped: 4,
  internal: 70,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with a sentence for a person and a code for a program. */
export class BatchTrouble extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;

  constructor(message: string, code = 'usage', exitCode: ExitCode = EXIT.usage, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BatchTrouble';
    this.exitCode = exitCode;
    this.code = code;
  }
}

/** What a person can do about a file whose rows were sent before. */
export const SEND_AGAIN =
  'Add --only-new to send only rows that the campaign does not hold, or --send-again to send all of them.';

/** What the core says went wrong, with the exit code for it. @param channel that was called; left out: none */
export function troubleOf(error: AppError, channel?: CoreChannelName): BatchTrouble {
  if (error.code === 'validation' && error.issues.some(({ path }) => path === 'sendAgain'))
    return new BatchTrouble(`${error.message} ${SEND_AGAIN}`, 'sentBefore');
  return new BatchTrouble(refusedValue(error, channel) ?? error.message, error.code, exitCodeOf(error));
}

/** The value of a call to the core, through `channel` where it has one. */
export function valueOf<Value>(outcome: Outcome<Value>, channel?: CoreChannelName): Value {
  if (!outcome.ok) throw troubleOf(outcome.error, channel);
  return outcome.value;
}

function exitCodeOf(error: AppError): ExitCode {
  switch (error.code) {
    case 'auth':
    case 'forbidden':
    case 'rateLimited':
    case 'rejected':
      return EXIT.stopped;
    case 'network':
      // Never reached: the address is wrong, or the network is down. Reached, and answered by nonsense: the service.
      return error.sent === 'no' ? EXIT.usage : EXIT.stopped;
    case 'validation':
    case 'file':
    case 'notFound':
      return EXIT.usage;
    case 'cancelled':
      return EXIT.interrupted;
    case 'internal':
      return EXIT.internal;
  }
}
