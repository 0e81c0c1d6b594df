import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../testing/fields-of.ts';

describe('a question of a form', () => {
  it('is the field that it asks for when the answers look like it', () => {
    const header =
      'Hvad hedder du?|Hvilken e-mail kan vi bruge?|Hvilket postnummer bor du i?|Op welk telefoonnummer bent u bereikbaar?';
    const rows = ['Anna Lund|a@b.example|8800|20304051', 'Jens Holm|c@d.example|5000|51274111'];
    expect(fieldsOf(header, ...rows)).toBe('FullName|Email|PostalCode|Phone');
  });

  it('is nothing when there are no answers, or answers to something about it', () => {
    expect(fieldsOf('Navn|Er dit telefonnummer korrekt?', 'Anna Lund|Ja', 'Jens Holm|Nej')).toBe('FullName|-');
    expect(fieldsOf('Navn|Hvilken e-mail kan vi bruge?', 'Anna Lund|', 'Jens Holm|')).toBe('FullName|-');
    expect(fieldsOf('Navn|Må vi bruge din e-mail?', 'Anna Lund|Ja', 'Jens Holm|Nej')).toBe('FullName|-');
  });
});

describe('a municipality', () => {
  it('is no company beside people and their streets, and one in a list of municipalities', () => {
    const found = fieldsOf('Navn|Adresse|Kommunenavn', 'Anna Lund|Torvet 1|Holstebro', 'Jens Holm|Engvej 2|Vejle');
    expect(found.split('|')[2]).not.toBe('Company');
    const often = ['Holstebro', 'Vejle', 'Vejle', 'Holstebro'].map((town, at) => `${town}|2030405${at}`);
    expect(fieldsOf('Kommunenavn|Telefon', ...often)).toBe('Region|Phone');
    expect(fieldsOf('Kommunenavn|Telefon', 'Holstebro|97404051', 'Vejle|75274111')).toBe('Company|Phone');
  });
});

describe('a column that is only called a code', () => {
  it('is a post code where its values can be nothing else', () => {
    expect(fieldsOf('Miasto|Kod', 'Łódź|90-001', 'Lublin|20-001')).toBe('City|PostalCode');
    expect(fieldsOf('Miasto|Kod', 'Łódź|90001', 'Lublin|20001')).toBe('City|-');
  });
});
