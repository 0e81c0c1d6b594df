import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { writeChart } from './chart-file.ts';

function target(name: string) {
  const folder = specFolder('chart');
  return { token: 'file-00000000', path: join(folder, name), name, access: 'write' as const };
}

test('figures are written as they are, and counted without the header', () => {
  const file = target('leads.csv');
  const text = '\uFEFFTime,Left\r\n"Tue, 13:47",61588\r\n13:48,61000\r\n';
  expect(writeChart('csv', text, file)).toEqual({
    name: 'leads.csv',
    rows: 2,
    countedRows: 2,
    bytes: Buffer.byteLength(text),
  });
  expect(readFileSync(file.path, 'utf8')).toBe(text);
});

test('a picture is written only when it is one', () => {
  const file = target('leads.png');
  const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('rest')]);
  expect(writeChart('png', picture.toString('base64'), file)).toMatchObject({ rows: 0, bytes: picture.length });
  expect(readFileSync(file.path).equals(picture)).toBe(true);
  const other = target('script.png');
  expect(() => writeChart('png', Buffer.from('<script>').toString('base64'), other)).toThrow('no PNG picture');
  expect(statSync(other.path, { throwIfNoEntry: false })).toBeUndefined();
});

test('a folder that is gone is named as the reason', () => {
  expect(() =>
    writeChart('csv', 'a\r\n1\r\n', {
      token: 'file-00000000',
      path: '/nowhere/at/all.csv',
      name: 'all.csv',
      access: 'write',
    }),
  ).toThrow(/all\.csv/);
});
