// Why: decision 0362.
import type { ElectronParts } from '../guards/electron-parts.ts';

/** Pixels, for a screen with a scale factor of 2. */
const SIZE = 32;
/** The accent colour of the light scheme, as blue, green, red, opaque. */
const ACCENT = [0xe5, 0x46, 0x4f, 0xff] as const;
const BLACK = [0, 0, 0, 0xff] as const;

export interface BackgroundActions {
  readonly open: () => void;
  readonly quit: () => void;
}

/** An icon beside the clock while the program works without a window. */
export function createBackgroundIcon(
  { Menu, nativeImage, Tray }: Pick<ElectronParts, 'Menu' | 'nativeImage' | 'Tray'>,
  { open, quit }: BackgroundActions,
  platform: NodeJS.Platform = process.platform,
) {
  let tray: InstanceType<ElectronParts['Tray']> | null = null;
  return {
    show(text: string): void {
      tray ??= create();
      tray.setToolTip(text);
      // On Linux nothing but the menu shows the text, and a menu changes only as a whole.
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: text, enabled: false },
          { label: 'Open Lead Console', click: open },
          { label: 'Quit', click: quit },
        ]),
      );
    },
    hide(): void {
      tray?.destroy();
      tray = null;
    },
  };

  function create(): InstanceType<ElectronParts['Tray']> {
    const isMac = platform === 'darwin';
    const image = nativeImage.createFromBitmap(disc(isMac ? BLACK : ACCENT), {
      width: SIZE,
      height: SIZE,
      scaleFactor: 2,
    });
    // macOS colours a template as its menu bar needs it.
    if (isMac) image.setTemplateImage(true);
    const icon = new Tray(image);
    icon.on('click', open);
    return icon;
  }
}

/** Pixels of a filled disc. Drawn here, so that the program needs no image file at run time. */
function disc(colour: readonly number[]): Buffer {
  const pixels = Buffer.alloc(SIZE * SIZE * 4);
  const middle = (SIZE - 1) / 2;
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      if (Math.hypot(x - middle, y - middle) <= SIZE / 2 - 1) pixels.set(colour, (y * SIZE + x) * 4);
    }
  }
  return pixels;
}
