import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonArrayReader, JsonStreamError } from './json-array-reader.ts';

/** Feeds `text` in pieces of the given sizes, over and over. */
function read(text: string | Uint8Array, sizes: readonly number[] = [1]): unknown[] {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const reader = new JsonArrayReader();
  const found: unknown[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    found.push(...reader.push(bytes.subarray(at, at + size)));
    at += size;
  }
  reader.end();
  return found;
}

function kindOf(text: string, sizes?: readonly number[]): string {
  try {
    read(text, sizes);
    return 'read';
  } catch (error) {
    return error instanceof JsonStreamError ? error.kind : String(error);
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
const value = fc.jsonValue({ maxDepth: 4 });
const envelopeName = fc.constantFrom('Results', 'results', 'Leads', 'leads', 'Data', 'DATA');

describe('JsonArrayReader', () => {
  it('reads the same as JSON.parse, however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(value), sizes, fc.constantFrom(0, 2), (leads, cut, indent) => {
        const text = JSON.stringify(leads, null, indent);
        expect(read(text, cut)).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it('finds the list in an envelope with other things around it', () => {
    fc.assert(
      fc.property(fc.array(value), envelopeName, value, value, sizes, (leads, name, before, after, cut) => {
        const text = JSON.stringify({ total: before, [name]: leads, next: after });
        expect(read(text, cut)).toEqual(JSON.parse(JSON.stringify(leads)));
      }),
      { numRuns: 200 },
    );
  });

  it('sees that a body ended early, wherever it was cut', () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1 }),
        fc.boolean(),
        sizes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (leads, isEnveloped, cut, share) => {
          const bytes = Buffer.from(JSON.stringify(isEnveloped ? { Results: leads, n: 1 } : leads), 'utf8');
          const kept = bytes.subarray(0, Math.min(bytes.length - 1, Math.floor(share * bytes.length)));
          expect(() => read(kept, cut)).toThrow(JsonStreamError);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives every whole lead before the end that never came', () => {
    const reader = new JsonArrayReader();
    expect(reader.push(Buffer.from('[{"a":1},{"a":2},{"a":'))).toEqual([{ a: 1 }, { a: 2 }]);
    expect(() => reader.end()).toThrow(/early/);
  });

  it('keeps marks inside strings apart from those of the list', () => {
    const tricky = [{ name: 'a],[{"\\"}', path: 'C:\\\\', end: '\\' }, '"', ']', 'Ærøskøbing 🏝'];
    for (const size of [1, 2, 3, 5, 7]) expect(read(JSON.stringify(tricky), [size])).toEqual(tricky);
  });

  it('takes an empty list, a list behind a byte order mark and a list two envelopes deep', () => {
    expect(read('[]')).toEqual([]);
    expect(read(' [ \n ] \n')).toEqual([]);
    expect(read('\uFEFF[1]')).toEqual([1]);
    expect(read('{"Data":{"Leads":[1,2]},"ok":true}')).toEqual([1, 2]);
  });

  it.each([
    ['<!doctype html><title>Sign in</title>', 'notJson'],
    ['Not found', 'notJson'],
    ['{"responseStatus":{"message":"No such search"}}', 'noList'],
    ['{}', 'noList'],
    ['', 'truncated'],
    ['{"Results":', 'truncated'],
    ['[1,2', 'truncated'],
    ['{"Results":[1]', 'truncated'],
    ['[1,,2]', 'malformed'],
    ['[1,]', 'malformed'],
    ['[1}', 'malformed'],
    ['[1] [2]', 'malformed'],
    ['[{"a":tru}]', 'malformed'],
    ['{"Results":[1],"responseStatus":{"message":"stopped half way"}}', 'malformed'],
  ])('refuses %s as %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
    expect(kindOf(text, [1_000])).toBe(kind);
  });

  it('bounds what it holds', () => {
    const reader = new JsonArrayReader();
    reader.push(Buffer.from('["'));
    const piece = Buffer.alloc(1024 * 1024, 'x');
    expect(() => {
      for (let index = 0; index < 20; index++) reader.push(piece);
    }).toThrow(/16 MB/);
  });

  it("says in the service's words why there is no list", () => {
    expect(() => read('{"responseStatus":{"errorCode":"NotFound","message":"No such search"}}')).toThrow(
      'No such search',
    );
  });
});
