import type { ChannelArgs } from '../../shared/contract/channels.ts';
import { keptPreferences, knownPreferences } from '../../shared/contract/preferences/preferences.ts';
import { inTurn } from './foundation/in-turn.ts';
import type { SettingsStore } from './foundation/ports.ts';
import type { Emit, Handlers } from './sessions/feature.ts';

/** Choices about how the program looks. */
export function preferencesHandlers(
  settings: SettingsStore,
  emit: Emit,
): Handlers<'preferences:get' | 'preferences:set'> {
  async function set(changed: ChannelArgs<'preferences:set'>) {
    // What this version does not know stays for the one that wrote it.
    const next = { ...keptPreferences(await settings.read('preferences')), ...changed };
    await settings.write('preferences', next);
    const known = knownPreferences(next);
    emit('preferences:changed', known);
    return known;
  }
  const inOrder = inTurn();
  return {
    'preferences:get': async () => knownPreferences(await settings.read('preferences')),
    // One after the other: each change is made to what the one before has written.
    'preferences:set': (args) => inOrder(() => set(args)),
  };
}
