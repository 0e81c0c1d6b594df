import { knownPreferences, type Preferences } from '../../../shared/contract/preferences/preferences.ts';
import type { SettingsStore } from '../../core/foundation/ports.ts';
import type { ElectronParts, SettingsFile } from '../guards/electron-parts.ts';
import { SETTINGS_NAME, setAsideUnreadable, settingsOptions, settingsStore } from '../../host/settings-file.ts';

type Theme = Pick<ElectronParts, 'nativeTheme'>;

/** Settings without secrets. `Store`: electron-store's class. */
export function openSettings(electron: Theme, Store: SettingsFile, folder: string, wallNow: number): SettingsStore {
  setAsideUnreadable(folder, wallNow);
  const store = new Store({ ...settingsOptions, cwd: folder, name: SETTINGS_NAME });
  applyColorScheme(electron, knownPreferences(store.get('preferences')).colorScheme);
  return settingsStore(store);
}

/** Applies the colour scheme that the person chose to menus, dialogs and the background of the window. */
export function applyColorScheme({ nativeTheme }: Theme, scheme: Preferences['colorScheme']): void {
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
}
