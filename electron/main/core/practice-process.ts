import type { Failure } from '../../core/foundation/failure.ts';
import type { Clock, PracticeAccess, PracticeLauncher } from '../../core/foundation/ports.ts';
import {
  freshPracticePassword,
  practiceDataFile,
  practiceNotStarted,
  PRACTICE_USER,
  removePracticeData,
} from '../../host/practice-credentials.ts';
import { sampleFiles } from '../../practice/data/samples.ts';
import type { PracticeChild } from './utility-child.ts';

/** Milliseconds. A practice service that has not printed its address by then is killed. */
const START_LIMIT_MS = 15_000;
/** The system chooses a free port. */
const ANY_PORT = '0';
/** The line that the program prints when it listens: its address, which contains the port. */
const announcement = /(http:\/\/127\.0\.0\.1:(\d+)\/api)\s/;
/** Characters of the program's output that are kept, to find the announcement or the reason why it is missing. */
const KEPT_OUTPUT = 2000;

export interface PracticeProcessOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly fork: (args: readonly string[]) => PracticeChild;
}

interface Listening {
  readonly address: string;
  readonly port: string;
}

/** The practice service in a process of its own. It starts on first use, and again after it has ended. */
export class PracticeProcess implements PracticeLauncher {
  readonly #options: PracticeProcessOptions;
  readonly #credentials = { username: PRACTICE_USER, password: freshPracticePassword() };
  /** The port of the last start. It is used again, so that a job finds the service at the same address. */
  #port = ANY_PORT;
  #child: PracticeChild | null = null;
  #listening: Promise<Listening> | null = null;

  constructor(options: PracticeProcessOptions) {
    this.#options = options;
  }

  /** @throws Failure when the program does not start */
  async start(): Promise<PracticeAccess> {
    this.#listening ??= this.#launchAgain();
    try {
      return { address: (await this.#listening).address, ...this.#credentials };
    } catch (error) {
      this.#listening = null;
      throw error;
    }
  }

  async samples(): ReturnType<PracticeLauncher['samples']> {
    return sampleFiles();
  }

  async forget(): Promise<void> {
    const child = this.#child;
    const ended = child === null ? null : new Promise<void>((resolve) => child.onExit(resolve));
    child?.kill();
    await ended;
    this.#listening = null;
    removePracticeData(this.#options.dataFolder);
  }

  close(): void {
    this.#child?.kill();
  }

  /** Takes another port when the port of the last start is in use. */
  async #launchAgain(): Promise<Listening> {
    try {
      return await this.#launch(this.#port);
    } catch (error) {
      if (this.#port === ANY_PORT) throw error;
      this.#port = ANY_PORT;
      return this.#launch(ANY_PORT);
    }
  }

  async #launch(wantedPort: string): Promise<Listening> {
    const { username, password } = this.#credentials;
    // Name and value in one argument: one password in 64 begins with a dash, which would make it an option.
    const access = [`--port=${wantedPort}`, `--username=${username}`, `--password=${password}`];
    // With calls: agents work on what is imported, as in the browser's own practice service.
    const child = this.#options.fork([
      ...access,
      '--calls',
      `--data-file=${practiceDataFile(this.#options.dataFolder)}`,
    ]);
    this.#child = child;
    let isUp = false;
    child.onExit(() => {
      if (this.#child === child) this.#child = null;
      if (isUp) this.#listening = null;
    });
    const listening = await untilListening(child, this.#options.clock);
    isUp = true;
    this.#port = listening.port;
    return listening;
  }
}

/** Resolves when the program prints its address; rejects when it ends before that. */
function untilListening(child: PracticeChild, clock: Clock): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let output = '';
    const limit = clock.after(START_LIMIT_MS, () => child.kill());
    child.onText((text) => {
      output = (output + text).slice(-KEPT_OUTPUT);
      const [, address, port] = announcement.exec(output) ?? [];
      if (address === undefined || port === undefined) return;
      limit.cancel();
      resolve({ address, port });
    });
    child.onExit(() => {
      limit.cancel();
      reject(notStarted(output));
    });
  });
}

function notStarted(output: string): Failure {
  const reason = output.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  return practiceNotStarted(reason);
}
