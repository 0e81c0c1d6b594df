import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../testing/fields-of.ts';
import { profilesOf } from '../testing/profiles.ts';
import { suggestMapping } from './suggest.ts';

describe('names of companies above a column for people', () => {
  it('leaves the field for people to somebody else', () => {
    const found = fieldsOf(
      'Name|Schulname|PLZ',
      'Grundschule Nord|Grundschule Nord|10115',
      'Gymnasium am See|Gymnasium am See|10117',
      'Waldschule|Waldschule|10119',
    );
    expect(found).toBe('-|Company|PostalCode');
  });

  it('takes the company from the values', () => {
    expect(fieldsOf('Navn|By', 'Rådhusskolen|Vejle', 'Nord ApS|Odense', 'Børnehuset Ugle|Ribe')).toBe('Company|City');
  });

  it('says why it is no contact person', () => {
    const columns = profilesOf(['Kontaktperson'], [['Nord ApS'], ['Syd A/S'], ['Skolen ved Søen']]);
    const [suggestion] = suggestMapping({ columns, fields: [{ name: 'FullName' }], earlier: [] });
    expect(suggestion?.field).toBeNull();
  });

  it('takes "contact" for a person only when its values are names', () => {
    expect(fieldsOf('Firma|Kontakt', 'Nord ApS|Eva Lund', 'Syd ApS|Per Holm')).toBe('Company|FullName');
    expect(fieldsOf('Firma|Kontakt', 'Nord ApS|via website form', 'Syd ApS|see page 4')).toBe('Company|-');
    expect(fieldsOf('Firma|Kontakt', 'Nord ApS|', 'Syd ApS|')).toBe('Company|-');
  });

  it('still knows people of whom one is called like a company', () => {
    expect(fieldsOf('Name|Tel', 'Anna Bank|12345678', 'Jens Holm|22345678', 'Eva Dahl|32345678')).toBe(
      'FullName|Phone',
    );
  });

  it('keeps the field that has the very name, because a campaign may hold companies there', () => {
    const columns = profilesOf(['FullName'], [['Nord ApS'], ['Syd A/S'], ['Skolen ved Søen']]);
    const [suggestion] = suggestMapping({ columns, fields: [{ name: 'FullName' }], earlier: [] });
    expect(suggestion?.field).toBe('FullName');
  });
});

describe('columns without a name', () => {
  const rows = ['Anna', 'Jens', 'Eva', 'Lars'].map(
    (first, at) =>
      `${first}|${['Lund', 'Holm', 'Dahl', 'Krogh'][at] ?? ''}|${[20_304_051, 51_274_111, 86_123_456, 97_887_766][at] ?? ''}|Skovvej ${at + 1}|${[8800, 2100, 5000, 7400][at] ?? ''}|${['Viborg', 'Hvidovre', 'Odense', 'Herning'][at] ?? ''}`,
  );

  it('are first and family names, a phone, a street and the post code before a town', () => {
    expect(fieldsOf('|||||', ...rows)).toBe('FirstName|LastName|Phone|Address|PostalCode|City');
  });

  it('are a town behind a post code where the name of the row stands elsewhere, however small', () => {
    const people = [
      ['Mads Dalgaard', '72601815', '7620', 'Vinderup', 'Danmark'],
      ['Sofie Bruun', '28301661', '5600', 'Aarup', 'Danmark'],
      ['Henrik Toft', '51860913', '6100', 'Gram', 'Danmark'],
      ['Ulla Skov', '86047718', '3400', 'Lynge', 'Danmark'],
    ];
    const found = (rows: string[][]) => fieldsOf('||||', ...rows.map((row) => row.join('|')));
    expect(found(people)).toBe('FullName|Phone|PostalCode|City|Country');
    // Of names that are in no list nothing is said, and everything beside them is still an address.
    const rare = ['Ejnar Dalgaard', 'Tyra Bruun', 'Folmer Toft', 'Svenning Skov'];
    expect(found(people.map((row, at) => [rare[at] ?? '', ...row.slice(1)]))).toBe('-|Phone|PostalCode|City|Country');
    // An article, its number, its weight and its colour.
    const goods = people.map((row, at) => [
      'Oak table',
      '72601815',
      '2301',
      ['Red', 'Blue', 'Green', 'Grey'][at] ?? '',
      row[4] ?? '',
    ]);
    expect(found(goods)).toBe('-|-|-|-|-');
    expect(fieldsOf('||', 'a@b.se|83512|Berg', 'c@d.se|10277|Lind', 'e@f.se|55190|Ek')).not.toMatch(/City/);
  });

  it('are no post codes when they are the numbers of the rows, or stand beside people', () => {
    expect(fieldsOf('|Namn|E-post', '83512|Berg|a@b.se', '10277|Lind|c@d.se', '55190|Ek|e@f.se')).toMatch(/^-\|/);
    expect(fieldsOf('||', '83512|Berg|a@b.se', '10277|Lind|c@d.se', '55190|Ek|e@f.se')).toMatch(/^-\|/);
    expect(fieldsOf('||', 'a@b.se|83512|Eva', 'c@d.se|10277|Anna', 'e@f.se|55190|Lars')).toMatch(/^Email\|-\|/);
  });

  it('are no family names behind names of companies, or where a first name stands in each', () => {
    expect(fieldsOf('|', 'Nord ApS|Lund', 'Syd ApS|Holm', 'Vest ApS|Dahl')).toBe('Company|-');
    expect(fieldsOf('|', 'Anna|Eva', 'Jens|Lars', 'Eva|Anna')).toBe('FirstName|-');
  });
});

describe('names from stacked rows', () => {
  it('say what the lowest says when those above it are titles of groups or parts of one address', () => {
    expect(
      fieldsOf(
        'Stammdaten - Firma|Erreichbarkeit - Telefon - Mobil|Erreichbarkeit - E-Mail|Anschrift - Ort - PLZ|Anschrift - Ort - Stadt',
        'Nord GmbH|0171 7546795|a@nord.de|10115|Berlin',
        'Süd GmbH|0172 7546796|b@sued.de|80331|München',
      ),
    ).toBe('Company|MobilePhone|Email|PostalCode|City');
  });

  it('stay with somebody else when the group is about somebody else', () => {
    expect(
      fieldsOf('Vermieter - Telefon|Kontaktdaten - E-Mail', '030 7546795|a@nord.de', '030 7546796|b@sued.de'),
    ).toBe('-|Email');
  });
});

describe('registers of more countries', () => {
  it('name the place by its head, its kind in one word, or as an institution', () => {
    expect(
      fieldsOf(
        'DENOMINAZIONESCUOLA|CAPSCUOLA|SITOWEBSCUOLA|DIRIGENTE SCOLASTICO',
        'LICEO GALILEI|00184|www.galilei.edu.it|Rossi Maria',
        'IC VIA ROMA|00019|www.viaroma.edu.it|Bianchi Paolo',
      ),
    ).toBe('Company|PostalCode|Website|FullName');
    expect(
      fieldsOf('Název zařízení|PSČ|Ředitel', 'Základní škola Žižkova|586 01|Jiří Dvořák', 'Nemocnice|674 01|Věra Malá'),
    ).toBe('Company|PostalCode|FullName');
  });
});

describe('empty columns', () => {
  it('take no field from a filled one', () => {
    expect(fieldsOf('City|Town|Phone|Other Phone', '|Leeds|0113 4960101|', '|York|01904 496202|')).toBe(
      '-|City|Phone|-',
    );
  });

  it('keep what nobody else fills', () => {
    expect(fieldsOf('First name|Middle name', 'Anna|', 'Jens|')).toBe('FirstName|MiddleName');
  });

  it('get fields by their names when the whole table is empty', () => {
    expect(fieldsOf('City|Other Phone')).toBe('City|Phone2');
  });
});

describe('a county', () => {
  const lead = 'Mary Clark|12 Elm Street|Dallas';

  it.each(['County', 'County Name', 'COUNTY'])('is no region beside the state it lies in: %s', (header) => {
    expect(fieldsOf(`Name|Address|City|${header}|State|Zip`, `${lead}|Collin|TX|75201`, `${lead}|Kent|DE|19901`)).toBe(
      'FullName|Address|City|-|Region|PostalCode',
    );
    expect(fieldsOf(`Name|Address|City|State|${header}|Zip`, `${lead}|TX|Collin|75201`, `${lead}|DE|Kent|19901`)).toBe(
      'FullName|Address|City|Region|-|PostalCode',
    );
  });

  it.each(['State Code', 'State/Province'])('nor beside a state of this name: %s', (header) => {
    expect(fieldsOf(`Name|Address|City|County|${header}`, `${lead}|Collin|TX`, `${lead}|Kent|DE`)).toBe(
      'FullName|Address|City|-|Region',
    );
  });

  it('of somebody else is no region beside a state either', () => {
    expect(fieldsOf('Name|Address|City|Manager county|State', `${lead}|Kent|`, `${lead}|Surrey|`)).toBe(
      'FullName|Address|City|-|Region',
    );
  });

  it('is the region beside a district', () => {
    expect(fieldsOf('Name|Address|City|District|County', `${lead}|Swale|Kent`, `${lead}|Woking|Surrey`)).toBe(
      'FullName|Address|City|-|Region',
    );
  });

  it('is the region where no state is filled, or the state is how far the lead is', () => {
    expect(fieldsOf('Name|Address|City|County|State', `${lead}|Kent|`, `${lead}|Surrey|`)).toBe(
      'FullName|Address|City|Region|-',
    );
    expect(fieldsOf('Name|Address|City|County|Lead state', `${lead}|Kent|New`, `${lead}|Surrey|Won`)).toBe(
      'FullName|Address|City|Region|-',
    );
  });
});

describe('parts of a date', () => {
  it.each([
    ['Birth day|Birth month|Birth year', '3|5|1970', '17|12|1984'],
    ['Fødselsdag|Fødselsmåned|Fødselsår', '3|5|1970', '17|12|1984'],
    ['Geburtstag|Geburtsmonat|Geburtsjahr', '3|5|1970', ''],
    ['Jour naissance|Mois naissance|Année naissance', '3|5|1970', '4|6|1980'],
  ])('are no date: %s', (header, ...rows) => {
    expect(fieldsOf(header, ...rows.filter((row) => row !== ''))).toBe('-|-|-');
  });

  it('leave a whole date alone', () => {
    expect(fieldsOf('Fødselsdag|Navn', '03.05.1970|Jens Holm', '17.12.1984|Ida Riis')).toBe('DateOfBirth|FullName');
    expect(fieldsOf('Birthday|Name', '3|Jens Holm', '17|Ida Riis')).toBe('-|FullName');
  });
});

describe('a word that most headers begin with', () => {
  it.each(['gemeente.', 'provider_', 'INST_', 'n_'])('is dropped: %s', (word) => {
    const header = ['city', 'phone', 'email', 'zip'].map((part) => word + part).join('|');
    expect(fieldsOf(`${header}|updated`, 'Borne|074-5550101|a@b.nl|7622 DG|2025-01-01')).toBe(
      'City|Phone|Email|PostalCode|-',
    );
  });

  it('tells columns apart when the others mean the same without it', () => {
    const found = fieldsOf(
      'name|phone|email|spouse_name|spouse_phone|spouse_email|spouse_city',
      'Jens Holm|22345678|j@holm.dk|Ida Holm|32345678|i@holm.dk|Ribe',
    );
    expect(found).toMatch(/^FullName\|Phone\|Email\|-\|-\|-\|/);
  });
});

describe('an ending that most headers have', () => {
  it('is dropped when nothing is known of it', () => {
    expect(
      fieldsOf(
        'NAMEPARL|PLZPARL|ORTPARL|TELEFONNUMMERPARL|TELEFONNUMMERPRIVAT',
        'Huber|8010|Graz|0316 877123|0676 7654321',
      ),
    ).toBe('FullName|PostalCode|City|Phone|Phone2');
    expect(
      fieldsOf('Vorname des Spielers|Ort des Spielers|E-Mail des Spielers', 'Eva|Linz|a@b.at', 'Udo|Wels|c@d.at'),
    ).toBe('FirstName|City|Email');
  });

  it('may follow two letters once it is known from longer words', () => {
    const found = fieldsOf(
      'CODECLI|NOMCLI|PRENOMCLI|CPCLI|VILLECLI',
      '10200|Girard|Hugo|69003|Lyon',
      '10207|Caron|Inès|44000|Nantes',
    );
    expect(found).toBe('CustomerNumber|LastName|FirstName|PostalCode|City');
  });

  it('tells columns apart when the others mean the same without it', () => {
    const found = fieldsOf(
      'Name|E-Mail|Name Gatte|E-Mail Gatte|Ort Gatte',
      'Eva Huber|a@b.at|Udo Huber|c@d.at|Linz',
      'Ida Moser|e@f.at|Jan Moser|g@h.at|Wels',
    );
    expect(found).toBe('FullName|Email|-|-|-');
  });

  it('stays when it makes something else of them', () => {
    expect(fieldsOf('Emailtype|Phonetype|Citytype', 'a|b|c', 'd|e|f')).toBe('-|-|-');
  });
});

describe('words written together', () => {
  it('are read one by one', () => {
    expect(
      fieldsOf(
        'CODIGOCLIENTE|DIRECCIONCLIENTE|TELEFONOMOVIL',
        '1001|Calle Mayor 3|612345678',
        '1002|Calle Sol 1|698765432',
      ),
    ).toBe('CustomerNumber|Address|MobilePhone');
  });

  it.each([
    ...['Telefonselskab', 'Kundetype', 'Mailingdatum', 'Ortsteil', 'Namensschild', 'Hauptstadt', 'Transport'],
    'Portal',
  ])('are no field when a part is something else: %s', (header) => {
    expect(fieldsOf(header, 'North', 'South', 'West')).toBe('-');
  });
});

describe('"Customer" and "Office"', () => {
  it('mean what their values are', () => {
    expect(fieldsOf('Customer|City', 'Nord ApS|Ribe', 'Syd A/S|Vejle')).toBe('Company|City');
    expect(fieldsOf('Kunde|Ort', 'Anna Lund|Linz', 'Jens Holm|Wels', 'Eva Dahl|Graz')).toBe('FullName|City');
    expect(fieldsOf('Customer|City', '1001|Ribe', '1002|Vejle')).toBe('-|City');
    expect(fieldsOf('Office|Mobile', '+45 33112233|+45 20112233', '+45 33112244|+45 20112244')).toBe(
      'Phone|MobilePhone',
    );
    expect(fieldsOf('Office|City', 'HQ|Ribe', 'North|Vejle')).toBe('-|City');
  });
});

describe('names in a table of buildings', () => {
  it('are nobody’s, unless a column is about people', () => {
    expect(fieldsOf('bygningsnr|navn|by', '1|Annekset|Ribe', '2|Garagen|Vejle')).toBe('-|-|City');
    expect(fieldsOf('bygning|navn|mobil', 'A|Eva Dahl|+4520112233', 'B|Jens Holm|+4551112233')).toBe(
      '-|FullName|MobilePhone',
    );
  });
});

describe('words of a trade', () => {
  it('do not turn the last word of a header round', () => {
    expect(
      fieldsOf(
        'Shipping Address Organization|Shipping Address Name|Shipping Address City',
        'Reid Joinery Ltd|Callum Reid|Leith',
        'Marsh Pottery|Ellen Marsh|Stoke',
      ),
    ).toBe('Company|FullName|City');
  });

  it('make "service" no department where nobody works', () => {
    expect(fieldsOf('Office|service', 'North|Tax', 'South|Parks')).toMatch(/\|-$/);
    expect(fieldsOf('First name|Last name|Service', 'Eva|Dahl|Ventes', 'Jan|Holm|Achats')).toMatch(/\|Department$/);
  });
});

describe('"Kraj" and "Město"', () => {
  it('are a country or a region, as the values say', () => {
    expect(fieldsOf('Miasto|Kraj', 'Łódź|Polska', 'Brno|Czechy', 'Graz|Austria')).toBe('City|Country');
    expect(fieldsOf('Poštna številka|Kraj', '1000|Ljubljana', '2000|Maribor', '3000|Celje')).toBe('PostalCode|City');
    expect(fieldsOf('PSČ|Kraj', '460 01|Liberecký', '370 01|Jihočeský', '602 00|Jihomoravský')).toBe(
      'PostalCode|Region',
    );
  });

  it('count beside a header that only has a word of such a language', () => {
    expect(fieldsOf('PSČ nemovitosti|Město', '460 01|Liberec', '370 01|Písek', '602 00|Brno')).toBe('PostalCode|City');
  });
});

describe('the only e-mail address or person of a table', () => {
  it('is the lead’s, though its name says that it is another one', () => {
    expect(fieldsOf('Street|Secondary Email', '8 Birch Ln|a@b.example', '5 Oak Ave|c@d.example')).toBe('Address|Email');
    expect(fieldsOf('Street|Recipient name', '8 Birch Ln|Anna Lund', '5 Oak Ave|Jens Holm')).toBe('Address|FullName');
    expect(fieldsOf('Last name|Street|Recipient name', 'Dahl|8 Birch Ln|Anna Lund')).toBe('LastName|Address|-');
    expect(fieldsOf('Street|Email|Other Email', '8 Birch Ln|a@b.example|e@f.example')).toBe('Address|Email|-');
  });
});

describe('words of one language', () => {
  it('count only beside others of such a language', () => {
    expect(fieldsOf('Via|Status', 'web|new', 'mail|old')).toBe('-|-');
    expect(fieldsOf('Cognome|Via|CAP', 'Rossi|Via Saffi 2|40131', 'Verdi|Corso Roma 8|10121')).toBe(
      'LastName|Address|PostalCode',
    );
  });

  it('are known below each other, as stacked headers are joined', () => {
    expect(fieldsOf('Person - Name - First|Person - Name - Last', 'Eva|Lind', 'Udo|Berg')).toBe('FirstName|LastName');
  });
});

describe('columns without a name', () => {
  const rows = [
    'Mette Krogh|75550122|Industrivej 8|7100|Vejle|mette@krogh.dk',
    'Bo Lind|97550304|Dalgas Allé 2|7400|Herning|bo@lind.dk',
    'Tina Juul|98557012|Havnegade 41|9000|Aalborg|tj@juul.dk',
    'Omar Ali|31554020|Nørrebrogade 9|2200|København|omar@city.dk',
  ];

  it('are offered by their values, with a percentage that says it is a guess', () => {
    expect(fieldsOf('|||||', ...rows)).toBe('FullName|Phone|Address|PostalCode|City|Email');
    const columns = profilesOf(
      ['', '', '', '', '', ''],
      rows.map((row) => row.split('|')),
    );
    const [name, phone] = suggestMapping({ columns, fields: [], earlier: [] });
    expect(name?.confidence).toBeLessThan(0.7);
    expect(phone?.reasons.join(' ')).toContain('100 % of the values have the digits of a phone number');
  });

  it('are no phones when they were counted one after the other', () => {
    const counted = rows.map((row, index) => row.replace(/\|\d{8}\|/, `|7555012${index}|`));
    expect(fieldsOf('|||||', ...counted)).toBe('FullName|-|Address|PostalCode|City|Email');
  });

  it('are no post codes when they are years, or stand beside no place', () => {
    expect(fieldsOf('|||', 'a@b.dk|2019|Vejle|x', 'c@d.dk|2021|Ribe|y', 'e@f.dk|2023|Fanø|z')).toBe('Email|-|-|-');
    expect(fieldsOf('||', 'a@b.dk|7100|12', 'c@d.dk|9000|14', 'e@f.dk|2200|16')).toBe('Email|-|-');
  });

  it('are a company, a street, a post code beside its town, a region and a country', () => {
    const german = [
      'Bäckerei Müller GmbH|Hauptstr. 5|10115|Berlin|Berlin|Deutschland',
      'Autohaus Schmidt KG|Lindenallee 12|80331|München|Bayern|Deutschland',
      'Nordlicht AG|Am Markt 3|20095|Hamburg|Hamburg|Deutschland',
      'Schreinerei Vogel|Kirchweg 7|99423|Weimar|Thüringen|Deutschland',
    ];
    expect(fieldsOf('|||||', ...german)).toBe('Company|Address|PostalCode|City|Region|Country');
    expect(fieldsOf('||', 'a@b.dk|Jordan|x', 'c@d.dk|Georgia|y', 'e@f.dk|Eva|z')).toMatch(/^Email\|-\|/);
  });

  it('are a town that no list knows only where an address has it', () => {
    const rows = ['Hauptstr. 5|56812|Cochem', 'Marktplatz 2|72070|Rottenburg', 'Lindenallee 4|79364|Malterdingen'];
    expect(fieldsOf('||', ...rows)).toBe('Address|PostalCode|City');
    expect(fieldsOf('||', ...rows.map((row) => row.split('|').toReversed().join('|')))).toBe('-|PostalCode|Address');
  });

  it('are phones in three rows, and no numbers of companies', () => {
    expect(fieldsOf('|', 'Anna Holm|20112233', 'Bo Lind|51274111', 'Eva Dahl|86123456')).toBe('FullName|Phone');
    expect(fieldsOf('|', 'Anna Holm|20 11 22 33', 'Bo Lind|51 27 41 11', 'Eva Dahl|86 12 34 56')).toMatch(/\|Phone$/);
    expect(fieldsOf('|', 'Anna Holm|p:+4520112233', 'Bo Lind|p:+4551274111', 'Eva Dahl|p:+4586123456')).toMatch(
      /\|Phone$/,
    );
    expect(fieldsOf('|', 'Nord ApS|25063864', 'Syd ApS|31119103', 'Vest ApS|24256790')).toBe('Company|-');
    expect(fieldsOf('|', 'Anna Holm|20112233', 'Bo Lind|20112240', 'Eva Dahl|20112251')).toBe('FullName|-');
  });

  it('are phones whose prefix stands in brackets, however they are divided', () => {
    for (const [one, other, third] of [
      ['(+45) 20112233', '(+45) 51274111', '(+45) 86123456'],
      ['(+45) 20-112233', '(+45)51-274111', '( +45 ) 86 12 34 56'],
      ['(0045) 20112233', '(0045) 51274111', '+(45) 86123456'],
    ] as const)
      expect(fieldsOf('Navn|Tlf. privat', `Anna Holm|${one}`, `Bo Lind|${other}`, `Eva Dahl|${third}`)).toBe(
        'FullName|Phone',
      );
  });

  it('are no people under a header "name" when they are buildings', () => {
    for (const names of [
      ['Rathaus Mitte', 'Alte Oper', 'Schloss Bellevue', 'Stadthalle Nord'],
      ['Skibet Skole', 'Vejle Svømmehal', 'Nørremarkskirken', 'Spinderihallerne'],
    ])
      expect(fieldsOf('navn|adresse', ...names.map((name, index) => `${name}|Nørregade ${index}`))).toBe(
        'Company|Address',
      );
  });

  it('are a state only when all are codes of states', () => {
    const state = (third: string) =>
      fieldsOf('|||', 'a@b.us|ME|04401|x', 'c@d.us|OR|97209|y', `e@f.us|${third}|79912|z`, 'g@h.us|PA|16507|w');
    expect(state('TX')).toBe('Email|Region|PostalCode|-');
    expect(state('DK')).toMatch(/^Email\|-\|/);
  });
});
