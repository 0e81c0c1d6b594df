import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonArrayReader, JsonStreamError, parseElements } from './json-array-reader.ts';

/** Feeds `text` in pieces of the given sizes, over and over. */
function read(text: string | Uint8Array, sizes: readonly number[] = [1]): unknown[] {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const reader = new JsonArrayReader(parseElements);
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
        const text = JSON.stringify({ before, [name]: leads, next: after });
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

  it.each([
    ['{"Offset":0,"Total":5000,"Results":[{"a":1},{"a":2}]}', '2 of 5,000 leads'],
    ['{"results":[],"totalCount":"1"}', '0 of 1 lead'],
    ['{"success":true,"data":{"total":12,"items":[{"a":1}]}}', '1 of 12 leads'],
    ['{"offset":10,"data":{"items":[{"a":1}],"TotalCount":12}}', '1 of 2 leads'],
  ])('sees that %s holds less than it counts', (text, words) => {
    for (const cut of [1, 1000]) {
      expect(() => read(text, [cut])).toThrow(words);
      expect(kindOf(text, [cut])).toBe('counted');
    }
  });

  it.each([
    '{"uniqueId":"L1","status":"New","data":[{"name":"Phone","value":"1"}]}',
    '{"Data":[{"name":"Phone","value":"1"}],"UniqueId":7}',
    '{"results":{"uniqueId":"L1","data":[{"name":"Phone","value":"1"}]},"total":1}',
  ])('sees that %s is one lead, whose values are no leads', (text) => {
    for (const cut of [1, 1000]) expect(kindOf(text, [cut])).toBe('oneLead');
  });

  it.each(['2', '1', '0', '-1', 'null', '"all"', '[]'])(
    'takes a total of %s beside two leads for no doubt',
    (total) => {
      expect(read(`{"total":${total},"leads":[{"a":1},{"a":2}]}`, [7])).toHaveLength(2);
    },
  );

  it('takes an error within an envelope for one of the list, and a total beside another thing for none', () => {
    expect(kindOf('{"data":{"leads":[{"a":1}],"error":"One part failed."}}', [9])).toBe('failed');
    expect(read('{"leads":[{"a":1}],"data":{"total":9,"error":"none"}}', [9])).toHaveLength(1);
  });

  it('gives every whole lead before the end that never came', () => {
    const reader = new JsonArrayReader(parseElements);
    expect(reader.push(Buffer.from('[{"a":1},{"a":2},{"a":'))).toEqual([{ a: 1 }, { a: 2 }]);
    expect(() => reader.end()).toThrow(/early/);
  });

  it('gives every lead before a bracket that is out of place', () => {
    const reader = new JsonArrayReader(parseElements);
    expect(reader.push(Buffer.from('[1,{"a":2}}'))).toEqual([1, { a: 2 }]);
    expect(() => reader.end()).toThrow(/out of place/);
  });

  it('keeps marks inside strings apart from those of the list', () => {
    const tricky = [{ name: 'a],[{"\\"}', path: 'C:\\\\', end: '\\' }, '"', ']', 'Ærøskøbing 🏝'];
    for (const size of [1, 2, 3, 5, 7]) expect(read(JSON.stringify(tricky), [size])).toEqual(tricky);
  });

  it('takes no mark for escaped because an earlier piece ended with a backslash', () => {
    expect(read('["a\\n",""]', [4, 4, 2])).toEqual(['a\n', '']);
  });

  it('takes an empty list, a list behind a byte order mark and a list two envelopes deep', () => {
    expect(read('[]')).toEqual([]);
    expect(read(' [ \n ] \n')).toEqual([]);
    for (const space of ['\r', '\t', ' ', '\n']) expect(read(`[${space}]`)).toEqual([]);
    expect(read('\uFEFF[1]')).toEqual([1]);
    expect(read('[1]', [3])).toEqual([1]);
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
    ['[,1]', 'malformed'],
    ['[1,]', 'malformed'],
    ['[1}', 'malformed'],
    ['[1] [2]', 'malformed'],
    ['[{"a":tru}]', 'malformed'],
    ['{"Results":[1],"responseStatus":{"message":"stopped half way"}}', 'failed'],
    ['{"success":false,"Results":[]}', 'failed'],
  ])('refuses %s as %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
    expect(kindOf(text, [1_000])).toBe(kind);
  });

  it('tells words whole that come in pieces, and waits for no more than it shows', () => {
    const words = new JsonArrayReader(parseElements);
    for (const piece of ['No such sear', 'ch.']) expect(words.push(Buffer.from(piece))).toEqual([]);
    expect(() => words.end()).toThrow(expect.objectContaining({ kind: 'notJson', message: 'No such search.' }));
    const nothing = new JsonArrayReader(parseElements);
    for (const piece of ['nul', 'l']) nothing.push(Buffer.from(piece));
    expect(() => nothing.end()).toThrow(expect.objectContaining({ kind: 'noList' }));
    const long = new JsonArrayReader(parseElements);
    long.push(Buffer.from('x'.repeat(1999)));
    expect(() => long.push(Buffer.from('x'))).toThrow('x'.repeat(2000));
  });

  it('bounds what it holds of a lead, before the list and behind it', () => {
    const lead = new JsonArrayReader(parseElements);
    lead.push(Buffer.from('["'));
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    for (let count = 1; count < 16; count++) lead.push(megabyte);
    lead.push(megabyte.subarray(1));
    expect(() => lead.push(Buffer.from('x'))).toThrow(/16 MB/);

    const most = 256 * 1024;
    const head = new JsonArrayReader(parseElements);
    head.push(Buffer.from('{"a":"'.padEnd(most, 'x')));
    expect(() => head.push(Buffer.from('x'))).toThrow(expect.objectContaining({ kind: 'noList' }));

    const tail = new JsonArrayReader(parseElements);
    tail.push(Buffer.from(`[]${' '.repeat(most)}`));
    expect(() => tail.push(Buffer.from(' '))).toThrow(/too much follows/);
    const atOnce = Buffer.from(`[]${' '.repeat(most + 1)}`);
    expect(() => new JsonArrayReader(parseElements).push(atOnce)).toThrow(/too much follows/);
  });

  it.each(['<html>', '[,'])('refuses %s as soon as it comes', (text) => {
    expect(() => new JsonArrayReader(parseElements).push(Buffer.from(text))).toThrow(JsonStreamError);
  });

  it.each([
    '{"Results":[1],"message":"One lead was found."}',
    '{"Results":[1],"error":false,"message":"One lead was found."}',
    '{"Results":[1],"error":null,"message":"One lead was found."}',
    '{"Results":[1],"error":{}}',
  ])('takes no other words for an error: %s', (text) => {
    expect(read(text)).toEqual([1]);
  });

  it("says in the service's words why there is no list", () => {
    expect(() => read('{"responseStatus":{"errorCode":"NotFound","message":"No such search"}}')).toThrow(
      'No such search',
    );
    expect(() => read('Not found', [100])).toThrow('Not found');
  });
});

/** Long enough pieces are cut where the last lead seems to begin; see `jump`. */
describe('a list in long pieces', () => {
  const PIECE = 4096;
  const words = 'Ærø, "quoted" {braces} [squares] \\ '.repeat(4);

  it.each([
    ['of one shape', 0, (id: number) => ({ id, words })],
    ['with space between', 2, (id: number) => ({ id, words })],
    ['with leads inside leads', 0, (id: number) => ({ id, of: [{ id: 1 }, { id: 2, words }] })],
    ['with the start of a lead in a text', 0, (id: number) => ({ id, words: '},{"id":7' })],
    ['of several shapes', 0, (id: number) => (id % 3 === 0 ? { id } : id % 3 === 1 ? [id, words] : { other: words })],
  ])('%s is read like JSON.parse', (_, indent, lead) => {
    const leads = Array.from({ length: 500 }, (_entry, id) => lead(id));
    const text = JSON.stringify(leads, null, indent);
    for (const size of [PIECE, PIECE + 1, 65_536]) expect(read(text, [size])).toEqual(leads);
    for (const size of [PIECE, 65_536]) expect(read(`{"Results":${text}}`, [1, size])).toEqual(leads);
  });

  it('is read once when each piece is one lead', () => {
    const leads = Array.from({ length: 5 }, (_, id) => ({ id, words: 'x'.repeat(PIECE) }));
    for (const [before, behind] of [
      ['\n', '\n,'],
      ['', ','],
    ] as const) {
      const reader = new JsonArrayReader(parseElements);
      const found = [...reader.push(Buffer.from('['))];
      for (const lead of leads.slice(0, -1))
        found.push(...reader.push(Buffer.from(`${before}${JSON.stringify(lead)}${behind}`)));
      found.push(...reader.push(Buffer.from(`${before}${JSON.stringify(leads.at(-1))}\n`)));
      found.push(...reader.push(Buffer.from(']')));
      reader.end();
      expect(found).toEqual(leads);
    }
  });

  it.each([
    ['objects', { id: 1, words: 'x'.repeat(1024 * 1024) }],
    ['lists', [1, 'x'.repeat(1024 * 1024)]],
  ])('of %s may be longer than the longest lead, with an end of a piece in each of its leads', (_, value) => {
    const lead = JSON.stringify(value);
    const reader = new JsonArrayReader(parseElements);
    const half = lead.length / 2;
    let count = reader.push(Buffer.from(`[{"id":0},${lead.slice(0, half)}`)).length;
    for (let leads = 0; leads < 40; leads++)
      count += reader.push(Buffer.from(`${lead.slice(half)},${lead.slice(0, half)}`)).length;
    expect(count).toBe(41);
  });

  it('keeps the leads before a damaged one', () => {
    const lead = JSON.stringify({ id: 1, words });
    const reader = new JsonArrayReader(parseElements);
    expect(reader.push(Buffer.from(`[${lead},`))).toHaveLength(1);
    expect(reader.push(Buffer.from(`${`${lead},`.repeat(40)}{"id":tru},${lead},{"id":`))).toHaveLength(40);
    expect(() => reader.push(Buffer.from('2}]'))).toThrow(/not proper JSON/);
  });
});
