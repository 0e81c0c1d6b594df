import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { mountSmallDisk } from '../storage/small-disk-fixture.ts';
import { writeChart } from './chart-file.ts';

function target(name: string) {
  const folder = specFolder('chart');
  return { token: 'file-00000000', path: join(folder, name), name, access: 'write' as const };
}

test('figures are written as they are, and counted without the header', async () => {
  const file = target('leads.csv');
  const text = '\uFEFFTime,Left\r\n"Tue, 13:47",61588\r\n13:48,61000\r\n';
  expect(await writeChart('csv', text, file)).toEqual({
    name: 'leads.csv',
    rows: 2,
    countedRows: 2,
    bytes: Buffer.byteLength(text),
  });
  expect(readFileSync(file.path, 'utf8')).toBe(text);
});

test('a picture is written only when it is one', async () => {
  const file = target('leads.png');
  const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('rest')]);
  expect(await writeChart('png', picture.toString('base64'), file)).toMatchObject({ rows: 0, bytes: picture.length });
  expect(readFileSync(file.path).equals(picture)).toBe(true);
  const other = target('script.png');
  const script = Buffer.from('<script>').toString('base64');
  await expect(writeChart('png', script, other)).rejects.toThrow('no PNG picture');
  expect(statSync(other.path, { throwIfNoEntry: false })).toBeUndefined();
});

test('a folder that is gone is named as the reason', async () => {
  const gone = { ...target('all.csv'), path: '/nowhere/at/all.csv' };
  await expect(writeChart('csv', 'a\r\n1\r\n', gone)).rejects.toThrow(/all\.csv/);
});

test('a chart for which the disk has no room leaves the one of before whole', async (context) => {
  using disk = mountSmallDisk(specFolder('small'), '2m');
  if (disk === null) return context.skip('this needs root and mount');
  const file = { ...target('leads.csv'), path: join(disk.path, 'leads.csv') };
  await writeChart('csv', 'a\r\n1\r\n', file);
  disk.fill(8192);
  await expect(writeChart('csv', 'a\r\n'.repeat(20_000), file)).rejects.toThrow(/leads\.csv/);
  expect(readFileSync(file.path, 'utf8')).toBe('a\r\n1\r\n');
});
