import { preferencesSchema } from '../../../shared/contract/preferences/preferences.ts';
import type { SettingsStore } from '../foundation/ports.ts';
import type { Emit, Feature } from '../sessions/session.ts';

/** How the person likes the program to look; unreadable values fall back to the defaults. */
export function createPreferencesFeature(
  settings: SettingsStore,
  emit: Emit,
): Feature<'preferences:get' | 'preferences:set'> {
  async function read() {
    const parsed = preferencesSchema.safeParse((await settings.read('preferences')) ?? {});
    return parsed.success ? parsed.data : preferencesSchema.parse({});
  }
  return {
    handlers: {
      'preferences:get': read,
      'preferences:set': async (args) => {
        const next = preferencesSchema.parse({ ...(await read()), ...args });
        await settings.write('preferences', next);
        emit('preferences:changed', next);
        return next;
      },
    },
  };
}
