import { type CheckSettings, checkSettingsSchema } from '../../../../shared/contract/check/check.ts';
import type {
  CampaignField,
  FieldSuggestion,
  KnownFields,
  Terms,
} from '../../../../shared/contract/imports/imports.ts';
import type { ColumnProfile } from '../../../../shared/contract/imports/reading.ts';
import {
  conceptNames,
  earlierMapping,
  headerKey,
  headerMeanings,
  suggestMapping,
  type EarlierMapping,
  type Mapping,
} from '../../../../shared/domain/mapping/index.ts';
import { campaignKey, isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import type { CountryAnswer } from './campaign-country-store.ts';
import type { EarlierCountry } from './phone-country.ts';
import type { ColleagueKnowledge } from './colleague-knowledge.ts';
import type { LookedUpFields } from './looked-up-fields-store.ts';
import { isFor, type TemplateRecord } from './template-store.ts';

/** Imports that suggestions look at, the newest first: older ones say little about today's files. */
const LOOKED_AT = 50;

/** Values that a person is offered for one field. */
const MOST_CONSTANTS = 20;
/** The fields that most campaigns have. */
const USUAL = conceptNames.map((name): CampaignField => ({ name, type: 'text', source: 'common' }));

/** An import that was started earlier, with what it shows about the fields of its campaign. */
export interface EarlierImport {
  readonly id: string;
  readonly fileName: string;
  readonly campaignCode: string;
  readonly columns: readonly string[];
  readonly mapping: Mapping;
  readonly terms: Pick<Terms, 'tagField'>;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** The service created at least one lead, so it has such fields in this campaign. */
  readonly hasCreated: boolean;
}

/** Everything that shows how a person's campaigns name their fields. */
export interface FieldKnowledge {
  /** The newest first. */
  readonly jobs: readonly EarlierImport[];
  /** `origin`: the colleague who shared it, in words; left out: it was saved here. */
  readonly templates: readonly (Pick<TemplateRecord, 'campaignCode' | 'name' | 'columns' | 'rules'> & {
    readonly origin?: string;
  })[];
  /** The newest first. */
  readonly lookUps: readonly LookedUpFields[];
  /** The rules by which an import was checked. */
  checkSettingsOf(jobId: string): CheckSettings;
  readonly colleagues: ColleagueKnowledge;
  /** The country that a person named for the phones of a campaign; null when nobody did. */
  countryAnswer(campaignCode: string): CountryAnswer | null;
}

export const NOTHING_KNOWN: FieldKnowledge = {
  jobs: [],
  templates: [],
  lookUps: [],
  checkSettingsOf: () => checkSettingsSchema.parse({}),
  colleagues: { fields: [], rulesOf: () => [] },
  countryAnswer: () => null,
};

export interface Campaign {
  readonly code: string;
  /** Unix milliseconds of the last import; null when its fields are known and nothing was imported yet. */
  readonly lastUsedAt: number | null;
  readonly jobs: number;
}

/** Campaigns a person has worked with: those that leads were imported into, the last used one first, then the others. */
export function campaignsOf({ jobs, templates, lookUps, colleagues }: FieldKnowledge): Campaign[] {
  const codes = new Map<string, string>();
  for (const { campaignCode } of [...jobs, ...lookUps, ...templates, ...colleagues.fields]) {
    const key = campaignKey(campaignCode);
    if (key !== '' && !codes.has(key)) codes.set(key, campaignCode);
  }
  return [...codes.values()].map((code) => {
    const own = jobs.filter((job) => isSameCampaign(job.campaignCode, code));
    return { code, lastUsedAt: own[0]?.createdAt ?? null, jobs: own.length };
  });
}

/** Import names of a campaign, from the most certain source on and each name once, then the usual ones. */
export function fieldsFor(knowledge: FieldKnowledge, campaignCode: string): CampaignField[] {
  const constants = constantsOf(knowledge, campaignCode);
  return eachOnce([...ownFields(knowledge, campaignCode), ...USUAL]).map((field) => {
    const values = constants.get(field.name.toLowerCase());
    return values === undefined ? field : { ...field, constants: [...values].slice(0, MOST_CONSTANTS) };
  });
}

/** The number of import names known beside the usual ones, and their sources. */
export function knownFieldsOf(knowledge: FieldKnowledge, campaignCode: string): KnownFields {
  const lookUp = lookUpOf(knowledge, campaignCode);
  const ofColleagues = colleaguesOf(knowledge, campaignCode);
  return {
    count: eachOnce(ownFields(knowledge, campaignCode)).length,
    lookUp: lookUp === undefined ? null : { at: lookUp.at, leads: lookUp.leads },
    imports: importsInto(knowledge, campaignCode).length,
    templates: templatesFor(knowledge, campaignCode).length,
    ...(ofColleagues.length === 0 ? {} : { colleagues: ofColleagues.map(({ from }) => from) }),
  };
}

/**
 * A field for each column: from what is known of the named campaign, or else the usual fields. Nothing is taken from another
 * campaign, and before one is named nothing from any. Earlier imports prove the fields that they filled; that the campaign
 * has no others only a look-up shows, so until then the usual fields stay for what they did not fill.
 */
export function suggestionsFor(
  columns: readonly ColumnProfile[],
  knowledge: FieldKnowledge,
  campaignCode: string,
): FieldSuggestion[] {
  const ofColleagues = colleaguesOf(knowledge, campaignCode);
  const lookedUp = [
    ...(lookUpOf(knowledge, campaignCode)?.fields ?? []),
    ...ofColleagues.filter(({ leads }) => leads > 0).flatMap((colleague) => colleague.fields),
  ];
  const looked = importsInto(knowledge, campaignCode).slice(0, LOOKED_AT);
  const proven =
    campaignCode === ''
      ? []
      : eachOnce([
          ...lookedUp,
          ...fieldsOf(looked, 'earlier'),
          ...ofColleagues.flatMap((colleague) => colleague.fields),
        ]);
  const fields = lookedUp.length > 0 || proven.length === 0 ? proven : [...proven, ...usualBeside(proven)];
  const names = new Set(fields.map((field) => field.name.toLowerCase()));
  const templates = knowledge.templates.filter((template) => isFor(template, campaignCode));
  const saved = templates.map((template): EarlierMapping => {
    const evidence = earlierMapping(
      template.columns,
      template.rules,
      `Template “${template.name}”${template.origin === undefined ? '' : `, ${template.origin}`}.`,
    );
    // A template for every campaign does not prove which fields this one has; a look-up does.
    const isSure = template.campaignCode !== '' || lookedUp.length === 0;
    const isCounted = ({ field }: { field: string }) => isSure || names.has(field.toLowerCase());
    return { ...evidence, fields: evidence.fields.filter(isCounted), joins: evidence.joins?.filter(isCounted) ?? [] };
  });
  const earlier = looked.map((job) =>
    earlierMapping(job.columns, job.mapping, `Mapped this way in ${job.campaignCode}.`),
  );
  const suggestions = suggestMapping({
    columns,
    fields: fields.map(({ name }) => ({ name })),
    earlier: [...earlier, ...saved],
  });
  return suggestions.map((suggestion) => ({ ...suggestion, reasons: [...suggestion.reasons] }));
}

/**
 * How the phones of earlier imports into a campaign went out, and the country that they or a later answer of a person name.
 * Imports that cleaned none say nothing.
 */
export function earlierPhones(
  knowledge: FieldKnowledge,
  campaignCode: string,
): { readonly country: EarlierCountry | null; readonly asWritten: ReadonlySet<string> } {
  const decided = new Map<string, boolean>();
  let imported: CountryAnswer | null = null;
  for (const { mapping, createdAt } of campaignCode === '' ? [] : importsInto(knowledge, campaignCode))
    for (const { field, cleaning } of mapping) {
      const phone = cleaning.find(({ kind }) => kind === 'phone');
      const isAsWritten = cleaning.some(({ kind }) => kind === 'asWritten');
      const key = field.toLowerCase();
      if ((phone !== undefined || isAsWritten) && !decided.has(key)) decided.set(key, isAsWritten);
      if (phone?.kind === 'phone' && phone.country !== null) imported ??= { country: phone.country, at: createdAt };
    }
  const answer = campaignCode === '' ? null : knowledge.countryAnswer(campaignCode);
  const isAnswer = answer !== null && answer.at >= (imported?.at ?? 0);
  const known = isAnswer ? answer : imported;
  return {
    country: known === null ? null : { country: known.country, campaignCode, isAnswer },
    asWritten: new Set([...decided].flatMap(([key, isAsWritten]) => (isAsWritten ? [key] : []))),
  };
}

/** The usual fields whose meaning none of these has. */
function usualBeside(fields: readonly CampaignField[]): CampaignField[] {
  const meant = new Set(fields.flatMap(({ name }) => headerMeanings(name)[0]?.concept ?? []));
  return USUAL.filter(({ name }) => !meant.has(name));
}

/**
 * The campaign whose imports had most of these columns, of equals the one used last; '' when none had any. It is offered to
 * a person; nothing of it is suggested before they name it.
 */
export function campaignLike(columns: readonly ColumnProfile[], { jobs, templates }: FieldKnowledge): string {
  const keys = new Set(columns.map(({ header }) => headerKey(header)));
  keys.delete('');
  const fitting = new Map<string, Set<string>>();
  const count = (campaignCode: string, { fields, joins = [] }: EarlierMapping) => {
    const found = fitting.get(campaignCode) ?? new Set();
    for (const header of [...fields.map((entry) => entry.header), ...joins.flatMap((entry) => entry.headers)])
      if (keys.has(headerKey(header))) found.add(headerKey(header));
    if (campaignCode !== '' && found.size > 0) fitting.set(campaignCode, found);
  };
  for (const job of jobs.slice(0, LOOKED_AT))
    if (job.hasCreated) count(job.campaignCode, earlierMapping(job.columns, job.mapping));
  for (const template of templates) count(template.campaignCode, earlierMapping(template.columns, template.rules));
  // The order of a map is the order of the first entries: that of the newest imports.
  let best = '';
  for (const [code, found] of fitting) if (found.size > (fitting.get(best)?.size ?? 0)) best = code;
  return best;
}

/** From the campaign's look-up, its imports and the templates for it; a name may come more than once. */
function ownFields(knowledge: FieldKnowledge, campaignCode: string): CampaignField[] {
  const rules = templatesFor(knowledge, campaignCode).map(({ rules: mapping }) => ({ mapping }));
  return [
    ...shownHere(knowledge, campaignCode),
    ...colleaguesOf(knowledge, campaignCode).flatMap(({ fields }) => fields),
    ...fieldsOf(rules, 'saved'),
  ];
}

/** From the campaign's look-up and its imports. */
function shownHere(knowledge: FieldKnowledge, campaignCode: string): CampaignField[] {
  const jobs = importsInto(knowledge, campaignCode);
  return [
    ...(lookUpOf(knowledge, campaignCode)?.fields ?? []),
    ...fieldsOf(jobs, 'earlier'),
    ...jobs.flatMap(({ terms: { tagField } }): CampaignField[] =>
      tagField === null ? [] : [{ name: tagField, type: 'text', source: 'earlier' }],
    ),
  ];
}

/** The fields that look-up and imports of this computer show, each once, and how many leads were looked up. */
export function provenFields(
  knowledge: FieldKnowledge,
  campaignCode: string,
): { readonly leads: number; readonly fields: CampaignField[] } {
  const leads = lookUpOf(knowledge, campaignCode)?.leads ?? 0;
  return { leads, fields: eachOnce(shownHere(knowledge, campaignCode)) };
}

/** The one who told it last first. */
function colleaguesOf({ colleagues }: FieldKnowledge, campaignCode: string) {
  return colleagues.fields
    .filter((colleague) => isSameCampaign(colleague.campaignCode, campaignCode))
    .sort((one, other) => other.from.at - one.from.at);
}

/** By field in lower case, the values that imports into the campaign and its templates gave to every row. */
function constantsOf(knowledge: FieldKnowledge, campaignCode: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const imported = importsInto(knowledge, campaignCode).flatMap(({ mapping }) => mapping);
  const saved = templatesFor(knowledge, campaignCode).flatMap(({ rules }) => rules);
  for (const { field, source } of [...imported, ...saved]) {
    if (source.kind !== 'constant' || source.value === '') continue;
    const values = found.get(field.toLowerCase()) ?? new Set();
    found.set(field.toLowerCase(), values.add(source.value));
  }
  return found;
}

function lookUpOf(knowledge: FieldKnowledge, campaignCode: string): LookedUpFields | undefined {
  return knowledge.lookUps.find((lookUp) => isSameCampaign(lookUp.campaignCode, campaignCode));
}

/** Imports that prove which fields the campaign has, the newest first. */
export function importsInto({ jobs }: FieldKnowledge, campaignCode: string): FieldKnowledge['jobs'] {
  return jobs.filter((job) => job.hasCreated && isSameCampaign(job.campaignCode, campaignCode));
}

/** Before a campaign is named, every template counts. */
function templatesFor({ templates }: FieldKnowledge, campaignCode: string): FieldKnowledge['templates'] {
  return campaignCode === '' ? templates : templates.filter((template) => isFor(template, campaignCode));
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
