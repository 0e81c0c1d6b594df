import { Failure } from '../core/foundation/failure.ts';
import type { Clock, PracticeLauncher } from '../core/foundation/ports.ts';
import { freshPracticePassword, practiceDataFile, PRACTICE_USER } from '../host/practice-credentials.ts';
import { sampleFiles } from '../practice/data/samples.ts';
import type { PracticeChild } from './utility-child.ts';

const START_LIMIT_MS = 15_000;
const ANY_PORT = '0';
/** The line the program prints once it listens. */
const announcement = /(http:\/\/127\.0\.0\.1:(\d+)\/api)\s/;

export interface PracticeProcessOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly fork: (args: readonly string[]) => PracticeChild;
}

export interface PracticeProcess extends PracticeLauncher {
  close(): void;
}

/** The simulated service in a process of its own, started when it is first asked for and again when it has ended. */
export function createPracticeProcess({ dataFolder, clock, fork }: PracticeProcessOptions): PracticeProcess {
  const credentials = { username: PRACTICE_USER, password: freshPracticePassword() };
  let port = ANY_PORT;
  let child: PracticeChild | null = null;
  let address: Promise<string> | null = null;

  function launch(wantedPort: string): Promise<string> {
    const { username, password } = credentials;
    // Name and value in one argument: one password in 64 begins with a dash and would be read as an option.
    const access = [`--port=${wantedPort}`, `--username=${username}`, `--password=${password}`];
    const current = fork([...access, `--data-file=${practiceDataFile(dataFolder)}`]);
    child = current;
    let said = '';
    let isUp = false;
    return new Promise((resolve, reject) => {
      const limit = clock.after(START_LIMIT_MS, () => current.kill());
      current.onText((text) => {
        said = (said + text).slice(-2000);
        const found = announcement.exec(said);
        if (!found?.[1]) return;
        limit.cancel();
        isUp = true;
        port = found[2] ?? ANY_PORT;
        resolve(found[1]);
      });
      current.onExit(() => {
        limit.cancel();
        if (child === current) child = null;
        if (isUp) address = null;
        reject(notStarted(said));
      });
    });
  }

  /** The same port again, so that work that goes on finds the service where it was; another one when it is taken. */
  async function launchAgain(): Promise<string> {
    try {
      return await launch(port);
    } catch (error) {
      if (port === ANY_PORT) throw error;
      port = ANY_PORT;
      return launch(port);
    }
  }

  return {
    async start() {
      address ??= launchAgain();
      try {
        return { address: await address, ...credentials };
      } catch (error) {
        address = null;
        throw error;
      }
    },
    samples: async () => sampleFiles(),
    close() {
      child?.kill();
    },
  };
}

function notStarted(said: string): Failure {
  const reason = said.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  return new Failure({
    code: 'file',
    reason: 'practice',
    message: `The practice service could not be started. ${reason || 'It gave no reason.'} Try again; your accounts are not touched by this.`,
  });
}
