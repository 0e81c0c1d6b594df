import { nativeTheme } from 'electron';
import Store from 'electron-store';
import { type Preferences, preferencesSchema } from '../../../shared/contract/preferences/preferences.ts';
import type { SettingsStore } from '../../core/foundation/ports.ts';
import { SETTINGS_NAME, setAsideUnreadable, settingsOptions, settingsStore } from '../../host/settings-file.ts';

/** Settings without secrets. No other file imports electron-store, because it cannot be loaded outside Electron. */
export function openSettings(folder: string, wallNow: number): SettingsStore {
  setAsideUnreadable(folder, wallNow);
  const store = new Store<Record<string, unknown>>({ ...settingsOptions, cwd: folder, name: SETTINGS_NAME });
  const kept = preferencesSchema.safeParse(store.get('preferences') ?? {});
  applyColorScheme(kept.success ? kept.data.colorScheme : 'auto');
  return settingsStore(store);
}

/** Applies the colour scheme that the person chose to menus, dialogs and the background of the window. */
export function applyColorScheme(scheme: Preferences['colorScheme']): void {
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
}
