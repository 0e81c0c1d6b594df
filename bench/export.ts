import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { coreEnvironment, coreFlags } from '../scripts/bootstrap/core-flags.js';
import { format } from '../shared/domain/words/format.ts';
import { measureApart } from './apart.ts';
import { writeLeadsFile } from './export/generate.ts';
import { atLeast, atMost, type Bench, type BenchContext, type BenchResult, type Cell, within } from './frame.ts';
import { median } from './median.ts';

interface Measurement {
  /** From the answer of the service to the end. */
  readonly milliseconds: number;
  readonly millisecondsInAll: number;
  readonly cpuMilliseconds: number;
  readonly peakBytes: number;
  readonly rows: number;
  readonly parseAlone?: number;
  readonly firstRows?: number;
  readonly delayP99?: number;
  readonly cancel?: number;
  readonly createdPerMinute?: number;
}

/** The promises hold for the full size; a smaller one is for a look while the code changes. */
const LEADS = Number(process.env['BENCH_LEADS'] ?? 620_000);
const ROUNDS = 3;
const MEBIBYTE = 1024 * 1024;

export const bench: Bench = {
  name: 'export',
  title: `Export of ${format.number(LEADS)} leads over HTTP from another process into a browsable result`,
  peers: ['@streamparser/json', 'stream-json'],
  run,
};

async function run({ folder, log }: BenchContext): Promise<BenchResult> {
  const file = join(folder, 'leads.json');
  const bytes = writeLeadsFile(file, LEADS);
  const server = spawn(process.execPath, [join(import.meta.dirname, 'export/serve.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(server.stdout, 'data')) as [Buffer];
    return await measureAll(`http://127.0.0.1:${port.toString('utf8').trim()}/api`, bytes, { folder, log });
  } finally {
    server.kill();
  }
}

async function measureAll(address: string, bytes: number, { folder, log }: BenchContext): Promise<BenchResult> {
  const rows: Cell[][] = [];
  const measure = async (kind: string, title: string): Promise<Measurement> => {
    log(`${title} …`);
    const result = await measureApart<Measurement>(
      'export/task.ts',
      [kind, address, mkdtempSync(join(folder, 'result-'))],
      {
        flags: isOfCore(kind) ? coreFlags : [],
        env: { ...(isOfCore(kind) ? coreEnvironment : {}), NODE_COMPILE_CACHE: join(folder, 'compiled') },
      },
    );
    const { milliseconds, millisecondsInAll, cpuMilliseconds, peakBytes } = result;
    rows.push([
      title,
      Math.round(milliseconds),
      Math.round(millisecondsInAll),
      Math.round(cpuMilliseconds),
      Math.round(peakBytes / MEBIBYTE),
      result.rows,
    ]);
    return result;
  };
  await measure('cancel', '(compiling)');
  rows.length = 0;
  const parsed: Measurement[] = [];
  const own: Measurement[] = [];
  const streamparser: Measurement[] = [];
  const streamJson: Measurement[] = [];
  // In turn, each first in every other round: a busy computer disturbs both alike, and the median forgets it.
  for (let round = 1; round <= ROUNDS; round += 1) {
    const sides = [
      async () => void parsed.push(await measure('parse', `fetch and JSON.parse, round ${round}`)),
      async () => void own.push(await measure('own', `export, round ${round}`)),
      async () =>
        void streamparser.push(await measure('streamparser', `@streamparser/json, same file, round ${round}`)),
      async () => void streamJson.push(await measure('stream-json', `stream-json, same file, round ${round}`)),
    ];
    for (const side of round % 2 === 0 ? sides.reverse() : sides) await side();
  }
  const cancelled = await measure('cancel', 'export, cancelled after 20,000 leads');
  const beside = await measure('beside', 'export, an import at full rate beside it');
  const wall = (list: readonly Measurement[]) => median(list.map((entry) => entry.milliseconds));
  const worst = (figures: readonly (number | undefined)[]) =>
    Math.max(...figures.map((figure) => figure ?? Number.NaN));
  const alone = median(parsed.map((entry) => entry.parseAlone ?? Number.NaN));
  return {
    columns: ['what', 'ms', 'ms in all', 'cpu ms', 'peak MiB', 'rows'],
    rows,
    notes: [
      `The body is ${Math.round(bytes / 1e6)} MB. Each measurement is a process of its own; the service is another.`,
      'ms: from the answer of the service to the closed file. Before it each side loads its programs, and ours starts its thread.',
      'JSON.parse has the body as fetch gives it; it flattens and stores nothing.',
      `JSON.parse alone, without fetching: ${Math.round(alone)} ms; the export takes ${(wall(own) / alone).toFixed(2)} times as long.`,
      'Peers parse the pieces of fetch; what they find goes through our own flattener into the same file: the same columns,',
      'one prepared statement run for each lead, 500 leads in a transaction. They do less than we: no thread of their own,',
      'no sign-in, no look at the question, numbers rounded to those of JavaScript. Statements for several leads at once are ours.',
      `The import beside created ${Math.round(beside.createdPerMinute ?? Number.NaN)} leads a minute while the export arrived; its core is a whole one.`,
      `All sides take turns in ${ROUNDS} rounds; times are medians, peaks and delays the highest.`,
    ],
    checks: [
      atLeast('rows', Math.min(...own.map((entry) => entry.rows)), LEADS),
      atMost('export-to-json-parse', wall(own) / wall(parsed), 2),
      atMost('export-to-json-parse-alone', wall(own) / alone, 2),
      atLeast('times-faster-than-streamparser', wall(streamparser) / wall(own), 3),
      atLeast('times-faster-than-stream-json', wall(streamJson) / wall(own), 3),
      atMost('peak-mib', Math.max(...own.map((entry) => entry.peakBytes)) / MEBIBYTE, 250),
      within('first-200-rows-ms', worst(own.map((entry) => entry.firstRows)), 150),
      within('main-loop-delay-p99-ms', worst(own.map((entry) => entry.delayP99)), 20),
      within('main-loop-delay-p99-ms-beside-an-import', worst([beside.delayP99]), 20),
      atLeast('import-rows-a-minute-beside', beside.createdPerMinute ?? Number.NaN, 200),
      within('cancel-ms', cancelled.cancel ?? Number.NaN, 250),
    ],
  };
}

/** JSON.parse and the peers run as Node starts them. */
function isOfCore(kind: string): boolean {
  return kind === 'own' || kind === 'cancel' || kind === 'beside';
}
