import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../testing/fields-of.ts';

describe('words beside the word for a field', () => {
  it('say when the field is filled', () => {
    for (const note of ['hvis aktuelt', 'if any', 'falls vorhanden', 'indien van toepassing', 'eğer varsa'])
      expect(fieldsOf(`Bedrift (${note})`, 'Lie AS', 'Berg AS')).toBe('Company');
    expect(fieldsOf('Bedrift (annen)', 'Lie AS', 'Berg AS')).toBe('-');
  });

  it('name the place of an address', () => {
    const rows = ['Dorpsstraat 9|1012 AB|Amsterdam', 'Kerkweg 1|3511 LX|Utrecht', 'Molenlaan 4|9711 KS|Groningen'];
    expect(fieldsOf('Postadres straat|Postadres postcode|Postadres plaats', ...rows)).toBe('Address|PostalCode|City');
    expect(fieldsOf('Adresse du risque', '27 rue Pasteur', '3 rue Pasteur', '9 place du Marché')).toBe('Address');
    expect(fieldsOf('Organización - Dirección', 'Calle Mayor 4', 'Calle Real 9', 'Plaza España 2')).toBe('Address');
  });

  it('say whose notes they are', () => {
    expect(fieldsOf('Uwagi do zamówienia', 'dzwonić po 16', 'faktura na firmę')).toBe('Notes');
    expect(fieldsOf('Megjegyzés a rendeléshez', 'csengő nem jó', 'délután')).toBe('Notes');
    expect(fieldsOf('Uwagi do polisy', 'dzwonić po 16', 'faktura na firmę')).toBe('-');
  });

  it('name the usual address and its phone', () => {
    expect(fieldsOf('Default Address Phone', '+4791234567', '+4798765432', '+4745678901')).toBe('Phone');
    expect(fieldsOf('Address Phone', '+4791234567', '+4798765432', '+4745678901')).toBe('-');
  });
});

describe('short headers', () => {
  it.each([
    ['Att.', 'Rasmus Dam|Kirsten Bach|Anne Møller', 'FullName'],
    ['Att.', 'blå|rød|gul', '-'],
    ['Att.', '12|14|19', '-'],
    ['PERS_CONTACT', 'Corina Matei|Mihai Stan|Ioana Lungu', 'FullName'],
    ['COD_FISCAL', 'RO43129792|RO43129793|RO51129790', 'CompanyNumber'],
  ])('mean a field where the values fit: %s, %s', (header, values, field) => {
    expect(fieldsOf(header, ...values.split('|'))).toBe(field);
  });

  it('are a state beside a city, with codes below', () => {
    expect(fieldsOf('City|ST', 'Austin|TX', 'Chicago|IL', 'Miami|FL')).toBe('City|Region');
    expect(fieldsOf('City|ST', 'Austin|open', 'Chicago|won', 'Miami|lost')).toBe('City|-');
    expect(fieldsOf('Order|ST', 'A1|TX', 'A2|IL', 'A3|FL')).toBe('-|-');
  });
});

describe('legal forms of companies', () => {
  it.each([
    ['Контрагент', 'ООО «Вектор»|АО «Автодом»|ИП Соколенко Н.'],
    ['Müşteri', 'Çelik Otomotiv Ltd. Şti.|Güneş Enerji A.Ş.|Koç Mobilya A.Ş.'],
  ])('make a customer a company: %s', (header, values) => {
    expect(fieldsOf(header, ...values.split('|'))).toBe('Company');
  });
});

describe('a list without a header', () => {
  it('has towns with the letter of their post office', () => {
    const rows = [
      'Signe Dam|Vestergade 12|2300|København S|87941161',
      'Troels Kjær|Skolevej 105|5000|Odense C|40616291',
      'Mette Møller|Kirkebakken 47|8900|Randers C|39614318',
      'Anne Bach|Nørregade 4|4700|Næstved|22518840',
    ];
    expect(fieldsOf('||||', ...rows)).toBe('FullName|Address|PostalCode|City|Phone');
  });

  it('has first and last names, also of a country whose names look like companies', () => {
    const rows = ['Ville|Laine|ville.laine@x.fi', 'Leena|Salmi|leena.salmi@x.fi', 'Heikki|Mäkinen|heikki.m@x.fi'];
    const more = ['Päivi|Koskinen|p.k@x.fi', 'Antti|Korhonen|antti@x.fi', 'Sanna|Virtanen|sanna.virtanen@x.fi'];
    expect(fieldsOf('||', ...rows, ...more)).toBe('FirstName|LastName|Email');
  });
});
