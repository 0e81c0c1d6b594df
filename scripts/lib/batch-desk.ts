import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPracticeClock } from '../../electron/practice/foundation/clock.ts';
import { type PracticeService, startPracticeService } from '../../electron/practice/practice-service.ts';

/** One of the practice service. */
const CAMPAIGN = 'DE-SCHULE-26Q4';
export const ACCESS = { LEAD_CONSOLE_USERNAME: 'anna', LEAD_CONSOLE_PASSWORD: 'secret word' };

/** A command that runs elsewhere: under another system, or in the installed program. */
export interface RunningCommand {
  /** What it has written so far. */
  readonly out: () => string;
  readonly error: () => string;
  /** Its exit code; null when it was killed. */
  readonly ended: Promise<number | null>;
  /** Ends it at once, with everything it has started. */
  readonly kill: () => void;
}

export interface BatchProgram {
  readonly start: (args: readonly string[], environment: NodeJS.ProcessEnv) => RunningCommand;
  /** How the program names a path of this side. */
  readonly pathOf: (path: string) => string;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export async function endOf({ ended, out, error }: RunningCommand): Promise<Ended> {
  const code = await ended;
  return { code, out: out(), error: error() };
}

/** A folder, a service that counts, and a batch that is not the one of this checkout. */
export class BatchDesk implements AsyncDisposable {
  readonly folder: string;
  readonly service: PracticeService;
  readonly #program: BatchProgram;

  static async open(program: BatchProgram, folder: string): Promise<BatchDesk> {
    return new BatchDesk(program, folder, await countingService(folder));
  }

  constructor(program: BatchProgram, folder: string, service: PracticeService) {
    this.#program = program;
    this.folder = folder;
    this.service = service;
  }

  /** Names are unique over all files of a desk, so that a lead that arrived twice shows. */
  people(name: string, rows: number): string {
    const path = join(this.folder, name);
    const lines = Array.from({ length: rows }, (_, row) => `${name} ${row},+4930${String(1_000_000 + row)}`);
    writeFileSync(path, `FirstName,Phone\n${lines.join('\n')}\n`);
    return path;
  }

  pathOf(path: string): string {
    return this.#program.pathOf(path);
  }

  start(...args: string[]): RunningCommand {
    return this.#program.start(args, ACCESS);
  }

  batch(...args: string[]): Promise<Ended> {
    return endOf(this.start(...args));
  }

  /** @param dataFolder as the program names it */
  import(file: string, dataFolder: string, ...more: string[]): string[] {
    const path = this.pathOf(file);
    const data = ['--url', this.service.url, '--data-dir', dataFolder];
    const result = ['--result', `${path}.result.csv`, '--force'];
    return ['import', path, '--campaign', CAMPAIGN, '--map', 'auto', '--json', ...data, ...result, ...more];
  }

  /** What arrived more than once. */
  get twice(): string[] {
    const names = this.service.ledger.entries().map(({ data }) => String(data['FirstName']));
    return names.filter((name, index) => names.indexOf(name) !== index);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.service.close();
  }
}

/** The service of a desk, and the folder of one. */
export function countingService(folder: string): Promise<PracticeService> {
  mkdirSync(folder, { recursive: true });
  const clock = createPracticeClock({ start: Date.now() });
  return startPracticeService({ leads: 10, username: 'anna', password: 'secret word', clock });
}
