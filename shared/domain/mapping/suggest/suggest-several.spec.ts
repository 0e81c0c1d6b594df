import { describe, expect, it } from 'vitest';
import {
  type Column,
  code,
  fieldsFor,
  fieldsOf,
  first,
  last,
  mobile,
  phone,
  street,
  suggest,
  town,
} from './suggest-fixture.ts';

describe('several addresses in one row', () => {
  it('is one address where only one part says which it is', () => {
    expect(fieldsOf(['Street', ...street], ['Postcode', ...code], ['Home city', ...town])).toBe(
      'Address|PostalCode|City',
    );
    expect(fieldsOf(['Street', ...street], ['City', ...town], ['Home city', ...town])).toBe('Address|City|-');
  });

  const rows: readonly Column[] = [
    ['Home Street', ...street],
    ['Home City', ...town],
    ['Home Postal Code', ...code],
    ['Business Street', ...street],
    ['Business Postal Code', ...code],
    ['Business City', ...town],
  ];

  it('fills the lead from one of them, never the street of one and the town of another', () => {
    expect(fieldsOf(...rows)).toBe('-|-|-|Address|PostalCode|City');
    expect(fieldsOf(...rows.slice(0, 3))).toBe('Address|City|PostalCode');
    expect(suggest(rows)[1]?.reasons).toEqual(['It belongs to another address than "Business Street".']);
  });

  it('leaves who an order is delivered to beside who bought it', () => {
    expect(
      fieldsOf(
        ['shipping_first_name', ...first],
        ['shipping_postcode', ...code],
        ['billing_first_name', ...first],
        ['billing_last_name', ...last],
        ['billing_postcode', ...code],
        ['billing_phone', ...phone],
      ),
    ).toBe('-|-|FirstName|LastName|PostalCode|Phone');
  });

  it('keeps each in its own field where the campaign has both', () => {
    const cities: readonly Column[] = [
      ['Shipping City', ...town],
      ['Billing City', ...town],
    ];
    expect(fieldsFor(cities, ['FakturaBy', 'LeveringsBy'])).toBe('LeveringsBy|FakturaBy');
  });

  it('takes the parts of an address before the address in one piece', () => {
    expect(
      fieldsOf(
        ['Address 1 - Formatted', 'Storgata 4, 0150 Oslo', 'Åsveien 1B, 9008 Tromsø', 'Kirkeveien 12, 5003 Bergen'],
        ['Address 1 - Street', ...street],
      ),
    ).toBe('-|Address');
  });

  it.each([
    'forretningsadresse.poststed',
    'Adresse 1: Ort',
    'Default Address City',
    'ADDR_CITY_NM',
    'Organization City',
  ])('reads the end of the path %s', (header) => expect(fieldsOf([header, ...town])).toBe('City'));
});

describe('several phones in one row', () => {
  const phones: readonly Column[] = [
    ['Telefon', ...phone],
    ['Mobil', ...mobile],
    ['Tlf. arbejde', ...phone],
  ];

  it('fills the usual fields', () => {
    expect(fieldsOf(...phones)).toBe('Phone|MobilePhone|Phone2');
    expect(fieldsOf(['TLF', ...phone], ['TLF2', ...phone], ['TLF3', ...phone])).toBe('Phone|Phone2|-');
  });

  it('knows a column with several numbers in a cell by its name', () => {
    const several = ['+4520112233 ::: +4520112299', '20 11 22 34, 20 11 22 98', '+4520112235/+4520112297'];
    expect(fieldsOf(['Phone 1 - Value', ...several])).toBe('Phone');
    // Some are texts.
    expect(fieldsOf(['Phone 1 - Value', ...several.slice(1), 'ask Anna'])).toBe('-');
  });

  it('fills numbered fields in the order of the columns', () => {
    expect(fieldsFor(phones, ['Telefon1', 'Telefon2', 'Telefon3'])).toBe('Telefon1|Telefon2|Telefon3');
    expect(fieldsFor(phones.slice(1, 2), ['Phone1', 'Phone2'])).toBe('Phone1');
  });

  it('puts the phone most rows have before one that few have', () => {
    expect(fieldsOf(['Home Phone', '', phone[0] ?? '', ''], ['Work Phone', ...phone])).toBe('Phone2|Phone');
  });

  it('knows the code of a country beside a number from the code of a country', () => {
    expect(fieldsOf(['Landskode', '47', '47', '47'], ['Telefon', ...phone], ['Land', 'NO', 'NO', 'NO'])).toBe(
      'PhoneCountryCode|Phone|Country',
    );
  });

  it('gives the phone to the lead before the person to ask for', () => {
    expect(fieldsOf(['Tel. contactpersoon', ...phone], ['Tel. thuis', ...phone])).toBe('Phone2|Phone');
  });

  it('does not trade the right field of one column for two likely ones', () => {
    expect(fieldsOf(['Phonenumber', ...phone], ['Telephon', ...phone])).toMatch(/^Phone\|/);
  });
});
