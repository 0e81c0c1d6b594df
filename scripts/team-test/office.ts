import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accountFolder } from '../campaign/imports.ts';
import type { RoughRoad } from '../kill-test/rough-road.ts';
import { root } from '../lib/project.ts';
import { ARMS, type Arms } from './arms.ts';
import type { DatabaseRoad } from './database-road.ts';
import { type Life, placeOf } from './plan.ts';
import { CAMPAIGN, type TestLeads } from './test-leads.ts';

/* An office of the test: the built command line with a data folder of its own, killed and started again. */

export const USER = { username: 'anna', password: 'secret word' };

export interface OfficeOptions {
  /** Names its files. */
  readonly name: string;
  readonly folder: string;
  readonly login: string;
  readonly phones: readonly string[];
  /** Which of the lists of the test it imports, and the leads of the test. */
  readonly list: number;
  readonly leads: TestLeads;
  /** Address of the service, and the road that leads this office to it. */
  readonly url: string;
  readonly service: RoughRoad;
  readonly database: DatabaseRoad;
  /** Gives back in the wrong order. */
  readonly givesFirst: boolean;
}

export interface Ended {
  readonly code: number | null;
  readonly lines: readonly Record<string, unknown>[];
}

const ARMED = fileURLToPath(new URL('armed.ts', import.meta.url));
/** The most runs of one import after the last event: one that does not end by then hangs. */
const MOST_CALM_RUNS = 30;
/** Milliseconds between two looks at whether a life is over. */
const LOOK = 100;

export class Office {
  readonly options: OfficeOptions;
  /** Its password of the database; empty: the office is in no team. */
  password = '';
  /** The invitation, as this office has it. */
  invitation = '';
  isLost = false;
  /** Kills by the place at which they came. */
  readonly kills = new Map<string, number>();
  /** Why lives ended by themselves before the import did. */
  readonly said = new Map<string, number>();
  job = '';
  hasEnded = false;
  #isAbandoned = false;
  /** No program of it is started any more by its import. */
  #isOver = false;
  #child: ChildProcess | null = null;
  #frozen = 0;
  #isDue = false;
  #place = '';
  readonly #between: (() => void | Promise<void>)[] = [];

  constructor(options: OfficeOptions) {
    this.options = options;
  }

  get data(): string {
    return join(this.options.folder, this.options.name);
  }

  get journal(): string {
    return join(accountFolder(this.data), 'journal.sqlite');
  }

  /** Stops its program, which then sleeps. It goes on, with all it was about to do, after `milliseconds`. */
  freeze(milliseconds: number): boolean {
    const child = this.#child;
    if (child === null || !child.kill('SIGSTOP')) return false;
    this.#frozen += 1;
    setTimeout(() => {
      this.#frozen -= 1;
      if (this.#frozen === 0) child.kill('SIGCONT');
    }, milliseconds);
    return true;
  }

  /** Nobody waits for it any more. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#child?.kill('SIGKILL');
  }

  /** Ends its program as a person does: it may tidy up. */
  end(): boolean {
    return this.#frozen === 0 && this.#child?.kill('SIGTERM') === true;
  }

  /** Does this while its program does not run, which is killed for it; resolves when it was done. */
  async between<Value>(work: () => Value | Promise<Value>): Promise<Value> {
    if (this.#isOver) return work();
    return new Promise((resolve, reject) => {
      this.#between.push(async () => {
        try {
          resolve(await work());
        } catch (error) {
          reject(error as Error);
        }
      });
      this.#isDue = true;
    });
  }

  /** Runs one command of it. @param arms null: the built program as it is */
  command(args: readonly string[], arms: Arms | null = null, watch?: (child: ChildProcess) => void): Promise<Ended> {
    const { url, login, givesFirst } = this.options;
    const program = join(root, givesFirst ? 'electron/batch/main.ts' : 'out/core/batch.js');
    const common = ['--url', url, '--data-dir', this.data, '--json', '--team-wait', '120'];
    const team = {
      LEAD_CONSOLE_TEAM: this.invitation,
      LEAD_CONSOLE_TEAM_LOGIN: login,
      LEAD_CONSOLE_TEAM_PASSWORD: this.password,
    };
    return new Promise((resolve, reject) => {
      const child = spawn(
        process.execPath,
        [...(arms === null ? [] : ['--import', ARMED]), program, ...args, ...common],
        {
          stdio: ['ignore', 'pipe', 'ignore'],
          env: {
            ...process.env,
            LEAD_CONSOLE_USERNAME: USER.username,
            LEAD_CONSOLE_PASSWORD: USER.password,
            ...(this.password === '' ? {} : team),
            ...(arms === null ? {} : { [ARMS]: JSON.stringify(arms) }),
          },
        },
      );
      watch?.(child);
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, lines: linesOf(said) }));
    });
  }

  /** Imports its file, however often it is killed. @param lifeNow null: nothing happens any more */
  async importAll(lifeNow: () => Life | null): Promise<void> {
    try {
      await this.#importAll(lifeNow);
    } finally {
      this.#isOver = true;
      await this.#doBetween();
    }
  }

  async #importAll(lifeNow: () => Life | null): Promise<void> {
    const { name, folder, phones, list, leads } = this.options;
    const file = join(folder, `${name}.csv`);
    writeFileSync(file, leads.fileOf(phones, list));
    let goesOn = false;
    for (let calmRuns = 0; calmRuns < MOST_CALM_RUNS;) {
      await this.#doBetween();
      if (this.isLost || this.#isAbandoned) return;
      const life = lifeNow();
      if (life === null) calmRuns += 1;
      const first = ['import', file, '--campaign', CAMPAIGN, '--result', join(folder, `${name}-result.csv`), '--force'];
      const more = ['resume', this.job, ...first.slice(-3), ...(goesOn ? ['--go-on'] : [])];
      const { code, lines } = await this.#live(this.job === '' ? first : more, life);
      const last = lines.at(-1) ?? {};
      if (this.job === '') this.job = String(lines.find((line) => 'job' in line)?.['job'] ?? (await this.#findJob()));
      const why = (last['error'] as { message?: string } | undefined)?.message ?? '';
      goesOn = why.includes('--go-on');
      if (code !== null && last['waiting'] !== 0 && why !== '') count(this.said, `${code} ${plain(why)}`);
      if (code === null || code === 2 || last['waiting'] !== 0) continue;
      if (this.#between.length > 0) continue;
      await this.stopOthers();
      this.hasEnded = true;
      return;
    }
  }

  /** Does what is to be done while nothing runs. */
  async #doBetween(): Promise<void> {
    this.#isDue = false;
    for (let work = this.#between.shift(); work !== undefined; work = this.#between.shift()) await work();
  }

  /** It was killed before it said which job it had begun. */
  async #findJob(): Promise<string> {
    const { lines } = await this.command(['jobs']);
    return String(lines.find((line) => 'job' in line)?.['job'] ?? '');
  }

  /** Stops what is left of imports with leads that it took over. */
  async stopOthers(): Promise<void> {
    const { lines } = await this.command(['jobs']);
    for (const { job, waiting } of lines)
      if (typeof job === 'string' && job !== this.job && waiting !== 0) await this.command(['stop', job]);
  }

  async #live(args: readonly string[], life: Life | null): Promise<Ended> {
    const { url, service, database, givesFirst } = this.options;
    const { point = null, skew = 0, wire = null } = life ?? {};
    const ports = { port: Number(new URL(url).port), road: Number(new URL(service.url).port) };
    const began = performance.now();
    this.#place = life === null ? '' : placeOf(life);
    const killHere = (place: typeof wire) => () => place === wire && this.#kill(this.#place);
    service.onRequest = killHere('request');
    service.onAnswer = killHere('answer');
    database.onMove = (where) => where === wire && this.#kill(this.#place);
    const look = setInterval(() => {
      if (this.#frozen > 0) return;
      const isOver = life !== null && performance.now() - began > life.after;
      if (isOver && point?.step === 'letGo' && !this.#isDue) this.end();
      if (
        this.#isDue ||
        (isOver && performance.now() - began > (life?.after ?? 0) + (point?.step === 'letGo' ? 8_000 : 0))
      )
        this.#kill('random');
    }, LOOK);
    try {
      const ended = await this.command(
        args,
        { point, skew, givesFirst, service: ports },
        (child) => (this.#child = child),
      );
      if (ended.code === null && this.#place !== '') count(this.kills, this.#place);
      return ended;
    } finally {
      clearInterval(look);
      this.#child = null;
    }
  }

  /** @param place as it is counted */
  #kill(place: string): void {
    if (this.#child === null) return;
    this.#place = place;
    this.#child.kill('SIGKILL');
  }

  copyTo(path: string): void {
    rmSync(path, { recursive: true, force: true });
    cpSync(this.data, path, { recursive: true });
  }

  putBack(path: string): void {
    rmSync(this.data, { recursive: true });
    cpSync(path, this.data, { recursive: true });
  }
}

/** As many more of it. */
export function count(counts: Map<string, number>, name: string, times = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + times);
}

/** Without what differs from one time to the next. */
function plain(words: string): string {
  return words.replaceAll(/\d+/g, 'N').slice(0, 160);
}

function linesOf(said: string): Record<string, unknown>[] {
  return said
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
