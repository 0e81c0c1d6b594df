import type { CoreChannelName } from '../../../shared/contract/channels.ts';
import { partialName } from '../../../shared/contract/exports/save-formats.ts';
import { invalid } from '../foundation/failure.ts';
import type { FeatureServices, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { AccountExports } from './account-exports.ts';
import { datasetHandlers } from './dataset-handlers.ts';
import { Datasets } from './dataset/datasets.ts';
import type { ExportRecord } from './export-records.ts';
import type { SaveRequest } from './save/save-result.ts';
import { viewHandlers, viewOf } from './view-handlers.ts';

type ExportChannel = Extract<CoreChannelName, `export:${string}`>;

/** The exports of one account. */
export function openExports(services: FeatureServices, session: AccountSession): OpenFeature<ExportChannel> {
  const exports = new AccountExports(services, session);
  const { account } = session;
  const datasets = new Datasets({ service: account.address, account: account.username });
  return {
    handlers: {
      ...datasetHandlers(exports, datasets, services, session),

      'export:start': async ({ query, name }) => exports.start(query, name),

      'export:cancel': async ({ exportId }) => {
        await exports.cancel(exportId);
        return exports.summary(exports.record(exportId));
      },

      'export:rename': async ({ exportId, name }) => exports.rename(exportId, name),

      'export:keep': async ({ exportId, keeps }) => exports.keep(exportId, keeps),

      'export:list': async () => ({ exports: exports.all() }),

      'export:get': async ({ exportId }) => exports.summary(exports.record(exportId)),

      ...viewHandlers(services, exports),

      'export:save': async (args, { signal }) => {
        const { exportId, token, format, columns, callId } = args;
        const record = exports.record(exportId);
        const granted = services.grantedFile(token, 'write');
        // A file in which leads are missing never takes the place of one in which none is.
        const name = record.state === 'complete' ? granted.name : partialName(granted.name);
        const target = name === granted.name ? granted.path : partialName(granted.path);
        const path = exports.resultPath(record.id);
        const { rows } = await exports.views.ask({ kind: 'numbers', path, view: viewOf(args) }, { signal });
        const saved = await exports.results.ask(
          {
            kind: 'save',
            path,
            rows,
            target,
            format,
            columns: chosenColumns(record, columns),
          },
          {
            signal,
            onProgress: (rows, rowsTotal) => {
              if (callId !== undefined) services.emit('save:progress', { callId, rows, rowsTotal });
            },
          },
        );
        return { ...saved, name, countedRows: saved.rows, notes: [...saved.notes] };
      },

      'export:delete': async ({ exportId }) => {
        await exports.remove(exports.record(exportId).id);
        return {};
      },
    },
    async [Symbol.asyncDispose]() {
      using _datasets = datasets;
      await exports[Symbol.asyncDispose]();
    },
  };
}

/** @throws Failure `validation` for a column that the result has not */
function chosenColumns({ columns }: ExportRecord, chosen: readonly number[] | null): SaveRequest['columns'] {
  const indexes = chosen ?? columns.map((_, index) => index);
  return indexes.map((index) => {
    const column = columns[index];
    if (column === undefined) throw invalid(`The result has no column ${index + 1}. Choose the columns again.`);
    return { index, name: column.path };
  });
}
