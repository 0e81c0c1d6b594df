import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findChromium } from '../lib/chromium.ts';
import { ICNS_SIZES, ICO_SIZES, icnsFile, icoFile, LINUX_SIZES, type Picture } from '../lib/icons.ts';
import { root } from '../lib/project.ts';

/** Makes the icons of the three systems from `renderer/public/favicon.svg`; to be run, and its files committed, when that one changes. */
const folder = join(root, 'build');
const svg = readFileSync(join(root, 'renderer/public/favicon.svg'), 'utf8');
const executablePath = findChromium();
await using browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
const page = await browser.newPage();

/** Runs in the page: its program is text, because nothing else here knows a document. */
const DRAWING = `async ([source, side]) => {
  const image = new Image();
  image.src = 'data:image/svg+xml,' + encodeURIComponent(source);
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0, side, side);
  return { pixels: [...context.getImageData(0, 0, side, side).data], png: canvas.toDataURL('image/png') };
}`;

async function draw(size: number): Promise<Picture> {
  const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
  const drawn = await page.evaluate<{ pixels: number[]; png: string }>(
    `(${DRAWING})(${JSON.stringify([sized, size])})`,
  );
  return { size, pixels: Uint8Array.from(drawn.pixels), png: Buffer.from(drawn.png.split(',')[1] ?? '', 'base64') };
}

const pictures = new Map<number, Picture>();
for (const size of new Set<number>([...ICO_SIZES, ...ICNS_SIZES, ...LINUX_SIZES])) pictures.set(size, await draw(size));
const of = (sizes: readonly number[]) => sizes.flatMap((size) => pictures.get(size) ?? []);
writeFileSync(join(folder, 'icon.ico'), icoFile(of(ICO_SIZES)));
writeFileSync(join(folder, 'icon.icns'), icnsFile(of(ICNS_SIZES)));
mkdirSync(join(folder, 'icons'), { recursive: true });
for (const { size, png } of of(LINUX_SIZES)) writeFileSync(join(folder, 'icons', `${size}x${size}.png`), png);
process.stderr.write('The icons in build/ are made.\n');
