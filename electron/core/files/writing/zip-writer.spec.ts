import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { type UnfinishedFile, writeTarget } from './target-file.ts';
import { ZipWriter } from './zip-writer.ts';

let path: string;
beforeEach(() => void (path = join(specFolder('zip'), 'leads.xlsx')));

const archive = (work: (zip: ZipWriter, file: UnfinishedFile) => Promise<void>) =>
  writeTarget({ path, overwrite: true }, (file) => work(new ZipWriter(file), file));

/** Numbers of these sizes in bytes, one after the other. */
function numbers(bytes: Buffer, at: number, sizes: readonly number[]): number[] {
  const found: number[] = [];
  let place = at;
  for (const size of sizes) {
    found.push(bytes.readUIntLE(place, size));
    place += size;
  }
  return found;
}

describe('an archive', () => {
  it('has what the format asks of it, byte by byte', async () => {
    const long = 'row after row, '.repeat(300_000);
    const entries = [
      ['a.xml', '<a/>'],
      ['blätter/1.xml', long],
      ['empty.xml', ''],
      ['one', 'x'],
    ] as const;
    await archive(async (zip) => {
      for (const [name, text] of entries) await zip.add(name, text);
      await zip.end();
    });
    const bytes = readFileSync(path);
    let at = 0;
    const listed = entries.map(([name, text]) => {
      const [crc, size, nameSize] = [crc32(text), Buffer.byteLength(text), Buffer.byteLength(name)];
      const offset = at;
      const head = numbers(bytes, at, [4, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2]);
      const packed = head[7] ?? 0;
      // Version 2.0, names in UTF-8, deflated, at midnight of the first day that a ZIP can name.
      expect(head).toEqual([0x04034b50, 20, 0x0800, 8, 0, 0x21, crc, packed, size, nameSize, 0]);
      at += 30;
      expect(bytes.toString('utf8', at, at + nameSize)).toBe(name);
      at += nameSize;
      expect(inflateRawSync(bytes.subarray(at, at + packed)).toString() === text).toBe(true);
      at += packed;
      return { name, nameSize, about: [0x0800, 8, 0, 0x21, crc, packed, size, nameSize, 0, 0, 0, 0, 0, offset] };
    });
    const begin = at;
    for (const { name, nameSize, about } of listed) {
      const entry = numbers(bytes, at, [4, 2, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2, 2, 2, 2, 4, 4]);
      expect(entry).toEqual([0x02014b50, 20, 20, ...about]);
      expect(bytes.toString('utf8', at + 46, at + 46 + nameSize)).toBe(name);
      at += 46 + nameSize;
    }
    expect(numbers(bytes, at, [4, 2, 2, 2, 2, 4, 4, 2])).toEqual([0x06054b50, 0, 0, 4, 4, at - begin, begin, 0]);
    expect(bytes.length).toBe(at + 22);
  });

  it('of more than 4 GB is refused, which some programs could not read', async () => {
    const ended = (size: number) =>
      archive(async (zip, file) => {
        const entry = await zip.begin('a.xml');
        Object.defineProperty(file, 'bytes', { value: size });
        await entry.end();
      });
    const directory = archive(async (zip, file) => {
      await zip.add('a.xml', '<a/>');
      Object.defineProperty(file, 'bytes', { value: 0x1_0000_0000 });
      vi.spyOn(Buffer.prototype, 'writeUInt32LE').mockReturnValue(0);
      await zip.end();
    });
    await expect(directory).rejects.toMatchObject({ reason: 'tooLarge' });
    vi.restoreAllMocks();
    await ended(0xffff_ffff);
    await expect(ended(0x1_0000_0000)).rejects.toMatchObject({
      reason: 'tooLarge',
      message: expect.stringMatching(/^"leads.xlsx" was not written: a workbook holds 4 GB/),
    });
  });

  it('is not ended when the disk did not take all of an entry', async () => {
    const saving = archive(async (zip, file) => {
      const entry = await zip.begin('a.xml');
      vi.spyOn(file, 'append').mockRejectedValueOnce(new Error('the disk broke'));
      await entry.write(Buffer.from('<a/>'));
      await entry.end();
    });
    await expect(saving).rejects.toThrow('the disk broke');
  });
});
