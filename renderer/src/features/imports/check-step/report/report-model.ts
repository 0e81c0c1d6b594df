import type { CheckReason, CheckSummary, HistoryStep } from '../../../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../../../shared/contract/imports/imports.ts';
import { countryName } from '../../../../../../shared/domain/country/country-name.ts';
import { format, rowForms } from '../../../../lib/format.ts';
import { countryPrefix } from '../../mapping-model/phone-countries.ts';
import { fateWords, groupsOf } from '../model/check-model.ts';

export interface ReportFacts {
  readonly draft: Draft;
  readonly summary: CheckSummary;
  /** What a person did, the oldest first; without what was undone. */
  readonly decided: readonly HistoryStep[];
  /** Whether values of the file may stand on the page. */
  readonly hasExamples: boolean;
}

/** "1,037 without a problem + 130 with a problem + … = 1,200" */
export function sumWords({ standing, rows }: CheckSummary): string {
  const parts = [
    `${format.number(standing.ready)} without a problem`,
    `${format.number(standing.problem)} with a problem`,
    format.count(standing.repeated, { one: '# repeats an earlier row', other: '# repeat an earlier row' }),
    `${format.number(standing.sentBefore)} sent before and sent again`,
    `${format.number(standing.leftOut)} left out`,
  ];
  return `${parts.join(' + ')} = ${format.number(rows)}`;
}

export function phoneWords({ country, cleanedPhones }: CheckSummary): string {
  if (country.value === null) return 'country not known, as in the file';
  const guess = country.source === 'guess' ? ', a guess' : '';
  return `${countryName(country.value)} ${countryPrefix(country.value)}${guess}, ${format.number(cleanedPhones)} cleaned`;
}

/** "line 2 “12345”, line 11": the first rows of a reason. */
export function exampleWords({ examples }: CheckReason, hasValues: boolean): string {
  return examples
    .map(({ line, value }) => `line ${format.number(line)}${hasValues && value !== '' ? ` “${value}”` : ''}`)
    .join(', ');
}

export function leftOutTitle({ reasonId, title }: CheckSummary['leftOut'][number]): string {
  return reasonId === null ? 'Chosen one by one' : title;
}

/** The page as plain text, a fact a line. */
export function reportText({ draft, summary, decided, hasExamples }: ReportFacts): string {
  return [
    `Check of ${draft.fileName}: ${format.count(summary.rows, rowForms)}, nothing sent`,
    `Campaign: ${draft.plan.campaignCode === '' ? 'not chosen yet' : draft.plan.campaignCode}`,
    `Phones: ${phoneWords(summary)}`,
    sumWords(summary),
    ...summary.reasons.map(
      (reason) =>
        `${reason.title}: ${format.count(reason.count, rowForms)}. ${fateWords(reason, groupsOf(summary, reason))} ${exampleWords(reason, hasExamples)}`,
    ),
    ...summary.leftOut.map((entry) => `Left out, ${leftOutTitle(entry)}: ${format.count(entry.rows, rowForms)}`),
    ...decided.map(({ title, rows }) => `Decided: ${title}, ${format.count(rows, rowForms)}`),
  ].join('\n');
}
