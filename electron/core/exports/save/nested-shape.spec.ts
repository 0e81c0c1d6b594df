import { expect, it } from 'vitest';
import { nestedShape } from './nested-shape.ts';

/** The object that a file would have for a lead whose values are the positions of its columns. */
function objectOf(paths: readonly string[]): unknown {
  const { keys, order, end } = nestedShape(paths);
  return JSON.parse(keys.map((key, index) => `${key}${order[index] ?? 'null'}`).join('') + end);
}

it('puts columns into the objects they came from, together, in the order of their first one', () => {
  const paths = ['uniqueId', 'campaign.code', 'status', 'data.Phone', 'campaign.name', 'ownerOrgUnit.orgCode'];
  const nested = objectOf(paths);
  expect(nested).toEqual({
    uniqueId: 0,
    campaign: { code: 1, name: 4 },
    status: 2,
    data: { Phone: 3 },
    ownerOrgUnit: { orgCode: 5 },
  });
  expect(Object.keys(nested as object)).toEqual(['uniqueId', 'campaign', 'status', 'data', 'ownerOrgUnit']);
});

it('leaves dots in the names of a campaign, and a value beside an object of its name', () => {
  expect(objectOf(['data.Tel.nr', 'data.Tel.', 'owner', 'owner.name', 'owner.unit.code'])).toEqual({
    data: { 'Tel.nr': 0, 'Tel.': 1 },
    owner: 2,
    'owner.name': 3,
    'owner.unit.code': 4,
  });
  expect(objectOf(['owner.unit', 'owner.unit.code'])).toEqual({ owner: { unit: 0, 'unit.code': 1 } });
});

it('keeps every column with names that JSON has to escape or that objects know', () => {
  expect(nestedShape(['data.__proto__', 'data."', 'a']).keys).toEqual(['{"data":{"__proto__":', ',"\\"":', '},"a":']);
  expect(objectOf([])).toEqual({});
});
