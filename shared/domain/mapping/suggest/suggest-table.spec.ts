import { describe, expect, it } from 'vitest';
import { profilesOf } from '../testing/profiles.ts';
import { suggestMapping } from './suggest.ts';
import {
  type Column,
  code,
  email,
  fieldsFor,
  fieldsOf,
  first,
  full,
  last,
  mobile,
  phone,
  street,
  suggest,
  town,
} from './suggest-fixture.ts';

describe('a header that is shortened with a dot', () => {
  it.each<[string, string, readonly string[]]>([
    ['Code post.', 'PostalCode', code],
    ['Data urodz.', 'DateOfBirth', ['04.05.1971', '12.11.1985', '01.01.1990']],
    ['Дом. телефон', 'Phone', phone],
    ['Эл. адрес', 'Email', email],
    ['Osoba kont.', 'FullName', full],
    ['Postitoimip.', 'City', town],
  ])('means what it begins: %s', (header, field, values) => expect(fieldsOf([header, ...values])).toBe(field));

  it.each(['Code prom.', 'Data zgł.', 'N. contr.', 'Order no.', 'Regist.', 'Tel. dat.', 'C. n.'])(
    'says no more than it says: %s',
    (header) => {
      expect(fieldsOf([header, 'a1', 'b2', 'c3'])).toBe('-');
    },
  );
});

describe('words that headers share', () => {
  it('are dropped also where there are several of them', () => {
    const said = ['T_KND_VORNAME', 'T_KND_NACHNAME', 'T_KND_PLZ', 'T_KND_ORT', 'T_KND_STATUS'];
    const values = [first, last, code, town, ['a', 'b', 'c']];
    expect(fieldsOf(...said.map((header, at): Column => [header, ...(values[at] ?? [])]))).toBe(
      'FirstName|LastName|PostalCode|City|-',
    );
  });
});

describe('a header with two names', () => {
  it.each([
    ['Şehir/İlçe', 'City'],
    ['Регион / город', 'City'],
    ['Postnr/by', '-'],
    ['By/distrikt', 'City'],
    ['City/Date', '-'],
  ])('means one field or none: %s', (header, field) => expect(fieldsOf([header, ...town])).toBe(field));
});

describe('a header of several words for one field', () => {
  it.each<[string, string, readonly string[]]>([
    ['Adresse, husnummer, etage og dør', 'Address', street],
    ['Telefon (privat eller arbejde)', 'Phone', phone],
    ['Lakcím irányítószám', 'PostalCode', code],
    ['Bostedsadresse', 'Address', street],
    ['Via e nr.', 'Address', street],
  ])('means it: %s', (header, field, values) => expect(fieldsOf([header, ...values])).toBe(field));

  it('is how far the lead is where the state is that of a lead', () => {
    expect(fieldsOf(['City', ...town], ['EstadoLead', 'nuevo', 'perdido', 'ganado'])).toBe('City|-');
  });
});

describe('names', () => {
  it.each([
    ['Nom', 'Prénom'],
    ['Name', 'Vorname'],
    ['Naam', 'Voornaam'],
  ])('%s beside %s is the last name', (name, firstName) => {
    expect(fieldsOf([name, ...last], [firstName, ...first])).toBe('LastName|FirstName');
  });

  it('is whole where it holds the first name of its row, first beside a last one, a company by its form', () => {
    expect(fieldsOf(['Name', ...full], ['Vorname', ...first])).toBe('FullName|FirstName');
    expect(fieldsOf(['Nombre', ...first], ['Apellidos', ...last])).toBe('FirstName|LastName');
    expect(fieldsOf(['Navn', 'Nord Bygg AS', 'Fjord & Sønn ANS', 'Lund Regnskap AS'])).toBe('Company');
    expect(fieldsOf(['Name', '#1001', '#1002', '#1003'])).toBe('-');
  });

  it('tells a title before the name from a job by its values', () => {
    expect(fieldsOf(['Title', 'CEO', 'Buyer', 'Sales Manager'])).toBe('JobTitle');
    expect(fieldsOf(['Titel', 'Dr.', 'Prof. Dr.', 'Dr.'])).toBe('Title');
    expect(fieldsOf(['Business title'])).toBe('JobTitle');
    expect(fieldsOf(['Salutation', 'Mr.', 'Ms.', 'Dr.'], ['Title'])).toBe('Title|JobTitle');
  });
});

describe('how a header is written', () => {
  it.each([
    ['F&oslash;dselsdato', ['01.02.1970', '31.12.1985', '15.06.1990'], 'DateOfBirth'],
    ['Telefon&nbsp;1', phone, 'Phone'],
    ['Straße\nHaus-Nr.', street, 'Address'],
    ['Zip/Postal Code', code, 'PostalCode'],
    ['Kd.-Nr.', ['10017', '10018', '10019'], 'CustomerNumber'],
    ['N° client', ['10017', '10018', '10019'], 'CustomerNumber'],
    ['Förnamn & efternamn', full, 'FullName'],
    ['For- og etternavn', full, 'FullName'],
    ['Straßenname', street, 'Address'],
    ['Straße u. Hausnr.', street, 'Address'],
    ['Unternehmensname', ['Nordlys', 'Fjord', 'Åsen'], 'Company'],
    ['Kundnamn', full, 'FullName'],
    ['Hjemmetelefon', phone, 'Phone'],
    ['First name (required)', first, 'FirstName'],
    ['Surname, First name', full, 'FullName'],
    ['DOB (dd/mm/yyyy)', ['01.02.1970', '31.12.1985', '15.06.1990'], 'DateOfBirth'],
    ['phone_number', ['p:+4520112233', 'p:+4530998877', 'p:+4540556677'], 'Phone'],
  ])('%s', (header, values, field) => expect(fieldsOf([header, ...values])).toBe(field));

  it('forgives one slip where the values agree, and only there', () => {
    expect(fieldsOf(['Postel code', ...code])).toBe('PostalCode');
    expect(fieldsOf(['Postel code', 'x', 'y', 'z'])).toBe('-');
    expect(fieldsOf(['Contract number', '20112233', '30112233', '40112233'])).toBe('-');
    expect(fieldsOf(['Nachnahme', 'Ja', 'Nein', 'Ja'])).toBe('-');
  });

  it.each([
    ...['Phone bill', 'Direct mail', 'Other name', 'Delivery note', 'Address name', 'Email code', 'Phone ID'],
    ...['Kommunenr', 'Adressenummer', 'Kontonummer', 'Contact state', 'Company no', 'Name der Kampagne'],
  ])('%s is something else', (header) => expect(fieldsOf([header])).toBe('-'));

  it('keeps off whatever is only about a field, in nine languages and with values that would fit', () => {
    const about =
      'consent type date status samtykke samtycke suostumus einwilligung zustimmung toestemming consentement ' +
      'consentimiento tyyppi soort tipo dato fecha boss emergency spouse chef conjoint puoliso seller verkoper vendeur';
    const phones = ['Phone', 'Telefon', 'Tlf.', 'Telefoon', 'Puhelin', 'Téléphone', 'Teléfono', 'Mobil', 'Handy'];
    const mails = ['Email', 'E-post', 'Mail', 'Sähköposti', 'Courriel', 'Correo'];
    const crossed = (names: readonly string[], values: readonly string[]) =>
      about
        .split(' ')
        .flatMap((word) => names.flatMap((name) => [`${name} ${word}`, `${word} ${name}`, `${name}_${word}`]))
        .filter((header) => fieldsOf([header, ...values]) !== '-');
    expect([...crossed(phones, phone), ...crossed(mails, email)]).toEqual([]);
  });

  it('does not let values speak against a name that says something else', () => {
    expect(fieldsOf(['Email consent', ...email])).toBe('-');
    expect(fieldsOf(['Mobil of boss', ...mobile])).toBe('-');
    expect(fieldsOf(['Last telefon', ...phone])).toBe('-');
    expect(fieldsOf(['Børn'])).toBe('-');
    expect(fieldsOf(['Kolonne B', ...email])).toBe('Email');
  });

  it('does not take the mail of whoever works with the list for the mail of the lead', () => {
    const rows = Array.from({ length: 12 }, (_, index) => [index % 2 === 0 ? 'kim@ours.dk' : 'sara@ours.dk']);
    const [owner] = suggestMapping({ columns: profilesOf(['Sælger'], rows), fields: [], earlier: [] });
    expect(owner?.field).toBeNull();
  });

  it('sees yes and no, whatever the column is called', () => {
    expect(fieldsOf(['By', 'true', 'false', 'true'])).toBe('-');
    expect(fieldsOf(['Mobile', 'Ja', 'Nei', 'Ja'])).toBe('-');
  });

  it('takes a state for a part of an address only near one', () => {
    expect(fieldsOf(['Estado', 'Activo', 'Baja', 'Activo'])).toBe('-');
    expect(fieldsOf(['City', ...town], ['State', 'TX', 'CA', 'NY'])).toBe('City|Region');
  });
});

describe('what the campaign knows', () => {
  it('follows the newest of two earlier imports that disagree', () => {
    const earlier: [string, string][][] = [[['Navn', 'Firma']], [['Navn', 'Person']]];
    expect(fieldsFor([['Navn', ...full]], ['Firma', 'Person'], earlier)).toBe('Firma');
  });

  it('uses the part of an earlier mapping that fits and the names for the rest', () => {
    const earlier: [string, string][][] = [
      [
        ['Nummer A', 'Phone'],
        ['Gone', 'Notes'],
      ],
    ];
    expect(
      fieldsFor(
        [
          ['Nummer A', ...phone],
          ['Mobil', ...mobile],
          ['Ny kolonne', 'a', 'b', 'c'],
        ],
        ['Phone', 'MobilePhone', 'Notes'],
        earlier,
      ),
    ).toBe('Phone|MobilePhone|-');
  });

  it('maps odd names only to themselves', () => {
    expect(
      fieldsFor(
        [['Kundenr', '1', '2', '3'], ['felt_1'], ['CustomTxt3'], ['Felt3']],
        ['Felt1', 'Felt2', 'CustomTxt3', 'Kundenr'],
      ),
    ).toBe('Kundenr|Felt1|CustomTxt3|-');
  });

  it('says what values do not agree, and still keeps the very name of a field', () => {
    const [suggestion] = suggest([['Email', 'Ja', 'Nej', 'Ja']], ['Email']);
    expect(suggestion).toMatchObject({
      field: 'Email',
      reasons: ['Same name as the field.', 'Its values are yes and no.'],
    });
    expect(suggestion?.confidence).toBeLessThan(0.7);
  });
});

describe('why nothing was chosen', () => {
  it.each([
    [[['Phone type', 'home', 'work', 'home']], '"type" makes it something else than Phone.'],
    [[['Manager phone', ...phone]], '"phone" may mean Phone, but "manager" may make it something else.'],
    [[['Telefon', 'x', 'y', 'z']], 'Its name means Phone, but its values do not fit.'],
    [[['Zork', 'x', 'y', 'z']], 'Neither its name nor its values show clearly which field it is.'],
  ] as const)('%j', (columns, reason) => expect(suggest(columns)[0]?.reasons).toEqual([reason]));

  it('names the column that fits better, and a field that the campaign does not have', () => {
    const both: readonly Column[] = [
      ['E-mail', ...email],
      ['Privat e-mail', ...email],
    ];
    expect(suggest(both)[1]?.reasons).toEqual(['"E-mail" fits Email better.']);
    expect(suggest([['Fornavn', ...first]], ['Telefon'])[0]?.reasons).toEqual([
      'It means FirstName, but no field for that is known.',
    ]);
  });

  it('says of an empty column that its name is not known only where that is so', () => {
    const columns: readonly Column[] = [
      ['Phone', ...phone],
      ['Home Phone', '', '', ''],
      ['Zork', '', '', ''],
    ];
    expect(suggest(columns, ['Phone', 'HomePhone']).map(({ field, reasons }) => [field, ...reasons])).toEqual([
      ['Phone', 'Same name as the field.', '100 % look like phone numbers.'],
      [null, 'The column is empty.'],
      [null, 'The column is empty, and its name is not known.'],
    ]);
  });
});

describe('two tables beside each other', () => {
  const names: readonly Column[] = [
    ['Navn', ...full],
    ['Telefon', ...phone],
  ];
  const empty: Column = ['', '', '', ''];
  const others: readonly Column[] = [
    ['navn', 'Per Dahl', 'Kari Vik', 'Nils Berg'],
    ['Telefon', ...mobile],
  ];

  it('gives no field of a lead to what another person has', () => {
    expect(fieldsOf(...names, empty, ...others)).toBe('FullName|Phone|-|-|-');
    expect(fieldsFor([...names, empty, ...others], ['Navn', 'Telefon', 'Mobil'])).toBe('Navn|Telefon|-|-|-');
    expect(suggest([...names, empty, ...others])[4]).toMatchObject({
      reasons: [
        '"Telefon" comes again behind an empty column, as in a second table beside the first. Import that table from a file of its own.',
      ],
      runnerUp: null,
    });
  });

  it('keeps what may be one table: no empty column, another name, a single name, or a column of values without a name', () => {
    expect(fieldsOf(...names, ...others).split('|')[3]).toBe('Phone2');
    expect(fieldsOf(...names, empty, ...others, ['E-mail', ...email]).split('|')[4]).toBe('Phone2');
    expect(fieldsOf(...names, empty, ['Telefon', ...mobile]).split('|')[3]).toBe('Phone2');
    expect(fieldsOf(...names, ['', 'x', 'y', 'z'], ...others).split('|')[4]).toBe('Phone2');
    expect(fieldsOf(empty, ...names)).toBe('-|FullName|Phone');
  });
});
