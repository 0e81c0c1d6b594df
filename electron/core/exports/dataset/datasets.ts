// Why: decision 0130.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { DatasetMode, OpenedDataset } from '../../../../shared/contract/exports/datasets.ts';
import { isSameAddress } from '../../../../shared/domain/service/address.ts';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { addsStatuses, sinceQuery } from '../../../../shared/domain/service/queries/since-query.ts';
import { LEAD_CLOSURES, LEAD_STATUSES } from '../../../../shared/domain/service/leads/lead-life-cycle.ts';
import { namesAndNumbers } from '../../../../shared/domain/service/leads/lead-status.ts';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';
import { notFound } from '../../foundation/failure.ts';
import { holdDataset } from './dataset-folder.ts';
import type { Manifest } from './manifest.ts';
import type { DatasetRequest } from './write-dataset.ts';

/** What a save of a dataset needs besides the result. */
export type DatasetPlan = Pick<DatasetRequest, 'folder' | 'keepsLeads' | 'statuses' | 'closures' | 'facts'>;

/** A dataset that is held for one save. Disposing of it lets other programs write it. */
export interface OpenDataset extends Disposable {
  readonly plan: DatasetPlan;
  /** The point that the existing dataset reached; null when it is made new or no point is known. */
  readonly pointReached: string | null;
  /** From when on the service is asked because of the existing dataset; null: it is asked as a person wants. */
  readonly since: string | null;
  /** When the existing dataset was written, Unix milliseconds; null when it is made new or does not say. */
  readonly writtenAt: number | null;
}

/** The datasets that exports of one account are writing. Each is held from before its request until it is saved. */
export class Datasets implements Disposable {
  readonly #owner: Pick<Manifest, 'service' | 'account'>;
  readonly #open = new Map<string, OpenDataset>();

  constructor(owner: Pick<Manifest, 'service' | 'account'>) {
    this.#owner = owner;
  }

  /**
   * Holds the dataset of a folder and answers what to ask the service for. Throws FileTrouble for a folder that holds
   * another dataset or other files, and for one that another program writes.
   */
  open(folder: string, query: ExportQuery, mode: DatasetMode): OpenedDataset {
    if (query.source === 'raw') throw noPlace();
    const facts = { ...this.#owner, query: factsOf(query) };
    using held = new DisposableStack();
    const dataset = held.use(holdDataset(folder, (found) => refuseOther(found, facts, mode, basename(folder))));
    const { manifest } = dataset;
    const keepsLeads = mode === 'sinceLast' && manifest !== null;
    const id = randomUUID();
    const point = keepsLeads ? manifest.pointReached : null;
    const plan = { folder, keepsLeads, ...endsOf(query), facts };
    const asked = keepsLeads ? sinceQuery(query, point) : query;
    const since = asked.modifiedFrom === query.modifiedFrom ? null : asked.modifiedFrom;
    const at = Date.parse(keepsLeads ? manifest.writtenAt : '');
    const known = { pointReached: point, since, writtenAt: Number.isNaN(at) ? null : at };
    this.#open.set(id, { plan, ...known, [Symbol.dispose]: () => dataset[Symbol.dispose]() });
    held.move();
    return {
      datasetId: id,
      query: asked,
      rows: keepsLeads ? manifest.rows : 0,
      pointReached: point,
    };
  }

  /**
   * Hands a dataset over to its save. Two saves of one dataset would write the same files, so a second one finds it gone.
   *
   * @throws Failure `notFound`
   */
  take(id: string): OpenDataset {
    const opened = this.#open.get(id);
    if (opened === undefined) throw notFound('This dataset is not open any more. Start the export again.');
    this.#open.delete(id);
    return opened;
  }

  /** Lets go of those that nobody saves. */
  [Symbol.dispose](): void {
    for (const id of this.#open.keys()) this.take(id)[Symbol.dispose]();
  }
}

/**
 * @param answer the latest change that a whole result surely has, null: none is known; and the same by a clock that was set
 * back since, null: it was not
 * @param shown as for `refuseMissed`
 * @throws FileTrouble `changed` when the dataset has later ones, which the result would undo
 */
export function refuseOlder(
  { pointReached, plan }: OpenDataset,
  answer: { readonly pointReached: string | null; readonly goesOnFrom: string | null },
  shown: string | null,
): void {
  // A point that the clock had not reached when the dataset was written is of the clock before.
  const isOfFormerClock = pointReached !== null && shown !== null && pointReached > shown;
  const reached = isOfFormerClock ? answer.pointReached : (answer.goesOnFrom ?? answer.pointReached);
  if (pointReached === null || (reached !== null && reached >= pointReached)) return;
  throw new FileTrouble(
    'changed',
    `The dataset "${basename(plan.folder)}" has changes up to ${pointReached}; ${reached === null ? 'it is not known how far this result goes' : `this result ends at ${reached}`}. Nothing was changed. Fetch what changed since into the result, then save it again.`,
  );
}

/**
 * @param shown when the dataset was written, by the service's wall clock as it goes now; null: nobody knows
 * @throws FileTrouble `changed` when that is before what was asked for: changes show earlier times then
 */
export function refuseMissed({ since, plan }: OpenDataset, shown: string | null): void {
  if (since === null || shown === null || shown >= since) return;
  throw new FileTrouble(
    'changed',
    `Since the dataset "${basename(plan.folder)}" was written, the service's clock, this computer's or the account's time zone was set anew, so changes may be missing in what came. Nothing was changed. Make the dataset new, with --force in place of --since-last.`,
  );
}

/** What was asked for, without what is empty, so that a new kind of filter changes nothing for what there is. */
function factsOf(query: object): Manifest['query'] {
  const given = Object.entries(query).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function endsOf(query: ExportQuery): Pick<DatasetPlan, 'statuses' | 'closures'> {
  if (query.source === 'search') return { statuses: [], closures: [] };
  return {
    statuses: query.extra.some(addsStatuses) ? [] : namesAndNumbers(query.statuses, LEAD_STATUSES),
    closures: namesAndNumbers(query.closures, LEAD_CLOSURES),
  };
}

function noPlace(): FileTrouble {
  return new FileTrouble(
    'badChoice',
    'RawLeads show neither the campaign nor the upload time of a lead, which a dataset by campaign and day needs. Nothing was sent. Use "export simple".',
  );
}

function refuseOther(manifest: Manifest, facts: DatasetPlan['facts'], mode: DatasetMode, name: string): void {
  if (mode === 'new')
    throw new FileTrouble(
      'exists',
      `The folder "${name}" holds a dataset and was left as it is. Add --since-last to bring it up to date, or --force to make it new.`,
    );
  if (mode === 'replace') return;
  if (!isSameAddress(manifest.service, facts.service) || manifest.account !== facts.account)
    throw new FileTrouble(
      'exists',
      `The dataset "${name}" belongs to ${manifest.account} at ${manifest.service}. Nothing was changed. Name another folder.`,
    );
  const [was, is] = [manifest.query, facts.query].map((query) => JSON.stringify(factsOf(query)));
  if (was !== is)
    throw new FileTrouble(
      'exists',
      `The dataset "${name}" belongs to another query: ${was}. This one is ${is}. Nothing was changed. Ask the same, or name another folder.`,
    );
}
