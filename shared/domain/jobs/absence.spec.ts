import { describe, expect, it } from 'vitest';
import { type ComparisonQuestion, doubtOfComparison } from './absence.ts';

const doubt = (leads: number, given: Partial<ComparisonQuestion> = {}) =>
  doubtOfComparison({
    witnesses: [],
    seen: { leads, valuesOf: () => null },
    unnamed: 0,
    comparable: leads,
    blank: 0,
    hiddenRows: 0,
    tellingOf: () => [],
    isSame: (sent, stored) => sent === stored,
    ...given,
  });

describe('a campaign that no known lead is in', () => {
  it('shows what it holds from its first lead on; without one, nothing is known', () => {
    expect(doubt(0)).toEqual({ kind: 'emptyCampaign' });
    expect(doubt(0, { unnamed: 1 })).toEqual({ kind: 'noCampaignNamed', leads: 1 });
    expect(doubt(1)).toBeNull();
  });

  it('shows nothing where fewer than half of its leads can be compared, or more than a tenth show nothing', () => {
    expect(doubt(10, { comparable: 5 })).toBeNull();
    expect(doubt(10, { comparable: 4 })).toMatchObject({ kind: 'fewComparable', comparable: 4 });
    expect(doubt(10, { blank: 1 })).toBeNull();
    expect(doubt(10, { blank: 2 })).toMatchObject({ kind: 'leadsBlank', blank: 2 });
    expect(doubt(10, { hiddenRows: 1 })).toEqual({ kind: 'rowsNotCompared', rows: 1 });
  });
});
