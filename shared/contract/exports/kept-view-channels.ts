import { type AreaChannels, put } from '../cache-effects.ts';
import { id } from '../primitives.ts';
import { z } from 'zod';
import {
  keptViewSchema,
  type LeftView,
  leftViewSchema,
  type SavedViews,
  savedViewsSchema,
  viewNameSchema,
} from './kept-views.ts';

const isTheList = put('leadView:list', (_views: SavedViews) => ({}));

export const keptViewChannels = {
  'leadView:list': { args: z.object({}), result: savedViewsSchema, changes: [] },
  /** Replaces the view of that name. Errors: `validation` when there are too many. */
  'leadView:save': {
    args: z.object({ name: viewNameSchema, view: keptViewSchema }),
    result: savedViewsSchema,
    changes: [isTheList],
  },
  /** Colleagues of the team have it from now on, or no longer; here it stays. Errors: `validation` without a team, `notFound`. */
  'leadView:share': {
    args: z.object({ name: viewNameSchema, isShared: z.boolean() }),
    result: savedViewsSchema,
    changes: [isTheList],
  },
  /** One that is shared goes for everybody. */
  'leadView:delete': { args: z.object({ name: viewNameSchema }), result: savedViewsSchema, changes: [isTheList] },
  'leadView:left': { args: z.object({ exportId: id }), result: leftViewSchema, changes: [] },
  /** It is gone with the result. Errors: `notFound` for a result that was deleted. */
  'leadView:leave': {
    args: z.object({ exportId: id, view: keptViewSchema }),
    result: leftViewSchema.extend({ exportId: id }),
    changes: [
      put(
        'leadView:left',
        ({ exportId }: LeftView & { exportId: string }) => ({ exportId }),
        ({ view }): LeftView => ({ view }),
      ),
    ],
  },
} as const satisfies AreaChannels;
