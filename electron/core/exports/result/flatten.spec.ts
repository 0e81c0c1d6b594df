import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { boundedJson } from '../../../../shared/domain/service/answers/deep-json.ts';
import { COLUMN_LIMIT, LeadFlattener, type Field, OVERFLOW_PATH } from './flatten.ts';

let flattener: LeadFlattener;
beforeEach(() => {
  flattener = new LeadFlattener();
});

describe('LeadFlattener', () => {
  it('makes dotted columns of nested objects and keeps every value as the text it was', () => {
    const cells = flattener.flatten({
      uniqueId: 'A1',
      campaign: { code: 'DK-1' },
      data: { Telefon1: '0045 1234', tom: '' },
      closureData: [{ a: 1 }],
      priority: 5,
    });
    expect(flattener.paths).toEqual([
      ...['uniqueId', 'campaign.code', 'data.Telefon1', 'data.tom', 'closureData', 'priority'],
    ]);
    expect(cells).toEqual(['A1', 'DK-1', '0045 1234', '', '[{"a":1}]', '5']);
  });

  it('finds columns in later rows and leaves earlier rows shorter', () => {
    expect(flattener.flatten({ a: '1' })).toEqual(['1']);
    expect(flattener.flatten({ b: '2' })).toEqual([null, '2']);
    expect(flattener.filled).toEqual([1, 1]);
  });

  it('takes whatever a service may put into the list', () => {
    expect(flattener.flatten(null)).toEqual([]);
    expect(flattener.flatten('text')).toEqual(['text']);
    expect(flattener.flatten([1, 2])).toEqual(['[1,2]']);
  });

  it('loses nothing when there are more fields than columns', () => {
    const lead = Object.fromEntries(
      Array.from({ length: COLUMN_LIMIT + 50 }, (_, index) => [`field${index}`, `value ${index}`]),
    );
    const cells = flattener.flatten(lead);
    expect(flattener.paths.length).toBe(900);
    const overflow = JSON.parse(cells[flattener.paths.indexOf(OVERFLOW_PATH)] ?? '{}') as Record<string, string>;
    expect(Object.keys(overflow)).toHaveLength(51);
    expect(overflow[`field${COLUMN_LIMIT + 49}`]).toBe(`value ${COLUMN_LIMIT + 49}`);
  });

  it('keeps the beginning of a lead that is nested 100,000 levels deep as text, and names its columns', () => {
    const deep = `${'{"a":'.repeat(100_000)}[[]]${'}'.repeat(100_000)}`;
    const list = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const cells = flattener.flatten(JSON.parse(`{"deep":${deep},"list":${list}}`));
    expect(flattener.paths).toEqual(['deep.a.a.a.a.a', 'list']);
    expect(cells).toEqual([boundedJson(deep.slice('{"a":'.length * 5, -5)).text, boundedJson(list).text]);
    expect(cells[1]).toMatch(/ … \(Lead Console cut this value: 100000 levels deep, /);
    expect(flattener.shortened).toEqual(flattener.paths);
  });

  it('writes values deep down as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        // As JSON.stringify would: there is no minus zero in it.
        const text = JSON.stringify(JSON.parse(JSON.stringify(value)));
        const wrapped = `${'['.repeat(200)}${text}${']'.repeat(200)}`;
        expect(new LeadFlattener().flatten({ list: JSON.parse(wrapped) as unknown })).toEqual([wrapped]);
      }),
    );
  });

  it('takes names that mean something to JavaScript for names', () => {
    const lead = JSON.parse(
      '{"__proto__":{"polluted":"1"},"constructor":{"prototype":{"polluted":"2"}},"toString":"3","hasOwnProperty":"4","":"5","data":{"":"6","__proto__":"7"}}',
    ) as unknown;
    expect(flattener.flatten(lead)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(flattener.paths).toEqual([
      ...['__proto__.polluted', 'constructor.prototype.polluted', 'toString'],
      ...['hasOwnProperty', '(no name)', 'data.(no name)', 'data.__proto__'],
    ]);
    expect('polluted' in {}).toBe(false);
    expect(flattener.flatten({})).toEqual(new Array(7).fill(null));
  });

  it('merges spellings of a name that differ in case under the first one', () => {
    expect(flattener.flatten({ uniqueId: '1', data: { Telefon1: '2' } })).toEqual(['1', '2']);
    expect(flattener.flatten({ UniqueId: '3', Data: { telefon1: '4' } })).toEqual(['3', '4']);
    expect(flattener.flatten({ UNIQUEID: '5' })).toEqual(['5', null]);
    expect(flattener.paths).toEqual(['uniqueId', 'data.Telefon1']);
    expect(flattener.filled).toEqual([3, 2]);
  });

  it('loses neither value when one lead has two spellings, or a name with a dot beside an object', () => {
    expect(flattener.flatten({ phone: '1', Phone: '2', PHONE: '3' })).toEqual(['1', '2', '3']);
    expect(flattener.paths).toEqual(['phone', 'phone (2)', 'phone (3)']);
    expect(flattener.flatten({ a: { b: 'x' }, 'a.b': 'y' }).slice(3)).toEqual(['x', 'y']);
    expect(flattener.paths.slice(3)).toEqual(['a.b', 'a.b (2)']);
    expect(flattener.flatten({ Phone: '4' })[0]).toBe('4');
  });

  it('bounds what names can take, and loses no value', () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const lead = Object.fromEntries(
        Array.from({ length: 10_000 }, (_, index) => [
          `${turn} ${index} ${'x'.repeat(index % 7 === 0 ? 5000 : 5)}`,
          { v: `${turn}:${index}` },
        ]),
      );
      const cells = flattener.flatten(lead);
      const overflow = JSON.parse(cells[flattener.paths.indexOf(OVERFLOW_PATH)] ?? '{}') as Record<string, string>;
      const kept = [
        ...cells.filter((cell, index) => cell !== null && flattener.paths[index] !== OVERFLOW_PATH),
        ...Object.values(overflow),
      ];
      expect(kept).toHaveLength(10_000);
    }
    expect(flattener.paths.length).toBe(COLUMN_LIMIT);
    expect(Math.max(...flattener.paths.map((path) => path.length))).toBeLessThan(1000);
    const remembered = ({ members }: Field): number =>
      [...members.values()].reduce((sum, field) => sum + 1 + remembered(field), 0);
    expect(remembered(flattener.root)).toBeGreaterThan(8000);
    expect(remembered(flattener.root)).toBeLessThan(9001);
  });

  it('makes no column of a name that is longer than 500 characters, nor a tenth one of one name', () => {
    const [longest, tooLong] = ['l'.repeat(500), 't'.repeat(501)];
    expect(flattener.flatten({ [longest]: '1', [tooLong]: '2' })).toEqual(['1', JSON.stringify({ [tooLong]: '2' })]);
    const spellings = Array.from({ length: 11 }, (_, at) => `${'a'.repeat(at)}${'A'.repeat(11 - at)}`);
    const cells = flattener.flatten(Object.fromEntries(spellings.map((name, at) => [name, `${at}`])));
    expect(flattener.paths.slice(2)).toEqual([
      spellings[0],
      ...Array.from({ length: 8 }, (_, at) => `${spellings[0]} (${at + 2})`),
    ]);
    expect(Object.values(JSON.parse(cells[1] ?? '') as object)).toEqual(['9', '10']);
  });

  it('takes rows of known paths, and takes back what it counted of one that is replaced', () => {
    flattener = new LeadFlattener(['data.Phone']);
    expect(flattener.row(['uniqueId', 'data.phone', 'note'], ['1', '+45', null])).toEqual(['1', '+45']);
    expect(flattener.row(['note', 'uniqueId'], ['', '2'])).toEqual(['2', null, '']);
    expect([flattener.paths, flattener.filled]).toEqual([
      ['uniqueId', 'data.Phone', 'note'],
      [2, 1, 0],
    ]);
    flattener.uncount(['2', null, '']);
    expect(flattener.filled).toEqual([1, 1, 0]);
  });

  it('keeps every leaf of any flat lead', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.stringMatching(/^[a-zæøå]{1,8}$/), fc.string()), { maxLength: 20 }),
        (leads) => {
          flattener = new LeadFlattener();
          for (const lead of leads) {
            const cells = flattener.flatten(lead);
            const back = Object.fromEntries(
              flattener.paths
                .map((path, index) => [path, cells[index]])
                .filter(([, value]) => value !== null && value !== undefined),
            );
            expect(back).toEqual({ ...lead });
          }
        },
      ),
    );
  });
});
