import type { Clock } from '../../core/foundation/ports.ts';
import { EXIT, type ExitCode } from './trouble.ts';

/** Tells a command that a person or a scheduler wants it to end. */
export interface Interruption {
  readonly exitCode: ExitCode | null;
  /** Called once, at the first signal; at once when it came before. */
  onSignal(listener: () => void): void;
}

export interface SignalWatch extends Interruption {
  /** Asks for a clean end as a first signal does; after one, nothing more. */
  end(code: ExitCode): void;
}

interface SignalSource {
  on(name: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGBREAK', listener: () => void): unknown;
}

/**
 * Milliseconds. A signal to the whole process group comes once from the system and once from each program between that
 * passes it on: the same signal within this time is one signal.
 */
const SAME_SIGNAL = 2_000;

/** The first signal asks for a clean end; a second one ends the program at once, which loses nothing that is in the journal. */
export function watchSignals(
  source: SignalSource,
  clock: Pick<Clock, 'monotonicNow'>,
  endNow: (code: number) => void,
): SignalWatch {
  const listeners: (() => void)[] = [];
  let exitCode: ExitCode | null = null;
  let last: { readonly code: ExitCode; readonly at: number } | null = null;
  const end = (code: ExitCode) => {
    if (exitCode !== null) return;
    exitCode = code;
    for (const listener of listeners) listener();
  };
  const signal = (code: ExitCode) => {
    const now = clock.monotonicNow();
    const isSame = last !== null && last.code === code && now - last.at < SAME_SIGNAL;
    if (isSame) return;
    last = { code, at: now };
    if (exitCode === null) end(code);
    else endNow(code);
  };
  source.on('SIGINT', () => signal(EXIT.interrupted));
  // A terminal that is closed, and Ctrl+Break of Windows.
  for (const name of ['SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) source.on(name, () => signal(EXIT.terminated));
  return {
    get exitCode() {
      return exitCode;
    },
    end,
    onSignal(listener) {
      listeners.push(listener);
      if (exitCode !== null) listener();
    },
  };
}
