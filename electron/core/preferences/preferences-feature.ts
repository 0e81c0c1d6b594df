import { preferencesSchema } from '../../../shared/contract/preferences/preferences.ts';
import type { SettingsStore } from '../foundation/ports.ts';
import type { Emit, Handlers } from '../sessions/feature.ts';

/** How the person likes the program to look. Values that cannot be read become the defaults. */
export function preferencesHandlers(
  settings: SettingsStore,
  emit: Emit,
): Handlers<'preferences:get' | 'preferences:set'> {
  async function read() {
    const parsed = preferencesSchema.safeParse((await settings.read('preferences')) ?? {});
    return parsed.success ? parsed.data : preferencesSchema.parse({});
  }
  return {
    'preferences:get': read,
    'preferences:set': async (args) => {
      const next = preferencesSchema.parse({ ...(await read()), ...args });
      await settings.write('preferences', next);
      emit('preferences:changed', next);
      return next;
    },
  };
}
