import { describe, expect, it } from 'vitest';
import { suggestMapping } from '../../../shared/domain/mapping/index.ts';
import { profilesOf } from '../../../shared/domain/mapping/testing/profiles.ts';
import { secondCorpus } from './index.ts';

describe('the second set of labelled headers', () => {
  it.each(secondCorpus)('has no wrong field in "$name"', ({ columns }) => {
    const longest = Math.max(...columns.map(({ values }) => values.length));
    const suggestions = suggestMapping({
      columns: profilesOf(
        columns.map(({ header }) => header),
        Array.from({ length: longest }, (_, row) => columns.map(({ values }) => values[row] ?? '')),
      ),
      fields: [],
      earlier: [],
    });
    const wrong = suggestions.flatMap(({ field }, index) => {
      const column = columns[index];
      return field !== null && column?.accepted.includes(field) === false ? [`${column.header}: ${field}`] : [];
    });
    expect(wrong).toEqual([]);
  });
});
