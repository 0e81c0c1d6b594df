// Why: decision 0186.
import type * as Electron from 'electron';
import type { SettingsDocument, settingsOptions } from '../../host/settings-file.ts';

/**
 * All that the shell uses of Electron. It comes in as an argument, so that specs hand in a stand-in that records every
 * option, listener and call.
 */
export type ElectronParts = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'clipboard'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'nativeTheme'
  | 'Notification'
  | 'powerMonitor'
  | 'powerSaveBlocker'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'session'
  | 'shell'
  | 'Tray'
  | 'utilityProcess'
>;

/** electron-store's class. */
export type SettingsFile = new (
  options: typeof settingsOptions & { readonly cwd: string; readonly name: string },
) => SettingsDocument;
