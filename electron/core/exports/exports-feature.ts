import type { FeatureServices, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { AccountExports } from './account-exports.ts';

type ExportChannel =
  'export:start' | 'export:cancel' | 'export:list' | 'export:get' | 'export:rows' | 'export:save' | 'export:delete';

/** The exports of one account. */
export function openExports(services: FeatureServices, session: AccountSession): OpenFeature<ExportChannel> {
  const exports = new AccountExports(services, session);
  return {
    handlers: {
      'export:start': async ({ query }) => exports.start(query),

      'export:cancel': async ({ exportId }) => {
        await exports.cancel(exportId);
        return exports.summary(exports.record(exportId));
      },

      'export:list': async () => ({ exports: exports.all() }),

      'export:get': async ({ exportId }) => exports.summary(exports.record(exportId)),

      'export:rows': async ({ exportId, offset, limit, sort, search }, { signal }) => {
        const { id } = exports.record(exportId);
        const page = await exports.results.ask(
          { kind: 'page', path: exports.resultPath(id), view: { sort, search }, offset, limit },
          { signal },
        );
        return { total: page.total, rows: page.rows };
      },

      'export:save': async ({ exportId, token, sort, search, callId }, { signal }) => {
        const { id, columns } = exports.record(exportId);
        const target = services.grantedFile(token, 'write');
        const saved = await exports.results.ask(
          {
            kind: 'save',
            path: exports.resultPath(id),
            view: { sort, search },
            target: target.path,
            columns: columns.map((column) => column.path),
          },
          {
            signal,
            onProgress: (rows, rowsTotal) => {
              if (callId !== undefined) services.emit('save:progress', { callId, rows, rowsTotal });
            },
          },
        );
        return { name: target.name, rows: saved.rows, countedRows: saved.countedRows, bytes: saved.bytes };
      },

      'export:delete': async ({ exportId }) => {
        await exports.remove(exports.record(exportId).id);
        return {};
      },
    },
    [Symbol.asyncDispose]: () => exports[Symbol.asyncDispose](),
  };
}
