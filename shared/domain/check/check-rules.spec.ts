import { describe, expect, it } from 'vitest';
import type { CampaignField } from '../../contract/imports/imports.ts';
import type { CleaningStep, FieldRule } from '../../contract/imports/mapping.ts';
import { readCheckRules, withPhoneCleaning } from './check-rules.ts';
import { checkedTypeOf, isNameField } from './field-type.ts';

const rule = (field: string, cleaning: CleaningStep[] = []): FieldRule => ({
  field,
  source: { kind: 'columns', columns: [0], join: null },
  cleaning,
});
const stated = (name: string, type: CampaignField['type']): CampaignField => ({ name, type, source: 'typed' });

describe('rules in a file', () => {
  const told = (text: string) => {
    const read = readCheckRules(text);
    return read.ok ? read.rules : read.message;
  };

  it('may leave everything out, and name a country in small letters', () => {
    expect(told('\uFEFF{}')).toEqual({ country: null, duplicateKey: null, fields: [] });
    expect(told('{"country":" dk "}')).toMatchObject({ country: 'DK' });
    expect(told('{"fields":[{"field":"City"},{"field":"Zip","required":true,"longest":5}]}')).toMatchObject({
      fields: [
        { field: 'City', required: false, unique: false, longest: null, allowed: null },
        { field: 'Zip', required: true, unique: false, longest: 5, allowed: null },
      ],
    });
  });

  it.each([
    ['', 'It is not JSON.'],
    ['[]', 'It Invalid input: expected object, received array.'],
    ['{"country":"XX"}', '"country" is no country of two letters, such as DK.'],
    ['{"country":"DNK"}', '"country" is no country of two letters, such as DK.'],
    ['{"fields":[{"field":"City","longest":0}]}', '"fields.0.longest" Too small: expected number to be >=1.'],
    ['{"contry":"DK"}', 'It Unrecognized key: "contry".'],
  ])('that cannot be read say why: %s', (text, words) => expect(told(text)).toBe(words));
});

describe('a field holds', () => {
  it.each<[string, FieldRule, string]>([
    ['what its name says', rule('Email'), 'email'],
    ['a phone', rule('Mobile'), 'phone'],
    ['a fax, which is written like a phone', rule('Telefaks'), 'fax'],
    ['a post code', rule('Zip'), 'postcode'],
    ['an address on the web', rule('Website'), 'url'],
    ['a day', rule('Birthday'), 'date'],
    ['an e-mail address, as a person chose', rule('Contact', [{ kind: 'email' }]), 'email'],
    ['any text where its name may mean two things', rule('Mobile faxline'), 'text'],
    ['a fax by its own name', rule('Extra fax line', [{ kind: 'phone', country: null }]), 'fax'],
    [
      'what a person chose to clean it as',
      rule('Contact', [{ kind: 'trim' }, { kind: 'phone', country: 'DK' }]),
      'phone',
    ],
    ['any text where its name only hints', rule('Remarks about the day'), 'text'],
  ])('%s', (_title, one, type) => expect(checkedTypeOf(one, [])).toBe(type));

  it('what the campaign says, unless that says no more than its name', () => {
    expect(checkedTypeOf(rule('Extra1'), [stated('EXTRA1', 'date')])).toBe('date');
    expect(checkedTypeOf(rule('Extra1'), [stated('Extra2', 'date')])).toBe('text');
    for (const type of ['text', 'name', 'number'] as const)
      expect(checkedTypeOf(rule('Email'), [stated('Email', type)])).toBe('email');
    expect(checkedTypeOf(rule('Email', [{ kind: 'phone', country: null }]), [stated('Email', 'email')])).toBe('phone');
  });

  it('a name, of a person or a company', () => {
    expect(['FirstName', 'Surname', 'Company', 'Kontakt'].map(isNameField)).toEqual([true, true, true, true]);
    expect(['City', 'Email', 'name of phone'].map(isNameField)).toEqual([false, false, false]);
  });
});

describe('phones are cleaned', () => {
  const phone: CleaningStep = { kind: 'phone', country: null };

  it('where a column fills a phone or a fax, behind the other steps', () => {
    const mapping = [rule('Phone', [{ kind: 'trim' }]), rule('Fax'), rule('City')];
    expect(withPhoneCleaning(mapping, []).map(({ cleaning }) => cleaning)).toEqual([
      [{ kind: 'trim' }, phone],
      [phone],
      [],
    ]);
  });

  it('never where a person decided it, or where all rows have the same value', () => {
    const constant: FieldRule = { field: 'Phone', source: { kind: 'constant', value: '20112233' }, cleaning: [] };
    const decided = [
      ...[rule('Phone', [{ kind: 'phone', country: 'SE' }]), rule('Mobile', [{ kind: 'asWritten' }]), constant],
    ];
    expect(withPhoneCleaning(decided, [])).toEqual(decided);
    const remembered = withPhoneCleaning([rule('Phone')], [], new Set(['phone']));
    expect(remembered[0]?.cleaning).toEqual([{ kind: 'asWritten' }]);
  });
});
