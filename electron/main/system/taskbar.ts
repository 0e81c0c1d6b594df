// Why: decision 0410.
import type { BrowserWindow } from 'electron';
import type { WorkFigures } from './shown-work.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { COLOURS, discImage } from './disc-image.ts';

/** What the system colours a bar by. Windows: green, yellow, red. */
const MODES = { running: 'normal', waiting: 'paused', needsYou: 'error', idle: 'none' } as const;
/** Electron's word for no bar. */
const NO_BAR = -1;

export interface TaskbarOptions {
  readonly electron: Pick<ElectronParts, 'app' | 'nativeImage'>;
  /** Null while it is closed. */
  readonly window: () => Pick<BrowserWindow, 'setProgressBar' | 'setOverlayIcon'> | null;
  readonly platform: NodeJS.Platform;
}

/** The bar of the imports in taskbar and Dock, and a mark while one needs a person. */
export function createTaskbar({ electron, window, platform }: TaskbarOptions) {
  return {
    show({ share, state, text, needYou }: WorkFigures): void {
      window()?.setProgressBar(state === 'idle' ? NO_BAR : (share ?? NO_BAR), { mode: MODES[state] });
      if (platform === 'win32') {
        const mark = needYou > 0 ? discImage(electron.nativeImage, COLOURS.alarm) : null;
        // The text is for screen readers.
        window()?.setOverlayIcon(mark, needYou > 0 ? text : '');
      }
      if (platform === 'darwin') electron.app.dock?.setBadge(needYou > 0 ? String(needYou) : '');
    },
  };
}
