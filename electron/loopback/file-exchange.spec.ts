import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { createFileTokens } from '../host/file-tokens.ts';
import { createFileExchange, type FileExchangeOptions } from './file-exchange.ts';

function exchange(bounds: Partial<FileExchangeOptions>) {
  const dataFolder = specFolder('file-exchange');
  const uploads = join(dataFolder, 'uploads');
  const files = createFileExchange({ dataFolder, tokens: createFileTokens(() => undefined), ...bounds });
  const copies = () => readdirSync(uploads).map((name) => join(uploads, name));
  const receive = (sizes: readonly number[], headers: Record<string, string> = {}) =>
    files.receive(Object.assign(Readable.from(sizes.map((size) => Buffer.alloc(size))), { headers }) as never, 'a.csv');
  return { copies, receive };
}

it('refuses a copy when all together are too much, and takes it when one of them is gone', async () => {
  const { copies, receive } = exchange({ totalBytes: 10 });
  await receive([6]);
  await expect(receive([5])).rejects.toMatchObject({ error: { reason: 'tooLarge', message: /together/ } });
  rmSync(copies()[0] ?? '');
  expect(await receive([10])).toMatchObject({ size: 10 });
});

it.each([
  ['that say how large they are', { 'content-length': '6' }],
  ['that do not', {}],
])('shares the room among copies that come at once: files %s', async (_, headers) => {
  const { copies, receive } = exchange({ totalBytes: 13 });
  const receiveOne = () => receive([3, 3], headers);
  const ended = await Promise.allSettled([receiveOne(), receiveOne(), receiveOne(), receiveOne(), receiveOne()]);
  const kept = copies().map((path) => statSync(path).size);
  expect(kept).toEqual(ended.filter(({ status }) => status === 'fulfilled').map(() => 6));
  expect(kept.length).toBeLessThanOrEqual(2);
  for (const one of ended)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ error: { reason: 'tooLarge', message: /together/ } });
  // Those that were refused take no room.
  for (const path of copies()) rmSync(path);
  expect((await Promise.all([receiveOne(), receiveOne()])).map(({ size }) => size)).toEqual([6, 6]);
});

it('refuses a copy for which the disk has no room, before a byte is kept', async () => {
  const { copies, receive } = exchange({ limitBytes: Number.MAX_SAFE_INTEGER, totalBytes: Number.MAX_SAFE_INTEGER });
  await expect(receive([1], { 'content-length': `${2 ** 52}` })).rejects.toMatchObject({
    error: { reason: 'diskFull', message: /no room for a copy of this file. Nothing was kept/ },
  });
  expect(copies()).toEqual([]);
});

it('writes a file under the name that was chosen, which is said when it cannot be written, unless no disk has such a name', async () => {
  const tokens = createFileTokens(() => undefined);
  const files = createFileExchange({ dataFolder: specFolder('file-exchange'), tokens });
  const nameOnDisk = async (name: string) => {
    const { token } = await files.target(name);
    return basename(tokens.find(token, 'write')?.path ?? '');
  };
  expect(await nameOnDisk('Årets leads.csv')).toBe('Årets leads.csv');
  expect(await nameOnDisk('../../up.xlsx')).toBe('up.xlsx');
  expect(await nameOnDisk(`${'\u{1f4de}'.repeat(80)}.csv`)).toBe('saved.csv');
});
