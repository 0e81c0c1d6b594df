import type { CampaignField, FieldSuggestion, KnownFields } from '../../../shared/contract/imports.ts';
import type { ColumnProfile } from '../../../shared/contract/reading.ts';
import {
  conceptNames,
  suggestMapping,
  type EarlierMapping,
  type Mapping,
} from '../../../shared/domain/mapping/index.ts';
import type { JobRecord } from './job-records.ts';
import type { LookedUpFields } from './looked-up-fields-store.ts';
import type { MappingRecord } from './saved-mapping-store.ts';

/** Suggestions look at so many of the newest imports. */
const LOOKED_AT = 50;

/** Everything that tells how a person's campaigns call their fields. */
export interface FieldKnowledge {
  /** The newest first. */
  readonly jobs: readonly Pick<JobRecord, 'campaignCode' | 'columns' | 'mapping' | 'createdAt'>[];
  readonly mappings: readonly Pick<MappingRecord, 'campaignCode' | 'name' | 'columns' | 'rules'>[];
  /** The newest first. */
  readonly lookUps: readonly LookedUpFields[];
}

export const NOTHING_KNOWN: FieldKnowledge = { jobs: [], mappings: [], lookUps: [] };

export interface Campaign {
  readonly code: string;
  /** Unix milliseconds of the last import; null when its fields are known and nothing was imported yet. */
  readonly lastUsedAt: number | null;
  readonly jobs: number;
}

/** Campaigns a person has worked with: those that leads were imported into, the last used one first, then the others. */
export function campaignsOf({ jobs, mappings, lookUps }: FieldKnowledge): Campaign[] {
  const codes = new Set([...jobs, ...lookUps, ...mappings].map(({ campaignCode }) => campaignCode));
  codes.delete('');
  return [...codes].map((code) => {
    const own = jobs.filter((job) => job.campaignCode === code);
    return { code, lastUsedAt: own[0]?.createdAt ?? null, jobs: own.length };
  });
}

/** Import names of a campaign, the surest source first and each name once, and the usual ones. */
export function fieldsFor(knowledge: FieldKnowledge, campaignCode: string): CampaignField[] {
  const common = conceptNames.map((name): CampaignField => ({ name, type: 'text', source: 'common' }));
  return eachOnce([...ownFields(knowledge, campaignCode), ...common]);
}

/** How many import names are known, without the usual ones, and from where. */
export function knownFieldsOf(knowledge: FieldKnowledge, campaignCode: string): KnownFields {
  const lookUp = lookUpOf(knowledge, campaignCode);
  return {
    count: eachOnce(ownFields(knowledge, campaignCode)).length,
    lookUp: lookUp === undefined ? null : { at: lookUp.at, leads: lookUp.leads },
    imports: knowledge.jobs.filter((job) => job.campaignCode === campaignCode).length,
    mappings: mappingsFor(knowledge, campaignCode).length,
  };
}

export function suggestionsFor(
  columns: readonly ColumnProfile[],
  knowledge: FieldKnowledge,
  campaignCode: string,
): FieldSuggestion[] {
  const lookedUp = lookUpOf(knowledge, campaignCode)?.fields ?? [];
  const own = knowledge.jobs.filter((job) => job.campaignCode === campaignCode);
  const isKnown = own.length > 0 || lookedUp.length > 0;
  // Where nothing is known of this campaign, the person's other imports still tell how they call things.
  const looked = (isKnown ? own : knowledge.jobs).slice(0, LOOKED_AT);
  const fields = eachOnce([...lookedUp, ...fieldsOf(own, 'earlier')]);
  const names = new Set(fields.map((field) => field.name.toLowerCase()));
  const saved = mappingsFor(knowledge, campaignCode).map((mapping): EarlierMapping => {
    const evidence = evidenceOf(mapping.columns, mapping.rules).fields;
    // One that is for every campaign does not know which fields this one has; a look-up does.
    const isSure = mapping.campaignCode !== '' || lookedUp.length === 0;
    const counted = evidence.filter((entry) => isSure || names.has(entry.field.toLowerCase()));
    return { fields: counted, reason: `Saved mapping “${mapping.name}”.` };
  });
  const suggestions = suggestMapping({
    columns,
    fields: fields.map(({ name }) => ({ name })),
    earlier: [...looked.map((job) => evidenceOf(job.columns, job.mapping)), ...saved],
  });
  return suggestions.map((suggestion) => ({ ...suggestion, reasons: [...suggestion.reasons] }));
}

/** From the campaign's look-up, its imports and the saved mappings for it; a name may come more than once. */
function ownFields(knowledge: FieldKnowledge, campaignCode: string): CampaignField[] {
  const jobs = knowledge.jobs.filter((job) => job.campaignCode === campaignCode);
  const rules = mappingsFor(knowledge, campaignCode).map(({ rules: mapping }) => ({ mapping }));
  return [
    ...(lookUpOf(knowledge, campaignCode)?.fields ?? []),
    ...fieldsOf(jobs, 'earlier'),
    ...fieldsOf(rules, 'saved'),
  ];
}

function lookUpOf(knowledge: FieldKnowledge, campaignCode: string): LookedUpFields | undefined {
  return knowledge.lookUps.find((lookUp) => lookUp.campaignCode === campaignCode);
}

/** Before a campaign is named, any saved mapping may be the one. */
function mappingsFor({ mappings }: FieldKnowledge, campaignCode: string): FieldKnowledge['mappings'] {
  return mappings.filter(
    (mapping) => campaignCode === '' || mapping.campaignCode === '' || mapping.campaignCode === campaignCode,
  );
}

function fieldsOf(mapped: readonly { readonly mapping: Mapping }[], source: CampaignField['source']): CampaignField[] {
  const names = new Set(mapped.flatMap(({ mapping }) => mapping.map((rule) => rule.field)));
  return [...names].map((name) => ({ name, type: 'text', source }));
}

/** Two names that differ in case only are one field for the service; the first is kept. */
function eachOnce(fields: readonly CampaignField[]): CampaignField[] {
  const known = new Map<string, CampaignField>();
  for (const field of fields) if (!known.has(field.name.toLowerCase())) known.set(field.name.toLowerCase(), field);
  return [...known.values()];
}

function evidenceOf(columns: readonly string[], mapping: Mapping): EarlierMapping {
  const fields = mapping.flatMap((rule) =>
    rule.source.kind === 'columns'
      ? rule.source.columns.flatMap((column) => {
          const header = columns[column];
          return header === undefined ? [] : [{ header, field: rule.field }];
        })
      : [],
  );
  return { fields };
}
