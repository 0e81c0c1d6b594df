import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/project.ts';

/* An office of the test: the built command line with a data folder of its own, killed and started again. */

export interface OfficeOptions {
  /** Names its files. */
  readonly name: string;
  readonly folder: string;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Its login of the team's database, as the environment has it. */
  readonly team: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly lines: readonly Record<string, unknown>[];
}

/** The most runs of one import: one that does not end by then hangs. */
const MOST_RUNS = 80;

export class Office {
  readonly #options: OfficeOptions;
  /** Programs that run now. */
  readonly running = new Set<ChildProcess>();
  kills = 0;
  /** What the environment says of the team, once there is one. */
  environment: Readonly<Record<string, string>> = {};

  constructor(options: OfficeOptions) {
    this.#options = options;
  }

  /** @param killAfter milliseconds after which it is killed; null: it may end */
  command(
    args: readonly string[],
    killAfter: number | null = null,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const { name, folder, url, username, password, team } = this.#options;
    const program = join(root, 'out/core/batch.js');
    const common = ['--url', url, '--data-dir', join(folder, name), '--json', '--team-wait', '120'];
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [program, ...args, ...common], {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: {
          ...process.env,
          LEAD_CONSOLE_USERNAME: username,
          LEAD_CONSOLE_PASSWORD: password,
          ...team,
          ...this.environment,
          ...more,
        },
      });
      this.running.add(child);
      const kill = killAfter === null ? undefined : setTimeout(() => this.#kill(child), killAfter);
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.on('error', reject);
      child.on('close', (code) => {
        clearTimeout(kill);
        this.running.delete(child);
        resolve({ code, lines: linesOf(said) });
      });
    });
  }

  /** Imports these phones, however often it is killed. Answers the last line of the last run. */
  async importAll(phones: readonly string[], killAfter: () => number | null): Promise<Record<string, unknown>> {
    const { name, folder } = this.#options;
    const file = join(folder, `${name}.csv`);
    writeFileSync(file, ['FirstName,Phone', ...phones.map((phone) => `Person ${phone},${phone}`), ''].join('\n'));
    let job = '';
    for (let run = 0; run < MOST_RUNS; run += 1) {
      const start = ['import', file, '--campaign', 'EU-MESSE-26', '--result', join(folder, `${name}-${run}.csv`)];
      const { code, lines } = await this.command(job === '' ? start : ['resume', job], killAfter());
      job = job === '' ? String(lines.find((line) => 'job' in line)?.['job'] ?? '') : job;
      const last = lines.at(-1) ?? {};
      if (code !== null && code !== 2 && last['waiting'] === 0) return last;
    }
    return { waiting: phones.length, job, hangs: true };
  }

  #kill(child: ChildProcess): void {
    this.kills += 1;
    child.kill('SIGKILL');
  }
}

function linesOf(said: string): Record<string, unknown>[] {
  return said
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
