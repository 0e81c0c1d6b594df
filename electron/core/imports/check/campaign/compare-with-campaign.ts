// Why: decision 0167.
import { type SharedValue, sharedValueSchema } from '../../../../../shared/contract/check/campaign-rows.ts';
import type { AppError } from '../../../../../shared/contract/errors.ts';
import type { CampaignComparison } from '../../../../../shared/contract/imports/imports.ts';
import { editedCells } from '../../../../../shared/domain/check/edited-cells.ts';
import { matchValue } from '../../../../../shared/domain/files/loose-values.ts';
import { doubtOfComparison, type Witness } from '../../../../../shared/domain/jobs/absence.ts';
import { ShownKinds } from '../../../../../shared/domain/jobs/shown-kinds.ts';
import { isSameCampaign } from '../../../../../shared/domain/service/campaign-code.ts';
import { comparisonDoubtWords } from '../../jobs/reconcile/absence-words.ts';
import { contactFields } from '../../jobs/reconcile/compare-leads.ts';
import { fieldsBeside } from '../../../../../shared/domain/check/fields-beside.ts';
import type { ApiClient } from '../../../api/client.ts';
import { exportedIdOf, isObject, textsOf } from '../../../../../shared/domain/service/answers/answers.ts';
import { openStaged, type StagedRows } from '../../../files/staging/staging.ts';
import { Failure } from '../../../foundation/failure.ts';
import type { Clock } from '../../../foundation/ports.ts';
import { pages } from '../../../threads/in-slices.ts';
import { campaignOf, isOfCampaign, leadsOfCampaign } from '../../fields/leads-of-campaign.ts';
import { readPhone } from '../../fields/phone-reader.ts';
import type { CheckLayer } from '../check-layer.ts';
import type { CheckTarget } from '../check-messages.ts';
import { layerPathOf, openCheckLayer } from '../layer-file.ts';
import { keptLead, valuesOfLead, type LeadValue } from './lead-values.ts';
import { keysOfRows, type RowKeys } from './row-keys.ts';
import { basisOf, IN_CAMPAIGN, inCampaignTitle, type Compared, type RowThere } from './rows-in-campaign.ts';

/** What a row can share with a lead, the strongest first. A row counts once, under the strongest. */
const STRENGTH: readonly SharedValue[] = sharedValueSchema.options;
/** Rows that are looked at again before other work has a turn. */
const BATCH = 500;

export interface ComparisonTools {
  readonly api: Pick<ApiClient, 'exportSimpleLeads'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Lets other work go. */
  readonly pause: () => Promise<void>;
  readonly onProgress: (leads: number, looked: number) => void;
  /** Makes the check close the draft until the returned object is disposed of. */
  readonly seal: () => Promise<Disposable>;
  /** Some leads that are known to be in the campaign. */
  readonly knownLeads: (campaignCode: string) => readonly Witness[];
  /** Leads that imports of this computer created in the campaign. */
  readonly ownLeads: (campaignCode: string) => Iterable<{ readonly jobName: string; readonly leadIds: string[] }>;
}

type Target = Omit<CheckTarget, 'journalPath'>;

/**
 * Reads all leads of the draft's campaign with one request, keeps what was found beside the rows, and leaves out by default
 * those that the campaign holds. A row that an earlier comparison found and a person sends all the same stays; one that was
 * left out for the campaign and is not there any more comes back.
 *
 * When the leads do not come whole, what was found counts, and `stopped` says why; then no row comes back. The draft can be
 * worked with meanwhile, and is closed for a moment at the end. Throws Failure: what the service answered before the first lead, and `cancelled`; then
 * everything is as before.
 */
export async function compareWithCampaign(
  target: Target,
  key: string | null,
  tools: ComparisonTools,
): Promise<CampaignComparison> {
  const since = tools.clock.monotonicNow();
  using layer = openCheckLayer(layerPathOf(target.stagedPath));
  using staged = openStaged(target.stagedPath);
  // Changes that a person makes from here on are not part of the comparison.
  const cellStep = layer.there.cellStep();
  const rows = await keysOfRows(target, { staged, layer }, key, tools.pause);
  layer.there.begin();
  const finds = new Finds(rows, new Set(target.mapping.map(({ field }) => field.toLowerCase())));
  const read = await readLeads(target, { rows, finds, layer }, tools);
  const doubt = read.stopped === null ? doubtOf(target, { read, rows }, tools) : null;
  await placeRows(target, { rows, finds, layer, staged, hasPhones: read.hasPhones }, tools);
  const isWhole = read.stopped === null && doubt === null;
  const isProven = isWhole && tools.knownLeads(target.campaignCode).length > 0;
  const found = layer.there.foundNext();
  using _sealed = await tools.seal();
  keep(target, layer, {
    campaignCode: target.campaignCode,
    at: tools.clock.wallNow(),
    milliseconds: tools.clock.monotonicNow() - since,
    leads: read.leads,
    withoutPrefix: rows.by.isGuess ? read.withoutPrefix : 0,
    country: rows.by.country,
    key,
    stopped: read.stopped?.message ?? null,
    doubt: doubt?.message ?? null,
    isProven,
    basis: basisOf(target, rows.by.country),
    cellStep,
  });
  const count = (shares: SharedValue) => [...found.values()].filter((one) => one === shares).length;
  const { leads, looked, stopped } = read;
  return { leads, looked, phone: count('phone'), email: count('email'), key: count('key'), stopped, doubt, isProven };
}

interface ReadLeads {
  readonly leads: number;
  readonly looked: number;
  readonly withoutPrefix: number;
  /** At least one lead shows a phone; without one nothing is known about phones. */
  readonly hasPhones: boolean;
  readonly stopped: AppError | null;
  /** Leads that name no campaign. */
  readonly unnamed: number;
  /** Leads that show a value of a kind that rows have. */
  readonly comparable: number;
  readonly kinds: ShownKinds;
  /** Values of the known leads that came, by lead id. */
  readonly known: ReadonlyMap<string | null, Readonly<Record<string, string>>>;
}

async function readLeads(
  { campaignCode }: Target,
  { rows, finds, layer }: { readonly rows: RowKeys; readonly finds: Finds; readonly layer: CheckLayer },
  { api, signal, onProgress, knownLeads }: ComparisonTools,
): Promise<ReadLeads> {
  const knownIds = new Set<string | null>(knownLeads(campaignCode).flatMap(({ leadId }) => leadId ?? []));
  const known = new Map<string | null, Readonly<Record<string, string>>>();
  const parts = leadsOfCampaign(api, { campaignCode, modifiedFrom: null }, { lane: 'person', signal });
  const read = {
    leads: 0,
    looked: 0,
    withoutPrefix: 0,
    hasPhones: false,
    unnamed: 0,
    comparable: 0,
    kinds: new ShownKinds(),
    known,
  };
  for await (const part of parts) {
    if (part.kind === 'end') {
      if (part.error === null) break;
      // Nothing came, or a person ended it: there is nothing to keep.
      if (read.leads === 0 || part.error.code === 'cancelled') throw new Failure(part.error);
      return { ...read, stopped: part.error };
    }
    for (const lead of part.leads) {
      read.looked += 1;
      // Some services ignore the filter.
      if (!isOfCampaign(lead, campaignCode)) {
        if (campaignOf(lead) === null) read.unnamed += 1;
        continue;
      }
      read.leads += 1;
      const id = isObject(lead) ? exportedIdOf(lead) : null;
      if (knownIds.has(id)) known.set(id, textsOf(lead));
      const values = valuesOfLead(lead, rows.by);
      const phones = values.filter(({ shares }) => shares === 'phone');
      read.hasPhones ||= phones.length > 0;
      read.kinds.add(values.map(({ shares, value }) => ({ kind: shares, value })));
      if (values.some(({ shares }) => rows.has(shares))) read.comparable += 1;
      if (phones.some(({ isWithoutPrefix }) => isWithoutPrefix)) read.withoutPrefix += 1;
      finds.meet(lead, values);
    }
    layer.there.add(finds.take());
    onProgress(read.leads, read.looked);
  }
  return { ...read, stopped: null };
}

function doubtOf(
  { campaignCode }: Target,
  { read, rows }: { readonly read: ReadLeads; readonly rows: RowKeys },
  { knownLeads }: ComparisonTools,
): CampaignComparison['doubt'] {
  const { leads, unnamed, comparable, kinds, known } = read;
  const doubt = doubtOfComparison({
    witnesses: knownLeads(campaignCode),
    seen: { leads, valuesOf: ({ leadId }) => known.get(leadId) ?? null },
    unnamed,
    comparable,
    blank: kinds.blank,
    hiddenRows: rows.countHidden((kind) => kinds.shows(kind)),
    tellingOf: ({ data }) => contactFields(data),
    isSame: (sent, stored) => matchValue(sent, stored) === 'same',
  });
  if (doubt === null) return null;
  const kind = doubt.kind === 'emptyCampaign' ? 'emptyCampaign' : 'notComparable';
  return { kind, message: comparisonDoubtWords(doubt, campaignCode) };
}

/** Rows that leads were found for, with the first lead of the strongest kind; only numbers of all rows are in memory. */
class Finds {
  readonly #rows: RowKeys;
  readonly #fields: ReadonlySet<string>;
  /** By row: strength and number of leads, in one number. */
  readonly #known = new Map<number, number>();
  #fresh = new Map<number, RowThere>();

  constructor(rows: RowKeys, fields: ReadonlySet<string>) {
    this.#rows = rows;
    this.#fields = fields;
  }

  meet(lead: unknown, values: readonly LeadValue[]): void {
    const best = new Map<number, LeadValue>();
    for (const value of values)
      for (const row of this.#rows.rowsWith(value.shares, value.value)) {
        const known = best.get(row);
        if (known === undefined || strengthOf(value) < strengthOf(known)) best.set(row, value);
      }
    for (const [row, value] of best) this.#note(row, value, lead);
  }

  #note(row: number, value: LeadValue, lead: unknown): void {
    const packed = this.#known.get(row);
    const leads = (packed === undefined ? 0 : Math.floor(packed / STRENGTH.length)) + 1;
    const former = packed === undefined ? STRENGTH.length : packed % STRENGTH.length;
    const strength = Math.min(former, strengthOf(value));
    this.#known.set(row, leads * STRENGTH.length + strength);
    if (strengthOf(value) >= former) return;
    const kept = keptLead(lead, this.#fields);
    this.#fresh.set(row, {
      row,
      shares: value.shares,
      // `placeRows` fills in the origin, the new phone and the number of leads at the end.
      origin: 'elsewhere',
      source: kept.uploadedBy ?? kept.pool ?? '',
      isGuess: value.isWithoutPrefix && this.#rows.by.isGuess,
      hasNewPhone: false,
      leads: 1,
      found: { field: value.field, value: value.text.slice(0, 200) },
      lead: kept,
    });
  }

  leadsOf(row: number): number {
    return Math.floor((this.#known.get(row) ?? 0) / STRENGTH.length);
  }

  /** What is new since the last time. */
  take(): RowThere[] {
    const rows = [...this.#fresh.values()];
    this.#fresh = new Map();
    return rows;
  }
}

const strengthOf = ({ shares }: LeadValue): number => STRENGTH.indexOf(shares);

/** Adds to every row found who put its lead there, and whether the row has a phone that the campaign does not hold. */
async function placeRows(
  { campaignCode }: Target,
  found: { rows: RowKeys; finds: Finds; layer: CheckLayer; staged: StagedRows; hasPhones: boolean },
  { ownLeads, pause }: ComparisonTools,
): Promise<void> {
  const { rows, finds, layer, staged, hasPhones } = found;
  const ids = new Map<string, string>();
  const foundRows = () => pages((last) => layer.there.foundAfter(last, BATCH), pause);
  for await (const page of foundRows()) for (const { lead } of page) if (lead.id !== null) ids.set(lead.id, '');
  for (const { jobName, leadIds } of ownLeads(campaignCode)) {
    for (const id of leadIds) if (ids.has(id)) ids.set(id, jobName);
    await pause();
  }
  for await (const page of foundRows())
    layer.there.add(
      page.map((entry): RowThere => {
        const { row, shares, lead } = entry;
        const known = {
          ...entry,
          leads: finds.leadsOf(row),
          hasNewPhone: hasPhones && shares !== 'phone' && rows.hasPhone(row),
        };
        const sentBy = (lead.id === null ? '' : ids.get(lead.id)) ?? '';
        if (sentBy === '') return known;
        const cells = editedCells(staged.rows(row - 1, 1)[0]?.cells ?? [], layer.editsOf(row));
        const beside = fieldsBeside(rows.plan, cells, lead.data, readPhone);
        const origin = beside.some(({ match }) => match === 'differs') ? 'changed' : 'same';
        return { ...known, origin, source: sentBy, lead: { ...lead, sentBy } };
      }),
    );
}

/** Everything or nothing: what was found, and the rows that it leaves out by default. What a person decided about rows stays. */
function keep({ campaignCode }: Target, layer: CheckLayer, compared: Compared): void {
  const isAgain = isSameCampaign(layer.there.compared()?.campaignCode ?? '', campaignCode);
  const title = inCampaignTitle(campaignCode);
  const isKnown = compared.stopped === null && compared.doubt === null;
  layer.together(() => {
    layer.rows.campaignCode = campaignCode;
    layer.there.keep(compared, { withFormer: isAgain && !isKnown });
    layer.rows.setDefaults(
      IN_CAMPAIGN,
      [...layer.there.rows()].map((row) => ({ row, title })),
    );
  });
}
