import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import Papa from 'papaparse';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { countCsvRows, type CsvForm, CsvWriter, writeCsv } from './csv-writer.ts';
import { troubleOf } from '../workbooks/workbooks-fixture.ts';
import { packRows } from './packed-rows.ts';
import { writeTarget } from './target-file.ts';
import { cellsOf } from '../table/tables-fixture.ts';

// Files are read and written for real; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

/** What the disk does to the next writes; everything else is the real file system. */
const disk = vi.hoisted(() => ({
  ...{ fullAfter: Infinity, shortWrites: false, losesBytes: false, losesLate: false, keepsNothing: false },
  handles: [] as FileHandle[],
  asked: [] as string[],
}));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof promises>();
  return {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => {
      const handle = await real.open(...args);
      disk.handles.push(handle);
      let written = 0;
      const limited = async (buffer: Buffer, offset: number, length: number) => {
        if (written >= disk.fullAfter) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
        if (disk.keepsNothing) return { bytesWritten: length, buffer };
        const result = await handle.write(buffer, offset, disk.shortWrites ? Math.ceil(length / 3) : length);
        written += result.bytesWritten;
        return result;
      };
      return new Proxy(handle, {
        get: (target, key) => {
          if (key === 'write') return limited;
          if (key === 'sync' || key === 'datasync') disk.asked.push(key);
          // Told once, as a disk does, to whoever asks first.
          if (key === 'datasync' && disk.losesBytes)
            return () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fdatasync' }));
          if (key === 'datasync' && disk.losesLate)
            return () =>
              setTimeout(20).then(() => {
                throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fdatasync' });
              });
          if (key === 'datasync' && disk.keepsNothing) return () => Promise.resolve();
          const value = Reflect.get(target, key) as unknown;
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      }) satisfies FileHandle;
    },
  };
});

let folder = '';
let target = '';
beforeEach(() => {
  folder = specFolder('csv');
  target = join(folder, 'leads.csv');
  disk.fullAfter = Infinity;
  disk.shortWrites = false;
  disk.losesBytes = false;
  disk.losesLate = false;
  disk.keepsNothing = false;
  disk.handles.length = 0;
  disk.asked.length = 0;
});

const columns = ['Name', 'Phone'];
const rows = cellsOf('Bob|+45 12', 'Ann "A"|x\ny');

describe('writing a CSV', () => {
  it('comes back cell by cell, whatever the cells hold', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', '=', '+', 'é', '😀', '\t'),
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 20 }), async (table) => {
        const { rows: written, bytes } = await writeCsv({ target, columns, rows: table, overwrite: true });
        const text = readFileSync(target, 'utf8');
        expect(Buffer.byteLength(text)).toBe(bytes);
        expect(Papa.parse(text, { delimiter: ',', newline: '\r\n' }).data.slice(0, -1)).toEqual([columns, ...table]);
        expect(written).toBe(table.length);
        expect(await countCsvRows(target)).toBe(table.length);
      }),
      { numRuns: 60 },
    );
  });

  it('takes rows as they come, tells how far it is, and survives short writes', async () => {
    disk.shortWrites = true;
    async function* many() {
      for (let index = 0; index < 30_000; index += 1) yield [`Person ${index}`, '+4512345678'];
    }
    const seen: number[] = [];
    await writeCsv({ target, columns, rows: many(), overwrite: false }, { onProgress: (count) => seen.push(count) });
    expect(await countCsvRows(target)).toBe(30_000);
    expect(seen.at(-1)).toBe(30_000);
  });

  it('counts one column of empty cells', async () => {
    await writeCsv({ target, columns: ['Note'], rows: [[''], ['x'], ['']], overwrite: false });
    expect(await countCsvRows(target)).toBe(3);
  });
});

describe('a form of CSV', () => {
  const form: CsvForm = {
    ...{ delimiter: ';', encoding: 'windows-1252', byteOrderMark: true, lineEnd: '\n' },
    ...{ guardFormulas: true, quoteAll: false, header: true },
  };
  /** The bytes and what is said of them, of a table that comes in batches of one row. */
  const written = async (names: readonly string[], table: readonly string[][], changes: Partial<CsvForm> = {}) => {
    const notes = await writeTarget({ path: target, overwrite: true }, async (file) => {
      const writer = new CsvWriter(file, names, { ...form, ...changes });
      for (const row of table) await writer.write(packRows([row], names.length));
      await writer.end();
      return writer.notes();
    });
    return { bytes: readFileSync(target), notes };
  };

  it('is written as it says, the header once', async () => {
    const windows = await written(['Straße', '=N'], cellsOf('é|€', 'a|=1', '@b|c;'));
    expect(windows.bytes.toString('latin1')).toBe("Stra\u00dfe;'=N\n\u00e9;\u0080\na;'=1\n'@b;\"c;\"\n");
    expect(windows.notes).toEqual([
      '2 cells that begin like a formula got an apostrophe in front, so that no program runs them.',
    ]);
    expect(await countCsvRows(target)).toBe(3);
    const utf = await written(['é'], [['=1']], { encoding: 'utf-8' });
    expect(utf.bytes.toString()).toBe("\ufeffé\n'=1\n");
    expect(utf.notes).toEqual([
      '1 cell that begins like a formula got an apostrophe in front, so that no program runs it.',
    ]);
    const bare = await written(['é'], [['=1']], { header: false, byteOrderMark: false, guardFormulas: false });
    expect(bare).toEqual({ bytes: Buffer.from('=1\n'), notes: [] });
    // Without a row it is its header; without columns it is nothing but its mark.
    expect((await written(['é'], [])).bytes.toString('latin1')).toBe('\u00e9\n');
    expect((await written([], [], { encoding: 'utf-8' })).bytes.toString()).toBe('\ufeff');
    expect(await countCsvRows(target)).toBe(0);
  });

  it.each(['=1+1', '＝1+1', '\t=1', '\n=1', '+cmd|x', "-2+3+cmd|' /C calc'!A0"])('guards %j', async (cell) => {
    const { bytes } = await written(columns, [[cell, cell]], { encoding: 'utf-8' });
    expect(bytes.toString().match(/'/g)?.length).toBe(2 + 2 * (cell.match(/'/g)?.length ?? 0));
  });

  it('guards formulas only when asked, and no phone', async () => {
    const { bytes } = await written(columns, [['=1', '+4512345678']], { encoding: 'utf-8' });
    expect(bytes.toString()).toBe("\ufeffName;Phone\n'=1;+4512345678\n");
    await writeCsv({ target, columns, rows: [['=1', '2']], overwrite: true });
    expect(readFileSync(target, 'utf8')).toBe('Name,Phone\r\n=1,2\r\n');
  });

  it('refuses a character that windows-1252 lacks, and says where it is', async () => {
    const refusal = async (names: string[], table: string[][]) => (await troubleOf(written(names, table))).message;
    expect(await refusal(['a', 'Ω'], [['1', '2']])).toMatch(
      /"leads.csv".* has no "Ω", which is in the name of a column\. /,
    );
    expect(await refusal(['a'], [['1'], ['é'], ['ł']])).toMatch(
      /"ł", which is in one of the first 3 rows\. Choose UTF-8/,
    );
    expect(await refusal(['a'], [['ł']])).toMatch(/"ł", which is in the first row\. Choose UTF-8/);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('rows of a CSV', () => {
  it('are told every five hundred, and are in quotes or without a header when asked', async () => {
    const told: number[] = [];
    const table = Array.from({ length: 1200 }, (_, index) => [String(index), '']);
    const onProgress = (count: number) => void told.push(count);
    await writeCsv({ target, columns, rows: table, overwrite: false, quoteAll: true, header: false }, { onProgress });
    expect(told).toEqual([500, 1000, 1200]);
    expect(readFileSync(target, 'utf8')).toBe(table.map(([index]) => `"${index}",""\r\n`).join(''));
    await writeCsv({ target, columns, rows: [], overwrite: true });
    expect(readFileSync(target, 'utf8')).toBe('Name,Phone\r\n');
  });

  it('are counted wherever one piece of the file ends and the next begins, and refused when one is not whole', async () => {
    const countOf = (text: string) => {
      writeFileSync(target, text);
      return countCsvRows(target);
    };
    for (const shift of [0, 1, 2, 3, 4, 5, 6]) {
      const line = '"\n""\n",x\n';
      // The second piece begins within one of the last rows.
      const text = `${'h'.repeat(262_144 - 4 * line.length + shift - 1)}\n${line.repeat(9)}`;
      expect(await countOf(text)).toBe(9);
    }
    for (const text of ['a\nb', 'a\n"b\n', 'a\n"b""\n'])
      expect((await troubleOf(countOf(text))).reason).toBe('notWritten');
    expect(await countOf('')).toBe(0);
    expect(await countOf('a\n\n\n')).toBe(2);
  });
});

describe('when it cannot be written', () => {
  it('does not replace a file unless told', async () => {
    writeFileSync(target, 'mine');
    expect((await troubleOf(writeCsv({ target, columns, rows, overwrite: false }))).reason).toBe('exists');
    expect(readFileSync(target, 'utf8')).toBe('mine');
    await writeCsv({ target, columns, rows, overwrite: true });
    expect(await countCsvRows(target)).toBe(2);
  });

  it('does not replace one that appeared while writing', async () => {
    function* late() {
      writeFileSync(target, 'mine');
      yield* rows;
    }
    expect((await troubleOf(writeCsv({ target, columns, rows: late(), overwrite: false }))).reason).toBe('exists');
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['leads.csv']);
  });

  it('keeps the old file and no other when the disk is full', async () => {
    writeFileSync(target, 'old and whole');
    disk.fullAfter = 0;
    const trouble = await troubleOf(writeCsv({ target, columns, rows, overwrite: true }));
    expect(trouble.reason).toBe('diskFull');
    expect(trouble.message).toContain('Free some space');
    expect(readFileSync(target, 'utf8')).toBe('old and whole');
    expect(readdirSync(folder)).toEqual(['leads.csv']);
  });

  it('keeps the old file when the disk loses bytes while more are written', async () => {
    writeFileSync(target, 'old and whole');
    disk.losesBytes = true;
    const cells = ['x'.repeat(16_384), ''];
    let taken = 0;
    function* large() {
      for (; taken < 4000; taken += 1) yield cells;
    }
    disk.keepsNothing = true;
    const trouble = await troubleOf(writeCsv({ target, columns, rows: large(), overwrite: true }));
    expect(trouble.reason).toBe('notWritten');
    // Not only at the end.
    expect(taken).toBeLessThan(3000);
    expect(disk.handles.map(({ fd }) => fd)).toEqual([-1]);
    expect(readFileSync(target, 'utf8')).toBe('old and whole');
    expect(readdirSync(folder)).toEqual(['leads.csv']);
  });

  it('lets the disk keep every 16 MB while more are written, and all of them before the file has its name', async () => {
    disk.keepsNothing = true;
    const part = Buffer.alloc(4 * 1024 * 1024);
    await writeTarget({ path: target, overwrite: false }, async (file) => {
      for (let count = 1; count <= 11; count += 1) {
        await file.append(part);
        await setImmediate();
        // Seen before the part that follows.
        expect(disk.asked.length).toBe(Math.floor((count - 1) / 4));
      }
    });
    expect(disk.asked).toEqual(['datasync', 'datasync', 'sync']);
    expect(disk.handles.map(({ fd }) => fd)).toEqual([-1]);
  });

  it('waits for what the disk says of bytes that it was given before', async () => {
    disk.keepsNothing = true;
    disk.losesLate = true;
    const part = Buffer.alloc(16 * 1024 * 1024);
    const saving = writeTarget({ path: target, overwrite: false }, async (file) => {
      await file.append(part);
      await file.append(part);
    });
    expect((await troubleOf(saving)).reason).toBe('notWritten');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves nothing when cancelled or when the rows fail', async () => {
    expect(
      (await troubleOf(writeCsv({ target, columns, rows, overwrite: false }, { signal: AbortSignal.abort() }))).reason,
    ).toBe('cancelled');
    function* broken() {
      yield ['a', 'b'];
      throw new Error('the source broke');
    }
    await expect(writeCsv({ target, columns, rows: broken(), overwrite: false })).rejects.toThrow('the source broke');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says when the folder is missing or the name is a folder', async () => {
    expect(
      (await troubleOf(writeCsv({ target: join(folder, 'no', 'x.csv'), columns, rows, overwrite: false }))).reason,
    ).toBe('missing');
    mkdirSync(target);
    expect((await troubleOf(writeCsv({ target, columns, rows, overwrite: true }))).reason).toBe('directory');
    expect(existsSync(`${target}.part`)).toBe(false);
  });
});
