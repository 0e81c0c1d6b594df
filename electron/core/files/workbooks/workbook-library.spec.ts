import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

it('the workbook library is the official 0.20.3, byte for byte', () => {
  // A republication of the same name with other content was seen; the sum is that of the official archive.
  const folder = dirname(createRequire(import.meta.url).resolve('@e965/xlsx'));
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, 'xlsx.mjs')))
    .digest('hex');
  expect(sum).toBe('1a0fb062ee9781b13f6687371b202aaefc53b6ce55b530c027e01f9c087b77db');
});
