// Why: decision 0362.
import type { ElectronParts } from '../guards/electron-parts.ts';

/** Pixels, for a screen with a scale factor of 2. */
const SIZE = 32;
/** The accent colour of the light scheme, as blue, green, red, opaque. */
const ACCENT = [0xe5, 0x46, 0x4f, 0xff] as const;

export interface BackgroundActions {
  readonly open: () => void;
  readonly quit: () => void;
}

/** An icon beside the clock while the program works without a window. */
export function createBackgroundIcon(
  { Menu, nativeImage, Tray }: Pick<ElectronParts, 'Menu' | 'nativeImage' | 'Tray'>,
  { open, quit }: BackgroundActions,
) {
  let tray: InstanceType<ElectronParts['Tray']> | null = null;
  return {
    show(text: string): void {
      tray ??= create();
      tray.setToolTip(text);
    },
    hide(): void {
      tray?.destroy();
      tray = null;
    },
  };

  function create(): InstanceType<ElectronParts['Tray']> {
    const icon = new Tray(nativeImage.createFromBitmap(disc(), { width: SIZE, height: SIZE, scaleFactor: 2 }));
    icon.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Lead Console', click: open },
        { label: 'Quit', click: quit },
      ]),
    );
    icon.on('click', open);
    return icon;
  }
}

/** Pixels of a filled disc. Drawn here, so that the program needs no image file at run time. */
function disc(): Buffer {
  const pixels = Buffer.alloc(SIZE * SIZE * 4);
  const middle = (SIZE - 1) / 2;
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      if (Math.hypot(x - middle, y - middle) <= SIZE / 2 - 1) pixels.set(ACCENT, (y * SIZE + x) * 4);
    }
  }
  return pixels;
}
