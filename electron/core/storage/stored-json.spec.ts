import { expect, it } from 'vitest';
import { z } from 'zod';
import { isDamaged } from '../foundation/failure.ts';
import { neededJson, storedCells, storedJson, storedLead } from './stored-json.ts';

it('reads a text that fits its schema, and is null for any other', () => {
  const schema = z.object({ name: z.string() });
  expect(storedJson(schema, '{"name":"a"}')).toEqual({ name: 'a' });
  for (const text of ['{"name":"a', '{"name":1}', 'null', '', null]) expect(storedJson(schema, text)).toBeNull();
});

it('throws what counts as damage for a text that is needed', () => {
  expect(neededJson(z.number(), '1')).toBe(1);
  let thrown: unknown;
  try {
    neededJson(z.number(), '"1');
  } catch (error) {
    thrown = error;
  }
  expect(isDamaged(thrown)).toBe(true);
});

it('takes only a list of texts for cells, and only texts by name for a lead', () => {
  expect(['["a",""]', '[1]', '{"a":"b"}', '"a"', 'null', '["a'].map(storedCells)).toEqual([
    ['a', ''],
    ...Array.from({ length: 5 }, () => null),
  ]);
  expect(['{"a":"b"}', '{"a":1}', '["a"]', '"a"', 'null', '{'].map(storedLead)).toEqual([
    { a: 'b' },
    ...Array.from({ length: 5 }, () => null),
  ]);
});
