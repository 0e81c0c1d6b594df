/* For specs: tables as people make them, with titles, groups of columns and names in several rows. */

export interface Sheet {
  rows: unknown[][];
  merges?: string[];
}

export const first = ['Anna', 'Bo', 'Carla', 'Dirk', 'Eva', 'Finn', 'Gerd', 'Hans'];
export const last = ['Holm', 'Krogh', 'Lind', 'Meyer', 'Nagel', 'Olsen', 'Berg'];
export const town = ['Vejle', 'Herning', 'Aalborg', 'Bonn', 'Fanø'];
export const of = (list: readonly string[], at: number) => list[at % list.length] ?? '';
/** The rows of a table, each written as a text with | between its cells. */
export const cellsOf = (...rows: readonly string[]) => rows.map((row) => row.split('|'));
export const many = (count: number, row: (at: number) => unknown[]) =>
  Array.from({ length: count }, (_, at) => row(at));
export const phone = (at: number) => 20_300_000 + at * 7_919;
export const people = {
  rows: [['Name', 'Phone', 'City'], ...many(60, (at) => [`${of(first, at)} ${of(last, at)}`, phone(at), of(town, at)])],
};

const threeLevels: Sheet = {
  rows: [
    ['Contacts of the fair 2026'],
    ['Person', null, null, 'Contact', null, null, null, 'Company'],
    ['Name', null, 'Born', 'Phone', null, 'Mail', 'Address', 'Name'],
    ['First', 'Last', null, 'Work', 'Mobile', null, null, null],
    ...many(30, (at) => [
      of(first, at),
      of(last, at),
      '03.04.1971',
      phone(at),
      phone(at) + 3,
      'a@x.dk',
      'Vej 1',
      'Nord ApS',
    ]),
  ],
  merges: ['A1:H1', 'A2:C2', 'D2:G2', 'A3:B3', 'D3:E3', 'C3:C4', 'F3:F4', 'G3:G4', 'H3:H4'],
};
const years: Sheet = {
  rows: [
    ['Befolkning'],
    ['Kommune', '2023', null, null, null, '2024', null],
    [null, 'Menn', null, 'Kvinner', null, 'Menn', null],
    [null, 'Barn', 'Voksne', 'Barn', 'Voksne', 'Barn', 'Voksne'],
    ...many(40, (at) => [`${of(town, at)} ${at}`, at * 3, at * 7, at * 2, at + 9, at * 5, at * 4]),
  ],
  merges: ['A1:G1', 'A2:A4', 'B2:E2', 'F2:G2', 'B3:C3', 'D3:E3', 'F3:G3'],
};
const words: Sheet = {
  rows: [
    ['Ansprechpartner der Schulen'],
    [],
    ['Schule', null, 'Leitung', null, null],
    [null, null, 'Person', null, 'Kontakt'],
    ['Name', 'Ort', 'Vorname', 'Nachname', 'E-Mail'],
    ...many(12, (at) => [`Schule ${at}`, of(town, at), of(first, at), of(last, at), 'x@schule.de']),
  ],
  merges: ['A1:E1', 'A3:B4', 'C3:E3', 'C4:D4'],
};
const down: Sheet = {
  rows: [
    ['No.', 'Name', 'Contact', null, 'Notes'],
    [null, null, 'Phone', 'E-mail', null],
    ...many(25, (at) => [at + 1, of(first, at), phone(at), 'a@x.dk', at % 3 === 0 ? 'call later' : '']),
  ],
  merges: ['A1:A2', 'B1:B2', 'C1:D1', 'E1:E2'],
};

/** Name, table, line of the header, rows of data, names of the columns. */
export const stackedTables: readonly [title: string, sheet: Sheet, header: number, rows: number, names: string][] = [
  [
    'three rows below a title',
    threeLevels,
    4,
    30,
    'Person - Name - First|Person - Name - Last|Person - Born|Contact - Phone - Work|Contact - Phone - Mobile|Contact - Mail|Contact - Address|Company - Name',
  ],
  [
    'years over groups',
    years,
    4,
    40,
    'Kommune|2023 - Menn - Barn|2023 - Menn - Voksne|2023 - Kvinner - Barn|2023 - Kvinner - Voksne|2024 - Menn - Barn|2024 - Menn - Voksne',
  ],
  [
    'words only',
    words,
    5,
    12,
    'Schule - Name|Schule - Ort|Leitung - Person - Vorname|Leitung - Person - Nachname|Leitung - Kontakt - E-Mail',
  ],
  ['cells merged down', down, 2, 25, 'No.|Name|Contact - Phone|Contact - E-mail|Notes'],
];

export const body = ['Kundenr', 'Navn', 'Telefon', 'By', 'Beløb'];
export const customers = many(40, (at) => [
  1000 + at,
  `${of(first, at)} ${of(last, at)}`,
  phone(at),
  of(town, at),
  at * 12.5,
]);
/** Rows above `body`, with a blank line between. */
export const blocks: readonly [title: string, block: unknown[][]][] = [
  [
    'labels and values',
    [
      ['Report:', 'Leads'],
      ['From:', '2026-01-01', 'To:', '2026-03-31'],
      ['Made by:', 'Ann Olsen', 'Dept:', 'Sales'],
      ['Filter', 'Status', 'Open', 'Country', 'DK'],
    ],
  ],
  [
    'a table of its own',
    [
      ['Export of accounts'],
      ['Company', 'Region', 'Owner', 'Period', 'Version'],
      ['Nordlys A/S', 'DK', 'Ann Olsen', 'Q1 2026', '3'],
      ['Sorted by', 'Name', 'Ascending', 'Page', '1'],
    ],
  ],
  [
    'two small tables',
    [
      ['Kommune', 'Periode', 'Kontakt', 'Telefon'],
      ['Vejle', '2026', 'Ann Olsen', '75 55 01 22'],
      ['Antal', 'Sum', 'Snit', 'Max'],
      ['40', '100', '2,5', '9'],
    ],
  ],
];
