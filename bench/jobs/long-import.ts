import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPracticeService } from '../../electron/practice/practice-service.ts';
import { coreEnvironment, coreFlags } from '../../scripts/bootstrap/core-flags.js';
import { median } from '../median.ts';
import { ROWS } from '../check/leads-file.ts';

const program = join(import.meta.dirname, '../../out/core/batch.js');
/** Requests a day. The client takes what a minute of it allows: 231 rows a second, 100,000 rows in seven minutes and a half. */
const DAILY_LIMIT = 20_000_000;
const SAMPLE_EVERY = 1_000;
const PARTS = 10;
/** Share of the rows: one in 50 repeats the phone of another and is refused. */
const LEAST_ACCEPTED = 0.97;

export interface LongImport {
  /** Rows a second from the first to the last answer. */
  readonly rate: number;
  /** Resident MiB while each tenth of the rows was sent: the median of its samples. */
  readonly residentByTenth: readonly number[];
  /** Milliseconds of processor time a row: take it, write what is about to be sent, send it, keep and show the answer. */
  readonly busyPerRow: number;
}

interface Sample {
  readonly accepted: number;
  readonly residentMebibytes: number;
  readonly busySeconds: number;
  readonly at: number;
}

/**
 * Imports the file with the built command line, as a scheduler would, and looks at its process from outside.
 * @throws Error when the import does not end with an answer to every row
 */
export async function longImport(path: string, folder: string): Promise<LongImport> {
  await using service = await startPracticeService({
    leads: 1,
    username: 'anna',
    password: 'secret word',
    limits: { default: DAILY_LIMIT },
  });
  const child = spawn(
    process.execPath,
    [
      ...coreFlags,
      program,
      ...['import', path, '--campaign', 'DK-ENERGI-26', '--map', 'auto', '--result', join(folder, 'batch-result.csv')],
      ...['--url', service.url, '--data-dir', join(folder, 'batch-data')],
    ],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...coreEnvironment, LEAD_CONSOLE_USERNAME: 'anna', LEAD_CONSOLE_PASSWORD: 'secret word' },
    },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const samples: Sample[] = [];
  const watch = setInterval(() => {
    const { accepted } = service.ledger;
    if (accepted > 0 && accepted < ROWS && child.pid !== undefined) samples.push({ accepted, ...processOf(child.pid) });
  }, SAMPLE_EVERY);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    // 1: the service refuses the phones that the file repeats.
    if (code !== 1 || service.ledger.accepted < ROWS * LEAST_ACCEPTED)
      throw new Error(`The import ended with ${code} after ${service.ledger.accepted} rows. It said: ${said}`);
    return figuresOf(samples);
  } finally {
    clearInterval(watch);
    child.kill();
  }
}

function figuresOf(samples: readonly Sample[]): LongImport {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) throw new Error('The import was over before it was looked at.');
  const rows = last.accepted - first.accepted;
  return {
    rate: rows / ((last.at - first.at) / 1000),
    busyPerRow: ((last.busySeconds - first.busySeconds) * 1000) / rows,
    residentByTenth: Array.from({ length: PARTS }, (_, part) =>
      median(
        samples
          .filter(({ accepted }) => Math.floor((accepted / ROWS) * PARTS) === part)
          .map(({ residentMebibytes }) => residentMebibytes),
      ),
    ),
  };
}

/** What the operating system says of a process. */
function processOf(id: number): Omit<Sample, 'accepted'> {
  const [kibibytes = '', time = ''] = execFileSync('ps', ['-o', 'rss=,time=', '-p', String(id)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  const busySeconds = time.split(/[:-]/).reduce((total, part) => total * 60 + Number(part), 0);
  return { residentMebibytes: Number(kibibytes) / 1024, busySeconds, at: performance.now() };
}
