import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedJson } from '../../../../shared/domain/service/answers/deep-json.ts';
import { JsonArrayReader } from '../../api/reads/json-array-reader.ts';
import { NO_VALUES, VALUES } from '../../api/reads/json-cases-fixture.ts';
import { LeadFlattener } from './flatten.ts';
import { LeadScanner } from './lead-scanner.ts';

function parsed(text: string): unknown[] | null {
  try {
    const list = JSON.parse(`[${text}]`) as unknown[];
    return list.length === 0 ? null : list;
  } catch {
    return null;
  }
}

/** What a lead has, by path: objects and bytes may find the columns in another order. */
function named(flattener: LeadFlattener, rows: readonly (readonly (string | null)[])[]): Record<string, string>[] {
  return rows.map((cells) =>
    Object.fromEntries(
      cells.flatMap((cell, index) => (cell === null ? [] : [[flattener.paths[index] ?? '', cell] as const])),
    ),
  );
}

function scanned(text: string): { rows: Record<string, string>[] | null; filled: Record<string, number> } {
  const flattener = new LeadFlattener();
  const rows = new LeadScanner(flattener).rows(Buffer.from(text));
  const filled = flattener.paths.map((path, index) => [path, flattener.filled[index] ?? 0] as const);
  return { rows: rows && named(flattener, rows), filled: Object.fromEntries(filled.filter(([, count]) => count > 0)) };
}

function flattened(leads: readonly unknown[]): ReturnType<typeof scanned> {
  const flattener = new LeadFlattener();
  const rows = named(
    flattener,
    leads.map((lead) => flattener.flatten(lead)),
  );
  const filled = flattener.paths.map((path, index) => [path, flattener.filled[index] ?? 0] as const);
  return { rows, filled: Object.fromEntries(filled.filter(([, count]) => count > 0)) };
}

/** Any JSON but numbers that JavaScript writes in another way, and half characters: specs of their own. */
const value = fc
  .jsonValue({ maxDepth: 8, stringUnit: 'grapheme', noUnicodeString: false } as fc.JsonSharedConstraints)
  .map((found) => JSON.parse(JSON.stringify(found, (_, part: unknown) => (Object.is(part, -0) ? 0 : part))) as unknown);
const leads = fc.array(
  fc.oneof(
    value,
    fc.record({ uniqueId: fc.string(), status: fc.constantFrom('New', 'Prøve'), data: value }, { requiredKeys: [] }),
  ),
  { minLength: 1, maxLength: 6 },
);
/** Bytes: more than the scanner makes one text of. */
const LONG_LIST = 200_000;

const space = fc.constantFrom(undefined, 1, '\t', '\r\n ');

describe('leads out of JSON', () => {
  it('have every value where it belongs, in long lists, of any width, and repeated', () => {
    const words = ['Åse', 'plain', '漢字', '😀', 'ø'.repeat(21), 'é'.repeat(30_000), 'x'.repeat(50_000), ''];
    const list: object[] = [];
    for (let number = 0, size = 0; size < LONG_LIST; number += 1) {
      const lead = { id: `L-${number}`, number, a: words[number % 5], b: words[number % 8], c: `ø${number % 3000}` };
      size += JSON.stringify(lead).length;
      list.push(lead);
    }
    const text = JSON.stringify(list).slice(1, -1);
    expect(scanned(text)).toEqual(flattened(list));
    // The same scanner again: what it remembers of one piece is right in the next.
    const flattener = new LeadFlattener();
    const scanner = new LeadScanner(flattener);
    const once = scanner.rows(Buffer.from(text));
    expect(scanner.rows(Buffer.from(text))).toEqual(once);
  });

  it('keeps bytes apart that are no UTF-8 and look alike', () => {
    const lead = (byte: number) => Buffer.concat([Buffer.from('{"a":"ø'), Buffer.from([byte]), Buffer.from('"}')]);
    const scanner = new LeadScanner(new LeadFlattener());
    const comma = Buffer.from(',');
    const others = Buffer.from('{"a":"øæ"},{"a":"Ã¸"},{"a":"ø"}');
    const bytes = Buffer.concat([lead(0xe6), comma, lead(0xe6), comma, others]);
    expect(scanner.rows(bytes)).toEqual([['ø\uFFFD'], ['ø\uFFFD'], ['øæ'], ['Ã¸'], ['ø']]);
  });

  it('are those that JSON.parse and the flattener make', () => {
    fc.assert(
      fc.property(leads, space, (list, between) => {
        // Numbers that both write alike: JSON.stringify has no 1e21 of its own.
        const text = JSON.stringify(list, null, between).slice(1, -1);
        expect(scanned(text)).toEqual(flattened(JSON.parse(`[${text}]`) as unknown[]));
      }),
      { numRuns: 1500 },
    );
  });

  it('are refused where JSON.parse refuses them, whatever is damaged, and count nothing then', () => {
    const piece = fc.constantFrom(...Array.from('{}[],:"\\a0-.e+ \n\f\u2028éntruefalsu'), '');
    fc.assert(
      fc.property(leads, fc.nat(), fc.nat(3), piece, (list, place, dropped, inserted) => {
        const text = JSON.stringify(list).slice(1, -1);
        const at = place % (text.length + 1);
        const damaged = `${text.slice(0, at)}${inserted}${text.slice(at + dropped)}`;
        const found = scanned(damaged);
        expect({ damaged, rows: found.rows?.length ?? null }).toEqual({
          damaged,
          rows: parsed(damaged)?.length ?? null,
        });
        if (found.rows === null) expect(found.filled).toEqual({});
      }),
      { numRuns: 4000 },
    );
  });

  it.each([...VALUES, ...NO_VALUES])('are taken or refused as JSON.parse does: %j', (text) => {
    for (const whole of [text, `{"n":${text}}`, `{"a":{"n":${text}}}`, ` ${text} , {"n":1}`, `{"n":1},${text}`])
      expect({ whole, rows: scanned(whole).rows?.length ?? null }).toEqual({
        whole,
        rows: parsed(whole)?.length ?? null,
      });
  });

  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['1.0', '1.0'],
    ['-0', '-0'],
    ['1e400', '1e400'],
    ['0.1000000000000000055', '0.1000000000000000055'],
    ['[ 12345678901234567890, 1.50 ]', '[12345678901234567890,1.50]'],
    ['{"a":{"a":{"a":{"a":{"a":{"a":[1.0]}}}}}}', '{"a":[1.0]}'],
  ])('keep every digit of %s', (text, kept) => {
    expect(Object.values(scanned(`{"n":${text}}`).rows?.[0] ?? {})).toEqual([kept]);
  });

  it('keep names apart that differ in half characters, which no file holds', () => {
    const { rows } = scanned('{"data":{"a\\ud800":"1","a\\uD801":"2","a\\ufffd":"3","\\ud83d\\ude00":"4","b\\n":"5"}}');
    expect(rows).toEqual([
      { 'data.a\\ud800': '1', 'data.a\\ud801': '2', 'data.a\ufffd': '3', 'data.😀': '4', 'data.b\n': '5' },
    ]);
  });

  it('keep a half character as the escape that stood for it', () => {
    const text = String.raw`{"a":"x\ud83dy","b":"\ud83d\ude00","c":["\udE00"]}`;
    expect(scanned(text).rows).toEqual([{ a: String.raw`x\ud83dy`, b: '😀', c: String.raw`["\ude00"]` }]);
  });

  it('keep both values of a name that stands twice', () => {
    expect(scanned('{"a":"1","a":"2"},{"a":"3"}').rows).toEqual([{ a: '1', 'a (2)': '2' }, { a: '3' }]);
  });

  it('keep both values also when the name is too long for a column, and nothing of a piece that was refused', () => {
    const name = 'n'.repeat(501);
    const flattener = new LeadFlattener();
    const scanner = new LeadScanner(flattener);
    expect(scanner.rows(Buffer.from(`{"${name}":"1","b":`))).toBeNull();
    const rows = scanner.rows(Buffer.from(`{"b":"2"},{"${name}":"3","${name}":"4"}`)) ?? [];
    expect(named(flattener, rows)).toEqual([
      { b: '2' },
      { 'other fields': JSON.stringify({ [name]: '3', [`${name} (1)`]: '4' }) },
    ]);
  });

  it('are of their own piece, however short it is', () => {
    const scanner = new LeadScanner(new LeadFlattener());
    expect(['1', '2'].map((text) => scanner.rows(Buffer.from(text)))).toEqual([[['1']], [['2']]]);
  });

  it('keep their values when the order of the names changes from lead to lead', () => {
    const names = fc.shuffledSubarray(['a', 'b', 'ab', 'é', '"', 'a\\', '', '1', 'A b']);
    fc.assert(
      fc.property(fc.array(names, { minLength: 2, maxLength: 5 }), (orders) => {
        const list = orders.map((order, number) => Object.fromEntries(order.map((name) => [name, `${name}${number}`])));
        const text = JSON.stringify(list).slice(1, -1);
        expect(scanned(text).rows).toEqual(flattened(list).rows);
      }),
    );
  });

  it('that are nested without end are refused or kept, and exhaust nothing', () => {
    const deep = `${'{"a":'.repeat(100_000)}[[ ]]${'}'.repeat(100_000)}`;
    const [row] = scanned(`{"deep":${deep}}`).rows ?? [];
    const kept = boundedJson(`${'{"a":'.repeat(99_995)}[[]]${'}'.repeat(99_995)}`);
    expect(row?.['deep.a.a.a.a.a']).toBe(kept.text);
    expect(kept.isCut).toBe(true);
    expect(scanned(`{"deep":${deep.slice(0, -1)}}`).rows).toBeNull();
    expect(scanned(`${'['.repeat(100_000)}${']'.repeat(99_999)}`).rows).toBeNull();
  });

  it('are the same in pieces of any size', () => {
    fc.assert(
      fc.property(leads, fc.integer({ min: 1, max: 50 }), (list, size) => {
        const bytes = Buffer.from(JSON.stringify(list));
        const flattener = new LeadFlattener();
        const scanner = new LeadScanner(flattener);
        const reader = new JsonArrayReader((piece) => scanner.rows(piece));
        const rows = [];
        for (let at = 0; at < bytes.length; at += size) rows.push(...reader.push(bytes.subarray(at, at + size)));
        reader.end();
        expect(named(flattener, rows)).toEqual(flattened(JSON.parse(bytes.toString()) as unknown[]).rows);
      }),
      { numRuns: 500 },
    );
  });
});
