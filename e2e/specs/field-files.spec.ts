import { utils, write } from '@e965/xlsx';
import { expect, testWithService as test } from '../fixtures.ts';
import { CheckPage } from '../pages/check-page.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { utf8, windows1252 } from '../spreadsheets.ts';

// Files as programs of the field write them, from the drop to the created leads: each cell arrives as a person reads it.

const CAMPAIGN = 'DK-ENERGI-26';
const HEADER = ['Fornavn', 'Efternavn', 'Telefon', 'By'] as const;
const ROWS = [
  ['Kirsten', 'Bækgård', '+4520304051', 'Tønder'],
  ['Poul', 'Kjær', '+4520304052', 'Sønderborg'],
  ['Tove', 'Ås', '+4520304053', 'Aabenraa'],
  ['Søren', 'Østergaard', '+4520304054', 'Næstved'],
  ['Åse', 'Bro', '+4520304055', 'Ringkøbing'],
  ['Jørgen', 'Vig', '+4520304056', 'Ærøskøbing'],
] as const;
const TABLE: readonly (readonly string[])[] = [HEADER, ...ROWS];

interface FieldFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the File step says of it. */
  readonly said: RegExp;
  /** A repair that Check offers. */
  readonly repair?: { readonly reason: RegExp; readonly button: string };
}

const lines = (separator: string, cell: (text: string, column: number) => string = (text) => text) =>
  TABLE.map((cells) => cells.map(cell).join(separator)).join('\r\n');

const FILES: Readonly<Record<string, FieldFile>> = {
  'a web page named .xls': {
    name: 'udtræk.xls',
    bytes: utf8(
      `<html><body><table border=1>${TABLE.map((cells) => `<tr>${cells.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('')}</table></body></html>`,
    ),
    said: /web page with a table/,
  },
  'a workbook of Excel 2003 in XML': {
    name: 'udtræk.xml',
    bytes: utf8(
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Leads"><Table>${TABLE.map((cells) => `<Row>${cells.map((text) => `<Cell><Data ss:Type="String">${text}</Data></Cell>`).join('')}</Row>`).join('')}</Table></Worksheet></Workbook>`,
    ),
    said: /Excel 2003/,
  },
  'a flat OpenDocument spreadsheet': {
    name: 'udtræk.fods',
    bytes: utf8(
      `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="A">${TABLE.map((cells) => `<table:table-row>${cells.map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table></office:spreadsheet></office:body></office:document>`,
    ),
    said: /OpenDocument/,
  },
  'fields filled up with NULs': {
    name: 'medlem.dat',
    bytes: utf8(lines(';', (text) => text.padEnd(20, '\0'))),
    said: /NUL characters/,
  },
  'apostrophes around every value': {
    name: 'kunder.csv',
    bytes: utf8(lines(',', (text) => `'${text}'`)),
    said: /[Aa]postrophes/,
  },
  'columns of fixed width': {
    name: 'liste.txt',
    bytes: utf8(lines('', (text, column) => text.padEnd([14, 16, 16, 12][column] ?? 12))),
    said: /begin at characters 1, 15, 31 and 47/,
  },
  'an old workbook without its code page': {
    name: 'gammel.xls',
    bytes: oldWorkbook(),
    said: /does not say which encoding/,
  },
  'lines in two encodings': {
    name: 'samlet.csv',
    bytes: inTwoEncodings(),
    said: /in another encoding than the others/,
  },
  'a word for nothing': {
    name: 'system.csv',
    bytes: utf8(`${lines(';')}\r\nLis;NULL;+4520304057;Ribe\r\nIda;NULL;+4520304058;Skive`),
    said: /every row of the beginning has 4 columns/,
    repair: { reason: /NULL, n\/a or a dash in/, button: 'Repair 2 rows' },
  },
};

/** As old programs write it: version 5, each text in an encoding that the file does not name. */
function oldWorkbook(): Uint8Array {
  // The library writes letters of its own only; they keep the places of the true ones.
  const texts = TABLE.flat();
  const stand = (at: number) => String.fromCharCode(65 + (at % 26)).repeat(3) + String(at).padStart(3, '0');
  const padded = texts.map((text) => text.padEnd(6));
  const places = padded.map((text, at) => stand(at).padEnd(text.length, '_'));
  const book = utils.book_new();
  const sheet = TABLE.map((cells, row) => cells.map((_, column) => places[row * HEADER.length + column]));
  utils.book_append_sheet(book, utils.aoa_to_sheet(sheet), 'Leads');
  const bytes = Buffer.from(write(book, { type: 'buffer', bookType: 'biff5' }) as Uint8Array);
  for (const [at, place] of places.entries()) {
    const found = bytes.indexOf(Buffer.from(place, 'latin1'));
    expect(found, `the place of ${texts[at]}`).toBeGreaterThan(0);
    bytes.set(windows1252(padded[at] ?? ''), found);
  }
  const codePage = bytes.indexOf(Buffer.from([0x42, 0, 2, 0, 0xe4, 4]));
  expect(codePage, 'the record of the code page').toBeGreaterThan(0);
  bytes.set([0xb7, 1, 2, 0, 0, 0], codePage);
  return bytes;
}

/** Put together of two files: every third line comes from an older program. */
function inTwoEncodings(): Uint8Array {
  return Buffer.concat(TABLE.map((cells, row) => (row % 3 === 2 ? windows1252 : utf8)(`${cells.join(';')}\r\n`)));
}

for (const [at, [kind, { name, bytes, said, repair }]] of Object.entries(FILES).entries())
  test(`${kind}, from the drop to the created leads`, { tag: at === 0 ? [] : '@long' }, async ({ page, service }) => {
    test.slow();
    await new WelcomePage(page).connect(service);
    const wizard = new ImportPage(page);
    await wizard.drop(name, bytes);
    await wizard.isAtFile();
    await expect(page.getByText(said).first()).toBeVisible();
    await wizard.toColumns();
    await wizard.toCheck();
    if (repair !== undefined) {
      await new CheckPage(page).reason(repair.reason).click();
      await page.getByRole('button', { name: repair.button }).click();
    }
    const job = await wizard.send({ campaign: CAMPAIGN });
    await expect(job.state('Complete')).toBeVisible({ timeout: 30_000 });
    const leads = (await service.acceptedLeads()).filter(({ campaignCode }) => campaignCode === CAMPAIGN);
    const sent = leads.map(({ data }) =>
      ['FirstName', 'LastName', 'Phone', 'City'].map((field) => data[field] ?? '').join(),
    );
    const more =
      repair === undefined
        ? []
        : [
            ['Lis', '', '+4520304057', 'Ribe'],
            ['Ida', '', '+4520304058', 'Skive'],
          ];
    expect(new Set(sent)).toEqual(new Set([...ROWS, ...more].map((cells) => cells.join())));
    expect(sent).toHaveLength(ROWS.length + more.length);
  });
