import { describe, expect, it } from 'vitest';
import type { CampaignField } from '../../contract/imports/imports.ts';
import type { CleaningStep, FieldRule } from '../../contract/imports/mapping.ts';
import {
  fieldOfNumber,
  isReasonKind,
  judgedValue,
  kindOfNumber,
  markKindOfNumber,
  numberOfReasonId,
  planCheck,
  reasonIdOf,
  reasonNumber,
  sentValue,
  sourceText,
} from './check-plan.ts';
import { fieldsBeside, fieldWith } from './fields-beside.ts';

const columns = (
  field: string,
  from: readonly number[],
  join: string | null = null,
  cleaning: CleaningStep[] = [],
): FieldRule => ({ field, source: { kind: 'columns', columns: [...from], join }, cleaning });
const settings = { country: null, duplicateKey: null, fields: [] };
const rest = { fields: [] as CampaignField[], settings, country: 'DK', postcodeColumn: null };
const plan = (...mapping: FieldRule[]) => planCheck({ ...rest, mapping });
/** Danish numbers, with or without their prefix. */
const readPhone = (text: string, country: string) => {
  const digits = text.replace(/\D/g, '').replace(/^45(?=\d{8}$)/, '');
  if (digits.length !== 8) return 'invalid' as const;
  return country === 'DK' || text.startsWith('+') ? { e164: `+45${digits}`, isUsual: true } : ('invalid' as const);
};

describe('the plan of a check', () => {
  it('has the fields that are filled from columns, with what a person demands of them', () => {
    const own = { field: 'City', required: true, unique: true, longest: 5, allowed: ['Ry'] };
    const { fields, hasPhone, country, postcodeColumn } = planCheck({
      ...rest,
      mapping: [
        { field: 'Source', source: { kind: 'constant', value: 'fair' }, cleaning: [] },
        columns('City', [2], ' '),
        columns('Street', [3, 4], ' ', [{ kind: 'trim' }]),
        columns('Phone', [1], null, [{ kind: 'trim' }, { kind: 'phone', country: 'SE' }]),
        columns('LastName', [5]),
      ],
      settings: { ...settings, duplicateKey: 'Street', fields: [own] },
      likely: 'NO',
      postcodeColumn: 7,
    });
    expect([hasPhone, country, postcodeColumn]).toEqual([true, 'DK', 7]);
    expect(fields.map(({ index, field, type, join }) => [index, field, type, join])).toEqual([
      [0, 'City', 'text', null],
      [1, 'Street', 'text', ' '],
      [2, 'Phone', 'phone', null],
      [3, 'LastName', 'text', null],
    ]);
    const [city, street, phone, name] = fields;
    expect(city).toMatchObject({ required: true, unique: true, longest: 5, isKey: false, isCompared: true });
    expect(city?.allowed).toEqual(new Set(['Ry']));
    expect(street).toMatchObject({ required: false, unique: false, longest: null, allowed: null });
    expect(street).toMatchObject({ isKey: true, isCompared: true, isPlain: true, country: 'DK', comparedAs: 'DK' });
    expect(phone).toMatchObject({
      country: 'SE',
      comparedAs: 'SE',
      judgedCleaning: [{ kind: 'trim' }],
      isPlain: false,
    });
    expect([name?.isName, city?.isName, name?.isCompared]).toEqual([true, false, false]);
    expect([city?.isPlain, name?.isPlain]).toEqual([false, true]);
    expect(plan(columns('City', [1])).hasPhone).toBe(false);
  });

  it('knows rules by their field in any case, and has a required field that nothing fills', () => {
    const rule = (field: string) => ({ field, required: true, unique: false, longest: null, allowed: null });
    const { fields, hasPhone } = planCheck({
      ...rest,
      mapping: [columns('City', [2]), { field: 'Source', source: { kind: 'constant', value: 'fair' }, cleaning: [] }],
      settings: { ...settings, duplicateKey: 'CITY', fields: ['city', 'SOURCE', 'Mobile'].map(rule) },
    });
    expect(fields.map((field) => [field.field, field.columns, field.required, field.isKey])).toEqual([
      ['City', [2], true, true],
      ['Mobile', [], true, false],
    ]);
    // No column has phones, so a row without one lacks none.
    expect(hasPhone).toBe(false);
    expect(fields.map((field) => sourceText(field, ['a', 'b', 'c']))).toEqual([
      { text: 'c', column: 2 },
      { text: '', column: -1 },
    ]);
  });

  it('compares numbers as those of the likely country where none is known', () => {
    const { fields } = planCheck({ ...rest, mapping: [columns('Phone', [0])], country: '', likely: 'NO' });
    expect(fields[0]).toMatchObject({ country: '', comparedAs: 'NO' });
    expect(planCheck({ ...rest, mapping: [columns('Phone', [0])], country: '' }).fields[0]?.comparedAs).toBe('');
  });

  it('is plain only where cleaning does no more than to trim, and nothing limits the values', () => {
    const isPlain = (rule: FieldRule, longest: number | null = null, allowed: string[] | null = null) => {
      const own = { field: rule.field, required: true, unique: false, longest, allowed };
      return planCheck({ ...rest, mapping: [rule], settings: { ...settings, fields: [own] } }).fields[0]?.isPlain;
    };
    expect(isPlain(columns('City', [0], null, [{ kind: 'trim' }]))).toBe(true);
    expect(isPlain(columns('City', [0], null, [{ kind: 'trim' }, { kind: 'asWritten' }]))).toBe(false);
    expect(isPlain(columns('City', [0]), 9)).toBe(false);
    expect(isPlain(columns('City', [0]), null, ['Ry'])).toBe(false);
    expect(isPlain(columns('Email', [0]))).toBe(false);
  });

  it('knows a date by the order that a person chose', () => {
    const cleaning: CleaningStep[] = [{ kind: 'trim' }, { kind: 'date', order: 'day-month' }];
    const { fields } = plan(columns('Born', [0], null, cleaning), columns('City', [1]));
    expect(fields.map(({ dateOrder, type }) => [dateOrder, type])).toEqual([
      ['day-month', 'date'],
      [null, 'text'],
    ]);
    expect(fields[0]?.judgedCleaning).toEqual([{ kind: 'trim' }]);
  });

  it('numbers its reasons, by field and kind, and those of whole rows behind all fields', () => {
    const checked = plan(columns('Phone', [0]), columns('Email', [1]));
    const invalid = reasonNumber(1, 'emailInvalid');
    expect([kindOfNumber(invalid), fieldOfNumber(checked, invalid)?.field]).toEqual(['emailInvalid', 'Email']);
    expect(reasonIdOf(checked, invalid)).toBe('emailInvalid:Email');
    expect(numberOfReasonId(checked, 'emailInvalid:Email')).toBe(invalid);
    for (const kind of ['noPhone', 'sentBefore'] as const) {
      const whole = numberOfReasonId(checked, kind) ?? -1;
      expect([fieldOfNumber(checked, whole), reasonIdOf(checked, whole)]).toEqual([null, kind]);
      expect(whole).toBe(reasonNumber(2, kind));
    }
    expect(['nothing', 'nothing:Email', 'emailInvalid:City'].map((id) => numberOfReasonId(checked, id))).toEqual([
      ...[null, null, null],
    ]);
    expect(markKindOfNumber(reasonNumber(1, 'dateDayFirst'))).toBe('dateDayFirst');
    expect([isReasonKind('emailInvalid'), isReasonKind('dateDayFirst')]).toEqual([true, false]);
  });
});

describe('the text of a field', () => {
  const text = (from: readonly number[], join: string | null, ...cells: string[]) => {
    const [field] = plan(columns('Street', from, join)).fields;
    return field === undefined ? null : sourceText(field, cells);
  };

  it('is that of its column as it stands', () => {
    expect(text([1], null, 'a', ' b ')).toEqual({ text: ' b ', column: 1 });
    expect(text([2], null, 'a')).toEqual({ text: '', column: 2 });
  });

  it('is the first of several columns that is not empty, or all of them joined', () => {
    expect(text([0, 1, 2], null, ' ', 'b ', 'c')).toEqual({ text: 'b ', column: 1 });
    expect(text([0, 1, 2], ' ', ' ', 'b ', 'c')).toEqual({ text: 'b c', column: -1 });
    expect(text([0, 1], ' ', '', ' b ')).toEqual({ text: ' b ', column: 1 });
    expect(text([1, 0], ' ', '', ' ')).toEqual({ text: ' ', column: 1 });
    expect(text([3, 4], ' ')).toEqual({ text: '', column: 3 });
  });

  it('is judged before a phone is cleaned, and sent behind it', () => {
    const [phone] = plan(columns('Phone', [0], null, [{ kind: 'trim' }, { kind: 'phone', country: 'DK' }])).fields;
    if (phone === undefined) throw new Error('There is no field.');
    expect(judgedValue(phone, ' 20 11 22 33 ')).toBe('20 11 22 33');
    expect(sentValue(phone, ' 20 11 22 33 ', () => ({ e164: '+4520112233', isUsual: true }))).toBe('+4520112233');
  });
});

describe('the fields of a row beside those of a lead', () => {
  const checked = plan(columns('Phone', [0]), columns('City', [1]), columns('Note', [2]), columns('Email', [3]));
  const beside = (cells: string[], lead: Record<string, string>) =>
    fieldsBeside(checked, cells, lead, readPhone).map(({ field, match }) => `${field} ${match}`);

  it('are the same, the same in another form, different, or not shown', () => {
    const lead = { PHONE: '+4520112233', city: 'ry', Note: 'by hand' };
    expect(beside(['20 11 22 33', 'Ry', 'by mail', 'a@b.dk'], lead)).toEqual([
      ...['Phone form', 'City form', 'Note differs', 'Email unseen'],
    ]);
    expect(beside(['+4520112233', 'ry', ' ', ''], lead)).toEqual([
      ...['Phone same', 'City same', 'Note same', 'Email unseen'],
    ]);
    expect(beside(['20112234', 'Ribe', 'x', ''], { Phone: '20112233', City: '', Note: ' ' })).toEqual([
      ...['Phone differs', 'City differs', 'Note differs', 'Email unseen'],
    ]);
    expect(beside(['none', '', '', ''], { Phone: 'nothing' })[0]).toBe('Phone differs');
    // A phone is compared whole, with its prefix; digits of another field are not.
    const [phone] = plan(columns('Phone', [0])).fields;
    const letters = (text: string) => ({ e164: text.replaceAll(/\D/g, '').padStart(11, '+46'), isUsual: true });
    expect(phone && fieldsBeside({ ...checked, fields: [phone] }, ['46-3'], { Phone: '46 3' }, letters)).toMatchObject([
      { match: 'form' },
    ]);
    expect(beside(['', '', '46-3', ''], { Note: '46 3' })[2]).toBe('Note differs');
  });

  it('are found by a value of the lead, a number however it is written', () => {
    const row = fieldsBeside(checked, ['20 11 22 33', 'Ry', '20112233', ''], {}, readPhone);
    expect(fieldWith(checked, row, ' RY ', readPhone)?.field).toBe('City');
    expect(fieldWith(checked, row, '+45 20112233', readPhone)?.field).toBe('Phone');
    expect(fieldWith(checked, row, '20112233', readPhone)?.field).toBe('Note');
    expect(fieldWith(checked, row, 'Ribe', readPhone)).toBeNull();
  });
});
