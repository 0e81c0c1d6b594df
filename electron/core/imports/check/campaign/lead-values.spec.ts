import { expect, it } from 'vitest';
import { keptLead, valuesOfLead } from './lead-values.ts';
import type { ComparedBy } from './row-keys.ts';

const by: ComparedBy = { country: 'DK', isGuess: true, key: 'Kundenummer', phoneFields: new Set(['direkte']) };

it('takes digits alone for a phone where the field is named like one, or a column of the file fills it', () => {
  const data = {
    Telefon: '30333333',
    Direkte: '30444444',
    Kundenummer: 'A30555555',
    Fax: '30666666',
    Ref: '30777777',
    City: '30999999',
    Mail: 'Anna@X.dk',
    Hidden: 'a***@x.dk',
    Mobil: ' +45 30 88 88 88 ',
    Blank: ' ',
  };
  expect(valuesOfLead({ data }, by).map(({ field, ...value }) => [field, value])).toEqual([
    ['Telefon', { shares: 'phone', value: '+4530333333', text: '30333333', isWithoutPrefix: true }],
    ['Direkte', { shares: 'phone', value: '+4530444444', text: '30444444', isWithoutPrefix: true }],
    ['Kundenummer', { shares: 'key', value: 'a30555555', text: 'A30555555', isWithoutPrefix: false }],
    ['Mail', { shares: 'email', value: 'anna@x.dk', text: 'Anna@X.dk', isWithoutPrefix: false }],
    ['Mobil', { shares: 'phone', value: '+4530888888', text: '+45 30 88 88 88', isWithoutPrefix: false }],
  ]);
});

it('keeps the fields that the file fills, at most 500 characters of each', () => {
  const data = { Note: 'x'.repeat(501), Name: null, Other: 'y' };
  expect(keptLead({ data, status: 'New' }, new Set(['note', 'name']))).toMatchObject({
    status: 'New',
    sentBy: null,
    data: { Note: 'x'.repeat(500), Name: '' },
  });
});
