import type { MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  readonly platform: NodeJS.Platform;
  readonly hasDevTools: boolean;
  readonly openGuide: () => void;
  readonly chooseFile: () => void;
  readonly openLicences: () => void;
  /** Empties the system's list of recent files. */
  readonly clearRecent: () => void;
}

/** The menu items that the system expects of every program. The page has the shortcuts for its own commands. */
export function menuTemplate({
  platform,
  hasDevTools,
  openGuide,
  chooseFile,
  openLicences,
  clearRecent,
}: MenuActions): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        // The page answers the keys itself, and knows when a dialog of its own is open. On macOS the menu takes them first.
        { label: 'Open…', accelerator: 'CmdOrCtrl+O', registerAccelerator: false, click: chooseFile },
        ...recentItems(platform, clearRecent),
        { role: 'close' },
        ...(isMac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        // A person who reloads loses what is half filled in.
        ...(hasDevTools ? [{ role: 'reload' } as const, { type: 'separator' } as const] : []),
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        // Its own key is Ctrl+Shift+=: without Shift this one is Ctrl++ on a German keyboard and Ctrl+= on an English one.
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(hasDevTools ? [{ role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Guide', click: openGuide },
        { label: 'Licences of other programs', click: openLicences },
        ...(isMac ? [] : [{ role: 'about' } as const]),
      ],
    },
  ];
}

/** macOS lists them in the menu, Windows at the icon in the taskbar; Linux has no such list of a program. */
function recentItems(platform: NodeJS.Platform, clearRecent: () => void): MenuItemConstructorOptions[] {
  if (platform === 'darwin') return [{ role: 'recentDocuments', submenu: [{ role: 'clearRecentDocuments' }] }];
  return platform === 'win32' ? [{ label: 'Clear recent files', click: clearRecent }] : [];
}
