import type { viewChannels } from '../../../shared/contract/exports/view-channels.ts';
import type { LeadView } from '../../../shared/contract/exports/views.ts';
import type { FeatureServices, Handlers } from '../sessions/feature.ts';
import type { StoredResult, StoredResults } from './stored-results.ts';

/** The view alone, of the arguments of a call: a thread gets nothing else. */
function viewOf({ filters, sort, search, keeps, selection, locale }: LeadView): LeadView {
  return { filters, sort, search, keeps, selection, locale };
}

/** The leads of a view in its order. `edits`: the state of the result that they are of; null while leads arrive in it. */
export async function rowsOfView(
  { views }: Pick<StoredResults, 'views'>,
  { path, state }: Pick<StoredResult, 'path' | 'state'>,
  view: LeadView,
  signal: AbortSignal,
): Promise<{ readonly rows: number | Int32Array; readonly edits: number | null }> {
  const { rows, edits } = await views.ask({ kind: 'numbers', path, view: viewOf(view) }, { signal });
  return { rows, edits: state === 'running' ? null : edits };
}

/** What the page asks about the views of results. */
export function viewHandlers(services: FeatureServices, stored: StoredResults): Handlers<keyof typeof viewChannels> {
  const place = (args: LeadView & { readonly exportId: string }) => ({
    path: stored.find(args.exportId).path,
    view: viewOf(args),
  });
  return {
    'export:rows': async (args, { signal }) => {
      const { offset, limit, marks } = args;
      const page = await stored.views.ask({ kind: 'page', ...place(args), offset, limit, marks }, { signal });
      stored.prepareViews(args.exportId);
      return page;
    },

    'export:hit': async (args, { signal }) => {
      const { find, columns, wanted } = args;
      return stored.views.ask({ kind: 'hit', ...place(args), find: { find, columns }, wanted }, { signal });
    },

    'export:countHits': async (args, { signal }) => {
      const { find, columns, callId } = args;
      const request = { kind: 'countHits', ...place(args), find: { find, columns } } as const;
      for (;;) {
        const { counted, isWhole } = await stored.views.ask(request, { signal });
        if (isWhole) return counted;
        if (callId !== undefined) services.emit('export:hitsCounted', { callId, ...counted });
      }
    },

    'export:values': async (args, { signal }) => {
      const { column, find, offset, limit } = args;
      return stored.views.ask({ kind: 'values', ...place(args), column, find, offset, limit }, { signal });
    },

    'export:profile': async (args, { signal }) => {
      const { column, accuracy } = args;
      return stored.views.ask({ kind: 'profile', ...place(args), column, accuracy }, { signal });
    },

    'export:question': async (args, { signal }) =>
      stored.views.ask({ kind: 'question', ...place(args), question: args.question }, { signal }),

    'export:choose': async (args, { signal }) => {
      const { from, does, choice } = args;
      return stored.views.ask({ kind: 'choose', ...place(args), from, does, choice }, { signal });
    },
  };
}
