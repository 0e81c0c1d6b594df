import type { ChannelArgs } from '../../shared/contract/channels.ts';
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
  async function set(changed: ChannelArgs<'preferences:set'>) {
    const next = preferencesSchema.parse({ ...(await read()), ...changed });
    await settings.write('preferences', next);
    emit('preferences:changed', next);
    return next;
  }
  let last: Promise<unknown> = Promise.resolve();
  return {
    'preferences:get': read,
    // One after the other: each change is made to what the one before has written.
    'preferences:set': (args) => {
      const setting = last.then(() => set(args));
      last = setting.catch(() => undefined);
      return setting;
    },
  };
}
