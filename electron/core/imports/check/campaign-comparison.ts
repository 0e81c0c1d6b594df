// Why: decision 0167.
import type { CampaignComparison } from '../../../../shared/contract/imports/imports.ts';
import { judgePhone } from '../../../../shared/domain/phones/judge-phone.ts';
import { planCheck } from '../../../../shared/domain/check/check-plan.ts';
import { RowJudge } from '../../../../shared/domain/check/judge-row.ts';
import { isClearlyPhone, looksLikePhone } from '../../../../shared/domain/files/cell-shapes.ts';
import { headerMeanings, withPhoneCountry } from '../../../../shared/domain/mapping/index.ts';
import { asText, field, isObject } from '../../../../shared/domain/service/answers.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { leadsOf } from '../../api/reads/leads-of.ts';
import { openStaged } from '../../files/staging/staging.ts';
import { Failure, invalid } from '../../foundation/failure.ts';
import { isOfCampaign } from '../fields/look-up-fields.ts';
import { guessPhoneCountry } from '../fields/phone-country.ts';
import { readPhone } from '../fields/phone-reader.ts';
import type { LeftOutChange } from './check-layer.ts';
import { editedCells } from '../../../../shared/domain/check/edited-cells.ts';
import type { CheckTarget } from './check-messages.ts';
import { layerPathOf, openCheckLayer } from './layer-file.ts';

/** Rows read before other work has a turn. */
const BATCH = 1000;
/** Strength of a name, 0 to 1, from which a field of a lead counts as phones. */
const CLEAR = 0.8;

type Kind = 'phone' | 'email' | 'key';
/** The strongest first: a row counts for one. */
const KINDS: readonly Kind[] = ['phone', 'email', 'key'];
const WORDS: Readonly<Record<Kind, string>> = { phone: 'same phone', email: 'same e-mail', key: 'same key' };

export interface ComparisonOptions {
  readonly api: Pick<ApiClient, 'exportSimpleLeads'>;
  readonly signal: AbortSignal;
  /** Lets other work go. */
  readonly pause: () => Promise<void>;
  readonly onProgress: (leads: number, looked: number) => void;
}

/**
 * Reads all leads of the draft's campaign with one request and leaves out the rows that it holds, in one step that can be
 * undone. The keys of the file are in memory, not those of the campaign: it may have millions of leads.
 *
 * The check's thread must not hold the draft. Throws Failure: what the service answered, or `network` when the leads did
 * not come whole; then nothing is left out, because what was not seen is not known.
 */
export async function leaveOutWhatIsThere(
  target: Omit<CheckTarget, 'journalPath'>,
  key: string | null,
  options: ComparisonOptions,
): Promise<CampaignComparison> {
  const rows = await keysOfDraft(target, key, options.pause);
  const { leads, looked } = await readLeads(target.campaignCode, rows, options);
  const found = rows.found();
  using layer = openCheckLayer(layerPathOf(target.stagedPath));
  const changes = found.map(({ row, kind }): LeftOutChange => {
    return { row, reason: { id: 'inCampaign', title: `In the campaign already: ${WORDS[kind]}` } };
  });
  if (changes.length > 0) layer.change(`Leaving out ${changes.length} rows that the campaign holds`, [], changes);
  const count = (kind: Kind) => found.filter((entry) => entry.kind === kind).length;
  return { leads, looked, phone: count('phone'), email: count('email'), key: count('key') };
}

/** Rows of the file by what they are compared by, and those that a lead was found for. */
class RowKeys {
  readonly country: string;
  readonly key: string | null;
  readonly phoneFields: ReadonlySet<string>;
  private readonly owners = new Map<string, number | number[]>();
  private readonly hits = new Map<number, Kind>();

  constructor(country: string, key: string | null, phoneFields: ReadonlySet<string>) {
    this.country = country;
    this.key = key;
    this.phoneFields = phoneFields;
  }

  add(kind: Kind, value: string, row: number): void {
    const name = `${kind} ${value}`;
    const owner = this.owners.get(name);
    if (owner === undefined) this.owners.set(name, row);
    else if (typeof owner === 'number') this.owners.set(name, [owner, row]);
    else owner.push(row);
  }

  /** A lead of the campaign has this value. */
  meet(kind: Kind, value: string): void {
    const owner = this.owners.get(`${kind} ${value}`);
    if (owner === undefined) return;
    for (const row of typeof owner === 'number' ? [owner] : owner) {
      const known = this.hits.get(row);
      if (known === undefined || KINDS.indexOf(kind) < KINDS.indexOf(known)) this.hits.set(row, kind);
    }
  }

  found(): { readonly row: number; readonly kind: Kind }[] {
    return [...this.hits].map(([row, kind]) => ({ row, kind })).sort((one, other) => one.row - other.row);
  }
}

async function keysOfDraft(
  { stagedPath, mapping, fields, earlierCountry }: Omit<CheckTarget, 'journalPath'>,
  key: string | null,
  pause: () => Promise<void>,
): Promise<RowKeys> {
  using layer = openCheckLayer(layerPathOf(stagedPath));
  const staged = openStaged(stagedPath);
  try {
    const settings = { ...layer.settings(), duplicateKey: key };
    const country = settings.country ?? guessPhoneCountry(mapping, fields, staged, earlierCountry).country;
    const sent = withPhoneCountry(mapping, country);
    const plan = planCheck({ mapping: sent, fields, settings, country, postcodeColumn: null });
    const isKey = (name: string) => key !== null && name.toLowerCase() === key.toLowerCase();
    const keyField = plan.fields.find((one) => isKey(one.field));
    if (key !== null && keyField === undefined)
      throw invalid(
        `No column fills the field "${key}", so rows cannot be compared by it. Map it, or name another one.`,
      );
    const phoneFields = plan.fields.filter(({ type }) => type === 'phone').map((one) => one.field.toLowerCase());
    const rows = new RowKeys(country, key, new Set(phoneFields));
    const judge = new RowJudge(plan, readPhone);
    const leftOut = new Set(layer.rowsLeftOut());
    for (const batch of staged.iterate(BATCH)) {
      for (const { row, cells } of batch) {
        if (leftOut.has(row)) continue;
        const verdict = judge.judgeRow(editedCells(cells, layer.editsOf(row)));
        for (const phone of verdict.phones) rows.add('phone', phone, row);
        for (const email of verdict.emails) rows.add('email', email, row);
        for (const { field: index, value } of verdict.keys)
          if (index === keyField?.index) rows.add('key', value.toLowerCase(), row);
      }
      await pause();
    }
    return rows;
  } finally {
    staged.close();
  }
}

async function readLeads(campaignCode: string, rows: RowKeys, { api, signal, onProgress }: ComparisonOptions) {
  const everything = { projects: [], modifiedFrom: null, statuses: [], closures: [] };
  const filter = [{ name: 'Campaigns', value: campaignCode }];
  const body = api.exportSimpleLeads({ ...everything, extra: filter }, { lane: 'person', signal });
  let leads = 0;
  let looked = 0;
  for await (const part of leadsOf(body)) {
    if (part.kind === 'end') {
      if (part.error !== null) throw new Failure(part.error);
      break;
    }
    for (const lead of part.leads) {
      looked += 1;
      // Some services ignore the filter.
      if (!isOfCampaign(lead, campaignCode)) continue;
      leads += 1;
      meetLead(lead, rows);
    }
    onProgress(leads, looked);
  }
  return { leads, looked };
}

function meetLead(lead: unknown, rows: RowKeys): void {
  const data = isObject(lead) ? field(lead, 'data') : undefined;
  if (!isObject(data)) return;
  for (const [name, value] of Object.entries(data)) {
    const text = asText(value)?.trim() ?? '';
    if (text === '') continue;
    if (rows.key !== null && name.toLowerCase() === rows.key.toLowerCase()) rows.meet('key', text.toLowerCase());
    if (text.includes('@')) rows.meet('email', text.toLowerCase());
    else if (holdsPhone(name, text, rows.phoneFields)) {
      const phone = judgePhone(text, rows.country, readPhone).key;
      if (phone !== null) rows.meet('phone', phone);
    }
  }
}

/** Digits alone may be a customer's number: only the name of the field tells such from a phone. */
function holdsPhone(name: string, text: string, known: ReadonlySet<string>): boolean {
  if (!looksLikePhone(text)) return false;
  if (known.has(name.toLowerCase()) || isClearlyPhone(text)) return true;
  return headerMeanings(name).some(
    ({ concept, strength }) => /phone/i.test(concept) && !/fax/i.test(concept) && strength >= CLEAR,
  );
}
