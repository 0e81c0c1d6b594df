import type { MenuItemConstructorOptions } from 'electron';

export interface MenuActions {
  readonly isMac: boolean;
  readonly hasDevTools: boolean;
  readonly openGuide: () => void;
}

/** The menu items that the system expects of every program. The page has the shortcuts for its own commands. */
export function menuTemplate({ isMac, hasDevTools, openGuide }: MenuActions): MenuItemConstructorOptions[] {
  return [
    isMac ? { role: 'appMenu' } : { label: '&File', submenu: [{ role: 'close' }, { role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'reload' },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(hasDevTools ? [{ role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: 'Guide', click: openGuide }] },
  ];
}
