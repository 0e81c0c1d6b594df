import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from '../../shared/domain/words/format.ts';
import { campaign, inFolder, say } from '../campaign/frame.ts';
import { differences, type Figures, serviceFigures } from '../dataset-check/figures.ts';
import { readGuideLines } from '../dataset-check/guide-lines.ts';
import { writeHardDataset } from '../dataset-check/hard-dataset.ts';
import { authorization, changeLeads, type Exported, exportDataset, startService } from '../dataset-check/programs.ts';
import { installReaders, type Reader, READERS, readWith } from '../dataset-check/python.ts';
import { root } from '../lib/project.ts';

const usage = `npm run dataset-check -- [--leads N] [--reader ${READERS.join('|')}]

Exports N leads (a million) of the practice service into a dataset, brings it up to date after changes, and has DuckDB and
Spark read it with the lines of the guide. Their counts and sums must equal those of the service. Takes minutes and half a
gigabyte of packages for Python; no part of \`npm test\`.
`;
/** One lead out of this many changes before the second export. */
const CHANGED = 1000;
const ADDED = 50;

await campaign({ usage, numbers: { leads: 1_000_000 }, texts: ['reader'] }, async ({ leads }, { reader: named }) => {
  const readers = READERS.filter((reader) => named.length === 0 || named.includes(reader));
  if (readers.length === 0) throw new Error(`There is no reader ${named.join()}: ${READERS.join(', ')}.`);
  const trouble = installReaders(say);
  const troubles =
    trouble === null
      ? await inFolder('dataset-check', (folder) => check(folder, leads, readers))
      : [`Nothing was checked: the readers for Python could not be installed (${trouble}).`];
  return {
    lines: troubles.length === 0 ? ['All counts and sums are equal.'] : [],
    figures: { readers: readers.length },
    broken: troubles,
  };
});

/** What differs, in sentences. */
async function check(folder: string, leads: number, readers: readonly Reader[]): Promise<string[]> {
  await using service = await startService(leads);
  const troubles: string[] = [];
  tell('export', await exportDataset(service, folder, []));
  await compare('after the export');
  await changeLeads(service, CHANGED, ADDED);
  tell('--since-last', await exportDataset(service, folder, ['--since-last']));
  await compare('after --since-last');
  return [...troubles, ...(await hardCodes(join(folder, 'hard'), readers))];

  async function compare(when: string): Promise<void> {
    const wanted = await serviceFigures(service.url, authorization);
    const failed = wanted.statuses['Failed'] ?? 0;
    say(`${when}: the service has ${format.number(wanted.leads)} leads, ${failed} of them Failed.`);
    for (const reader of readers) troubles.push(...readerTroubles(reader, folder, when, wanted));
  }
}

function readerTroubles(reader: Reader, folder: string, when: string, wanted: Figures): string[] {
  const started = performance.now();
  try {
    const { figures } = readWith(reader, lines()[reader], folder);
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
async function hardCodes(folder: string, readers: readonly Reader[]): Promise<string[]> {
  const campaigns = await writeHardDataset(folder);
  return readers.flatMap((reader) => {
    const { codes } = readWith(reader, lines()[reader], folder);
    const wrong = [...codes].filter(([fromPath, fromFile]) => fromPath !== fromFile);
    const troubles = wrong.map((pair) => `${reader}: campaign ${JSON.stringify(pair)} differs from its path`);
    if (codes.size !== campaigns) troubles.push(`${reader}: ${codes.size} campaigns instead of ${campaigns}`);
    say(`${reader}: ${codes.size} campaigns with hard codes, ${wrong.length} of them read otherwise.`);
    return troubles;
  });
}

function lines() {
  return readGuideLines(readFileSync(join(root, 'docs/guide.md'), 'utf8'));
}

function tell(what: string, { seconds, megabytes, dataset }: Exported): void {
  const memory = megabytes === null ? '' : `, at most ${megabytes} MB`;
  say(`${what}: ${seconds.toFixed(1)} s${memory}; ${JSON.stringify(dataset)}`);
}
