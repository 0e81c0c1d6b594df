import { DAY } from '../../../shared/domain/time/time.ts';
import { campaigns } from './campaigns.ts';
import type { Campaign, FieldMeaning } from './campaigns.ts';
import { countries, nameLists, notes, sources } from './names.ts';
import type { NameLists } from './names.ts';
import { agents } from './organization.ts';
import { mix32, pick, randomStream, unmix32, weighted } from './random.ts';
import type { LeadClosure, LeadStatus } from './statuses.ts';

/** A lead as the exports answer it. Times are wall milliseconds; `firstProcessed` is null for a lead that was never dialled. */
export interface Lead {
  readonly uniqueId: string;
  readonly campaign: Campaign;
  readonly status: LeadStatus;
  readonly closure: LeadClosure;
  readonly priority: number;
  readonly uploaded: number;
  readonly modified: number;
  readonly firstProcessed: number | null;
  readonly uploadedBy: string;
  readonly modifiedBy: string;
  readonly processedBy: string | null;
  /** Built on demand: most leads of a filtered export are looked at and left out. */
  readonly data: () => Readonly<Record<string, string>>;
}

const drawStatus = weighted<LeadStatus>([
  ['New', 30],
  ['RedialAutomatic', 26],
  ['UserProcessed', 22],
  ['RedialManualCommon', 8],
  ['RedialManualPrivate', 4],
  ['Depleted', 4],
  ['VIPRedial', 1.5],
  ['Unresolved', 1],
  ['Failed', 1],
  ['Expired', 1],
  ['Abandoned', 0.5],
  ['Removed', 0.4],
  ['Anonymized', 0.3],
  ['DoNotCall', 0.2],
  ['GlobalDoNotCall', 0.1],
]);
const drawClosure = weighted<LeadClosure>([
  ['NotInterested', 44],
  ['Success', 38],
  ['Unqualified', 11],
  ['InvalidLead', 7],
]);
const drawCampaign = weighted(campaigns.map((campaign) => [campaign, campaign.weight] as const));
export const agentCodes = agents.map((agent) => agent.orgCode);

/**
 * Lead number `index` of a seed, always the same. @param firstDay midnight, wall milliseconds: everything happened on the
 * days before it, between 8 and 20 o'clock, recent days more often.
 */
export function generateLead(seed: number, index: number, firstDay: number): Lead {
  const random = randomStream(seed, index);
  const campaign = drawCampaign(random);
  const status = drawStatus(random);
  const closure = status === 'UserProcessed' ? drawClosure(random) : 'NotSet';
  const modified = workingTime(random, firstDay - (1 + Math.floor(random() ** 2 * 90)) * DAY);
  const isNew = status === 'New';
  const uploaded = isNew
    ? modified
    : workingTime(random, modified - (modified % DAY) - (1 + Math.floor(random() * 45)) * DAY);
  const agent = pick(random, agentCodes);
  return {
    uniqueId: generatedLeadId(seed, index),
    campaign,
    status,
    closure,
    priority: Math.floor(random() * 5),
    uploaded,
    modified,
    firstProcessed: isNew ? null : uploaded + Math.floor((modified - uploaded) * random()),
    uploadedBy: 'ws-practice',
    modifiedBy: isNew ? 'ws-practice' : agent,
    processedBy: isNew ? null : pick(random, agentCodes),
    data: () => (status === 'Anonymized' ? {} : leadData(campaign, randomStream(mix32(seed + 1), index))),
  };
}

function workingTime(random: () => number, midnight: number): number {
  return midnight + 8 * 3_600_000 + Math.floor(random() * 12 * 3600) * 1000 + Math.floor(random() * 1000);
}

function leadData(campaign: Campaign, random: () => number): Record<string, string> {
  const lists = nameLists[campaign.country];
  const person = {
    first: pick(random, lists.first),
    last: pick(random, lists.last),
    place: pick(random, lists.cities),
    digits: String(Math.floor(random() * 90_000_000) + 10_000_000),
  };
  const data: Record<string, string> = {};
  for (const [name, meaning] of campaign.fields) data[name] = fieldValue(meaning, lists, person, random);
  return data;
}

interface Person {
  readonly first: string;
  readonly last: string;
  readonly place: readonly [postcode: string, city: string];
  readonly digits: string;
}

function fieldValue(meaning: FieldMeaning, lists: NameLists, person: Person, random: () => number): string {
  const { first, last, place, digits } = person;
  switch (meaning) {
    case 'firstName':
      return first;
    case 'lastName':
      return last;
    case 'contact':
      return `${first} ${last}`;
    case 'company':
      return pick(random, lists.companies);
    case 'phone':
      return `${lists.dialCode} ${digits.slice(0, 2)} ${digits.slice(2, 4)} ${digits.slice(4, 6)} ${digits.slice(6)}`;
    case 'mobile':
      return random() < 0.4 ? '' : `${lists.dialCode}4${digits.slice(1)}`;
    case 'email':
      return random() < 0.3 ? '' : `kontakt${digits.slice(0, 5)}@practice.example`;
    case 'street':
      return `${pick(random, lists.streets)} ${1 + Math.floor(random() * 140)}`;
    case 'postcode':
      return place[0];
    case 'city':
      return place[1];
    case 'source':
      return pick(random, sources);
    case 'note':
      return pick(random, notes);
    case 'amount':
      return (Math.floor(random() * 90_000) / 10).toFixed(1).replace('.', ',');
    case 'registration':
      return `0${digits.slice(1)}`;
    case 'website':
      return random() < 0.5 ? '' : `https://www.practice.example/${digits.slice(0, 4)}`;
    case 'country':
      return pick(random, countries);
    case 'branch':
      return pick(random, lists.branches);
  }
}

const hex = (value: number, length: number) => value.toString(16).toUpperCase().padStart(length, '0');
const checkOf = (code: number, seed: number) => mix32(code ^ mix32(seed + 7)) & 0xffff;

/** The id can be turned back into the index, so that no list of ids has to be kept for millions of leads. */
export function generatedLeadId(seed: number, index: number): string {
  const code = mix32((index ^ mix32(seed)) >>> 0);
  return `G${hex(code, 8)}${hex(checkOf(code, seed), 4)}`;
}

/** Whether the id belongs to one of the first `count` generated leads. */
export function isGeneratedLeadId(id: string, seed: number, count: number): boolean {
  const match = /^G([0-9A-F]{8})([0-9A-F]{4})$/i.exec(id);
  if (match === null) return false;
  const code = Number.parseInt(match[1] as string, 16);
  if (Number.parseInt(match[2] as string, 16) !== checkOf(code, seed)) return false;
  return (unmix32(code) ^ mix32(seed)) >>> 0 < count;
}

/** Ids of imported leads count on from 1; scrambled, so that nobody takes them for row numbers. */
export function importedLeadId(sequence: number): string {
  const code = mix32(sequence ^ 0x5bd1e995);
  return `N${hex(code, 8)}${hex(mix32(code) & 0xffff, 4)}`;
}
