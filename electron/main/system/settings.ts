import { type Preferences, preferencesSchema } from '../../../shared/contract/preferences/preferences.ts';
import type { SettingsStore } from '../../core/foundation/ports.ts';
import type { ElectronParts, SettingsFile } from '../guards/electron-parts.ts';
import { SETTINGS_NAME, setAsideUnreadable, settingsOptions, settingsStore } from '../../host/settings-file.ts';

type Theme = Pick<ElectronParts, 'nativeTheme'>;

/** Settings without secrets. `Store`: electron-store's class. */
export function openSettings(electron: Theme, Store: SettingsFile, folder: string, wallNow: number): SettingsStore {
  setAsideUnreadable(folder, wallNow);
  const store = new Store({ ...settingsOptions, cwd: folder, name: SETTINGS_NAME });
  const kept = preferencesSchema.safeParse(store.get('preferences') ?? {});
  applyColorScheme(electron, kept.success ? kept.data.colorScheme : 'auto');
  return settingsStore(store);
}

/** Applies the colour scheme that the person chose to menus, dialogs and the background of the window. */
export function applyColorScheme({ nativeTheme }: Theme, scheme: Preferences['colorScheme']): void {
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
}
