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

  it('say where somebody works', () => {
    expect(fieldsOf('Fornavn|Arbeidssted', 'Ola|Lie Bygg AS', 'Kari|Firma AS')).toBe('FirstName|Company');
    expect(fieldsOf('Fornavn|Bosted', 'Ola|Bergen', 'Kari|Tromsø')).toBe('FirstName|City');
  });

  it('say which gender and which job', () => {
    expect(fieldsOf('koen|fornavn', 'M|Ole', 'K|Anne', 'K|Mette')).toBe('Gender|FirstName');
    expect(fieldsOf('Fonction_hiérarchique|Prénom', 'Directeur|Luc', 'Comptable|Anne', 'Adjoint|Marie')).toBe(
      'JobTitle|FirstName',
    );
  });

  it('name the usual address and its phone', () => {
    expect(fieldsOf('Default Address Phone', '+4791234567', '+4798765432', '+4745678901')).toBe('Phone');
    expect(fieldsOf('Address Phone', '+4791234567', '+4798765432', '+4745678901')).toBe('-');
  });
});

describe('other forms of a word for a field', () => {
  it.each([
    ['Forenames|Surnames', 'Anna Marie|Lund', 'Ole|Bakke', 'FirstName|LastName'],
    ['Given names|Family names', 'Anna Marie|Lund', 'Ole|Bakke', 'FirstName|LastName'],
    ['Voornamen|Achternaam', 'Anna Maria|Bakker', 'Jan|Visser', 'FirstName|LastName'],
    ['Etu- ja sukunimi|S-postiosoite', 'Aino Virtanen|aino@x.fi', 'Eero Niemi|eero@y.fi', 'FullName|Email'],
    ['Telefon dag|Navn', '20112233|Anna Lund', '30445566|Ole Bakke', 'Phone|FullName'],
    ['Tlf. dag|Navn', '20112233|Anna Lund', '30445566|Ole Bakke', 'Phone|FullName'],
  ])('mean it: %s', (headers, one, other, fields) => expect(fieldsOf(headers, one, other)).toBe(fields));
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

describe('a word for any unit', () => {
  const named = (unit: (row: number) => string) =>
    fieldsOf('Enhet|Förnamn', ...Array.from({ length: 12 }, (_, row) => `${unit(row)}|${['Anna', 'Björn'][row % 2]}`));

  it('is a company where the values are companies', () => {
    expect(named((row) => `Skola ${row} AB`)).toBe('Company|FirstName');
  });

  it('is none where a few come again and again', () => {
    expect(named((row) => ['Skolan', 'Skolan norr'][row % 2] ?? '')).toBe('-|FirstName');
  });
});

describe('legal forms of companies', () => {
  it.each([
    ['Контрагент', 'ООО «Вектор»|АО «Автодом»|ИП Соколенко Н.'],
    ['Organisaatio', 'Salmen Kone Oy|Järvisähkö Oyj|Rakennus Laine Oy'],
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

describe('words for buyers, building sites and switchboards', () => {
  it.each([
    ['Vásárló neve|Vásárló telefonszáma|Vásárló e-mail címe', 'FullName|Phone|Email'],
    ['Alıcı|Alıcı telefonu|Alıcı e-posta', 'FullName|Phone|Email'],
    ['Основной контакт|Рабочий телефон (контакт)|Рабочий email (контакт)', 'FullName|Phone|Email'],
    ['Päättäjä|Vaihde|Sähköposti', 'FullName|Phone|Email'],
    ['Decision maker|Switchboard|E-mail', 'FullName|Phone|Email'],
  ])('mean a field: %s', (header, fields) => {
    const rows = ['Anna Lund|+4722334455|anna@x.no', 'Maria Bakke|+4755667788|m@y.no', 'Peter Moen|+4777889900|p@z.no'];
    expect(fieldsOf(header, ...rows)).toBe(fields);
  });

  it.each([
    ['Baustelle Straße|Baustelle PLZ|Baustelle Ort', 'Address|PostalCode|City'],
    ['Adres głównego miejsca działalności|Kod pocztowy|Miejscowość', 'Address|PostalCode|City'],
  ])('mean an address: %s', (header, fields) => {
    expect(fieldsOf(header, 'Gartenweg 4|04109|Leipzig', 'Am Markt 9|28195|Bremen', 'Hauptstr. 2|50667|Köln')).toBe(
      fields,
    );
  });

  it.each([
    ['Roll', 'Säljare|Inköpschef|VD', 'JobTitle'],
    ['Roll', '1|2|3', '-'],
    ['Telefony', '22 811 60 37|12 470 69 00|22 470 69 11', 'Phone'],
    ['Teléfono directo', '916479347|934479347|956479322', 'Phone'],
    ['Skriv gerne en besked', 'Ring efter 16|Vi vil have tilbud', 'Notes'],
    ['Firma przedsiębiorcy', 'Budmax Sp. z o.o.|Hurtownia Baran S.A.', 'Company'],
    ['Fatura Unvanı', 'Koç Mobilya A.Ş.|Şahin Tekstil Ltd. Şti.', 'Company'],
    ['Companies House No', '18674085|08674086|SC674087', 'CompanyNumber'],
  ])('mean it: %s', (header, values, field) => expect(fieldsOf(header, ...values.split('|'))).toBe(field));

  it('make the number beside a Romanian street that of the house', () => {
    expect(fieldsOf('Strada|Număr|Localitate', 'Str. Lalelelor|4|Iași', 'Bd. Unirii|12|Cluj')).toBe(
      'Address|HouseNumber|City',
    );
  });

  it('make the name beside the first name of a contact person the last name', () => {
    const rows = ['Holger|Groß', 'Uwe|Brandt', 'Heike|Vogel'];
    expect(fieldsOf('Ansprechpartner Vorname|Ansprechpartner Name', ...rows)).toBe('FirstName|LastName');
    expect(fieldsOf('Držiteľ meno|Držiteľ priezvisko|PSČ', ...rows.map((row) => `${row}|811 06`))).toBe(
      'FirstName|LastName|PostalCode',
    );
  });

  it('make the only street of a row that of its town, where it is of a company or of an order', () => {
    const rows = [
      'Nord AS|Gartenweg 4|04109|Leipzig',
      'Vik AS|Am Markt 9|28195|Bremen',
      'Lie AS|Hauptstr. 2|50667|Köln',
    ];
    for (const header of ['Firma|Käyntiosoite|Postinumero|Paikkakunta', 'Business name|Trading address|Postcode|Town'])
      expect(fieldsOf(header, ...rows)).toBe('Company|Address|PostalCode|City');
    const people = ['Anna|Gartenweg 4|Leipzig', 'Ole|Am Markt 9|Bremen', 'Ida|Hauptstr. 2|Köln'];
    expect(fieldsOf('First name|Work address|Town', ...people)).toBe('FirstName|-|City');
    expect(fieldsOf('First name|Delivery address|Town', ...people)).toBe('FirstName|Address|City');
    const both = people.map((row) => `${row}|Storgata 4`);
    expect(fieldsOf('First name|Delivery address|Town|Billing address', ...both)).toBe('FirstName|-|City|-');
  });
});

describe('names of columns in old programs', () => {
  it('are dropped before the underscore where nearly all have one of several tables', () => {
    const rows = ['A1|Budmax|31-042|Kraków|x@b.pl', 'A2|Sikora|50-107|Wrocław|y@b.pl', 'A3|Baran|80-831|Gdańsk|z@b.pl'];
    expect(fieldsOf('kh_Symbol|adr_Firma|adr_Kod|adr_Miejscowosc|kh_EMail', ...rows)).toBe(
      '-|Company|PostalCode|City|Email',
    );
    expect(fieldsOf('kh_Symbol|Firma|Kod|Miejscowosc|kh_EMail', ...rows).endsWith('-')).toBe(true);
    const few = 'A1|31-042|x@b.pl|note|Budmax|Kraków|1';
    expect(fieldsOf('kh_Symbol|adr_Kod|adr_EMail|kh_Uwagi|Firma|Miejscowosc|Data', few).split('|')[3]).toBe('-');
    const both = 'Anna|Lund|note|other|Kraków|Długa 4';
    expect(fieldsOf('bl_Imie|bl_Nazwisko|bl_Uwagi|sh_Uwagi|sh_Miasto|sh_Ulica', both).split('|')[3]).toBe('-');
  });

  it('have the number of the customer under a bare word for a number', () => {
    const rows = ['1001|Nord ApS|Vejle|7100', '1002|Vik A/S|Odense|5000', '1003|Lie I/S|Randers|8900'];
    expect(fieldsOf('DBT_NR|DBT_NAVN|DBT_BY|DBT_POSTNR', ...rows)).toBe('CustomerNumber|Company|City|PostalCode');
    expect(fieldsOf('KUND_NR|KUND_NAMN|KUND_ORT|SEN_KOP', ...rows)).toBe('CustomerNumber|Company|City|-');
    expect(fieldsOf('DEBNR|DEBNAAM|PLAATS|POSTCODE', ...rows)).toBe('CustomerNumber|Company|City|PostalCode');
    expect(fieldsOf('zx_nr|zx_dato|zx_by|zx_postnr', '1|2|Vejle|7100', '2|3|Odense|5000').split('|')[0]).toBe('-');
    expect(fieldsOf('rep_name|ln_city|ln_zip|ln_tel|rep_id', 'Kim Holm|Oslo|0150|+4722334455|1').split('|')[0]).toBe(
      '-',
    );
  });

  it('may be cut off where the values say the rest', () => {
    const phones = ['04 15 70 31 58', '02 15 70 31 59', '01 44 70 31 58'];
    expect(fieldsOf('TELEP', ...phones)).toBe('Phone');
    expect(fieldsOf('TELEP', 'oui', 'non', 'peut-être')).toBe('-');
    expect(fieldsOf('TELE', ...phones)).toBe('-');
    expect(fieldsOf('KONTAKTN', ...phones)).toBe('-');
    expect(fieldsOf('EVENI', ...phones)).toBe('-');
    expect(fieldsOf('CODIG', '31042', '50107', '80831')).toBe('-');
  });

  it('are no phone where their numbers are filled up with zeros', () => {
    expect(fieldsOf('TIERS', '00003000', '00003001', '00003145', '00003999')).toBe('-');
  });
});

describe('places of an address', () => {
  it.each([
    ['Morada Fiscal', 'Rua Augusta, 68|Rua do Almada, 4|Largo da Sé, 9'],
    ['Adresa sediu', 'Str. Lalelelor nr. 4|Bd. Unirii nr. 9|Aleea Parcului nr. 62'],
    ['Utdelningsadress', 'Skolgatan 117|Storgatan 4|Hamngatan 9'],
    ['Doručovacia adresa', 'Hlavná 4|Štúrova 17|Moyzesova 9'],
    ['Domicilio social', 'Calle Mayor 4|Paseo del Prado 118|Calle Real 9'],
    ['Adresselinje', 'Vestergade 12|Skolevej 105|Nørregade 4'],
  ])('are the address of the row: %s', (header, values) => {
    expect(fieldsOf(header, ...values.split('|'))).toBe('Address');
  });

  it('are streets without a word for one, where the row has no header', () => {
    const rows = [
      'Peter|Kováč|Štúrova 102|811 06|Bratislava',
      'Mária|Varga|Hlavná 4|040 01|Košice',
      'Martin|Hudák|Moyzesova 17a|010 01|Žilina',
    ];
    expect(fieldsOf('||||', ...rows).split('|')[2]).toBe('Address');
    expect(fieldsOf('||', 'Serie 102|811 06|x', 'Lot 4|040 01|y', 'Batch 17|010 01|z').split('|')[0]).toBe('-');
  });
});
