import { z } from 'zod';
import {
  keptViewSchema,
  SAVED_VIEW_LIMIT,
  type SavedView,
  viewNameSchema,
} from '../../../../shared/contract/exports/kept-views.ts';
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import { nameKey } from '../../../../shared/domain/words/fold-text.ts';
import { invalid, notFound } from '../../foundation/failure.ts';
import type { SharedText, SharedTexts } from '../../foundation/shared-texts.ts';
import type { FeatureServices, Handlers } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { SharedByName, sharingOf } from '../../foundation/shared-by-name.ts';
import { createExportRecords, exportGone } from './export-records.ts';
import { createKeptViews } from './kept-views.ts';

type KeptViewChannel =
  'leadView:list' | 'leadView:save' | 'leadView:share' | 'leadView:delete' | 'leadView:left' | 'leadView:leave';

/** The views that an account keeps of its results. */
export function openKeptViews(
  { clock }: Pick<FeatureServices, 'clock'>,
  { journal }: Pick<AccountSession, 'journal'>,
  texts: SharedTexts,
): Handlers<KeptViewChannel> {
  const records = createExportRecords(journal);
  const views = createKeptViews(journal);
  const shared = new SharedByName<SavedView>({ kind: 'view', texts, write: viewText, read: viewOf });
  const all = () => shared.list(views.saved());
  const listed = (name: string) => all().find(({ item }) => nameKey(item.name) === nameKey(name));
  const list = () => ({
    views: all().map(({ item, key, from }) => ({ ...item, ...sharingOf(key, from) })),
    ...(shared.isTeam ? ({ isInTeam: true } as const) : {}),
  });
  return {
    'leadView:list': async () => {
      shared.hear();
      return list();
    },

    'leadView:save': async ({ name, view }) => {
      if (!views.isSaved(name) && views.saved().length >= SAVED_VIEW_LIMIT)
        throw invalid(`There are ${SAVED_VIEW_LIMIT} saved views already. Delete one that you no longer use.`);
      const before = listed(name);
      const savedAt = clock.wallNow();
      views.save(name, view, savedAt);
      shared.saved({ name, view, savedAt }, before);
      return list();
    },

    'leadView:share': async ({ name, isShared }) => {
      const found = listed(name);
      if (found === undefined || found.item.isDamaged === true)
        throw notFound('This view was deleted, or is damaged. Save it again.');
      if (isShared) shared.share(found.item);
      else shared.stop(found);
      return list();
    },

    'leadView:delete': async ({ name }) => {
      shared.stop(listed(name) ?? { key: null });
      views.remove(name);
      return list();
    },

    'leadView:left': async ({ exportId }) => ({ view: views.left(exportId, records.find(exportId)?.query ?? null) }),

    'leadView:leave': async ({ exportId, view }) => {
      const record = records.find(exportId);
      if (record === undefined) throw exportGone();
      views.leave(exportId, record.query, view, clock.wallNow());
      return { exportId, view };
    },
  };
}

const viewTextSchema = z.object({ name: viewNameSchema, view: keptViewSchema });

function viewText({ name, view }: SavedView): string {
  return JSON.stringify({ name, view });
}

function viewOf({ text, at }: SharedText): SavedView | null {
  const read = viewTextSchema.safeParse(parseJson(text));
  return read.success ? { ...read.data, savedAt: at } : null;
}
