import { SAVED_VIEW_LIMIT } from '../../../../shared/contract/exports/kept-views.ts';
import { invalid, notFound } from '../../foundation/failure.ts';
import type { FeatureServices, Handlers } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { createExportRecords } from './export-records.ts';
import { createKeptViews } from './kept-views.ts';

type KeptViewChannel = 'leadView:list' | 'leadView:save' | 'leadView:delete' | 'leadView:left' | 'leadView:leave';

/** The views that an account keeps of its results. */
export function openKeptViews({ clock }: FeatureServices, { journal }: AccountSession): Handlers<KeptViewChannel> {
  const records = createExportRecords(journal);
  const views = createKeptViews(journal);
  return {
    'leadView:list': async () => ({ views: views.saved() }),

    'leadView:save': async ({ name, view }) => {
      if (!views.isSaved(name) && views.saved().length >= SAVED_VIEW_LIMIT)
        throw invalid(`There are ${SAVED_VIEW_LIMIT} saved views already. Delete one that you no longer use.`);
      views.save(name, view, clock.wallNow());
      return { views: views.saved() };
    },

    'leadView:delete': async ({ name }) => {
      views.remove(name);
      return { views: views.saved() };
    },

    'leadView:left': async ({ exportId }) => ({ view: views.left(exportId, records.find(exportId)?.query ?? null) }),

    'leadView:leave': async ({ exportId, view }) => {
      const record = records.find(exportId);
      if (record === undefined) throw notFound('This export was deleted. Fetch it again.');
      views.leave(exportId, record.query, view, clock.wallNow());
      return { exportId, view };
    },
  };
}
