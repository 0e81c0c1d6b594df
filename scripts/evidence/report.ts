import type { Walked } from './walk.ts';

export interface Release {
  readonly name: string;
  readonly version: string;
  /** Of git, with a word when files differ from it. */
  readonly commit: string;
  readonly day: string;
  readonly minutes: number;
  readonly seed: number;
  /** Node, SQLite, system and processors, as a person reads them. */
  readonly machine: string;
}

const MENDED = '## Found and mended';
const NOTHING_MENDED = 'Nobody has written here yet what was found on the way to this release, and what was mended.';

/** The report of a release as Markdown. @param before an earlier one of the same release: what people wrote into it stays */
export function reportOf(release: Release, walked: readonly Walked[], before: string | null): string {
  const broken = walked.flatMap((one) => one.broken);
  const notRun = walked.filter((one) => one.notRun !== null);
  return [
    `# Release ${release.name}`,
    '',
    `\`npm run evidence -- --release ${release.name} --minutes ${release.minutes} --seed ${release.seed}\`, ${release.day}: version ${release.version}, commit ${release.commit}, ${release.machine}.`,
    '',
    `**${verdictOf(walked)}**`,
    '',
    '| campaign | pieces | seeds | minutes | figures | broken | it does not show |',
    '| -------- | ------ | ----- | ------- | ------- | ------ | ---------------- |',
    ...walked.map(lineOf),
    '',
    'A piece is a run of the campaign with its own seed. Minutes are those of a clock, on a machine that others may use too.',
    ...(notRun.length === 0
      ? []
      : ['', '## Not run', '', ...notRun.map((one) => `- ${one.campaign.says}: ${one.notRun}`)]),
    ...(broken.length === 0
      ? []
      : [
          '',
          '## Broken',
          '',
          ...broken.flatMap(({ again, words }) => [`- \`${again}\``, ...words.map((line) => `  - ${line}`)]),
        ]),
    '',
    MENDED,
    '',
    mendedIn(before),
    '',
  ].join('\n');
}

function verdictOf(walked: readonly Walked[]): string {
  const broken = walked.filter((one) => one.broken.length > 0).map((one) => one.campaign.says);
  const notRun = walked.filter((one) => one.notRun !== null).length;
  const rest = notRun === 0 ? '' : ` ${notRun} of ${walked.length} campaigns did not run to their end.`;
  if (broken.length > 0) return `A promise was broken: ${broken.join(', ')}.${rest}`;
  return `No promise was broken in what ran.${rest}`;
}

function lineOf({ campaign, pieces, seeds: [first, end], took, sums, broken }: Walked): string {
  const figures = Object.entries(sums).map(([name, sum]) => `${name} ${sum.toLocaleString('en')}`);
  const cells = [
    campaign.says,
    pieces,
    end > first ? `${first} to ${end - 1}` : 'no seed',
    (took / 60_000).toFixed(1),
    pieces === 0 ? 'none' : figures.join('; '),
    broken.length,
    campaign.doesNotShow,
  ];
  return `| ${cells.join(' | ')} |`;
}

function mendedIn(before: string | null): string {
  const at = before?.indexOf(MENDED) ?? -1;
  return before === null || at === -1 ? NOTHING_MENDED : before.slice(at + MENDED.length).trim();
}
