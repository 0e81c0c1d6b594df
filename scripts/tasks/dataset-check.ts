import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from '../../shared/domain/words/format.ts';
import { readGuideLines } from '../dataset-check/guide-lines.ts';
import { differences, serviceFigures } from '../dataset-check/figures.ts';
import { authorization, changeLeads, type Exported, exportDataset, startService } from '../dataset-check/programs.ts';
import { installReaders, readWith } from '../dataset-check/python.ts';
import { writeHardDataset } from '../dataset-check/hard-dataset.ts';
import { root } from '../lib/project.ts';

/**
 * `npm run dataset-check -- [--leads N] [--reader duckdb|spark]`: exports leads of the practice service into a dataset,
 * brings it up to date after changes, and has DuckDB and Spark read it with the lines of the guide. Their counts and sums
 * must equal those of the service. Takes minutes and half a gigabyte of packages for Python; no part of `npm test`.
 */
const READERS = ['duckdb', 'spark'] as const;
/** One lead of so many changes before the second export. */
const CHANGED = 1000;
const ADDED = 50;

const { values } = parseArgs({
  options: { leads: { type: 'string', default: '1000000' }, reader: { type: 'string', multiple: true } },
});
process.exitCode = await main(Number(values.leads), values.reader ?? READERS);

async function main(leads: number, named: readonly string[]): Promise<number> {
  const readers = READERS.filter((reader) => named.includes(reader));
  if (!Number.isSafeInteger(leads) || leads < 1 || readers.length === 0) {
    process.stderr.write('--leads takes a number of leads, --reader duckdb or spark.\n');
    return 2;
  }
  const trouble = await installReaders(say);
  if (trouble !== null) {
    process.stderr.write(`Nothing was checked: the readers for Python could not be installed (${trouble}).\n`);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-dataset-check-'));
  const troubles: string[] = [];
  try {
    await using service = await startService(leads);
    tell('export', await exportDataset(service, folder, []));
    await check('after the export');
    await changeLeads(service, CHANGED, ADDED);
    tell('--since-last', await exportDataset(service, folder, ['--since-last']));
    await check('after --since-last');
    troubles.push(...(await hardCodes(join(folder, 'hard'), readers)));

    async function check(when: string): Promise<void> {
      const wanted = await serviceFigures(service.url, authorization);
      say(
        `${when}: the service has ${format.number(wanted.leads)} leads, ${wanted.statuses['Failed'] ?? 0} of them Failed.`,
      );
      for (const reader of readers) troubles.push(...(await readerTroubles(reader, folder, when, wanted)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const line of troubles.slice(0, 20)) say(line);
  say(troubles.length === 0 ? 'All counts and sums are equal.' : `${troubles.length} figures differ.`);
  return troubles.length === 0 ? 0 : 1;
}

async function readerTroubles(
  reader: (typeof READERS)[number],
  folder: string,
  when: string,
  wanted: Parameters<typeof differences>[0],
): Promise<string[]> {
  const started = performance.now();
  try {
    const { figures } = await readWith(reader, lines()[reader], folder);
    const found = differences(wanted, figures).map((difference) => `${reader}, ${when}: ${difference}`);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const places = Object.keys(figures.places).length;
    say(
      `${reader}, ${when}: ${figures.leads} leads in ${places} places read in ${seconds} s, ${found.length} differences.`,
    );
    return found;
  } catch (error) {
    return [`${reader} could not be run: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Campaigns whose codes are hard to write into a path come back as they are in the file. */
async function hardCodes(folder: string, readers: readonly (typeof READERS)[number][]): Promise<string[]> {
  const campaigns = await writeHardDataset(folder);
  const troubles: string[] = [];
  for (const reader of readers) {
    const { codes } = await readWith(reader, lines()[reader], folder);
    const wrong = [...codes].filter(([fromPath, fromFile]) => fromPath !== fromFile);
    troubles.push(...wrong.map((pair) => `${reader}: campaign ${JSON.stringify(pair)} differs from its path`));
    if (codes.size !== campaigns) troubles.push(`${reader}: ${codes.size} campaigns instead of ${campaigns}`);
    say(`${reader}: ${codes.size} campaigns with hard codes, ${wrong.length} of them read otherwise.`);
  }
  return troubles;
}

function lines() {
  return readGuideLines(readFileSync(join(root, 'docs/guide.md'), 'utf8'));
}

function tell(what: string, { seconds, megabytes, dataset }: Exported): void {
  const memory = megabytes === null ? '' : `, at most ${megabytes} MB`;
  say(`${what}: ${seconds.toFixed(1)} s${memory}; ${JSON.stringify(dataset)}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
