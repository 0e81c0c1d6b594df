import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportQuery, ExportSummary } from '../../../shared/contract/exports/exports.ts';
import type { LeadBody } from '../api/reads/streams.ts';
import { isDiskFull, notFound } from '../foundation/failure.ts';
import type { FeatureServices } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { type Lease, takeLease } from '../storage/lease.ts';
import { createExportRecords, type ExportRecord, type ExportRecords } from './export-records.ts';
import { removeLeftOvers } from './left-over-files.ts';
import { partialReason, receiveLeads } from './receive-leads.ts';
import { createResults, type Results } from './results.ts';

/** Milliseconds between two snapshots of a running export: at most four a second reach the page. */
const PROGRESS_PAUSE = 250;

interface RunningExport {
  readonly controller: AbortController;
  /** Never rejects. Resolves when the lease is given back. */
  readonly done: Promise<void>;
}

/**
 * The exports of one account: one request each, streamed into a file of its own that can be read meanwhile. An export
 * that runs holds a lease, so that a later start can tell one whose program ended from one that another program runs.
 */
export class AccountExports implements AsyncDisposable {
  readonly results: Results = createResults();
  readonly #services: FeatureServices;
  readonly #session: AccountSession;
  readonly #records: ExportRecords;
  readonly #running = new Map<string, RunningExport>();
  /** The journal has a running export as it began. As it is now, or as it ended when that could not be written, is here. */
  readonly #live = new Map<string, ExportRecord>();
  readonly #abandoned: Promise<unknown>;

  constructor(services: FeatureServices, session: AccountSession) {
    this.#services = services;
    this.#session = session;
    this.#records = createExportRecords(session.journal);
    this.#removeLeftOvers();
    const left = this.#records.all().filter((record) => record.state === 'running');
    this.#abandoned = Promise.all(left.map((record) => this.#closeAbandoned(record)));
  }

  /** @throws Failure `notFound` */
  record(id: string): ExportRecord {
    const found = this.#live.get(id) ?? this.#records.find(id);
    if (!found) throw notFound('This export is not kept here any more. Fetch it again.');
    return found;
  }

  all(): ExportSummary[] {
    return this.#records.all().map((record) => this.summary(this.#live.get(record.id) ?? record));
  }

  resultPath(id: string): string {
    return join(this.#session.folder, 'results', `${id}.sqlite`);
  }

  summary(record: ExportRecord): ExportSummary {
    const { columns, startedAt, endedAt, rows, ...facts } = record;
    const elapsed = Math.max(1, (endedAt ?? this.#services.clock.wallNow()) - startedAt);
    return {
      ...facts,
      accountId: this.#session.account.id,
      rows,
      rowsPerSecond: Math.round((rows * 1000) / elapsed),
      columns: columns.map(({ path, filled }, index) => ({ index, path, filled })),
      startedAt,
      endedAt,
      storedBytes: storedSize(this.resultPath(record.id)),
      sequence: this.#services.nextSequence(),
    };
  }

  /** One request. Answers at once; the export goes on until its stream ends or `cancel`. */
  start(query: ExportQuery): ExportSummary {
    const { api, folder } = this.#session;
    mkdirSync(join(folder, 'results'), { recursive: true, mode: 0o700 });
    const record: ExportRecord = {
      id: randomUUID(),
      name: nameOf(query),
      query,
      request: api.describeExport('simple', query),
      state: 'running',
      reason: '',
      rows: 0,
      bytes: 0,
      columns: [],
      startedAt: this.#services.clock.wallNow(),
      endedAt: null,
    };
    using held = new DisposableStack();
    held.use(this.#takeLease(record.id));
    this.#records.save(record);
    this.#live.set(record.id, record);
    const controller = new AbortController();
    this.results.prepare();
    const body = api.exportSimpleLeads(query, { lane: 'person', signal: controller.signal });
    this.#running.set(record.id, { controller, done: this.#receive(record, body, held.move()) });
    return this.summary(record);
  }

  /** Resolves when what arrived is kept. An export that does not run stays as it is. */
  async cancel(id: string): Promise<void> {
    const running = this.#running.get(id);
    running?.controller.abort();
    await running?.done;
  }

  /** Stops it when it runs, and removes everything of it from the disk. */
  async remove(id: string): Promise<void> {
    await this.cancel(id);
    const path = this.resultPath(id);
    await this.results.ask({ kind: 'close', path });
    for (const file of [path, `${path}-wal`, `${path}-shm`, this.#leasePath(id)]) rmSync(file, { force: true });
    this.#records.remove(id);
    this.#live.delete(id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.cancel(id)));
    await this.#abandoned;
    // What could not be written at the end of an export; the disk may have room now.
    for (const record of this.#live.values()) this.#save(record);
    await this.results.close();
  }

  async #receive(record: ExportRecord, body: LeadBody, lease: Lease): Promise<void> {
    const { clock, emit, log } = this.#services;
    let toldAt = clock.monotonicNow() - PROGRESS_PAUSE;
    {
      using _lease = lease;
      await receiveLeads(body, record, {
        results: this.results,
        path: this.resultPath(record.id),
        // After a kill the names of the columns are read from there.
        onNewColumns: () => this.#records.save(record),
        onLeads: () => {
          if (clock.monotonicNow() - toldAt < PROGRESS_PAUSE) return;
          toldAt = clock.monotonicNow();
          emit('export:progress', this.summary(record));
        },
        onBug: (error) => void log.bug('export', error),
      });
      record.endedAt = clock.wallNow();
      if (this.#save(record)) this.#live.delete(record.id);
    }
    this.#running.delete(record.id);
    emit('export:progress', this.summary(record));
  }

  /** Whether the journal has the record. When it has not, the record says that it is partial, as it will be called later. */
  #save(record: ExportRecord): boolean {
    try {
      this.#records.save(record);
      return true;
    } catch (error) {
      if (!isDiskFull(error)) this.#services.log.bug('write the end of an export', error);
      if (record.state === 'complete') {
        const cause = isDiskFull(error)
          ? 'The disk that holds the data folder is full'
          : 'The journal could not be written';
        record.reason = `${cause}, so the end of this export is not on record. All ${record.rows.toLocaleString('en')} leads arrived and can be read and saved now, but after a restart nothing can tell that none is missing. Free some space and fetch again.`;
      }
      if (record.state !== 'cancelled') record.state = 'partial';
      return false;
    }
  }

  #removeLeftOvers(): void {
    try {
      removeLeftOvers(join(this.#session.folder, 'results'), () => this.#records.all().map((record) => record.id));
    } catch (error) {
      // They take room and do no other harm; the next start tries again.
      this.#services.log.bug('remove files of results that are gone', error);
    }
  }

  /** An export that says it runs, but whose program is gone: what arrived is kept and called partial. */
  async #closeAbandoned(record: ExportRecord): Promise<void> {
    try {
      using lease = this.#takeLease(record.id);
      if (lease === null) return;
      const counted = await this.results.ask({ kind: 'count', path: this.resultPath(record.id) });
      record.rows = counted.rows;
      record.columns = record.columns.map((column, index) => ({ ...column, filled: counted.filled[index] ?? 0 }));
      record.state = 'partial';
      record.reason = partialReason(record, 'Lead Console ended while the leads were arriving.');
      record.endedAt = this.#services.clock.wallNow();
      this.#records.save(record);
      this.#services.emit('export:progress', this.summary(record));
    } catch (error) {
      // It stays as it is in the journal, and is tried again when the account is opened next.
      this.#services.log.bug('close an abandoned export', error);
    }
  }

  #takeLease(id: string): Lease | null {
    return takeLease(this.#leasePath(id));
  }

  #leasePath(id: string): string {
    return join(this.#session.folder, 'locks', `export-${id}.sqlite`);
  }
}

function nameOf(query: ExportQuery): string {
  const projects = query.projects.length === 0 ? 'All projects' : query.projects.join(', ');
  return query.modifiedFrom === null ? projects : `${projects} since ${query.modifiedFrom.replace('T', ' ')}`;
}

/** Bytes of a result on disk; what was written last stands in the log beside it. */
function storedSize(path: string): number {
  return sizeOf(path) + sizeOf(`${path}-wal`);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
