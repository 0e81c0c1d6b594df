import { describe, expect, it } from 'vitest';
import {
  type AbsenceQuestion,
  type ComparisonQuestion,
  doubtOfAbsence,
  doubtOfComparison,
  type SeenLeads,
  type Witness,
} from './absence.ts';

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

const witness = (row: number, data: Witness['data'] = { Phone: String(row) }, tag: string | null = null): Witness => ({
  ...{ row, data, tag, key: `k${row}`, leadId: `L${row}` },
  sentAt: row,
});

describe('a row whose lead did not come', () => {
  const row = { row: 50, data: { Phone: '50', Name: 'Ada' }, tag: null, sentAt: 50 };
  const before = [49, 48, 47, 46].map((n) => witness(n));
  const after = [51, 52, 53, 54].map((n) => witness(n));

  /** All known leads show what was sent, but for what `hidden` names, and those that are `missing`. */
  function doubtOf(
    given: Partial<AbsenceQuestion> = {},
    { hidden = [], missing = [], ...over }: { hidden?: number[]; missing?: number[] } & Partial<SeenLeads> = {},
  ) {
    return doubtOfAbsence({
      row,
      witnesses: { before, after },
      seen: {
        leads: 9,
        valuesOf: ({ row: n, data }) => (missing.includes(n) ? null : hidden.includes(n) ? {} : data),
        isAtAnotherTime: () => false,
        isLeftOutByTime: () => true,
        namedForAnother: () => null,
        hiddenSince: () => 0,
        correctedSince: () => null,
        isElsewhere: () => false,
        ...over,
      },
      tagField: null,
      isSame: (sent, stored) => sent === stored,
      telling: ['Phone'],
      ...given,
    });
  }

  it('is absent where the known leads around it came as sent', () => {
    expect(doubtOf()).toBeNull();
    expect(doubtOf({ witnesses: { before: before.slice(0, 1), after: after.slice(0, 1) } }, { leads: 1 })).toBeNull();
  });

  it('is in doubt where none or not all of them came', () => {
    expect(doubtOf({}, { leads: 0 })).toEqual({ kind: 'nothingCame' });
    expect(doubtOf({}, { missing: [46, 54] })).toMatchObject({
      kind: 'witnessMissing',
      side: 'before',
      witness: { row: 46 },
    });
    expect(doubtOf({}, { missing: [54] })).toMatchObject({
      kind: 'witnessMissing',
      side: 'after',
      witness: { row: 54 },
    });
    expect(doubtOf({ witnesses: { before: [], after } })).toEqual({ kind: 'noWitness', side: 'before' });
    expect(doubtOf({ witnesses: { before, after: [] } })).toEqual({ kind: 'noWitness', side: 'after' });
  });

  it('is in doubt where the service has the three nearest on a side at another time than they were sent', () => {
    const strange = (...rows: number[]) => doubtOf({}, { isAtAnotherTime: ({ row: n }) => rows.includes(n) });
    expect(strange(47, 48, 49)).toMatchObject({ kind: 'timesDiffer', witness: { row: 49 } });
    expect(strange(51, 52, 53)).toMatchObject({ kind: 'timesDiffer', witness: { row: 51 } });
    // A service may have made one lead of two rows.
    expect(strange(47, 48, 51, 53)).toBeNull();
    // Whatever the clocks say, all leads are those of other rows.
    expect(doubtOf({}, { isAtAnotherTime: () => true, isLeftOutByTime: () => false })).toBeNull();
  });

  it('is in doubt where one of the three nearest on a side does not show by what it is found', () => {
    for (const n of [47, 49, 51, 53])
      expect(doubtOf({}, { hidden: [n] })).toMatchObject({
        kind: 'valuesHidden',
        witness: { row: n },
        fields: ['Phone'],
      });
    expect(doubtOf({}, { hidden: [46, 54] })).toBeNull();
  });

  it('is found by one of several ways, and by all its values without any other', () => {
    const email = (n: number) => witness(n, { Email: String(n) });
    const witnesses = { before: [email(49)], after: [email(51)] };
    expect(doubtOf({ witnesses, telling: ['Phone'] })).toEqual({ kind: 'noWitness', side: 'before' });
    expect(doubtOf({ witnesses, telling: ['Phone', 'Email'] })).toBeNull();
    const named = { ...row, data: { Name: 'Ada' } };
    const both = { before: [witness(49, { Name: 'Bo' })], after: [witness(51, { Name: 'Cy' })] };
    expect(doubtOf({ row: named, witnesses: both, telling: [] })).toBeNull();
    expect(doubtOf({ row: { ...row, data: {} }, telling: [] })).toEqual({ kind: 'nothingToCompare' });
  });

  it('is found by its tag where the known leads show theirs', () => {
    const tagged = (n: number) => witness(n, {}, `t${n}`);
    const given = {
      row: { ...row, data: {}, tag: 't50' },
      witnesses: { before: [tagged(49)], after: [tagged(51)] },
      tagField: 'Ref',
      telling: [],
    };
    expect(doubtOf(given, { valuesOf: ({ tag }) => ({ Ref: tag ?? '' }) })).toBeNull();
    expect(doubtOf(given, { valuesOf: () => ({ Ref: 't1' }) })).toMatchObject({
      kind: 'valuesHidden',
      fields: ['Ref'],
    });
  });

  it('is in doubt beside a lead that may be its own', () => {
    expect(doubtOf({}, { isElsewhere: () => true })).toEqual({ kind: 'leadElsewhere' });
    expect(doubtOf({}, { namedForAnother: () => 'L1' })).toEqual({ kind: 'leadOfAnother', leadId: 'L1' });
    expect(doubtOf({}, { hiddenSince: () => 1 })).toEqual({ kind: 'leadsHidden', leads: 1 });
    expect(doubtOf({}, { correctedSince: () => ({ id: 'X' }) })).toEqual({ kind: 'leadCorrected', leadId: 'X' });
  });
});

describe('a campaign that known leads are in', () => {
  const known = (over: Partial<ComparisonQuestion>) =>
    doubt(1, { witnesses: [witness(1)], tellingOf: () => ['Phone'], ...over });
  const shows = (data: Witness['data'] | null) => ({ seen: { leads: 1, valuesOf: () => data } });

  it('shows what it holds where they come with a contact', () => {
    expect(known(shows({ Phone: '1' }))).toBeNull();
    expect(known({ ...shows({}), tellingOf: () => [] })).toBeNull();
  });

  it('shows nothing where they do not come, or without', () => {
    expect(known(shows(null))).toMatchObject({ kind: 'witnessMissing' });
    expect(known({ ...shows(null), unnamed: 1 })).toEqual({ kind: 'noCampaignNamed', leads: 1 });
    expect(known(shows({ Phone: '2' }))).toMatchObject({ kind: 'valuesHidden', fields: ['Phone'] });
  });
});
