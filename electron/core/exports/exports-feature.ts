import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportQuery, ExportSummary } from '../../../shared/contract/exports/exports.ts';
import type { LeadStream } from '../api/reads/streams.ts';
import { Failure, notFound } from '../foundation/failure.ts';
import type { FeatureServices, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { type Lease, takeLease } from '../storage/lease.ts';
import { createExportRecords, type ExportRecord } from './export-records.ts';
import { createFlattener } from './flatten.ts';
import { createResults } from './results.ts';

/** At most four snapshots of an export a second reach the page. */
const PROGRESS_MILLISECONDS = 250;
/** Rows the store is given at a time while a stream runs. */
const APPEND_ROWS = 500;

type ExportChannel =
  'export:start' | 'export:cancel' | 'export:list' | 'export:get' | 'export:rows' | 'export:save' | 'export:delete';

interface RunningExport {
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/**
 * Exports: one request each, streamed into a file of its own while it can already be read. A stream that ends early
 * keeps its rows and is called partial with the reason; it is never a short success.
 */
export function openExports(services: FeatureServices, session: AccountSession): OpenFeature<ExportChannel> {
  const { clock, emit } = services;
  const records = createExportRecords(session.journal);
  const running = new Map<string, RunningExport>();
  /** The record of a running export is written at its start and end; in between its figures live here. */
  const live = new Map<string, ExportRecord>();
  const results = createResults();

  const resultPath = (id: string) => join(session.folder, 'results', `${id}.sqlite`);
  const lockPath = (id: string) => join(session.folder, 'locks', `export-${id}.sqlite`);

  function record(id: string): ExportRecord {
    const found = live.get(id) ?? records.find(id);
    if (!found) throw notFound('This export is not kept here any more. Fetch it again.');
    return found;
  }

  function summary(entry: ExportRecord): ExportSummary {
    const elapsed = Math.max(1, (entry.endedAt ?? clock.wallNow()) - entry.startedAt);
    return {
      id: entry.id,
      accountId: session.account.id,
      name: entry.name,
      query: entry.query,
      request: entry.request,
      state: entry.state,
      reason: entry.reason,
      rows: entry.rows,
      bytes: entry.bytes,
      rowsPerSecond: Math.round((entry.rows * 1000) / elapsed),
      columns: entry.columns.map((column, index) => ({ index, path: column.path, filled: column.filled })),
      startedAt: entry.startedAt,
      endedAt: entry.endedAt,
      storedBytes: storedSize(resultPath(entry.id)),
      sequence: services.nextSequence(),
    };
  }

  function start(query: ExportQuery): ExportSummary {
    mkdirSync(join(session.folder, 'results'), { recursive: true, mode: 0o700 });
    const entry: ExportRecord = {
      id: randomUUID(),
      name: nameOf(query),
      query,
      request: session.api.describeExport('simple', query),
      state: 'running',
      reason: '',
      rows: 0,
      bytes: 0,
      columns: [],
      startedAt: clock.wallNow(),
      endedAt: null,
    };
    const lock = takeLease(lockPath(entry.id));
    records.save(entry);
    live.set(entry.id, entry);
    const controller = new AbortController();
    const stream = session.api.exportSimpleLeads(query, { lane: 'person', signal: controller.signal });
    const done = receive(entry, stream, lock).finally(() => running.delete(entry.id));
    running.set(entry.id, { controller, done });
    return summary(entry);
  }

  /** Takes the stream to its end. Never rejects: whatever happens becomes the state of the record. */
  async function receive(entry: ExportRecord, stream: LeadStream, lock: Lease | null) {
    const path = resultPath(entry.id);
    const flattener = createFlattener();
    let saidAt = clock.monotonicNow() - PROGRESS_MILLISECONDS;
    const keep = async (leads: readonly unknown[]) => {
      for (let from = 0; from < leads.length; from += APPEND_ROWS) {
        const rows = leads.slice(from, from + APPEND_ROWS).map((lead) => flattener.flatten(lead));
        entry.rows = (await results.ask({ kind: 'append', path, rows, columns: flattener.paths.length })).rows;
      }
      const isWider = flattener.paths.length > entry.columns.length;
      entry.columns = flattener.paths.map((name, index) => ({ path: name, filled: flattener.filled[index] ?? 0 }));
      // After a kill the names of the columns are read from here.
      if (isWider) records.save(entry);
    };
    try {
      for await (const part of stream) {
        if (part.kind === 'leads') {
          await keep(part.leads);
          if (clock.monotonicNow() - saidAt >= PROGRESS_MILLISECONDS) {
            saidAt = clock.monotonicNow();
            emit('export:progress', summary(entry));
          }
          continue;
        }
        entry.bytes = part.bytes;
        entry.state = part.complete ? 'complete' : part.error?.code === 'cancelled' ? 'cancelled' : 'partial';
        // The client's sentence already says what became of the rows.
        entry.reason = part.complete
          ? ''
          : (part.error?.message ?? reasonOf(entry, 'The service ended the answer early.'));
      }
      if (entry.rows === 0) await results.ask({ kind: 'count', path });
    } catch (error) {
      if (!(error instanceof Failure)) services.log.bug('export', error);
      entry.state = 'partial';
      entry.reason = reasonOf(entry, error instanceof Error ? error.message : String(error));
    }
    entry.endedAt = clock.wallNow();
    records.save(entry);
    live.delete(entry.id);
    lock?.[Symbol.dispose]();
    emit('export:progress', summary(entry));
  }

  const abandoned = Promise.all(
    records
      .all()
      .filter((entry) => entry.state === 'running')
      .map((entry) => closeAbandoned(entry)),
  );

  return {
    handlers: {
      'export:start': async ({ query }) => start(query),

      'export:cancel': async ({ exportId }) => {
        await cancel(exportId);
        return summary(record(exportId));
      },

      'export:list': async () => {
        return {
          exports: records.all().map((entry) => summary(live.get(entry.id) ?? entry)),
        };
      },

      'export:get': async ({ exportId }) => {
        return summary(record(exportId));
      },

      'export:rows': async ({ exportId, offset, limit, sort, search }, context) => {
        const entry = record(exportId);
        const page = await results.ask(
          { kind: 'page', path: resultPath(entry.id), view: { sort, search }, offset, limit },
          { signal: context.signal },
        );
        return { total: page.total, rows: page.rows };
      },

      'export:save': async ({ exportId, token, sort, search, callId }, context) => {
        const entry = record(exportId);
        const target = services.grantedFile(token, 'write');
        const saved = await results.ask(
          {
            kind: 'save',
            path: resultPath(entry.id),
            view: { sort, search },
            target: target.path,
            columns: entry.columns.map((column) => column.path),
          },
          {
            signal: context.signal,
            onProgress: (rows, rowsTotal) => {
              if (callId !== undefined) emit('save:progress', { callId, rows, rowsTotal });
            },
          },
        );
        return { name: target.name, rows: saved.rows, countedRows: saved.countedRows, bytes: saved.bytes };
      },

      'export:delete': async ({ exportId }) => {
        const entry = record(exportId);
        await cancel(entry.id);
        const path = resultPath(entry.id);
        await results.ask({ kind: 'close', path });
        for (const file of [path, `${path}-wal`, `${path}-shm`, lockPath(entry.id)]) rmSync(file, { force: true });
        records.remove(entry.id);
        return {};
      },
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([...running.keys()].map((id) => cancel(id)));
      await abandoned;
      await results.close();
    },
  };

  /** Resolves when what arrived is kept. */
  async function cancel(id: string): Promise<void> {
    const entry = running.get(id);
    entry?.controller.abort();
    await entry?.done;
  }

  /** An export that says it runs, but whose process is gone: what arrived is kept and called partial. */
  async function closeAbandoned(entry: ExportRecord): Promise<void> {
    const lock = takeLease(lockPath(entry.id));
    if (!lock) return;
    try {
      const counted = await results.ask({ kind: 'count', path: resultPath(entry.id) });
      entry.rows = counted.rows;
      entry.columns = entry.columns.map((column, index) => ({ ...column, filled: counted.filled[index] ?? 0 }));
      entry.state = 'partial';
      entry.reason = reasonOf(entry, 'Lead Console ended while the leads were arriving.');
      entry.endedAt = clock.wallNow();
      records.save(entry);
      emit('export:progress', summary(entry));
    } catch (error) {
      services.log.bug('close abandoned export', error);
    } finally {
      lock[Symbol.dispose]();
    }
  }
}

function reasonOf(entry: ExportRecord, what: string): string {
  const kept =
    entry.rows === 0
      ? 'No lead had arrived.'
      : `The ${entry.rows.toLocaleString('en')} leads that arrived are kept, but leads are missing.`;
  return `${what} ${kept}`;
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
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
