import { expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../../../../shared/contract/imports/imports.ts';
import { leadOf } from './lead-payload.ts';

const job = {
  id: 'job',
  mapping: [{ field: 'Phone', source: { kind: 'columns' as const, columns: [0], join: null }, cleaning: [] }],
  terms: { ...USUAL_TERMS, tagField: 'Ref' },
};
const untagged = { ...job, terms: USUAL_TERMS };

it('is what was worked out when the job was made, whatever the cells and the mapping say now', () => {
  expect(leadOf(job, { n: 1, cells: ['30112233'], payload: '{"Phone":"+4530112233"}' })).toEqual({
    Phone: '+4530112233',
  });
});

it('is mapped from the cells in a job of an earlier version, with the tag of the job', () => {
  const row = { n: 2, cells: ['30112233'], payload: null };
  expect([leadOf(job, row), leadOf(untagged, row)]).toEqual([
    { Phone: '30112233', Ref: 'imp-job-2' },
    { Phone: '30112233' },
  ]);
});

it('has no field at all, not even its tag, when no column of the row has a value', () => {
  const row = { n: 2, cells: ['  '], payload: null };
  expect([leadOf(job, row), leadOf(untagged, row)]).toEqual([{}, {}]);
});
