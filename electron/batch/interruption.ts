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
  on(name: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/** The first signal asks for a clean end; a second one ends the program at once, which loses nothing that is in the journal. */
export function watchSignals(source: SignalSource, endNow: (code: number) => void): SignalWatch {
  const listeners: (() => void)[] = [];
  let exitCode: ExitCode | null = null;
  const end = (code: ExitCode) => {
    if (exitCode !== null) return;
    exitCode = code;
    for (const listener of listeners) listener();
  };
  const signal = (code: ExitCode) => (exitCode === null ? end(code) : endNow(code));
  source.on('SIGINT', () => signal(EXIT.interrupted));
  source.on('SIGTERM', () => signal(EXIT.terminated));
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
