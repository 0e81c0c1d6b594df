import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../testing/fields-of.ts';

describe('headers of the Baltic languages', () => {
  it.each([
    [
      'Ettevõtte nimi|Registrikood|Aadress|Linn|Postiindeks|Maakond|E-post|Kontaktisik|Koduleht',
      ['Kask Ehitus OÜ|11023012|Kooli 20|Tartu|51003|Tartu maakond|liis@kask.ee|Liis Saar|www.kask.ee'],
      'Company|CompanyNumber|Address|City|PostalCode|Region|Email|FullName|Website',
    ],
    [
      'Nosaukums|Reģistrācijas nr.|Juridiskā adrese|Pilsēta|Pasta indekss|Tālrunis|E-pasts|Kontaktpersona',
      ['SIA Balodis|40012345678|Skolas iela 131|Rīga|LV-1010|67 021 193|maris@balodis.lv|Māris Krūmiņš'],
      'Company|CompanyNumber|Address|City|PostalCode|Phone|Email|FullName',
    ],
    [
      'Pavadinimas|Įmonės kodas|Adresas|Miestas|Pašto kodas|Mob. tel.|El. paštas|Kontaktinis asmuo|Pastabos',
      ['UAB Butkus|301234567|Vilniaus g. 8|Kaunas|LT-44249|8 612 34567|rasa@butkus.lt|Rasa Butkienė|skambinti ryte'],
      'Company|CompanyNumber|Address|City|PostalCode|MobilePhone|Email|FullName|Notes',
    ],
  ])('mean their fields: %s', (header, rows, fields) => {
    expect(fieldsOf(header, ...rows)).toBe(fields);
  });

  it('of members, too', () => {
    expect(fieldsOf('Eesnimi|Perekonnanimi|Sünniaeg', 'Mari|Tamm|01.02.1980', 'Jaan|Saar|11.12.1971')).toBe(
      'FirstName|LastName|DateOfBirth',
    );
    expect(fieldsOf('Uzvārds|Vārds|Dzimšanas datums', 'Ozols|Andris|01.02.1980', 'Balode|Ilze|11.12.1971')).toBe(
      'LastName|FirstName|DateOfBirth',
    );
    expect(fieldsOf('Vardas|Pavardė|Gimimo data', 'Jonas|Butkus|1980-02-01', 'Rasa|Urbonė|1971-12-11')).toBe(
      'FirstName|LastName|DateOfBirth',
    );
  });
});

describe('headers of programs in one language', () => {
  it.each([
    ['Er referens', 'Anna Nyström|Lars Ek|Karin Sjöberg', 'FullName'],
    ['Anrede', 'Herr|Frau|Firma', 'Title'],
    ['Civilité', 'M.|Mme|Société', 'Title'],
    ['Titre', 'M|Mme|M', 'Title'],
    ['Titre', 'Directeur|Comptable|Vendeur', 'JobTitle'],
    ['Gesprächsnotiz', 'will Angebot|Rückruf KW 48|Muster senden', 'Notes'],
    ['Business', '020 7492 1535|0161 496 0000|020 7946 0991', 'Phone'],
    ['Business', 'A|B|A', '-'],
    ['Person - E-Mail - Arbeit', 'a@x.de|b@y.de|c@z.de', 'Email'],
    ['Naziv stranke', 'Golob d.o.o.|Hribar d.o.o.|Žagar s.p.', 'Company'],
    ['E-naslov', 'a@x.si|b@y.si|c@z.si', 'Email'],
    // A car has this one.
    ['Regnr', 'ABC123|DEF456|GHJ789', '-'],
    ['МОЛ', 'Мария Тодорова|Иван Колев|Петър Стоянов', 'FullName'],
    ['Partner neve', 'Kovács Kft.|Fehér Bt.|Juhász Zrt.', 'Company'],
  ])('%s above %s', (header, values, field) => {
    expect(fieldsOf(header, ...values.split('|'))).toBe(field);
  });
});
