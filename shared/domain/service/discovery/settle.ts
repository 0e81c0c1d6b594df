// Why: decision 0150.
import { type Finding, type PointName, pointNames } from '../../../contract/account/discovery.ts';
import { readMetadata } from './metadata.ts';
import { goodAnswerTo, type Sight } from './seen.ts';
import { settleAnswers } from './settle-answers.ts';
import { settleFigures } from './settle-figures.ts';
import { settleImport } from './settle-import.ts';

/** Points about a setting: an earlier finding about another value says nothing of this one. */
const SETTINGS: ReadonlySet<PointName> = new Set([
  'importNames',
  'poolField',
  'rawLeadsPath',
  'timeZone',
  'nightPrice',
]);

/**
 * Every point that the specification leaves open, with what this test saw. A point that this test could not see keeps
 * what an earlier one saw, with its date.
 *
 * @param at when the test was made, Unix milliseconds
 */
export function settle(sight: Sight, at: number, earlier: readonly Finding[] = []): Finding[] {
  const described = goodAnswerTo(sight, 'metadata');
  const metadata = described === null ? null : readMetadata(described.text);
  const found = [
    ...settleImport(sight, metadata, described?.number ?? null),
    ...settleFigures(sight),
    ...settleAnswers(sight, metadata),
  ];
  return pointNames.flatMap((point) => {
    const now = found.find((finding) => finding.point === point);
    if (now === undefined) return [];
    const before = earlier.find((finding) => finding.point === point);
    const isKept =
      now.verdict === 'open' &&
      before !== undefined &&
      before.verdict !== 'open' &&
      (!SETTINGS.has(point) || before.used === now.used);
    return isKept ? [{ ...before, requests: [] }] : [{ ...now, at }];
  });
}
