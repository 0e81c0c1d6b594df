import { describe, expect, it } from 'vitest';
import { profilesOf } from '../testing/profiles.ts';
import { suggestMapping } from './suggest.ts';

type Column = readonly [header: string, ...values: string[]];

const first = ['Anna', 'Ole', 'Ida'];
const last = ['Lund', 'Bakke', 'Moen'];
const full = ['Anna Lund', 'Ole Bakke', 'Ida Moen'];
const street = ['Storgata 4', 'Kirkeveien 12', 'Åsveien 1B'];
const town = ['Oslo', 'Bergen', 'Tromsø'];
const code = ['0150', '5003', '9008'];
const phone = ['+4722334455', '+4755667788', '+4777889900'];
const mobile = ['+4791234567', '+4798765432', '+4745678901'];
const email = ['anna@x.no', 'ole@y.no', 'ida@z.no'];

function suggest(columns: readonly Column[], fields: readonly string[] = [], earlier: [string, string][][] = []) {
  const rows = [0, 1, 2].map((row) => columns.map((column) => column[row + 1] ?? ''));
  return suggestMapping({
    columns: profilesOf(
      columns.map(([header]) => header),
      rows,
    ),
    fields: fields.map((name) => ({ name })),
    earlier: earlier.map((entries) => ({ fields: entries.map(([header, field]) => ({ header, field })) })),
  });
}

function fieldsOf(columns: readonly Column[], fields: readonly string[] = [], earlier: [string, string][][] = []) {
  return suggest(columns, fields, earlier).map((suggestion) => suggestion.field);
}

describe('a header that is shortened with a dot', () => {
  it.each<[string, string, readonly string[]]>([
    ['Code post.', 'PostalCode', code],
    ['Data urodz.', 'DateOfBirth', ['04.05.1971', '12.11.1985', '01.01.1990']],
    ['Дом. телефон', 'Phone', phone],
    ['Эл. адрес', 'Email', email],
    ['Osoba kont.', 'FullName', full],
    ['Postitoimip.', 'City', town],
  ])('means what it begins: %s', (header, field, values) => {
    expect(fieldsOf([[header, ...values]])).toEqual([field]);
  });

  it.each(['Code prom.', 'Data zgł.', 'N. contr.', 'Order no.', 'Regist.', 'Tel. dat.', 'C. n.'])(
    'says no more than it says: %s',
    (header) => {
      expect(fieldsOf([[header, 'a1', 'b2', 'c3']])).toEqual([null]);
    },
  );
});

describe('words that headers share', () => {
  it('are dropped also where there are several of them', () => {
    const said = ['T_KND_VORNAME', 'T_KND_NACHNAME', 'T_KND_PLZ', 'T_KND_ORT', 'T_KND_STATUS'];
    const values = [first, last, code, town, ['a', 'b', 'c']];
    expect(fieldsOf(said.map((header, at) => [header, ...(values[at] ?? [])]))).toEqual([
      'FirstName',
      'LastName',
      'PostalCode',
      'City',
      null,
    ]);
  });
});

describe('a header with two names', () => {
  it.each([
    ['Şehir/İlçe', 'City'],
    ['Регион / город', 'City'],
    ['Postnr/by', null],
    ['By/distrikt', 'City'],
    ['City/Date', null],
  ])('means one field or none: %s', (header, field) => {
    expect(fieldsOf([[header, ...town]])).toEqual([field]);
  });
});

describe('a header of several words for one field', () => {
  it.each<[string, string, readonly string[]]>([
    ['Adresse, husnummer, etage og dør', 'Address', street],
    ['Telefon (privat eller arbejde)', 'Phone', phone],
    ['Lakcím irányítószám', 'PostalCode', code],
    ['Bostedsadresse', 'Address', street],
    ['Via e nr.', 'Address', street],
  ])('means it: %s', (header, field, values) => {
    expect(fieldsOf([[header, ...values]])).toEqual([field]);
  });

  it('is how far the lead is where the state is that of a lead', () => {
    expect(
      fieldsOf([
        ['City', ...town],
        ['EstadoLead', 'nuevo', 'perdido', 'ganado'],
      ]),
    ).toEqual(['City', null]);
  });
});

describe('several addresses in one row', () => {
  it('is one address where only one part says which it is', () => {
    expect(
      fieldsOf([
        ['Street', ...street],
        ['Postcode', ...code],
        ['Home city', ...town],
      ]),
    ).toEqual(['Address', 'PostalCode', 'City']);
    expect(
      fieldsOf([
        ['Street', ...street],
        ['City', ...town],
        ['Home city', ...town],
      ]),
    ).toEqual(['Address', 'City', null]);
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
    expect(fieldsOf(rows)).toEqual([null, null, null, 'Address', 'PostalCode', 'City']);
    expect(fieldsOf(rows.slice(0, 3))).toEqual(['Address', 'City', 'PostalCode']);
    expect(suggest(rows)[1]?.reasons).toEqual(['It belongs to another address than "Business Street".']);
  });

  it('leaves who an order is delivered to beside who bought it', () => {
    expect(
      fieldsOf([
        ['shipping_first_name', ...first],
        ['shipping_postcode', ...code],
        ['billing_first_name', ...first],
        ['billing_last_name', ...last],
        ['billing_postcode', ...code],
        ['billing_phone', ...phone],
      ]),
    ).toEqual([null, null, 'FirstName', 'LastName', 'PostalCode', 'Phone']);
  });

  it('keeps each in its own field where the campaign has both', () => {
    expect(
      fieldsOf(
        [
          ['Shipping City', ...town],
          ['Billing City', ...town],
        ],
        ['FakturaBy', 'LeveringsBy'],
      ),
    ).toEqual(['LeveringsBy', 'FakturaBy']);
  });

  it('takes the parts of an address before the address in one piece', () => {
    expect(
      fieldsOf([
        ['Address 1 - Formatted', 'Storgata 4, 0150 Oslo', 'Åsveien 1B, 9008 Tromsø', 'Kirkeveien 12, 5003 Bergen'],
        ['Address 1 - Street', ...street],
      ]),
    ).toEqual([null, 'Address']);
  });

  it.each([
    'forretningsadresse.poststed',
    'Adresse 1: Ort',
    'Default Address City',
    'ADDR_CITY_NM',
    'Organization City',
  ])('reads the end of the path %s', (header) => expect(fieldsOf([[header, ...town]])).toEqual(['City']));
});

describe('names', () => {
  it.each([
    ['Nom', 'Prénom'],
    ['Name', 'Vorname'],
    ['Naam', 'Voornaam'],
  ])('%s beside %s is the last name', (name, firstName) => {
    expect(
      fieldsOf([
        [name, ...last],
        [firstName, ...first],
      ]),
    ).toEqual(['LastName', 'FirstName']);
  });

  it('is whole where it holds the first name of its row, first beside a last one, a company by its form', () => {
    expect(
      fieldsOf([
        ['Name', ...full],
        ['Vorname', ...first],
      ]),
    ).toEqual(['FullName', 'FirstName']);
    expect(
      fieldsOf([
        ['Nombre', ...first],
        ['Apellidos', ...last],
      ]),
    ).toEqual(['FirstName', 'LastName']);
    expect(fieldsOf([['Navn', 'Nord Bygg AS', 'Fjord & Sønn ANS', 'Lund Regnskap AS']])).toEqual(['Company']);
    expect(fieldsOf([['Name', '#1001', '#1002', '#1003']])).toEqual([null]);
  });

  it('tells a title before the name from a job by its values', () => {
    expect(fieldsOf([['Title', 'CEO', 'Buyer', 'Sales Manager']])).toEqual(['JobTitle']);
    expect(fieldsOf([['Titel', 'Dr.', 'Prof. Dr.', 'Dr.']])).toEqual(['Title']);
    expect(fieldsOf([['Business title']])).toEqual(['JobTitle']);
    expect(fieldsOf([['Salutation', 'Mr.', 'Ms.', 'Dr.'], ['Title']])).toEqual(['Title', 'JobTitle']);
  });
});

describe('several phones in one row', () => {
  const phones: readonly Column[] = [
    ['Telefon', ...phone],
    ['Mobil', ...mobile],
    ['Tlf. arbejde', ...phone],
  ];

  it('fills the usual fields', () => {
    expect(fieldsOf(phones)).toEqual(['Phone', 'MobilePhone', 'Phone2']);
    expect(
      fieldsOf([
        ['TLF', ...phone],
        ['TLF2', ...phone],
        ['TLF3', ...phone],
      ]),
    ).toEqual(['Phone', 'Phone2', null]);
  });

  it('fills numbered fields in the order of the columns', () => {
    expect(fieldsOf(phones, ['Telefon1', 'Telefon2', 'Telefon3'])).toEqual(['Telefon1', 'Telefon2', 'Telefon3']);
    expect(fieldsOf(phones.slice(1, 2), ['Phone1', 'Phone2'])).toEqual(['Phone1']);
  });

  it('puts the phone most rows have before one that few have', () => {
    expect(
      fieldsOf([
        ['Home Phone', '', phone[0] ?? '', ''],
        ['Work Phone', ...phone],
      ]),
    ).toEqual(['Phone2', 'Phone']);
  });

  it('knows the code of a country beside a number from the code of a country', () => {
    expect(
      fieldsOf([
        ['Landskode', '47', '47', '47'],
        ['Telefon', ...phone],
        ['Land', 'NO', 'NO', 'NO'],
      ]),
    ).toEqual(['PhoneCountryCode', 'Phone', 'Country']);
  });

  it('gives the phone to the lead before the person to ask for', () => {
    expect(
      fieldsOf([
        ['Tel. contactpersoon', ...phone],
        ['Tel. thuis', ...phone],
      ]),
    ).toEqual(['Phone2', 'Phone']);
  });

  it('does not trade the right field of one column for two likely ones', () => {
    expect(
      fieldsOf([
        ['Phonenumber', ...phone],
        ['Telephon', ...phone],
      ])[0],
    ).toBe('Phone');
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
  ])('%s', (header, values, field) => expect(fieldsOf([[header, ...values]])).toEqual([field]));

  it('forgives one slip where the values agree, and only there', () => {
    expect(fieldsOf([['Postel code', ...code]])).toEqual(['PostalCode']);
    expect(fieldsOf([['Postel code', 'x', 'y', 'z']])).toEqual([null]);
    expect(fieldsOf([['Contract number', '20112233', '30112233', '40112233']])).toEqual([null]);
    expect(fieldsOf([['Nachnahme', 'Ja', 'Nein', 'Ja']])).toEqual([null]);
  });

  it.each([
    'Phone bill',
    'Direct mail',
    'Other name',
    'Delivery note',
    'Address name',
    'Email code',
    'Phone ID',
    'Kommunenr',
    'Adressenummer',
    'Kontonummer',
    'Contact state',
    'Company no',
    'Name der Kampagne',
  ])('%s is something else', (header) => expect(fieldsOf([[header]])).toEqual([null]));

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
        .flatMap((header) => fieldsOf([[header, ...values]]).map((field) => ({ header, field })))
        .filter(({ field }) => field !== null);
    expect([...crossed(phones, phone), ...crossed(mails, email)]).toEqual([]);
  });

  it('does not let values speak against a name that says something else', () => {
    expect(fieldsOf([['Email consent', ...email]])).toEqual([null]);
    expect(fieldsOf([['Mobil of boss', ...mobile]])).toEqual([null]);
    expect(fieldsOf([['Last telefon', ...phone]])).toEqual([null]);
    expect(fieldsOf([['Børn']])).toEqual([null]);
    expect(fieldsOf([['Kolonne B', ...email]])).toEqual(['Email']);
  });

  it('does not take the mail of whoever works with the list for the mail of the lead', () => {
    const rows = Array.from({ length: 12 }, (_, index) => [index % 2 === 0 ? 'kim@ours.dk' : 'sara@ours.dk']);
    const [owner] = suggestMapping({ columns: profilesOf(['Sælger'], rows), fields: [], earlier: [] });
    expect(owner?.field).toBeNull();
  });

  it('sees yes and no, whatever the column is called', () => {
    expect(fieldsOf([['By', 'true', 'false', 'true']])).toEqual([null]);
    expect(fieldsOf([['Mobile', 'Ja', 'Nei', 'Ja']])).toEqual([null]);
  });

  it('takes a state for a part of an address only near one', () => {
    expect(fieldsOf([['Estado', 'Activo', 'Baja', 'Activo']])).toEqual([null]);
    expect(
      fieldsOf([
        ['City', ...town],
        ['State', 'TX', 'CA', 'NY'],
      ]),
    ).toEqual(['City', 'Region']);
  });
});

describe('what the campaign knows', () => {
  it('follows the newest of two earlier imports that disagree', () => {
    const earlier: [string, string][][] = [[['Navn', 'Firma']], [['Navn', 'Person']]];
    expect(fieldsOf([['Navn', ...full]], ['Firma', 'Person'], earlier)).toEqual(['Firma']);
  });

  it('uses the part of an earlier mapping that fits and the names for the rest', () => {
    const earlier: [string, string][][] = [
      [
        ['Nummer A', 'Phone'],
        ['Gone', 'Notes'],
      ],
    ];
    expect(
      fieldsOf(
        [
          ['Nummer A', ...phone],
          ['Mobil', ...mobile],
          ['Ny kolonne', 'a', 'b', 'c'],
        ],
        ['Phone', 'MobilePhone', 'Notes'],
        earlier,
      ),
    ).toEqual(['Phone', 'MobilePhone', null]);
  });

  it('maps odd names only to themselves', () => {
    expect(
      fieldsOf(
        [['Kundenr', '1', '2', '3'], ['felt_1'], ['CustomTxt3'], ['Felt3']],
        ['Felt1', 'Felt2', 'CustomTxt3', 'Kundenr'],
      ),
    ).toEqual(['Kundenr', 'Felt1', 'CustomTxt3', null]);
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
});
