import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ICNS_SIZES, ICO_SIZES, icnsFile, icoFile, LINUX_SIZES, type Picture } from './icons.ts';
import { root } from './project.ts';

const at = (name: string) => readFileSync(join(root, 'build', name));
/** Width and height that a PNG names. */
const sizeOfPng = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('the icon of Windows has every size, with its pixels', () => {
  const ico = at('icon.ico');
  const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const [entry, length, offset] = [
      6 + 16 * index,
      ico.readUInt32LE(14 + 16 * index),
      ico.readUInt32LE(18 + 16 * index),
    ];
    return { side: ico[entry] || 256, image: ico.subarray(offset, offset + length) };
  });
  expect(entries.map(({ side }) => side)).toEqual([...ICO_SIZES]);
  for (const { side, image } of entries) expect(side === 256 ? sizeOfPng(image)[0] : image.readInt32LE(4)).toBe(side);
  // The colour of the sign, beside its strokes: a mix-up of rows or of red and blue would show.
  const image = entries.find(({ side }) => side === 64)?.image ?? Buffer.alloc(0);
  const pixel = (x: number, y: number) => [...image.subarray(40 + ((63 - y) * 64 + x) * 4).subarray(0, 4)];
  expect(pixel(32, 4)).toEqual([0xd8, 0x5b, 0x2f, 0xff]);
  expect(pixel(0, 0)[3]).toBe(0);
});

test('the icon of macOS has every size', () => {
  const icns = at('icon.icns');
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  const sizes = new Set<number | undefined>();
  for (let offset = 8; offset < icns.length; offset += icns.readUInt32BE(offset + 4))
    sizes.add(sizeOfPng(icns.subarray(offset + 8))[0]);
  expect([...sizes].sort((one, other) => Number(one) - Number(other))).toEqual([...ICNS_SIZES]);
});

test('the pictures of Linux have the sizes in their names', () => {
  for (const size of LINUX_SIZES) expect(sizeOfPng(at(`icons/${size}x${size}.png`))).toEqual([size, size]);
});

test('a missing size is said', () => {
  const picture: Picture = { size: 16, pixels: new Uint8Array(1024), png: new Uint8Array(4) };
  expect(() => icnsFile([picture])).toThrow('no picture of 32 pixels');
  expect(icoFile([picture])).toHaveLength(6 + 16 + 40 + 1024 + 64);
});
