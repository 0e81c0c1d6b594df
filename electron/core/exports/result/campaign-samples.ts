// Why: decision 0171.
import { unpackRows } from '../../files/writing/packed-rows.ts';
import type { ResultStore } from './result-store.ts';

/** Leads of a campaign that show its fields. */
const ENOUGH_LEADS = 200;
/** Leads of the result that are looked at: some hundredths of a second. */
const MOST_LOOKED = 100_000;
/** The first campaigns met, to bound the memory. */
const MOST_CAMPAIGNS = 100;
/** Values of a field that its type is judged by, and their length, to bound the memory. */
const MOST_VALUES = 50;
const LONGEST_VALUE = 200;
/** Characters of all values: beyond them fields are only named. */
const MOST_CHARACTERS = 2_000_000;

/** The fields that some leads of a campaign have. */
export interface CampaignSample {
  readonly campaignCode: string;
  /** Leads of the campaign that were looked at. */
  readonly leads: number;
  /** Fields of `data` in the order of the columns, with some of their values. */
  readonly fields: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/**
 * Which fields the leads of each campaign have, from the first leads of each. A field is one that a lead names, also
 * without a value. Objects inside a field do not count: their names are not those an import may use.
 *
 * @param paths of the columns of the result
 * @param pause called between batches; may throw to stop
 */
export async function campaignSamples(
  store: ResultStore,
  paths: readonly string[],
  pause: () => Promise<void>,
): Promise<CampaignSample[]> {
  const campaign = paths.findIndex((path) => path.toLowerCase() === 'campaign.code');
  const fields = paths.flatMap((path, column) => (/^data\.[^.]+$/.test(path) ? [{ column, name: path.slice(5) }] : []));
  if (campaign === -1 || fields.length === 0) return [];
  let room = MOST_CHARACTERS;
  const samples: CampaignSample[] = [];
  for (const [campaignCode, numbers] of await firstLeads(store, campaign, pause)) {
    const found = fields.map(({ name }) => ({ name, isNamed: false, values: [] as string[] }));
    const columns = fields.map(({ column }) => column);
    for (const batch of store.rowsAt(columns, Int32Array.from(numbers)))
      for (const cells of unpackRows(batch))
        for (const [at, cell] of cells.entries()) {
          const field = found[at];
          if (field === undefined || cell === null) continue;
          field.isNamed = true;
          const value = cell.trim().slice(0, LONGEST_VALUE);
          if (value === '' || field.values.length >= MOST_VALUES || room < value.length) continue;
          room -= value.length;
          field.values.push(value);
        }
    const named = found.filter(({ isNamed }) => isNamed).map(({ name, values }) => ({ name, values }));
    samples.push({ campaignCode, leads: numbers.length, fields: named });
    await pause();
  }
  return samples;
}

/** Numbers of the first leads of each campaign, by its code. */
async function firstLeads(
  store: ResultStore,
  campaign: number,
  pause: () => Promise<void>,
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  let number = 0;
  for (const batch of store.rowsAt([campaign], Math.min(store.rows, MOST_LOOKED))) {
    for (const [cell] of unpackRows(batch)) {
      number += 1;
      const code = (cell ?? '').trim();
      const numbers = found.get(code);
      if (numbers === undefined) {
        if (code !== '' && found.size < MOST_CAMPAIGNS) found.set(code, [number]);
      } else if (numbers.length < ENOUGH_LEADS) numbers.push(number);
    }
    await pause();
  }
  return found;
}
