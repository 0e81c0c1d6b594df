import { type AreaChannels, type AreaEvents, put, sameAs } from '../cache-effects.ts';
import { nothing } from '../primitives.ts';
import { type Preferences, preferencesChangeSchema, preferencesSchema } from './preferences.ts';

export const preferenceChannels = {
  'preferences:get': { args: nothing, result: preferencesSchema, changes: [], isOfEveryAccount: true },
  'preferences:set': {
    args: preferencesChangeSchema,
    result: preferencesSchema,
    changes: [sameAs('preferences:changed')],
  },
} as const satisfies AreaChannels;

export const preferenceEvents = {
  'preferences:changed': {
    payload: preferencesSchema,
    changes: [put('preferences:get', (_preferences: Preferences) => ({}))],
  },
} as const satisfies AreaEvents;
