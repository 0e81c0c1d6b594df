// Why: decision 0130.
import { join } from 'node:path';
import { hashOf } from '../../files/foundation/file-hash.ts';
import type { SavedDataset } from '../../../../shared/contract/exports/datasets.ts';
import { NOT_CLOSED } from '../../../../shared/domain/service/leads/lead-status.ts';
import { FileTrouble, isSystemError, writingTrouble } from '../../files/foundation/file-trouble.ts';
import { TEXT_FORM } from '../../files/writing/column-types.ts';
import { saveTable } from '../../files/writing/save-table.ts';
import { type AnswerContext, letOtherWorkRun } from '../../threads/thread-server.ts';
import { pointReached } from '../queries/point-reached.ts';
import { ColumnPlan } from './column-plan.ts';
import { dropOlder, hasAny, refuseChanged } from './dataset-files.ts';
import { IncomingLeads, type IsWanted, type LeadSource } from './incoming-leads.ts';
import { keyColumns } from './lead-columns.ts';
import { type DatasetFile, foldersOf, MANIFEST, type Manifest, manifestText, readManifest } from './manifest.ts';
import { CampaignFolders, dayFolder } from './partition-folders.ts';
import { PartitionRows, type Tally } from './partition-rows.ts';
import { type Commit, Workshop, writeDurably } from './workshop.ts';

const FILE = 'leads.parquet';

export interface DatasetRequest {
  /** Folder of the dataset, whose lease the asker holds. */
  readonly folder: string;
  /** Paths of the columns of the result. */
  readonly paths: readonly string[];
  /** False: the dataset that is there is replaced by the leads of the result. */
  readonly keepsLeads: boolean;
  /** The result has every lead of the query: those that it has not are taken out of the dataset. */
  readonly isWhole: boolean;
  /** Statuses and closures of the leads that belong in the dataset; empty: all. Others are taken out of it. */
  readonly statuses: readonly string[];
  readonly closures: readonly string[];
  /** What the dataset is of. */
  readonly facts: Pick<Manifest, 'service' | 'account' | 'query'>;
  /** The zone in which the service writes times. */
  readonly zone: string;
  /**
   * What the service's wall clock showed when the dataset that is there was written; null: nobody knows. A later time in it is
   * of a clock that was set back since, and says nothing of what changed last.
   */
  readonly shownBefore: string | null;
  /** Wall clock of the service when the request was made: a later change may be missing in the result. */
  readonly askedAt: string;
  /** UTC. */
  readonly writtenAt: string;
}

type Context = Pick<AnswerContext, 'signal' | 'onProgress'>;

/**
 * Brings a dataset up to date with the leads of a result: afterwards it holds every one of them once, in this state.
 * Until everything is written it stays as it is. Throws FileTrouble.
 */
export async function writeDataset(
  source: LeadSource,
  request: DatasetRequest,
  context: Context,
): Promise<SavedDataset> {
  const workshop = new Workshop(request.folder);
  try {
    const known = readManifest(request.folder);
    const columns = keyColumns(request.paths);
    refuseUnplaceable(source, request);
    const pause = async () => {
      await letOtherWorkRun();
      refuseCancelled(context.signal);
    };
    using incoming = await IncomingLeads.read(source, columns, wantedBy(request), request.zone, pause);
    // A dataset without a lead has no values that a type would have to hold.
    const kept = request.keepsLeads && known !== null && known.files.length > 0 ? known.columns : [];
    const plan = await ColumnPlan.make(kept, request.paths, source, incoming, pause);
    const writing = new DatasetWriting({ source, request, context, workshop, known, incoming, plan });
    return await writing.run();
  } catch (error) {
    throw isSystemError(error) ? writingTrouble(error, MANIFEST) : error;
  } finally {
    workshop.abandon();
  }
}

interface Parts {
  readonly source: LeadSource;
  readonly request: DatasetRequest;
  readonly context: Context;
  readonly workshop: Workshop;
  readonly known: Manifest | null;
  readonly incoming: IncomingLeads;
  readonly plan: ColumnPlan;
}

interface Staged {
  readonly name: string;
  readonly file: DatasetFile;
  /** Leads leave the file and none comes: it is put in place before those that they may have gone to. */
  readonly onlyLoses: boolean;
}

/** A file that there is or will be. */
interface Place {
  readonly path: string;
  readonly campaign: string | null;
  readonly day: string | null;
  readonly existing: DatasetFile | null;
  /** Position among the incoming partitions; null when no lead came for it. */
  readonly partition: number | null;
}

/** One run. */
class DatasetWriting {
  readonly #parts: Parts;
  readonly #kept: readonly DatasetFile[];
  readonly #plan: ColumnPlan;
  readonly #idColumn: string;
  readonly #tally: Tally = { unchanged: 0, changed: 0, moved: 0, removed: 0, came: 0 };
  readonly #staged: Staged[] = [];
  readonly #removes: string[] = [];
  readonly #files: DatasetFile[] = [];
  #rowsDone = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { known, request } = parts;
    this.#kept = request.keepsLeads ? (known?.files ?? []) : [];
    this.#plan = parts.plan;
    this.#idColumn = this.#plan.names[keyColumns(this.#plan.names).uniqueId ?? -1] ?? '';
  }

  async run(): Promise<SavedDataset> {
    const { incoming, request, known } = this.#parts;
    const met = await this.#filesThatMet();
    for (const place of this.#places()) {
      if (place.partition !== null || this.#plan.changesFiles || met.has(place.path)) await this.#write(place);
      else if (place.existing !== null) this.#files.push(place.existing);
    }
    if (!request.keepsLeads) this.#removeAllBut(new Set(this.#files.map((file) => file.path)));
    const manifest = this.#manifest();
    const hasNews = this.#staged.length > 0 || this.#removes.length > 0;
    if (hasNews || known === null || !incoming.isEmpty || !request.keepsLeads) await this.#commit(manifest);
    const { unchanged, changed, moved, removed, came } = this.#tally;
    return {
      added: came - moved,
      changed: changed + moved,
      unchanged,
      removed,
      rows: manifest.rows,
      files: manifest.files.length,
      bytes: manifest.files.reduce((sum, file) => sum + file.bytes, 0),
      filesChanged: this.#staged.length + this.#removes.length,
      pointReached: manifest.pointReached,
      retyped: [...this.#plan.changedForms],
    };
  }

  /** Paths of the files that have a lead which came again. */
  async #filesThatMet(): Promise<Set<string>> {
    const { incoming, context, request } = this.#parts;
    // Each may have a lead that is not among them any more.
    if (request.isWhole) return new Set(this.#kept.map((file) => file.path));
    const met = new Set<string>();
    if (incoming.isEmpty) return met;
    const { names, formsBefore } = this.#plan;
    const timeAt = keyColumns(names).lastModifiedTime ?? -1;
    const forms = [TEXT_FORM, formsBefore[timeAt] ?? TEXT_FORM];
    for (const file of this.#kept) {
      try {
        const path = join(request.folder, file.path);
        if (!(await hasAny(path, this.#idColumn, incoming))) continue;
        met.add(file.path);
        // As when a result is refreshed. Before any file is written: the lead may have come for another one.
        const shown = [this.#idColumn, names[timeAt] ?? ''] as const;
        this.#tally.unchanged += await dropOlder(path, shown, forms, incoming, request.shownBefore);
      } catch (error) {
        await refuseChanged(request.folder, file);
        throw error;
      }
      refuseCancelled(context.signal);
    }
    return met;
  }

  /** Every file that there is or will be, by path. */
  #places(): Place[] {
    const folders = new CampaignFolders(this.#kept.map((file) => [file.campaign, foldersOf(file.path).campaign]));
    const places = new Map<string, Place>();
    for (const file of this.#kept) {
      const { path, campaign, day } = file;
      places.set(path, { path, campaign, day, existing: file, partition: null });
    }
    for (const [partition, { campaign, day }] of this.#parts.incoming.partitions.entries()) {
      const path = `${folders.of(campaign)}/${dayFolder(day)}/${FILE}`;
      places.set(path, { path, campaign, day, existing: places.get(path)?.existing ?? null, partition });
    }
    return [...places.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  async #write({ path, campaign, day, existing, partition }: Place): Promise<void> {
    const { incoming, source, workshop, request, context } = this.#parts;
    if (existing !== null) await refuseChanged(request.folder, existing);
    const rows = new PartitionRows(incoming, source, this.#plan, this.#tally, request.isWhole);
    const name = `${this.#staged.length}.next`;
    const target = workshop.staged(name);
    const done = this.#rowsDone;
    const saved = await saveTable(
      {
        target: { path: target, overwrite: true, signal: context.signal },
        format: { format: 'parquet' },
        columns: this.#plan.names,
        dates: new Map(),
        types: this.#plan.types,
        batches: rows.batches(existing === null ? null : join(request.folder, path), this.#idColumn, partition),
      },
      (written) => context.onProgress(Math.min(done + written, source.rows), source.rows),
    );
    this.#rowsDone += saved.rows;
    await letOtherWorkRun();
    // A file that is prepared in vain is written over by the next one, or removed at the end.
    if (existing !== null && !rows.isChanged && !this.#plan.changesFiles) this.#files.push(existing);
    else if (saved.rows === 0) {
      if (existing !== null) this.#removes.push(path);
    } else {
      const file = { path, campaign, day, rows: saved.rows, bytes: saved.bytes, sha256: await hashOf(target) };
      this.#staged.push({ name, file, onlyLoses: !rows.hasGained });
      this.#files.push(file);
    }
  }

  #removeAllBut(paths: ReadonlySet<string>): void {
    const old = this.#parts.known?.files ?? [];
    this.#removes.push(...old.map((file) => file.path).filter((path) => !paths.has(path)));
  }

  #manifest(): Manifest {
    const { request, known, incoming } = this.#parts;
    const latest = request.keepsLeads ? (known?.pointReached ?? null) : null;
    return {
      format: 'lead-console-dataset',
      version: 2,
      ...request.facts,
      partitionBy: ['campaign', 'day'],
      pointReached: pointReached(latest, incoming.latest, request.askedAt),
      writtenAt: request.writtenAt,
      columns: this.#plan.names.map((name, at) => ({ name, ...(this.#plan.forms[at] ?? TEXT_FORM) })),
      rows: this.#files.reduce((sum, file) => sum + file.rows, 0),
      files: this.#files,
    };
  }

  async #commit(manifest: Manifest): Promise<void> {
    const { workshop, context } = this.#parts;
    const name = 'manifest.next';
    const bytes = await writeDurably(workshop.staged(name), manifestText(manifest));
    refuseCancelled(context.signal);
    const ordered = [...this.#staged].sort((one, other) => Number(other.onlyLoses) - Number(one.onlyLoses));
    const moves: Commit['moves'] = ordered.map(({ name: from, file }) => ({ from, to: file.path, bytes: file.bytes }));
    await workshop.commit({ removes: this.#removes, moves: [...moves, { from: name, to: MANIFEST, bytes }] });
  }
}

function wantedBy({ statuses, closures }: DatasetRequest): IsWanted {
  const isIn = (names: readonly string[]) => {
    const known = new Set(names.map((name) => name.toLowerCase()));
    return (value: string | null) => known.size === 0 || known.has((value ?? '').toLowerCase());
  };
  const [isStatus, isClosure] = [isIn(statuses), isIn(closures)];
  return (status, closure) => isStatus(status) && isClosure(closure || NOT_CLOSED);
}

/** Leads come without their campaign or upload time when the way they were asked for does not give them. */
function refuseUnplaceable(source: LeadSource, { paths }: DatasetRequest): void {
  if (source.rows === 0) return;
  const { uniqueId, campaign, uploadTime } = keyColumns(paths);
  const needed = { uniqueId, 'campaign.code': campaign, uploadTime };
  const missing = Object.entries(needed).flatMap(([name, column]) => (column === null ? [name] : []));
  if (missing.length > 0)
    throw new FileTrouble(
      'badChoice',
      `The leads came without ${missing.join(' and ')}, which a dataset by campaign and day needs. The dataset was not changed. Ask with a lead search (export simple), or include "campaign" in the saved search (--include campaign).`,
    );
}

function refuseCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new FileTrouble('cancelled', 'Cancelled. The dataset was not changed.');
}
