/** A picture of one size: its pixels as red, green, blue, opacity, and the same as PNG. */
export interface Picture {
  readonly size: number;
  readonly pixels: Uint8Array;
  readonly png: Uint8Array;
}

export const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const;
export const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512] as const;

/** Names of the pictures in an icns file, by size; some sizes stand twice, for a screen with double resolution. */
const ICNS_TYPES = [
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
] as const;
export const ICNS_SIZES = [...new Set(ICNS_TYPES.map(([, size]) => size))];

/** Windows icon: small pictures as bitmaps, which its installer and old places need, the largest as PNG. */
export function icoFile(pictures: readonly Picture[]): Buffer {
  const images = pictures.map((picture) => (picture.size < 256 ? bitmapOf(picture) : Buffer.from(picture.png)));
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, image] of images.entries()) {
    const at = 6 + 16 * index;
    // 0 stands for 256.
    const side = (pictures[index]?.size ?? 0) % 256;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(image.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([head, ...images]);
}

/** From the lowest row up, blue first, then a mask that nothing reads because each pixel has its opacity. */
function bitmapOf({ size, pixels }: Picture): Buffer {
  const mask = Math.ceil(size / 32) * 4 * size;
  const image = Buffer.alloc(40 + size * size * 4 + mask);
  image.writeUInt32LE(40, 0);
  image.writeInt32LE(size, 4);
  image.writeInt32LE(size * 2, 8);
  image.writeUInt16LE(1, 12);
  image.writeUInt16LE(32, 14);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const from = (y * size + x) * 4;
      const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(from, from + 4);
      image.set([blue, green, red, opacity], 40 + ((size - 1 - y) * size + x) * 4);
    }
  return image;
}

/** macOS icon: a picture of each size, each as PNG. */
export function icnsFile(pictures: readonly Picture[]): Buffer {
  const parts = ICNS_TYPES.map(([type, size]) => {
    const png = pictures.find((picture) => picture.size === size)?.png;
    if (png === undefined) throw new Error(`there is no picture of ${size} pixels`);
    return Buffer.concat([headOf(type, png.length), png]);
  });
  const body = Buffer.concat(parts);
  return Buffer.concat([headOf('icns', body.length), body]);
}

function headOf(type: string, length: number): Buffer {
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32BE(length + 8, 4);
  return head;
}
