import { describe, expect, it } from 'vitest';
import type { AbsenceDoubt, ComparisonDoubt, Witness } from '../../../../../shared/domain/jobs/absence.ts';
import { absenceWords, comparisonDoubtWords } from './absence-words.ts';

const WITNESS: Witness = { row: 7, leadId: 'L7', key: 'L7', data: {}, tag: null, sentAt: 1 };
const NAMELESS = { ...WITNESS, leadId: null };

describe('a doubt about a comparison says', () => {
  const words = (doubt: ComparisonDoubt) => comparisonDoubtWords(doubt, 'SPRING');

  it.each([
    [0, 'None of the 3 leads of SPRING show a value'],
    [1, 'Only 1 of the 3 leads of SPRING shows a value'],
    [2, 'Only 2 of the 3 leads of SPRING show a value'],
  ])('how many leads can be compared: %i', (comparable, beginning) => {
    expect(words({ kind: 'fewComparable', leads: 3, comparable })).toContain(`${beginning} by which`);
  });

  it('how many leads show no contact', () => {
    expect(words({ kind: 'leadsBlank', leads: 9, blank: 1 })).toContain('1 of the 9 leads of SPRING shows no phone');
    expect(words({ kind: 'leadsBlank', leads: 9, blank: 2 })).toContain('2 of the 9 leads of SPRING show no phone');
  });

  it('how many rows cannot be compared', () => {
    expect(words({ kind: 'rowsNotCompared', rows: 1 })).toMatch(/^1 row has only values/);
    expect(words({ kind: 'rowsNotCompared', rows: 2 })).toMatch(/^2 rows have only values/);
  });

  it('which lead is not shown, by its id or by its row', () => {
    expect(words({ kind: 'witnessMissing', witness: WITNESS })).toContain('does not show lead L7 of row 7, which');
    expect(words({ kind: 'witnessMissing', witness: NAMELESS })).toContain('does not show the lead of row 7, which');
  });

  it.each([
    [['A'], 'A of lead L7'],
    [['A', 'B', 'C'], 'A, B, C of lead L7'],
    [['A', 'B', 'C', 'D'], 'A, B, C and 1 more field of lead L7'],
    [['A', 'B', 'C', 'D', 'E'], 'A, B, C and 2 more fields of lead L7'],
  ])('three fields that are hidden by name, and counts the others: %o', (fields, named) => {
    expect(words({ kind: 'valuesHidden', witness: WITNESS, fields })).toContain(`does not show ${named} of row 7`);
  });
});

describe('a doubt about a row says', () => {
  const words = (doubt: AbsenceDoubt) => absenceWords(doubt, 'SPRING');

  it('on which side of the row a known lead is missing', () => {
    expect(words({ kind: 'witnessMissing', side: 'before', witness: WITNESS })).toContain('created before it');
    expect(words({ kind: 'witnessMissing', side: 'after', witness: WITNESS })).toContain('created after it');
  });

  it('which lead may be that of the row, and how many', () => {
    expect(words({ kind: 'leadCorrected', leadId: 'L1' })).toContain('lead L1 came');
    expect(words({ kind: 'leadCorrected', leadId: null })).toContain('a lead came');
    expect(words({ kind: 'leadsHidden', leads: 1 })).toContain('1 lead of this time shows no value');
    expect(words({ kind: 'leadsHidden', leads: 2 })).toContain('2 leads of this time show no value');
  });
});
