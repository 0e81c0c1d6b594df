import { preferencesSchema } from '../../shared/contract/preferences/preferences.ts';
import type { SettingsStore } from './foundation/ports.ts';
import type { Emit, Handlers } from './sessions/feature.ts';

/** Choices about how the program looks. If the stored ones cannot be read, the defaults apply. */
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
