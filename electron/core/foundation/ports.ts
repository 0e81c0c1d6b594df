/**
 * What the core needs from its host. No module of the core reads the time, randomness, the environment or a global path
 * on its own: specs give a clock that they move, the desktop gives the real one.
 */

/** A timer. Cancelling it twice, or after it fired, does nothing. */
export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch. May jump; use it for display and for daily periods only. */
  wallNow(): number;
  /** Monotonic milliseconds from an arbitrary start. May stand still while the computer sleeps. */
  monotonicNow(): number;
  /** Calls back once after `delayMs` (0 or more, capped at 2^31-1 by the implementation). */
  after(delayMs: number, callback: () => void): Timer;
}

/** Uniform in [0, 1). */
export type Random = () => number;

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Where passwords live. `os`: protected by the operating system and kept; `session`: in memory until the program ends.
 * Implementations never log and never throw with the secret in the message.
 */
export interface SecretStore {
  readonly protection: 'os' | 'session';
  read(accountId: string): Promise<string | null>;
  /** Answers where the password is now; `session` also when the operating system refused it. */
  write(accountId: string, password: string): Promise<'os' | 'session'>;
  remove(accountId: string): Promise<void>;
}

/** Under which name the secret of the team of an account is kept, besides its password. */
export function teamSecretOf(accountId: string): string {
  return `team:${accountId}`;
}

/** Resolves after `delayMs`; rejects with the signal's reason as soon as it is aborted. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      timer.cancel();
      reject(signal?.reason);
    };
    const timer = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Settings without secrets: one JSON document of the host's, written atomically. The core validates what it reads. */
export interface SettingsStore {
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
}

/** The way into the practice service. */
export interface PracticeAccess {
  /** Its address as a service: `http://127.0.0.1:PORT/api`. */
  readonly address: string;
  readonly username: string;
  readonly password: string;
}

/** A file to practise with. */
export interface PracticeSample {
  readonly name: string;
  readonly description: string;
  readonly bytes: Uint8Array;
}

/** Starts the simulated service, or answers the address at which it runs. Its password is random. */
export interface PracticeLauncher {
  start(): Promise<PracticeAccess>;
  samples(): Promise<readonly PracticeSample[]>;
  /** Ends the service and removes its leads from this computer. */
  forget(): Promise<void>;
}

/** A file the person chose. The page knows its token and name; only the host and the core know its path. */
export interface GrantedFile {
  readonly token: string;
  readonly path: string;
  readonly name: string;
  /** `folder`: it is, or becomes, a folder whose files are written. */
  readonly access: 'read' | 'write' | 'folder';
}

/** Where bugs go. Expected trouble is returned to the person and not logged here. */
export interface Log {
  /** Writes one line with the stack of `error`, returns the id that the person sees. */
  bug(where: string, error: unknown): string;
  note(text: string): void;
}

/** The web proxy to take for an address (`http://host:port`), or null for a direct connection. */
export type ProxyFinder = (address: string) => Promise<string | null>;
