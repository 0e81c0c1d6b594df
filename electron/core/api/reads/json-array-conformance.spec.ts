import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_VALUES, VALUES } from './json-cases-fixture.ts';
import { JsonArrayReader, JsonStreamError, parseElements } from './json-array-reader.ts';

/** Bytes of a piece: one, a few, a page of a socket. */
const SIZES = [1, 7, 4096];

type Read = { readonly ok: true; readonly leads: unknown[] } | { readonly ok: false; readonly leads: unknown[] };

function read(bytes: Uint8Array, size: number): Read {
  const reader = new JsonArrayReader(parseElements);
  const leads: unknown[] = [];
  try {
    for (let at = 0; at < bytes.length; at += size)
      for (const lead of reader.push(bytes.subarray(at, at + size))) leads.push(lead);
    reader.end();
    return { ok: true, leads };
  } catch (error) {
    expect(error).toBeInstanceOf(JsonStreamError);
    return { ok: false, leads };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const SPACES = ['', ' ', '\n', '\r\n\t '];

describe('the reader of a JSON list beside JSON.parse', () => {
  const texts = [
    ...[...VALUES, ...NO_VALUES].flatMap((value) => [
      `[${value}]`,
      ...SPACES.map((space) => `${space}[${space}{"n":1}${space},${space}${value}${space}]${space}`),
      `[${value},{"n":1}]`,
      `[{"n":${value}}]`,
    ]),
    ...[
      ...['', ' ', '\uFEFF', '\f', '\u2028', '[', ']', '[]]', '[][]', '[] []', '[]\f', '[]\u00a0'],
      ...['[]\u2028', '\f[]', '\u00a0[]', '[],', '[]x', '[1]\u0000', '"a"', '1', 'null'],
    ],
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    `[${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}]`,
    `[${'['.repeat(10_000)}${']'.repeat(9_999)}]`,
  ];

  it.each(SIZES)('accepts and refuses the same arrays, in pieces of %i bytes', (size) => {
    for (const text of texts) {
      const value = parsed(text);
      const found = read(Buffer.from(text, 'utf8'), size);
      // With the text, so that a failure names it.
      expect({ text: text.slice(0, 80), ok: found.ok }).toEqual({ text: text.slice(0, 80), ok: Array.isArray(value) });
      if (found.ok && text.length < 1000) expect(found.leads).toEqual(value);
    }
  });

  it('refuses what JSON.parse refuses, wherever a valid list is damaged', () => {
    const piece = fc.constantFrom(...'{}[],:"\\a0-.e \n\f\u2028é');
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 6 }),
        fc.nat(),
        fc.nat(3),
        piece,
        fc.constantFrom(...SIZES),
        (leads, place, dropped, inserted, size) => {
          const text = JSON.stringify(leads);
          // Behind the first bracket: what is not a list at all is another case.
          const at = 1 + (place % text.length);
          const damaged = `${text.slice(0, at)}${inserted}${text.slice(at + dropped)}`;
          const value = parsed(damaged);
          const found = read(Buffer.from(damaged, 'utf8'), size);
          expect(found.ok).toBe(Array.isArray(value));
          if (found.ok) expect(found.leads).toEqual(value);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('reads a document of many languages the same with a cut at every byte', () => {
    const leads = [{ name: 'Søren Ærø', note: '🏝 "\\' }, { name: 'العربية', list: ['漢字', 'ß'] }, 'ü', { '': 'é' }];
    const bytes = Buffer.from(JSON.stringify(leads), 'utf8');
    for (let at = 0; at <= bytes.length; at++) {
      const reader = new JsonArrayReader(parseElements);
      const found = [...reader.push(bytes.subarray(0, at)), ...reader.push(bytes.subarray(at))];
      reader.end();
      expect(found).toEqual(leads);
    }
  });

  it('never calls a body whole that was cut, at every 1,000th byte', () => {
    const lead = (n: number) => ({
      uniqueId: `L-${n}`,
      data: { name: 'Ægir "the" {first},[second]', tags: [{ uniqueId: n }, { uniqueId: 'x' }] },
    });
    const leads = Array.from({ length: 1000 }, (_, index) => lead(index));
    const bare = Buffer.from(JSON.stringify(leads), 'utf8');
    const enveloped = Buffer.from(JSON.stringify({ Results: leads, Total: 1000 }), 'utf8');
    for (const whole of [bare, enveloped]) {
      expect(read(whole, 65_536)).toEqual({ ok: true, leads });
      for (let length = 0; length < whole.length; length += 1000) {
        const found = read(whole.subarray(0, length), 65_536);
        expect(found.ok).toBe(false);
        // Every lead that arrived whole is there, and nothing else.
        const arrived = Buffer.from(JSON.stringify(found.leads).slice(0, -1), 'utf8');
        expect(bare.subarray(0, arrived.length).equals(arrived)).toBe(true);
        expect(length - arrived.length).toBeLessThan(150);
      }
    }
  });

  it('gives the leads before the damage, however many came in one piece', () => {
    const text = `[${'{"a":1},'.repeat(500)}{"a":tru},{"a":1}]`;
    for (const size of SIZES) {
      const found = read(Buffer.from(text, 'utf8'), size);
      expect(found.ok).toBe(false);
      expect(found.leads).toHaveLength(500);
    }
  });

  it.each([
    ...['{"a":tru,"Results":[1]}', '{,"Results":[1]}', '{"a":1 "Results":[1]}', '{"a":[1,],"Results":[1]}'],
    ...['{"Results":[1],}', '{"Results":[1]\f}', '{"Data":{"x":nul,"Leads":[1]}}'],
  ])('refuses an envelope that JSON.parse refuses: %j', (text) => {
    expect(parsed(text)).toBeUndefined();
    for (const size of SIZES) expect(read(Buffer.from(text, 'utf8'), size).ok).toBe(false);
  });
});
