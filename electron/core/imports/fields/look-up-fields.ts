// Why: decision 0088.
import type { CampaignField, FieldLookUp } from '../../../../shared/contract/imports/imports.ts';
import { asText, dataOf } from '../../../../shared/domain/service/answers/answers.ts';
import {
  isClearlyPhone,
  looksLikeDate,
  looksLikeEmail,
  looksLikeNumber,
  looksLikePhone,
  looksLikePostcode,
  looksLikeUrl,
} from '../../../../shared/domain/files/cell-shapes.ts';
import { clearlyMeans } from '../../../../shared/domain/mapping/index.ts';
import type { ApiClient } from '../../api/client.ts';
import { Failure } from '../../foundation/failure.ts';
import { isOfCampaign, leadsOfCampaign } from './leads-of-campaign.ts';

/** Leads of a campaign that show its fields; the stream ends there. */
export const ENOUGH_LEADS = 200;
/** Leads of any campaign: a service that ignores the filter sends them all, and the look-up ends here. */
export const MOST_LOOKED = 20_000;
/** Values of a field that its type is judged by, to bound the memory. */
const MOST_VALUES = 50;
/** Fields, to bound the memory: more than any mapping can fill. */
const MOST_FIELDS = 1000;
/** Characters of a value that are kept: enough to see its shape. */
const LONGEST_VALUE = 1000;
/** Characters of an example on the screen. */
const LONGEST_EXAMPLE = 60;
/** Values. With fewer, only the name of a field is known, not its type. */
const LEAST_VALUES = 3;
/** Leads. With fewer, a field that all of them have may be chance. */
const LEADS_THAT_TELL = 20;
/** Share of the values that must have a shape. */
const CLEAR = 0.8;

/** `fields` in the order in which the leads name them. */
export type FoundFields = Pick<FieldLookUp, 'fields' | 'leads' | 'looked'>;

/**
 * Import names of a campaign from its leads, in the lane of a person who waits. Asks SimpleLeads, which keeps the case of
 * the names; saved searches may answer them in lower case.
 * Rejects with Failure: `cancelled` by the signal, or what the service answered before any lead of the campaign came.
 */
export async function lookUpFields(
  api: Pick<ApiClient, 'exportSimpleLeads'>,
  campaignCode: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (leads: number, looked: number) => void },
): Promise<FoundFields> {
  const known = new Map<string, SeenField>();
  let leads = 0;
  let looked = 0;
  const question = { campaignCode, modifiedFrom: null };
  for await (const part of leadsOfCampaign(api, question, { lane: 'person', signal })) {
    if (part.kind === 'end') {
      // A stream that broke off still gives a sample; one that the person cancelled does not.
      const isLost = part.error !== null && (leads === 0 || part.error.code === 'cancelled');
      if (isLost && part.error !== null) throw new Failure(part.error);
      break;
    }
    for (const lead of part.leads) {
      looked += 1;
      if (!isOfCampaign(lead, campaignCode)) continue;
      leads += 1;
      collect(lead, known);
      if (leads >= ENOUGH_LEADS) break;
    }
    onProgress?.(leads, looked);
    if (leads >= ENOUGH_LEADS || looked >= MOST_LOOKED) break;
  }
  const fields = [...known.values()].map(({ name, values, filled }): CampaignField => {
    const found = campaignField(name, values);
    return leads >= LEADS_THAT_TELL && filled === leads ? { ...found, isInEvery: true } : found;
  });
  return { fields, leads, looked };
}

/** A field that leads of the campaign have. @param values some of its values, trimmed and not empty */
export function campaignField(name: string, values: readonly string[]): CampaignField {
  const [example] = values;
  const type = typeOfValues(name, values);
  return { name, type, source: 'export', ...(example === undefined ? {} : { example: shortened(example) }) };
}

interface SeenField {
  readonly name: string;
  readonly values: string[];
  /** Leads in which it is not empty. */
  filled: number;
}

function collect(lead: unknown, known: Map<string, SeenField>): void {
  const inThis = new Set<string>();
  for (const [name, value] of dataOf(lead)) {
    if (name.trim() === '' || name.length > 200) continue;
    const key = name.toLowerCase();
    // A service that gives every value another name would fill every draft with names.
    if (!known.has(key) && known.size >= MOST_FIELDS) continue;
    const entry = known.get(key) ?? { name, values: [], filled: 0 };
    known.set(key, entry);
    const text = asText(value)?.trim() ?? '';
    // A lead may name a field twice, in another case.
    if (text !== '' && !inThis.has(key)) entry.filled += 1;
    if (text !== '') inThis.add(key);
    if (text !== '' && entry.values.length < MOST_VALUES) entry.values.push(text.slice(0, LONGEST_VALUE));
  }
}

/** The type of a field's values. A type makes the check strict, so it needs clear values. */
export function typeOfValues(name: string, values: readonly string[]): CampaignField['type'] {
  if (values.length < LEAST_VALUES) return 'text';
  const most = (is: (text: string) => boolean) => values.filter(is).length >= values.length * CLEAR;
  const means = (concept: string) => clearlyMeans(name, concept);
  if (most(looksLikeEmail)) return 'email';
  if (most(looksLikeUrl)) return 'url';
  if (most(looksLikeDate)) return 'date';
  // Digits alone may be anything: only the name distinguishes a post code or a phone from another number.
  if (means('PostalCode') && most(looksLikePostcode)) return 'postcode';
  if (most(isClearlyPhone)) return 'phone';
  if (most(looksLikePhone) && (means('Phone') || means('MobilePhone') || means('Phone2'))) return 'phone';
  return most(looksLikeNumber) ? 'number' : 'text';
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST_EXAMPLE ? text : `${characters.slice(0, LONGEST_EXAMPLE - 1).join('')}…`;
}
