import { describe, expect, it } from 'vitest';
import { type CandidateLead, type DoubtfulRow, type Fit, reconcileRows } from './reconcile.ts';

const row = (n: number, name: string, tag: string | null = null): DoubtfulRow => {
  return { row: n, sentAt: 1_000_000, data: { Name: name }, tag };
};
const lead = (id: string | null, name: string, change: Partial<CandidateLead> = {}): CandidateLead => {
  return { id, uploadedAt: 1_000_000, data: { Name: name }, ...change };
};
const comparison = {
  groupOf: ({ data }: DoubtfulRow) => data['Name'] ?? '',
  compare({ data }: DoubtfulRow, { data: stored }: CandidateLead) {
    const [one = '', other = ''] = [data['Name'], stored['Name']];
    const fit = (found: Fit) => ({ fit: found, differs: found === 'all' ? [] : ['Name'] });
    if (one === other) return fit('all');
    if (one.startsWith(other)) return fit('most');
    return one[0] === other[0] ? fit('contact') : null;
  },
};
function verdicts(rows: DoubtfulRow[], leads: CandidateLead[], change: { nameless?: number; isProof?: boolean } = {}) {
  const found = reconcileRows({
    rows,
    leads,
    tagField: 'Tag',
    comparison,
    nameless: new Map([[rows[0]?.data['Name'] ?? '', change.nameless ?? 0]]),
    absence: { isProof: change.isProof ?? true, words: 'Not there.' },
  });
  return found.map(({ verdict, leadId }) => (leadId === null ? verdict : `${verdict} ${leadId}`));
}

describe('unknown rows', () => {
  it('exist by their tag alone, whatever else differs', () => {
    const tagged = lead('L1', 'Zoe', { data: { Name: 'Zoe', tag: 'imp-j-1' }, uploadedAt: null });
    expect(verdicts([row(1, 'Anna', 'imp-j-1')], [tagged])).toEqual(['exists L1']);
    expect(verdicts([row(1, 'Anna', 'imp-j-1')], [tagged, { ...tagged, id: 'L2' }])).toEqual(['several']);
    const others = lead('L1', 'Anna', { data: { Name: 'Anna', Tag: 'imp-j-7' } });
    expect(verdicts([row(1, 'Anna', 'imp-j-1')], [others])).toEqual(['absent']);
    // A service that drops the field of the tag.
    expect(verdicts([row(1, 'Anna', 'imp-j-1')], [lead('L1', 'Anna')])).toEqual(['exists L1']);
  });

  it('that are equal are counted', () => {
    const twins = [row(1, 'Anna'), row(2, 'Anna')];
    expect(verdicts(twins, [lead('L1', 'Anna')])).toEqual(['exists L1', 'absent']);
    expect(verdicts(twins, [lead('L1', 'Anna'), lead('L2', 'Anna')])).toEqual(['exists L1', 'exists L2']);
    expect(
      verdicts(
        twins,
        ['L1', 'L2', 'L3'].map((id) => lead(id, 'Anna')),
      ),
    ).toEqual(['several', 'several']);
    expect(verdicts(twins, [lead(null, 'Anna')], { nameless: 1 })).toEqual(['absent', 'absent']);
    expect(verdicts(twins, [lead(null, 'Anna'), lead(null, 'Anna')], { nameless: 1 })).toEqual(['exists', 'absent']);
  });

  it('exist when a service cut a value, but never when two rows could be the lead', () => {
    expect(verdicts([row(1, 'Anna')], [lead('L1', 'An')])).toEqual(['exists L1']);
    expect(verdicts([row(1, 'Anna'), row(2, 'Ante')], [lead('L1', 'An')])).toEqual(['several', 'several']);
    expect(verdicts([row(1, 'Anna'), row(2, 'Ante')], [lead('L1', 'An'), lead('L2', 'Ante')])).toEqual([
      'exists L1',
      'exists L2',
    ]);
  });

  it('are a doubt when a lead shares the contact only, or is older than the request', () => {
    expect(verdicts([row(1, 'Anna')], [lead('L1', 'Axel')])).toEqual(['several']);
    expect(verdicts([row(1, 'Anna')], [lead('L1', 'Anna', { uploadedAt: 1 })])).toEqual(['several']);
    expect(verdicts([row(1, 'Anna')], [lead('L1', 'Anna', { uploadedAt: null })])).toEqual(['several']);
  });

  it('are absent only when a missing lead proves something', () => {
    expect(verdicts([row(1, 'Anna')], [lead('L1', 'Zoe')])).toEqual(['absent']);
    expect(verdicts([row(1, 'Anna')], [], { isProof: false })).toEqual(['several']);
  });
});
