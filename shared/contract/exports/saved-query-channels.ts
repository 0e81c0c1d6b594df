import { z } from 'zod';
import { type AreaChannels, type AreaEvents, reread } from '../cache-effects.ts';
import { fileTokenSchema, savedFileSchema } from '../host/files.ts';
import { done, id, nothing } from '../primitives.ts';
import { writtenQuerySchema } from './queries.ts';
import { queryNameSchema, savedQuerySchema } from './saved-queries.ts';
import { inTeam } from './sharing.ts';

const savedQueriesChanged = [reread('query:list')] as const;

export const savedQueryChannels = {
  /** The saved queries of the account, sorted by name; behind them those that colleagues share. */
  'query:list': { args: nothing, result: z.object({ queries: z.array(savedQuerySchema), ...inTeam }), changes: [] },
  /**
   * Saves a query under a name; `queryId`: replaces name and query of that one. Fails with `validation` when another
   * saved query has the name.
   */
  'query:save': {
    args: z.object({ queryId: id.nullable(), name: queryNameSchema, query: writtenQuerySchema }),
    result: savedQuerySchema,
    changes: savedQueriesChanged,
  },
  /** Colleagues of the team have it from now on, or no longer; here it stays. Fails with `validation` without a team. */
  'query:share': {
    args: z.object({ queryId: id, isShared: z.boolean() }),
    result: done,
    changes: savedQueriesChanged,
  },
  /** Results that were fetched with it stay. One that is shared goes for everybody. */
  'query:remove': { args: z.object({ queryId: id }), result: done, changes: savedQueriesChanged },
  /** Writes the query as JSON; `rows` is 1. */
  'query:export': {
    args: z.object({ queryId: id, token: fileTokenSchema }),
    result: savedFileSchema,
    changes: [],
  },
  /** Saves the query of a JSON file; when its name is taken, it gets a number. */
  'query:import': {
    args: z.object({ token: fileTokenSchema }),
    result: savedQuerySchema,
    changes: savedQueriesChanged,
  },
} as const satisfies AreaChannels;

export const savedQueryEvents = {
  /** Colleagues of the team have shared, changed or taken back queries or views. */
  'query:heard': { payload: z.object({}), changes: [...savedQueriesChanged, reread('leadView:list')] },
} as const satisfies AreaEvents;
