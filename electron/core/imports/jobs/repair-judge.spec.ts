import { describe, expect, it } from 'vitest';
import { type CheckRules, checkRulesSchema } from '../../../../shared/contract/jobs/origin.ts';
import type { CleaningStep, Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { column } from '../fields/column-fixture.ts';
import { RepairJudge } from './repair-judge.ts';

const phone = (country: string): CleaningStep => ({ kind: 'phone', country });

const ROW = ['30112233', 'Ada', 'ada@example.org'];
const NAMES = [column(1, 'LastName'), column(2, 'Email')];

const limits = (field: string, over: object = {}) => ({
  settings: { fields: [{ field, required: false, unique: false, longest: null, allowed: null, ...over }] },
});

const problem = (edits: Readonly<Record<number, string>>, mapping: Mapping, rules: object = {}, cells = ROW) => {
  const judge = new RepairJudge({ mapping }, checkRulesSchema.parse(rules) satisfies CheckRules);
  return judge.problemOf(
    cells,
    Object.entries(edits).map(([index, value]) => ({ column: Number(index), value })),
  );
};

describe('a repaired value', () => {
  const mapping = [column(0, 'Phone', phone('DK')), ...NAMES];

  it('passes when nothing is wrong with it', () => {
    expect(problem({ 0: '30445566', 1: 'Bo', 2: 'bo@example.org' }, mapping)).toBe('');
  });

  it('is refused by the rules of the check, each reason once', () => {
    expect(problem({ 0: '12' }, mapping)).toBe('Phone is too short');
    expect(problem({ 2: 'bo at example' }, mapping)).toBe('Email is not an address');
    expect(problem({ 0: '12', 2: 'bo' }, mapping)).toBe('Phone is too short, Email is not an address');
    expect(problem({ 0: '12', 1: '12' }, [column(0, 'Phone', phone('DK')), column(1, 'Phone', phone('DK'))])).toBe(
      'Phone is too short',
    );
  });

  it('is judged alone: what is wrong with other values was so before', () => {
    expect(problem({ 1: 'Bo' }, mapping, {}, ['12', 'Ada', 'no address'])).toBe('');
  });

  it('may be noted: only a problem keeps it', () => {
    expect(problem({ 1: ' ' }, mapping)).toBe('');
    expect(problem({ 0: '+45 30445566,' }, [column(0, 'Fax', phone('DK')), ...NAMES])).toBe('');
    expect(problem({ 0: '12' }, [column(0, 'Fax', phone('DK')), ...NAMES])).toBe('');
  });

  it('that is a date of an unknown order is none either: the order is that of the field', () => {
    const dated = [...mapping, column(3, 'Birthday', { kind: 'date', order: 'day-month' })];
    expect(problem({ 3: '03/04/1990' }, dated, {}, [...ROW, '01/02/1990'])).toBe('');
    expect(problem({ 3: '03/17/1990' }, dated, {}, [...ROW, '01/02/1990'])).toBe('');
  });

  it('has the limits that a person set', () => {
    expect(problem({ 1: 'Abcdef' }, mapping, limits('LastName', { longest: 5 }))).toBe('LastName is too long');
    expect(problem({ 1: 'Abcde' }, mapping, limits('LastName', { longest: 5 }))).toBe('');
    expect(problem({ 1: '' }, mapping, limits('LastName', { required: true }))).toBe('LastName is empty');
    expect(problem({ 1: 'Cai' }, mapping, limits('LastName', { allowed: ['Bo'] }))).toBe('LastName has other values');
  });
});

describe('a row without any phone', () => {
  const mapping = [column(0, 'Phone', phone('DK')), column(1, 'Mobile', phone('DK')), column(2, 'Email')];
  const none = ['', '', 'ada@example.org'];

  it('is refused when one of its phones was repaired', () => {
    expect(problem({ 0: '' }, mapping, {}, none)).toBe('Phone is empty');
    expect(problem({ 1: '' }, mapping, {}, none)).toBe('Phone is empty');
    expect(problem({ 1: '30112233' }, mapping, {}, none)).toBe('');
  });

  it('is no reason against another value', () => {
    expect(problem({ 2: 'bo@example.org' }, mapping, {}, none)).toBe('');
  });
});

describe('numbers without a prefix', () => {
  const LOCAL = '901838210';

  it('are of the country that the check was set to, or else of the one in the mapping', () => {
    const plain = [column(0, 'Phone', { kind: 'trim' }), column(1, 'Mobile', phone('DE'))];
    const dk = { settings: { country: 'DK' } };
    expect(problem({ 0: '30112233' }, plain, dk)).toBe('');
    expect(problem({ 0: LOCAL }, plain, dk)).not.toBe('');
    expect(problem({ 0: `030${LOCAL}` }, plain)).toBe('');
    // The country is unknown, so this may be a valid number.
    expect(problem({ 0: `030${LOCAL}` }, [column(0, 'Phone')])).toBe('');
    expect(problem({ 0: '030' }, [column(0, 'Phone')])).not.toBe('');
  });
});
