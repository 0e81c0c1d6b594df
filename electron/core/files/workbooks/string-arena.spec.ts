import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowPacker } from '../table/row-packer.ts';
import { StringArena } from './string-arena.ts';
import { decodeEscapes } from './xlsx-sheet.ts';
import { decodeEntities } from './xml-scanner.ts';

/** Pieces of the text of a shared string as XML has it, the odd ones among them. */
const xml = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#65;', '&#x41;', '&amp', '&am;', '&', ';', '_', 'x'],
      ),
      fc.constantFrom('_x000A_', '_x', 'E', '+', 'Ø', '\u00A0', '\u200B', '𝒜', ' ', '\t', '\\'),
      fc.string({ maxLength: 4 }).map((text) => text.replaceAll('<', '')),
    ),
  )
  .map((pieces) => pieces.join(''));

const decoded = (text: string) => decodeEscapes(decodeEntities(text));

describe('a string of XML', () => {
  it('is added as it is decoded, or not at all', () => {
    fc.assert(
      fc.property(xml, (text) => {
        const bytes = Buffer.from(`<t>${text}</t>`);
        const arena = new StringArena();
        arena.add('before');
        const isAdded = arena.addXml(bytes, 3, bytes.length - 4);
        if (!isAdded) arena.add(decoded(Buffer.from(text).toString('utf8')));
        arena.add('after');
        const expected = decoded(Buffer.from(text).toString('utf8'));
        expect([0, 1, 2, 3].map((index) => arena.get(index))).toEqual(['before', expected, 'after', null]);
      }),
    );
  });

  it('takes the way of the bytes when it has named entities only', () => {
    const bytes = Buffer.from('A &amp; B &lt;C&gt; &quot;D&quot; &apos;E&apos;');
    const arena = new StringArena();
    expect(arena.addXml(bytes, 0, bytes.length)).toBe(true);
    expect(arena.get(0)).toBe(`A & B <C> "D" 'E'`);
    for (const other of ['&#65;', '&amp', '&nbsp;', '_x000A_']) {
      const odd = Buffer.from(other);
      expect(arena.addXml(odd, 0, odd.length)).toBe(false);
    }
    expect(arena.get(1)).toBeNull();
  });

  it('goes into a packed row the same, whichever way it was added', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
        const value = Buffer.from(text).toString('utf8');
        const bytes = Buffer.from(value);
        const arena = new StringArena();
        arena.add(value);
        arena.addBytes(bytes, 0, bytes.length);
        const packs = [0, 1].map((index) => {
          const packer = new RowPacker();
          packer.begin();
          return arena.pack(index, packer, 0) ? packer.unpack() : null;
        });
        expect(packs[0]).toEqual(packs[1]);
        if (packs[0] !== null) expect(packs[0]).toEqual([value]);
      }),
    );
  });
});

it('holds any number of strings, however they were added, and knows the bytes of each', () => {
  const arena = new StringArena();
  const texts = Array.from({ length: 9_000 }, (_, index) => `Søn ${index} ${'x'.repeat(index % 40)}`);
  for (const [index, text] of texts.entries()) {
    const bytes = Buffer.from(text);
    if (index < 3_000) arena.add(text);
    else if (index < 6_000) arena.addBytes(bytes, 0, bytes.length);
    else arena.addXml(bytes, 0, bytes.length);
  }
  const packed = (index: number) => {
    const packer = new RowPacker();
    packer.begin();
    return arena.pack(index, packer, 0) ? packer.unpack()[0] : null;
  };
  for (let time = 0; time < 2; time += 1) expect(texts.map((_, index) => arena.get(index))).toEqual(texts);
  expect(texts.map((_, index) => packed(index))).toEqual(texts);
  expect(texts.map((_, index) => arena.bytesOf(index))).toEqual(texts.map((text) => Buffer.byteLength(text)));
  arena.add('"Ry"');
  expect([arena.get(texts.length), packed(texts.length)]).toEqual(['"Ry"', null]);
  expect([-1, texts.length + 1].map((index) => [arena.get(index), arena.bytesOf(index), packed(index)])).toEqual([
    [null, 0, null],
    [null, 0, null],
  ]);
});
