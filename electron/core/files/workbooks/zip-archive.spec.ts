import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { zipOf } from './workbooks-fixture.ts';
import { ZipArchive } from './zip-archive.ts';

const folder = specFolder('zip');
const descriptors: number[] = [];
afterEach(() => {
  for (const descriptor of descriptors.splice(0)) closeSync(descriptor);
});

function opened(bytes: Buffer, size = bytes.length): ZipArchive {
  const path = join(folder, 'leads.zip');
  writeFileSync(path, bytes);
  const descriptor = openSync(path, 'r');
  descriptors.push(descriptor);
  return ZipArchive.open(descriptor, size, 'leads.zip');
}

/** Bytes that hardly become fewer: longer than what is read at a time, packed or not. */
const long = Buffer.from(Array.from({ length: 40_000 }, (_, at) => Math.imul(at + 1, 2_654_435_761) >>> 0).join(' '));
const entries = { 'a/first.xml': '<first/>', 'empty.xml': '', 'long.txt': long, 'last.xml': '\ufeff<last>ø</last>' };

describe('an archive', () => {
  it.each<[string, Parameters<typeof zipOf>[1]]>([
    ['packed', {}],
    ['stored', { method: 0 }],
    ['with its sizes behind the bytes', { streamed: true }],
    ['with sizes and places in 64 bits', { long: ['unpacked', 'packed', 'offset'] }],
    ['with only its places in 64 bits', { long: ['offset'] }],
    ['with only its packed sizes in 64 bits', { long: ['packed'] }],
    ['with the longest comment', { comment: 'x'.repeat(65_535) }],
  ])('%s holds what was put into it', async (_title, options) => {
    const zip = opened(zipOf(entries, options));
    expect([...zip.entries.keys()]).toEqual(Object.keys(entries));
    expect(zip.entries.get('long.txt')?.unpackedBytes).toBe(long.length);
    expect(await zip.text('long.txt')).toBe(long.toString());
    expect(await zip.text('a/first.xml')).toBe('<first/>');
    expect(await zip.text('empty.xml')).toBe('');
    expect(await zip.text('last.xml')).toBe('<last>ø</last>');
    expect(await zip.text('missing.xml')).toBe('');
  });

  it('is asked for its parts in any case, and with the strokes of Windows', async () => {
    const zip = opened(zipOf({ 'XL\\Workbook.xml': 'x', '/xl/styles.xml': 'y' }));
    expect(await zip.text('xl/workbook.xml')).toBe('x');
    expect(await zip.text('xl/styles.xml')).toBe('y');
    expect(zip.has('xl/sheet.xml')).toBe(false);
  });

  it.each<[string, Parameters<typeof zipOf>[1]]>([
    ['encrypted', { encrypted: true }],
    ['unsupported', { method: 12 }],
  ])('refuses as %s what it cannot unpack', async (reason, options) => {
    await expect(opened(zipOf(entries, options)).text('long.txt')).rejects.toMatchObject({ reason });
  });

  it('says that it is incomplete when it holds nothing', () => {
    expect(() => opened(zipOf({}))).toThrow(expect.objectContaining({ reason: 'truncated' }));
  });

  it('says that it is incomplete, wherever it was cut or damaged', async () => {
    const whole = zipOf({ 'a.xml': '<a>one</a>'.repeat(9), 'b.xml': 'two' }, { long: ['unpacked', 'offset'] });
    const path = join(folder, 'cut.zip');
    const descriptor = openSync(path, 'w+');
    descriptors.push(descriptor);
    writeFileSync(path, whole);
    for (let size = whole.length - 1; size >= 0; size -= 1) {
      ftruncateSync(descriptor, size);
      expect(() => ZipArchive.open(descriptor, size, 'cut.zip')).toThrow('is incomplete or damaged');
    }
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, damaged.indexOf('a.xml') + 14, damaged.indexOf('a.xml') + 30);
    await expect(opened(damaged).text('a.xml')).rejects.toMatchObject({ reason: 'truncated' });
    const moved = Buffer.from(whole);
    moved.write('PK\u0009\u0009', moved.indexOf('b.xml') - 30, 'latin1');
    await expect(opened(moved).text('b.xml')).rejects.toMatchObject({ reason: 'truncated' });
    await expect(opened(moved).text('a.xml')).resolves.toContain('one');
    // Farther than Node can read in any file.
    const far = zipOf({ 'a.xml': 'one' }, { long: ['offset'] });
    far.writeBigUInt64LE(2n ** 60n, far.lastIndexOf(Buffer.from([1, 0, 8, 0])) + 4);
    await expect(opened(far).text('a.xml')).rejects.toMatchObject({ reason: 'truncated' });
  });

  it.each([0, 8])('refuses a part in which a bit has changed, packed with method %d', async (method) => {
    const [name, phone] = ['b.xml', '<v>4520304050</v>'];
    const bytes = zipOf({ 'a.xml': 'one', [name]: phone.repeat(method === 0 ? 1 : 9) }, { method });
    const at = bytes.indexOf(name) + name.length + 9;
    // Of the digits where they stand as they are, else of the byte in which one of them is packed.
    const digits = bytes.indexOf('4520304050') === -1 ? at + 8 : bytes.indexOf('4520304050') + 3;
    bytes.writeUInt8(bytes.readUInt8(digits) ^ 1, digits);
    const zip = opened(bytes);
    await expect(zip.text('a.xml')).resolves.toBe('one');
    await expect(zip.text(name)).rejects.toMatchObject({ reason: 'truncated' });
    await expect(zip.text(name)).rejects.toThrow('does not match its own checksum');
  });

  it('reads a part whose checksum a careless program left at 0', async () => {
    const bytes = zipOf({ 'a.xml': 'one' });
    bytes.writeUInt32LE(0, bytes.indexOf('PK\u0001\u0002', 0, 'latin1') + 16);
    await expect(opened(bytes).text('a.xml')).resolves.toBe('one');
  });

  it('unpacks no more than was asked for', async () => {
    const zip = opened(zipOf({ 'a.xml': 'x'.repeat(100), 'b.xml': 'x'.repeat(50) }));
    await expect(zip.text('a.xml', 99)).rejects.toMatchObject({ reason: 'bomb' });
    await expect(zip.text('a.xml', 100)).resolves.toHaveLength(100);
    await expect(zip.stream('a.xml', 99).next()).rejects.toMatchObject({ reason: 'bomb' });
    await expect(zip.unpackAll(149)).rejects.toMatchObject({ reason: 'bomb' });
    await expect(zip.unpackAll(150)).resolves.toBeUndefined();
  });
});
