import type { NativeImage } from 'electron';
import type { ElectronParts } from '../guards/electron-parts.ts';

/** Pixels, for a screen with a scale factor of 2. */
const SIZE = 32;

/** Blue, green, red, opaque: as the system wants them. */
export const COLOURS = {
  /** The accent colour of the light scheme. */
  accent: [0xe5, 0x46, 0x4f, 0xff],
  black: [0, 0, 0, 0xff],
  /** The light scheme's red. */
  alarm: [0x1c, 0x1c, 0xb9, 0xff],
} as const;

/** A filled disc of 16 points. Drawn here, so that the program needs no image file at run time. */
export function discImage(
  nativeImage: ElectronParts['nativeImage'],
  colour: readonly [number, number, number, number],
): NativeImage {
  const pixels = Buffer.alloc(SIZE * SIZE * 4);
  const middle = (SIZE - 1) / 2;
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      if (Math.hypot(x - middle, y - middle) <= SIZE / 2 - 1) pixels.set(colour, (y * SIZE + x) * 4);
    }
  }
  return nativeImage.createFromBitmap(pixels, { width: SIZE, height: SIZE, scaleFactor: 2 });
}
