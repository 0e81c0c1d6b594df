import { describe, expect, it } from 'vitest';
import type { Mapping } from '../../contract/imports/mapping.ts';
import { unfitMapping } from './unfit-mapping.ts';

const rule = (field: string, ...columns: number[]): Mapping[number] => ({
  field,
  source: { kind: 'columns', columns, join: null },
  cleaning: [],
});

describe('a whole mapping', () => {
  it('reaches nobody without a phone or an e-mail address from the file', () => {
    const constant: Mapping[number] = { field: 'Phone', source: { kind: 'constant', value: '1' }, cleaning: [] };
    expect(unfitMapping([rule('Company', 0), constant], [], [10], 10).reachesNobody).toBe(true);
    expect(unfitMapping([rule('Company', 0), rule('Telefon', 1)], [], [10, 10], 10).reachesNobody).toBe(false);
    expect(unfitMapping([rule('Email', 0)], [], [10], 10).reachesNobody).toBe(false);
    expect(unfitMapping([rule('Company', 0)], [], [10], 10).reachesNobody).toBe(true);
    expect(unfitMapping([], [], [], 10).reachesNobody).toBe(false);
  });

  it('names the fields that are empty in most rows, the emptiest first', () => {
    const mapping = [rule('Phone', 0), rule('Fax', 1), rule('Address', 2, 3), rule('Title', 4)];
    expect(unfitMapping(mapping, [], [100, 12, 3, 60, 0], 100).mostlyEmpty).toEqual([
      { field: 'Title', filled: 0 },
      { field: 'Fax', filled: 12 },
    ]);
    expect(unfitMapping([rule('Title', 9), rule('Fax', 0)], [], [49], 100).mostlyEmpty).toEqual([
      { field: 'Title', filled: 0 },
      { field: 'Fax', filled: 49 },
    ]);
    expect(unfitMapping(mapping, [], [50, 50, 50, 50, 50], 100).mostlyEmpty).toEqual([]);
  });
});
