import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { RecordSplitter } from '../core/files/text/csv-records.ts';
import { systemClock } from '../core/system/system-clock.ts';
import { type PracticeOptions, startPracticeService } from '../practice/practice-service.ts';
import { watchSignals } from './program/interruption.ts';
import { EXIT } from './program/trouble.ts';
import { runBatch } from './run-batch.ts';

/** For specs: the commands of the batch, against a practice service in this process. Why: decision 0640. */

/** `npm test` names the folder of the programs that it has just built; one spec alone starts the sources. */
const built = process.env['LEAD_CONSOLE_BUILT_CORE'];
const program = built === undefined ? fileURLToPath(new URL('./main.ts', import.meta.url)) : join(built, 'batch.js');
const wrapper = new URL('../../scripts/bootstrap/child.js', import.meta.url).href;
/** Node with the wrapper of the commands around the program, as `npm run batch` has it. */
const wrapped = [
  '--input-type=module',
  '-e',
  `import { runToEnd } from ${JSON.stringify(wrapper)}; process.exitCode = await runToEnd(process.execPath, [${JSON.stringify(program)}, ...process.argv.slice(1)]);`,
  '--',
];
/** The user of every practice service in these specs. */
export const USER = { username: 'anna', password: 'secret word' } as const;

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The last line of standard output as JSON, or null. */
  readonly last: Record<string, unknown> | null;
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Leaves out `--url` and `--data-dir`. */
  readonly bare?: boolean;
}

export interface CommandOptions extends RunOptions {
  readonly stdin?: string | Readable;
  /** Called at once; ends the command as a signal does. */
  readonly onStart?: (end: () => void) => void;
  /** Called whenever there is more on standard output; ends the command as a signal does. */
  readonly onOutput?: (stdout: string, end: () => void) => void;
}

export interface ProgramOptions extends RunOptions {
  readonly uid?: number;
  /** An open file for standard output, of which nothing is read then. */
  readonly stdout?: number;
  /** Left out: the one that `npm test` has built, or the sources. */
  readonly program?: string;
  /** Starts the program behind the wrapper of the commands, both in a process group of their own. */
  readonly inGroup?: boolean;
  /** Called with everything on standard output so far, whenever there is more. */
  readonly onOutput?: (stdout: string, child: ChildProcess) => void;
  readonly onStart?: (child: ChildProcess) => void;
}

export type BatchBench = Awaited<ReturnType<typeof createBatchBench>>;

/** Ten rows a second: a service with a small daily limit has no minute rule. */
const QUICK: PracticeOptions = { leads: 40, ...USER, limits: { Leads: 10_000 } };

export async function createBatchBench(options: PracticeOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-batch-'));
  const dataFolder = join(folder, 'data');
  const practice = await startPracticeService({ ...QUICK, ...options });
  const common = ['--url', practice.url, '--data-dir', dataFolder];
  const whole = (args: readonly string[], { bare }: RunOptions) => (bare === true ? args : [...args, ...common]);
  const bench = {
    folder,
    dataFolder,
    practice,
    path: (name: string) => join(folder, name),
    file(name: string, content: string | Uint8Array): string {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
    run: (args: readonly string[], given: CommandOptions = {}) => runCommand(whole(args, given), given),
    runProgram: (args: readonly string[], given: ProgramOptions = {}) => runProgram(whole(args, given), given),
    async close(): Promise<void> {
      await practice.close();
      rmSync(folder, { recursive: true, maxRetries: 10, force: true });
    },
    [Symbol.asyncDispose]: (): Promise<void> => bench.close(),
  };
  return bench;
}

function environmentOf({ environment }: RunOptions): Record<string, string | undefined> {
  return {
    ...process.env,
    LEAD_CONSOLE_USERNAME: USER.username,
    LEAD_CONSOLE_PASSWORD: USER.password,
    HTTPS_PROXY: undefined,
    https_proxy: undefined,
    ...environment,
  };
}

/** One command in this process, which has loaded it already. */
export async function runCommand(args: readonly string[], options: CommandOptions): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  const interruption = watchSignals(new EventEmitter(), systemClock, () => undefined);
  const end = () => interruption.end(EXIT.interrupted);
  options.onStart?.(end);
  const { stdin = '' } = options;
  const code = await runBatch({
    args,
    environment: environmentOf(options),
    streams: {
      out(text) {
        stdout += text;
        options.onOutput?.(stdout, end);
      },
      error: (text) => (stderr += text),
    },
    input: () => (typeof stdin === 'string' ? Readable.from([stdin]) : stdin),
    interruption,
  });
  return { code, stdout, stderr, last: lastLine(stdout) };
}

/** One command in a process of its own: for signals, kills, limits of the system and what a process has alone. */
export function runProgram(args: readonly string[], options: ProgramOptions): Promise<Ended> {
  const environment = environmentOf(options);
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...(options.inGroup === true ? wrapped : [options.program ?? program]), ...args],
      {
        env: environment,
        detached: options.inGroup === true,
        stdio: ['pipe', options.stdout ?? 'pipe', 'pipe'],
        ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
      },
    );
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      try {
        options.onOutput?.(stdout, child);
      } catch (error) {
        // Thrown from here it would end the run of all specs without the name of this one.
        reject(error as Error);
      }
    });
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr, last: lastLine(stdout) }));
    options.onStart?.(child);
  });
}

/** What `--json` printed, line by line. */
export function jsonLines<Line = Record<string, unknown>>(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function lastLine(stdout: string): Record<string, unknown> | null {
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  return line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : null;
}

/** The records of a written CSV, the header among them; empty when there is no file. */
export function csvRecords(path: string): string[][] {
  const records: string[][] = [];
  if (!existsSync(path)) return records;
  const splitter = new RecordSplitter(
    { delimiter: ',', longestCell: 1_000_000 },
    { record: (cells) => void records.push([...cells]) },
  );
  splitter.push(readFileSync(path, 'utf8').replace('\ufeff', ''));
  splitter.end();
  return records;
}

export const CAMPAIGN = 'EU-MESSE-26';

/** The words of an import of this file into the campaign, and of its result file. */
export const importOf = (file: string, result: string, ...more: readonly string[]): string[] => [
  ...['import', file, '--campaign', CAMPAIGN, '--result', result],
  ...more,
];

/** `FirstName,Phone` with this number of rows, told apart by the phone. */
export function people(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `Person ${index + 1},3${String(index + 1).padStart(7, '0')}`,
  );
  return ['FirstName,Phone', ...rows, ''].join('\n');
}
