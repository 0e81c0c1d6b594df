import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../testing/fields-of.ts';

const people = ['Anna|Lund', 'Ole|Bakke', 'Ida|Moen', 'Lars|Vik', 'Nina|Aas', 'Per|Dahl'];
const phones = ['+4791234567', '+4798765432', '+4745678901', '+4790011223', '+4741122334', '+4799887766'];
const rows = people.map((names, at) => `${names}|${phones[at] ?? ''}|${names.split('|').join('.').toLowerCase()}@x.no`);

describe('the same word beside first and last name, where nobody else is named', () => {
  it.each([
    'Eier fornavn|Eier etternavn|Eier mobil|Eier e-post',
    'Kupujący - imię|Kupujący - nazwisko|Kupujący - tel. kom.|Kupujący - e-mail',
    'Sigortalı Adı|Sigortalı Soyadı|Sigortalı Cep Telefonu|Sigortalı E-posta',
    'Keeper first name|Keeper last name|Keeper mobile|Keeper e-mail',
    'Bauherr Vorname|Bauherr Nachname|Handy Bauherr|E-Mail Bauherr',
    'Eiers fornavn|Eiers etternavn|Eier mobil|Eier e-post',
  ])('is the person of the row: %s', (header) => {
    expect(fieldsOf(header, ...rows)).toBe('FirstName|LastName|MobilePhone|Email');
  });

  it('is not somebody whose word begins in the same way', () => {
    expect(fieldsOf('Keeper first name|Keeper last name|Keepsake phone', ...rows)).toBe('FirstName|LastName|-');
  });

  it('makes a bare name beside the first name the last name', () => {
    expect(fieldsOf('Prenume asigurat|Nume asigurat', ...people)).toBe('FirstName|LastName');
  });

  it('says whose address it is', () => {
    const header = 'Keeper first name|Keeper last name|Keeper city|Keeper postcode';
    expect(fieldsOf(header, 'Anna|Lund|Oslo|0150', 'Ole|Bakke|Bergen|5003', 'Ida|Moen|Tromsø|9008')).toBe(
      'FirstName|LastName|City|PostalCode',
    );
  });

  it('leaves its phone where another column is the phone', () => {
    const both = people.map((names, at) => `${names}|${phones[at] ?? ''}|${phones.at(-1 - at) ?? ''}`);
    expect(fieldsOf('Eier fornavn|Eier etternavn|Eier mobil|Mobil', ...both)).toBe('FirstName|LastName|-|MobilePhone');
  });

  it.each([
    ...['Account manager', 'Salesperson', 'Kundenbetreuer', 'Sælger', 'Selger', 'Säljare', 'Verkoper', 'Myyjä'],
    ...['Conseiller', 'Vendedor', 'Venditore', 'Doradca', 'Prodejce', 'Predajca', 'Satış temsilcisi', 'Менеджер'],
    ...['Ügynök', 'Vânzător', 'Sales rep', 'Lead owner', 'Contact owner', 'Agent'],
  ])('is nobody where the word is for our own side: %s', (word) => {
    const header = `Address|City|${word} first name|${word} last name|${word} mobile|${word} e-mail|Postcode|Order`;
    const listed = rows.map((row, at) => `Storgata ${at}|Oslo|${row}|0150|x${at}`);
    expect(fieldsOf(header, ...listed)).toBe('Address|City|-|-|-|-|PostalCode|-');
    const behind = `Address|first name ${word}|last name ${word}|mobile ${word}|e-mail ${word}`;
    expect(fieldsOf(behind, ...rows.map((row, at) => `Storgata ${at}|${row}`))).toBe('Address|-|-|-|-');
  });

  it('is the other one beside our own side', () => {
    const header = 'Keeper first name|Keeper last name|Salesperson first name|Salesperson last name';
    expect(fieldsOf(header, ...people.map((names) => `${names}|Kim|Holm`))).toBe('FirstName|LastName|-|-');
  });

  it.each([
    ['First name|Last name|Owner first name|Owner last name', 'FirstName|LastName|-|-'],
    ['Full name|Company|Owner first name|Owner last name', 'FullName|Company|-|-'],
    ['Pupil first name|Pupil last name|Guardian first name|Guardian last name', '-|-|-|-'],
  ])('is nobody where somebody else is named: %s', (header, fields) => {
    const turned = people.map((names, at) => `${names}|${people.at(-1 - at) ?? ''}`);
    expect(fieldsOf(header, ...turned)).toBe(fields);
  });

  it('is nobody where the same few people stand in all rows', () => {
    const few = Array.from({ length: 24 }, (_, at) => `Storgata ${at}|${people[at % 2] ?? ''}|${phones[at % 2] ?? ''}`);
    expect(fieldsOf('Address|Blorp first name|Blorp last name|Blorp phone', ...few)).toBe('Address|-|-|-');
  });

  it('is nobody, or one of several, in a list of companies', () => {
    const header = 'Dénomination|Nom du dirigeant|Prénom du dirigeant|Tél. dirigeant';
    expect(fieldsOf(header, ...people.map((names, at) => `Nord ${at} SARL|${names}|${phones[at] ?? ''}`))).toBe(
      'Company|-|-|-',
    );
    const few = people.map((names, at) => `${at === 0 ? 'Nord SARL' : ''}|${names}|${phones[at] ?? ''}`);
    expect(fieldsOf('Company|Keeper first name|Keeper last name|Keeper phone', ...few)).toBe(
      'Company|FirstName|LastName|Phone',
    );
  });

  it('is nobody with a phone or a first name alone', () => {
    expect(fieldsOf('Blorp phone|Blorp e-mail', '+4791234567|a@x.no', '+4798765432|b@x.no')).toBe('-|-');
    expect(fieldsOf('Blorp first name|Blorp phone', 'Anna|+4791234567', 'Ole|+4798765432')).toBe('-|-');
  });
});

describe('a word beside the only whole name', () => {
  const whole = people.map((names, at) => `${names.replace('|', ' ')}|${phones[at] ?? ''}`);

  it.each(['Keeper name|Keeper phone', 'Nazwisko i imię kupującego|Telefon kupującego'])(
    'is the person of the row: %s',
    (header) => {
      expect(fieldsOf(header, ...whole)).toBe('FullName|Phone');
    },
  );

  it.each(['Blorp name', 'Project name'])('is nobody where the values are no people: %s', (header) => {
    expect(fieldsOf(header, 'Solar Roof', 'Heat Pump', 'Wall Box', 'Green Roof')).toBe('-');
  });

  it('is nobody where another one is named so', () => {
    expect(fieldsOf('Blorp name|Snark name', 'Anna Lund|Ole Bakke', 'Ida Moen|Lars Vik', 'Per Dahl|Nina Aas')).toBe(
      '-|-',
    );
  });

  it.each(['Sales rep name', 'Account owner name', 'Created by name'])('is nobody on our own side: %s', (header) => {
    expect(fieldsOf(header, ...whole.map((row) => row.split('|')[0] ?? ''))).toBe('-');
  });
});

describe('whole names under a word that is not known', () => {
  const whole = ['Anna Lund', 'Maria Bakke', 'Peter Moen', 'Lars Vik', 'Martin Dahl'];
  const listed = whole.map((name, at) => `Storgata ${at}|${name}|${phones[at] ?? ''}`);

  it('are the person of a row with a phone and no other name', () => {
    expect(fieldsOf('Adresse|Försäkringstagare|Telefon', ...listed)).toBe('Address|FullName|Phone');
    const born = whole.map((name, at) => `${name}|${phones[at] ?? ''}|0${at + 1}.02.1971`);
    expect(fieldsOf('Hjemmelshaver|Telefon|Hjemmelshaver fødselsdato', ...born)).toBe('FullName|Phone|DateOfBirth');
  });

  it.each([
    ['somebody of our own side', 'Adresse|Kundenbetreuer|Telefon', listed],
    [
      'one of two',
      'Blorp|Snark|Telefon',
      whole.map((name, at) => `${name}|${whole.at(-1 - at) ?? ''}|${phones[at] ?? ''}`),
    ],
    [
      'a person of a company',
      'Firma|Blorp|Telefon',
      whole.map((name, at) => `Nord ${at} AS|${name}|${phones[at] ?? ''}`),
    ],
    [
      'a contact of nobody who can be reached',
      'Adresse|Blorp|Ordre',
      listed.map((row, at) => row.replace(/\+.*/, `x${at}`)),
    ],
    ['things', 'Adresse|Blorp|Telefon', phones.map((phone, at) => `Storgata ${at}|Solar Roof|${phone}`)],
    [
      'few who repeat',
      'Adresse|Blorp|Telefon',
      phones.map((phone, at) => `Storgata ${at}|${whole[at % 2] ?? ''}|${phone}`),
    ],
  ])('are nobody where they may be %s', (_title, header, rows) => {
    expect(fieldsOf(header, ...rows).split('|')).not.toContain('FullName');
  });

  it('belong to the first and last name with the same word', () => {
    const header = 'Invitee name|Invitee first name|Invitee last name|Invitee mobile';
    const rows = people.map((names, at) => `${names.replace('|', ' ')}|${names}|${phones[at] ?? ''}|x|y|z|${at}`);
    expect(fieldsOf(`${header}|Location|Session|Room|Seat`, ...rows)).toBe(
      'FullName|FirstName|LastName|MobilePhone|-|-|-|-',
    );
  });
});

describe('the same word beside the parts of the only address', () => {
  const places = ['Ady Endre utca 36|6720|Szeged', 'Fő utca 4|7621|Pécs', 'Rákóczi út 17|9021|Győr'];

  it.each([
    ...['Helyszín utca|Helyszín irsz.|Helyszín város', 'Trvalý pobyt - ulica|Trvalý pobyt - PSČ|Trvalý pobyt - obec'],
    ...['Adresse du bien|Code postal|Ville', 'Adres montażu|Kod pocztowy|Miejscowość'],
    ...['Installationsadresse|Postnr.|By', 'Místo realizace - ulice|Místo realizace - PSČ|Místo realizace - obec'],
    'Objectadres|Objectpostcode|Objectplaats',
  ])('is the place of the row: %s', (header) => expect(fieldsOf(header, ...places)).toBe('Address|PostalCode|City'));

  it.each([
    ['Helyszín utca|Gyár irsz.|Helyszín város', '-|-|-'],
    ['Salesperson street|Salesperson postcode|Salesperson town', '-|-|-'],
    ['Blorp street|Postcode|Snark street', '-|PostalCode|-'],
  ])('is nowhere where two differ, or on our own side: %s', (header, fields) => {
    expect(fieldsOf(`${header}|x1|x2|x3|x4`, ...places.map((row) => `${row}|a|b|c|d`))).toBe(`${fields}|-|-|-|-`);
  });

  it('has its state as well', () => {
    const rows = ['12 Oak St|78701|Austin|TX', '9 Elm Dr|60614|Chicago|IL', '4 Maple Ave|33101|Miami|FL'];
    expect(fieldsOf('Site Address|Site Zip|Site City|Site State', ...rows)).toBe('Address|PostalCode|City|Region');
    const more = rows.map((row) => `${row}|a|b|c|d|e`);
    expect(fieldsOf('Lot Address|Lot Zip|Lot City|Lot State|x1|x2|x3|x4|x5', ...more)).toBe(
      'Address|PostalCode|City|Region|-|-|-|-|-',
    );
  });

  it('is another one beside a street without a word', () => {
    const both = places.map((row) => `${row}|Gartenweg 4`);
    expect(fieldsOf('Blorp street|Blorp postcode|Blorp town|Street', ...both)).toBe('-|-|-|Address');
  });

  it('is no address on the internet', () => {
    expect(fieldsOf('Blorp address', '10.0.0.1', '10.0.0.2', '10.0.0.3')).toBe('-');
    expect(fieldsOf('Blorpadresse', 'shop4.no', 'shop5.no', 'shop6.no')).not.toBe('Address');
  });
});

describe('whole names with the last name first, whose phone has the same word', () => {
  it.each(['Заявитель|Телефон заявителя', 'Beställare|Beställarens telefon', 'Telefon beneficiar'])('%s', (header) => {
    const rows = ['Lund Anna|+4791234567', 'Bakke Maria|+4798765432', 'Moen Peter|+4745678901', 'Vik Lars|+4790011223'];
    const only = header.includes('|') ? rows : rows.map((row) => row.split('|')[1] ?? '');
    expect(fieldsOf(header, ...only)).toBe(header.includes('|') ? 'FullName|Phone' : '-');
  });
});
