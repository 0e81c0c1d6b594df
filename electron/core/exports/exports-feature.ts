import type { CoreChannelName } from '../../../shared/contract/channels.ts';
import { partialName } from '../../../shared/contract/exports/save-formats.ts';
import type { LeadName } from '../../../shared/contract/segments/segment-changes.ts';
import type { LeadView } from '../../../shared/contract/exports/views.ts';
import { cutWords } from '../../../shared/domain/service/answers/deep-json.ts';
import { fileFailure } from '../files/foundation/file-trouble.ts';
import { invalid } from '../foundation/failure.ts';
import type { FeatureServices, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { AccountExports, type CampaignFields } from './account-exports.ts';
import { datasetHandlers } from './dataset-handlers.ts';
import { Datasets } from './dataset/datasets.ts';
import { writeLeadIds } from './lead-id-list.ts';
import { namesInResults } from './names-in-results.ts';
import { AccountComparisons } from './compare/account-comparisons.ts';
import { saveAnswer } from './save/save-answer.ts';
import type { SaveRequest } from './save/save-result.ts';
import { type StoredResult, StoredResults } from './stored-results.ts';
import { rowsOfView, viewHandlers } from './view-handlers.ts';

type ExportChannel = Extract<CoreChannelName, `export:${string}` | `compare:${string}`>;

/** The exports of an account that is open. */
export interface AccountResults extends OpenFeature<ExportChannel> {
  /** Names of some of these leads, as the latest results have them. */
  readonly namesInResults: (leadIds: readonly string[], signal: AbortSignal) => Promise<LeadName[]>;
  /** Writes the ids of the leads of a view of a result, and answers the result's name. See `writeLeadIds`. */
  readonly writeLeadIds: (
    exportId: string,
    view: LeadView,
    target: string,
    signal: AbortSignal,
  ) => Promise<{ readonly name: string }>;
}

/** The exports of one account. */
export function openExports(
  services: FeatureServices,
  session: AccountSession,
  fields: CampaignFields,
): AccountResults {
  const exports = new AccountExports(services, session, fields);
  const comparisons = new AccountComparisons(services, session, {
    record: (id) => exports.book.compared(id),
    resultPath: (id) => exports.book.resultPath(id),
    takeAlone: (id) => exports.book.alone(id),
    removeFiles: async (path) => {
      await exports.letGo(path);
      exports.book.removeFiles(path);
    },
  });
  const stored = new StoredResults(exports, comparisons);
  const { account } = session;
  const datasets = new Datasets({ service: account.address, account: account.username });
  return {
    namesInResults: (leadIds, signal) => namesInResults(exports, stored, leadIds, signal),
    async writeLeadIds(exportId, view, target, signal) {
      await writeLeadIds(exports, stored, { exportId, view, target }, signal);
      return { name: stored.find(exportId).name };
    },
    handlers: {
      ...datasetHandlers(exports, datasets, services, session),

      'export:start': async ({ query, name, windowDays, onceEach }) =>
        exports.start(query, {
          ...(name === undefined ? {} : { name }),
          windowDays: windowDays ?? null,
          merges: onceEach ?? false,
        }),

      'export:refresh': async ({ exportId, windowDays }) => exports.refresh(exportId, windowDays ?? null),

      'export:cancel': async ({ exportId }) => {
        await exports.cancel(exportId);
        return exports.book.summary(exports.book.record(exportId));
      },

      'export:findFollowed': async ({ token, query }) => {
        try {
          return { exportId: await exports.book.followed(services.grantedFile(token, 'write'), query) };
        } catch (error) {
          throw fileFailure(error);
        }
      },

      'export:rename': async ({ exportId, name }) => exports.book.rename(exportId, name),

      'export:keep': async ({ exportId, keeps }) => exports.book.keep(exportId, keeps),

      'export:list': async () => ({ exports: exports.all() }),

      'export:get': async ({ exportId }) => exports.book.summary(exports.book.record(exportId)),

      ...viewHandlers(services, stored),

      'export:save': async (args, { signal }) => {
        const { exportId, token, format, columns, names, callId } = args;
        using _reading = await stored.reading(exportId);
        const record = stored.find(exportId);
        const granted = services.grantedFile(token, 'write');
        // A file in which leads are missing never takes the place of one in which none is.
        const name = record.state === 'complete' ? granted.name : partialName(granted.name);
        const target = name === granted.name ? granted.path : partialName(granted.path);
        const { path } = record;
        using _target = await exports.book.writing(target);
        const chosen = await rowsOfView(stored, record, args, signal);
        const saves = chosenColumns(record, columns, names);
        const overwrite = args.overwrite !== false || target !== granted.path;
        const part = args.follows === true && record.state === 'complete' ? `${target}.${process.pid}.part` : undefined;
        const saved = await exports.results.ask(
          {
            kind: 'save',
            path,
            ...chosen,
            target,
            overwrite,
            part,
            format,
            columns: saves,
          },
          {
            signal,
            onProgress: (rows, rowsTotal) => {
              if (callId !== undefined) services.emit('save:progress', { callId, rows, rowsTotal });
            },
          },
        );
        if (part !== undefined) await exports.book.putFollowed(exportId, part, { path: target, overwrite });
        const cut = cutWords(
          saves.flatMap(({ path: of, name: title }) => (record.shortened.includes(of) ? [title] : [])),
        );
        return {
          ...saved,
          name,
          countedRows: saved.rows,
          notes: [...record.notes, ...saved.notes, ...(cut === '' ? [] : [cut])],
          isCut: saved.isCut || cut !== '',
        };
      },

      'export:saveTable': async ({ token, format, ...table }, { signal }) => {
        const { path, name } = services.grantedFile(token, 'write');
        using _target = await exports.book.writing(path);
        const saved = await saveAnswer(table, path, format, signal);
        return { ...saved, name, countedRows: saved.rows, notes: [...saved.notes] };
      },

      'export:delete': async ({ exportId }) => {
        await exports.remove(exportId, () => comparisons.removeOf(exportId));
        return {};
      },

      'compare:open': async ({ before, now, callId }, { signal }) =>
        comparisons.open(before, now, {
          signal,
          onProgress: (rows, rowsTotal) => {
            if (callId !== undefined) services.emit('compare:progress', { callId, rows, rowsTotal });
          },
        }),
    },
    async [Symbol.asyncDispose]() {
      using _datasets = datasets;
      await comparisons[Symbol.asyncDispose]();
      await exports[Symbol.asyncDispose]();
    },
  };
}

/** @throws Failure `validation` for a column that the result has not */
function chosenColumns(
  { columns }: StoredResult,
  chosen: readonly number[] | null,
  names: readonly string[] | undefined,
): SaveRequest['columns'] {
  const indexes = chosen ?? columns.map(({ index }) => index);
  const saved = indexes.map((index, place) => {
    const column = columns.find((known) => known.index === index);
    if (column === undefined) throw invalid(`The result has no column ${index + 1}. Choose the columns again.`);
    return { index, path: column.path, name: names?.[place] ?? column.path };
  });
  const counts = new Map<string, number>();
  for (const { name } of saved) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  // Readers of JSON keep one value of a name that comes twice: a campaign may have a field "Status", too.
  return saved.map((column) =>
    counts.get(column.name.toLowerCase()) === 1 ? column : { ...column, name: column.path },
  );
}
