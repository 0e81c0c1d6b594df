import type { CampaignField, FieldSuggestion } from '../../../shared/contract/imports.ts';
import type { ColumnProfile } from '../../../shared/contract/reading.ts';
import { conceptNames, suggestMapping, type EarlierMapping } from '../../../shared/domain/mapping/index.ts';
import type { JobRecord } from './job-records.ts';

/** Suggestions look at so many of the newest imports. */
const LOOKED_AT = 50;

export interface Campaign {
  readonly code: string;
  readonly lastUsedAt: number;
  readonly jobs: number;
  readonly fields: CampaignField[];
}

/** Campaigns that leads were imported into, the last used one first. `jobs`: newest first. */
export function campaignsOf(jobs: readonly JobRecord[]): Campaign[] {
  const codes = [...new Set(jobs.map((job) => job.campaignCode))];
  return codes.map((code) => {
    const own = jobs.filter((job) => job.campaignCode === code);
    return { code, lastUsedAt: own[0]?.createdAt ?? 0, jobs: own.length, fields: fieldsOf(own) };
  });
}

/** Import names of a campaign's earlier imports, and the usual ones. */
export function fieldsFor(jobs: readonly JobRecord[], campaignCode: string): CampaignField[] {
  const earlier = fieldsOf(jobs.filter((job) => job.campaignCode === campaignCode));
  const known = new Set(earlier.map((field) => field.name.toLowerCase()));
  const common = conceptNames
    .filter((name) => !known.has(name.toLowerCase()))
    .map((name): CampaignField => ({ name, type: 'text', source: 'common' }));
  return [...earlier, ...common];
}

export function suggestionsFor(
  columns: readonly ColumnProfile[],
  jobs: readonly JobRecord[],
  campaignCode: string,
): FieldSuggestion[] {
  const own = jobs.filter((job) => job.campaignCode === campaignCode);
  // Without an import into this campaign the person's other imports still tell how they call things.
  const looked = (own.length > 0 ? own : jobs).slice(0, LOOKED_AT);
  const suggestions = suggestMapping({
    columns,
    fields: fieldsOf(own).map(({ name }) => ({ name })),
    earlier: looked.map(earlierMapping),
  });
  return suggestions.map((suggestion) => ({ ...suggestion, reasons: [...suggestion.reasons] }));
}

function fieldsOf(jobs: readonly JobRecord[]): CampaignField[] {
  const names = new Set(jobs.flatMap((job) => job.mapping.map((rule) => rule.field)));
  return [...names].map((name) => ({ name, type: 'text', source: 'earlier' }));
}

function earlierMapping(job: JobRecord): EarlierMapping {
  const fields = job.mapping.flatMap((rule) =>
    rule.source.kind === 'columns'
      ? rule.source.columns.flatMap((column) => {
          const header = job.columns[column];
          return header === undefined ? [] : [{ header, field: rule.field }];
        })
      : [],
  );
  return { fields };
}
