import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMN_LIMIT, createFlattener, OVERFLOW_PATH } from './flatten.ts';

describe('createFlattener', () => {
  it('makes dotted columns of nested objects and keeps every value as the text it was', () => {
    const flattener = createFlattener();
    const cells = flattener.flatten({
      uniqueId: 'A1',
      campaign: { code: 'DK-1' },
      data: { Telefon1: '0045 1234', tom: '' },
      closureData: [{ a: 1 }],
      priority: 5,
    });
    expect(flattener.paths).toEqual([
      'uniqueId',
      'campaign.code',
      'data.Telefon1',
      'data.tom',
      'closureData',
      'priority',
    ]);
    expect(cells).toEqual(['A1', 'DK-1', '0045 1234', '', '[{"a":1}]', '5']);
  });

  it('finds columns in later rows and leaves earlier rows shorter', () => {
    const flattener = createFlattener();
    expect(flattener.flatten({ a: '1' })).toEqual(['1']);
    expect(flattener.flatten({ b: '2' })).toEqual([null, '2']);
    expect(flattener.filled).toEqual([1, 1]);
  });

  it('takes whatever a service may put into the list', () => {
    const flattener = createFlattener();
    expect(flattener.flatten(null)).toEqual([]);
    expect(flattener.flatten('text')).toEqual(['text']);
    expect(flattener.flatten([1, 2])).toEqual(['[1,2]']);
  });

  it('loses nothing when there are more fields than columns', () => {
    const flattener = createFlattener();
    const lead = Object.fromEntries(
      Array.from({ length: COLUMN_LIMIT + 50 }, (_, index) => [`field${index}`, `value ${index}`]),
    );
    const cells = flattener.flatten(lead);
    expect(flattener.paths.length).toBe(COLUMN_LIMIT);
    const overflow = JSON.parse(cells[flattener.paths.indexOf(OVERFLOW_PATH)] ?? '{}') as Record<string, string>;
    expect(Object.keys(overflow)).toHaveLength(51);
    expect(overflow[`field${COLUMN_LIMIT + 49}`]).toBe(`value ${COLUMN_LIMIT + 49}`);
  });

  it('keeps every leaf of any flat lead', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.stringMatching(/^[a-zæøå]{1,8}$/), fc.string()), { maxLength: 20 }),
        (leads) => {
          const flattener = createFlattener();
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
