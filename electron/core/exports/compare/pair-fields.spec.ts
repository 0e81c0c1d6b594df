import { describe, expect, it } from 'vitest';
import { pairFields } from './pair-fields.ts';

/** By name: where it stands in the earlier and the later result, and whether its values are compared. */
const paired = (before: readonly string[], now: readonly string[]) =>
  pairFields(before, now).fields.map(({ path, before: was, now: is, bit }) => [path, was, is, bit]);

describe('the fields of two results', () => {
  it('are those of the later one in their order, and what only the earlier one has', () => {
    expect(paired(['uniqueId', 'data.A', 'data.B', 'data.C'], ['uniqueId', 'data.C', 'DATA.a', 'data.D'])).toEqual([
      ['data.C', 3, 1, 0],
      ['DATA.a', 1, 2, 1],
      ['data.D', null, 3, null],
      ['data.B', 2, null, null],
    ]);
  });

  it('leave out the times of change, wherever they stand', () => {
    expect(pairFields(['lastModifiedTime', 'LeadUniqueId', 'x'], ['x', 'uniqueId', 'LASTMODIFIEDTIME'])).toEqual({
      ids: { before: 1, now: 1 },
      times: { before: 0, now: 2 },
      fields: [
        { path: 'x', before: 2, now: 0, bit: 0 },
        { path: 'LASTMODIFIEDTIME', before: 0, now: 2, bit: null },
      ],
    });
    expect(pairFields(['uniqueId'], ['uniqueId']).times).toEqual({ before: null, now: null });
  });

  it('of every lead are compared also where one result has them alone', () => {
    expect(paired(['uniqueId', 'closure'], ['uniqueId', 'Status'])).toEqual([
      ['Status', null, 1, 0],
      ['closure', 1, null, 1],
    ]);
  });
});
