import { nativeTheme } from 'electron';
import Store from 'electron-store';
import type { EventName } from '../../shared/contract/channels.ts';
import { preferencesSchema } from '../../shared/contract/preferences/preferences.ts';
import type { SettingsStore } from '../core/foundation/ports.ts';
import { SETTINGS_NAME, setAsideUnreadable, settingsOptions, settingsStore } from '../host/settings-file.ts';

/** Settings without secrets. The only file that knows electron-store; it cannot be loaded outside Electron. */
export function openSettings(folder: string, wallNow: number): SettingsStore {
  setAsideUnreadable(folder, wallNow);
  const store = new Store<Record<string, unknown>>({ ...settingsOptions, cwd: folder, name: SETTINGS_NAME });
  followColourScheme('preferences:changed', store.get('preferences'));
  return settingsStore(store);
}

/** Menus, dialogs and the window's ground take the colour scheme that the person chose for the page. */
export function followColourScheme(name: EventName, payload: unknown): void {
  if (name !== 'preferences:changed') return;
  const preferences = preferencesSchema.safeParse(payload ?? {});
  const scheme = preferences.success ? preferences.data.colorScheme : 'auto';
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
}
