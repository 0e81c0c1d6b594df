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
    const fit = (found: Fit) => ({ fit: found, agrees: ['Phone'], differs: found === 'all' ? [] : ['Name'] });
    if (one === other) return fit('all');
    if (one.startsWith(other)) return fit('most');
    return one[0] === other[0] ? fit('part') : null;
  },
};
function facts(rows: DoubtfulRow[], leads: CandidateLead[], change: Partial<Parameters<typeof reconcileRows>[0]> = {}) {
  return reconcileRows({
    rows,
    leads,
    tagField: 'Tag',
    comparison,
    nameless: new Map(),
    absenceOf: () => ({ verdict: 'absent', evidence: 'Not there.' }),
    momentWords: (at) => new Date(at).toISOString(),
    ...change,
  });
}
function verdicts(rows: DoubtfulRow[], leads: CandidateLead[], change: { nameless?: number; isProof?: boolean } = {}) {
  const found = facts(rows, leads, {
    nameless: new Map([[rows[0]?.data['Name'] ?? '', change.nameless ?? 0]]),
    absenceOf: () => ({ verdict: change.isProof === false ? 'unclear' : 'absent', evidence: 'Not there.' }),
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
    expect(verdicts([row(1, 'Anna')], [], { isProof: false })).toEqual(['unclear']);
  });
});

describe('the evidence', () => {
  const AT = 1_000_000;
  const UPLOADED = `, uploaded ${new Date(AT).toISOString()}.`;
  const evidence = (rows: DoubtfulRow[], leads: CandidateLead[]) => facts(rows, leads).map((found) => found.evidence);

  it('names the lead and what is the same, and when it was uploaded', () => {
    const tagged = { data: { Name: 'Zoe', Tag: 'imp-j-1' } };
    expect(evidence([row(1, 'Anna', 'imp-j-1')], [lead('L1', 'Zoe', tagged)])).toEqual([
      'Lead L1 has the tag imp-j-1.',
    ]);
    expect(evidence([row(1, 'Anna', 'imp-j-1')], [lead(null, 'Zoe', tagged)])).toEqual(['A lead has the tag imp-j-1.']);
    expect(evidence([row(1, 'Anna')], [lead('L1', 'Anna')])).toEqual([
      `Lead L1 has the value that was sent${UPLOADED}`,
    ]);
    expect(evidence([row(1, 'Anna')], [lead('L1', 'An')])).toEqual([
      `Lead L1 has the same Phone; Name not as sent${UPLOADED}`,
    ]);
  });

  it('is the tag before the values, and no id where nobody knows whose lead it is', () => {
    const tagged = lead('L1', 'Zoe', { data: { Name: 'Zoe', Tag: 'imp-j-1' } });
    expect(facts([row(1, 'Anna', 'imp-j-1')], [tagged, lead('L2', 'Anna')])[0]?.leadId).toBe('L1');
    const twins = [lead('L1', 'Anna'), lead('L2', 'Anna')];
    expect(verdicts([row(1, 'Anna')], twins, { nameless: 1 })).toEqual(['exists']);
  });

  it('says why a lead is not the row for certain', () => {
    expect(evidence([row(1, 'Anna')], [lead('L1', 'Abc')])).toEqual([
      `Lead L1 has the same Phone, but not Name${UPLOADED}`,
    ]);
    const old = 'has these values, but the service says it is older than the request';
    expect(evidence([row(1, 'Anna')], [lead('L1', 'Anna', { uploadedAt: AT - 600_001 })])).toEqual([
      `Lead L1 ${old}, uploaded ${new Date(AT - 600_001).toISOString()}.`,
    ]);
    expect(evidence([row(1, 'Anna')], [lead('L1', 'Anna', { uploadedAt: null })])).toEqual([`Lead L1 ${old}.`]);
    expect(facts([row(1, 'Anna')], [lead('L1', 'Anna', { uploadedAt: AT - 600_000 })])[0]?.verdict).toBe('exists');
  });

  it('names the first five of many leads', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => lead(index ? `L${index}` : null, 'An'));
    expect(evidence([row(1, 'Anna')], many(5))).toEqual([
      'More than one lead fits the row: without id, L1, L2, L3, L4.',
    ]);
    expect(evidence([row(1, 'Anna')], many(7))).toEqual([
      'More than one lead fits the row: without id, L1, L2, L3, L4 and 2 more.',
    ]);
  });

  it('of rows without a tag, or of a job without tags, is by their values', () => {
    const named = lead('L1', 'Anna', { data: { Name: 'Anna', Tag: 'imp-j-9' } });
    expect(facts([row(1, 'Anna')], [named])[0]?.verdict).toBe('absent');
    expect(facts([row(1, 'Anna')], [named], { tagField: null })[0]?.verdict).toBe('exists');
    expect(facts([row(1, 'Anna', 'imp-j-9')], [named], { tagField: null })[0]?.evidence).toContain(
      'has the value that was sent',
    );
  });

  it('leaves a lead to a row when the other row that could be it is far off, or has another', () => {
    const rows = [row(1, 'Anna'), row(2, 'Axel')];
    expect(facts(rows, [lead('L1', 'Ann')]).map(({ verdict }) => verdict)).toEqual(['exists', 'absent']);
    const late = { ...row(2, 'Anne'), sentAt: AT + 3_600_000 };
    expect(facts([row(1, 'Anna'), late], [lead('L1', 'Ann')]).map(({ verdict }) => verdict)).toEqual([
      'exists',
      'absent',
    ]);
    const two = [lead('L1', 'Ann'), lead('L2', 'Bea')];
    expect(facts([row(1, 'Anna'), row(2, 'Beata')], two).map(({ leadId }) => leadId)).toEqual(['L1', 'L2']);
  });
});
