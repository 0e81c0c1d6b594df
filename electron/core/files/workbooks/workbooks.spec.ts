import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { set_cptable, utils, write, type BookType } from '@e965/xlsx';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReadingChoices } from '../../../../shared/contract/imports/reading.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { previewNow } from '../staging/reading-job.ts';
import { stagedAs } from '../staging/staged-fixture.ts';
import { textRows, troubleOf, xlsxParts, zipOf } from './workbooks-fixture.ts';
import { ZipArchive } from './zip-archive.ts';
import { cellsOf } from '../table/tables-fixture.ts';

// Files are read and written for real; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';
let files = 0;

beforeAll(async () => {
  folder = specFolder('workbooks');
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
});

async function read(bytes: Uint8Array, choices: ReadingChoices = {}) {
  files += 1;
  const path = join(folder, `book-${files}.bin`);
  return { ...(await stagedAs(path, bytes, choices)), path };
}

const people = cellsOf(
  'Name|Phone|City',
  'Jørgen & Co|+45 12 34 56 78|Århus',
  'Zoë <x>|0045 87654321|Køge',
  '漢字 😀|12345678|Ry',
);

describe('xlsx', () => {
  it('shows what the sheet shows: dates, leading zeros, phone formats, formula results, whole numbers', async () => {
    const formats = [
      ...['00000', 'dd\\.mm\\.yyyy', 'yyyy-mm-dd hh:mm', '[<=9999999]###-####;(###) ###-####', '"+"00 00 00 00 00'],
      ...['#,##0.00', '[h]:mm', 'h:mm'],
    ];
    const { rows, reading } = await read(
      zipOf(
        xlsxParts(
          [
            {
              name: 'S',
              xml: `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
<row r="2"><c r="A2" s="1"><v>783</v></c><c r="B2" s="2"><v>46000</v></c><c r="C2" s="3"><v>46000.5</v></c><c r="D2" s="4"><v>2125551234</v></c><c r="E2" s="5"><v>4512345678</v></c><c r="F2" s="6"><v>1234.5</v></c></row>
<row r="3"><c r="A3"><v>4.4712345678E+11</v></c><c r="B3"><v>0.30000000000000004</v></c><c r="C3" t="b"><v>1</v></c><c r="D3" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="E3" t="str"><f>A1&amp;"x"</f><v>sum x</v></c><c r="F3"><f>NOW()</f></c><c r="G3" s="7"><v>1.5</v></c><c r="H3" s="8"><v>0.75</v></c></row></sheetData>`,
            },
          ],
          {
            formats,
            strings: [
              '<t>Zip</t>',
              '<r><t xml:space="preserve">When </t></r><r><t>made_x000D_</t></r><rPh><t>ignored</t></rPh>',
            ],
          },
        ),
      ),
      { headerLine: 1 },
    );
    expect(rows[0]?.slice(0, 6)).toEqual([
      ...['00783', '2025-12-09', '2025-12-09 12:00:00', '(212) 555-1234', '+45 12 34 56 78', '1234.5'],
    ]);
    expect(rows[1]).toEqual(['447123456780', '0.3', 'TRUE', '#DIV/0!', 'sum x', '', '36:00:00', '18:00:00']);
    expect(reading.columns[1]?.header).toBe('When made\r');
    expect(reading.problems.map((problem) => problem.kind)).toEqual(
      expect.arrayContaining(['formulaError', 'formulaUnknown']),
    );
    expect(reading.problems.find((problem) => problem.kind === 'formulaError')?.examples[0]).toMatchObject({
      line: 3,
      column: 'Column 4',
    });
  });

  it.each([
    ['without a value', '<c><f>B1*2</f></c>', 1],
    ['with an empty value, as openpyxl writes it', '<c><f>B1*2</f><v /></c>', 1],
    ['with an empty value in two tags', '<c><f>B1*2</f><v></v></c>', 1],
    ['whose result is an empty text', '<c t="str"><f>""</f><v></v></c>', undefined],
  ])('tells a formula that was never calculated from an empty result: %s', async (_, cell, count) => {
    const xml = `<sheetData><row><c t="str"><v>Total</v></c><c><v>1</v></c></row><row>${cell}<c><v>2</v></c></row></sheetData>`;
    const { reading } = await read(zipOf(xlsxParts([{ name: 'S', xml }])), { headerLine: 1 });
    expect(reading.problems.find(({ kind }) => kind === 'formulaUnknown')?.count).toBe(count);
  });

  it.each([
    ['as XlsxWriter says it', '<calcPr calcId="124519" fullCalcOnLoad="1"/>', [['', '7', '0']], 1],
    ['unless it was calculated', '<calcPr calcId="124519"/>', [['0', '7', '0']], undefined],
  ])(
    'takes a zero for no result of a formula that is still to be calculated, %s',
    async (_, calcPr, expected, count) => {
      const texts = '<c t="str"><v>Total</v></c><c t="str"><v>Sum</v></c><c t="str"><v>Paid</v></c>';
      const formulas = '<c><f>B1*2</f><v>0</v></c><c><f>B1</f><v>7</v></c><c><v>0</v></c>';
      const xml = `<sheetData><row>${texts}</row><row>${formulas}</row></sheetData>`;
      const parts = xlsxParts([{ name: 'S', xml }]);
      const workbook = parts['xl/workbook.xml']?.toString().replace('</workbook>', `${calcPr}</workbook>`) ?? '';
      const { rows, reading } = await read(zipOf({ ...parts, 'xl/workbook.xml': workbook }), { headerLine: 1 });
      expect(rows).toEqual(expected);
      expect(reading.problems.find(({ kind }) => kind === 'formulaUnknown')?.count).toBe(count);
    },
  );

  it.each(['s', 'b', 'e'])('reads an empty value of the type %s as an empty cell', async (type) => {
    const empty = `<c t="${type}"><v></v></c><c t="${type}"><v/></c>`;
    const xml = `<sheetData><row>${'<c t="s"><v>0</v></c>'.repeat(3)}</row><row>${empty}<c><v>2</v></c></row></sheetData>`;
    const workbook = zipOf(xlsxParts([{ name: 'S', xml }], { strings: ['<t>Name</t>'] }));
    const { rows, reading } = await read(workbook, { headerLine: 1 });
    expect(rows).toEqual([['', '', '2']]);
    expect(reading.problems.map(({ kind }) => kind)).not.toContain('formulaError');
  });

  it('keeps the zeros of formats with conditions, and names the cells whose format is not understood', async () => {
    const cell = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`;
    const sheet = `<sheetData><row><c t="str"><v>Post code</v></c><c t="str"><v>Unit</v></c></row>${[25, 800, 12345]
      .map((value) => `<row>${cell(1, value)}${cell(2, value)}</row>`)
      .join('')}</sheetData>`;
    const { rows, reading } = await read(
      zipOf(xlsxParts([{ name: 'S', xml: sheet }], { formats: ['[<=9999]0000;General', '00,000'] })),
      { headerLine: 1 },
    );
    expect(rows).toEqual(cellsOf('0025|25', '0800|800', '12345|12345'));
    expect(reading.problems.find(({ kind }) => kind === 'formatUnknown')).toMatchObject({
      count: 3,
      examples: [{ line: 2, column: 'Unit', text: '25' }, { line: 3 }, { line: 4 }],
    });
  });

  it('knows both calendars and the day that never was', async () => {
    const sheet =
      '<sheetData><row><c t="str"><v>When</v></c></row><row><c s="1"><v>60</v></c></row><row><c s="1"><v>61</v></c></row><row><c s="1"><v>1</v></c></row></sheetData>';
    const make = (date1904: boolean) =>
      zipOf(xlsxParts([{ name: 'S', xml: sheet }], { formats: ['d/m/yyyy'], date1904 }));
    expect((await read(make(false), { headerLine: 1 })).rows.flat()).toEqual([
      '1900-02-29',
      '1900-03-01',
      '1900-01-01',
    ]);
    expect((await read(make(true), { headerLine: 1 })).rows.flat()).toEqual(['1904-03-01', '1904-03-02', '1904-01-02']);
  });

  it('keeps the calendar where an extension of Excel 2013 says more of the workbook', async () => {
    const sheet = '<sheetData><row><c s="1"><v>61</v></c></row></sheetData>';
    const parts = xlsxParts([{ name: 'S', xml: sheet }], { formats: ['d/m/yyyy'], date1904: true });
    const extension = '<extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>';
    parts['xl/workbook.xml'] = (parts['xl/workbook.xml'] as string).replace('</workbook>', extension);
    expect((await read(zipOf(parts), { headerLine: null })).rows).toEqual([['1904-03-02']]);
  });

  it('reports hidden rows, columns and sheets, merged cells and macros, and keeps row numbers', async () => {
    const bytes = zipOf({
      ...xlsxParts([
        { name: 'Old', state: 'hidden', xml: textRows([['x'], ['y']]) },
        {
          name: 'Leads',
          xml: `<cols><col min="2" max="2" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Phone</v></c></row><row r="4" hidden="1"><c r="A4" t="str"><v>Bob</v></c><c r="B4"><v>12345678</v></c></row><row r="9"><c r="A9" t="str"><v>Ann</v></c><c r="B9"><v>87654321</v></c></row></sheetData><mergeCells><mergeCell ref="A4:B4"/></mergeCells>`,
        },
        { name: 'Empty', xml: '<sheetData/>' },
        { name: 'More', xml: textRows([['z']]) },
      ]),
      'xl/vbaProject.bin': 'x',
    });
    const { reading, lines } = await read(bytes);
    expect(lines).toEqual([4, 9]);
    expect(reading.sheet).toMatchObject({ value: 'Leads', certainty: 'likely' });
    expect(reading.sheets).toEqual([
      { name: 'Old', rows: 2, hidden: true },
      { name: 'Leads', rows: 3, hidden: false },
      { name: 'Empty', rows: 0, hidden: false },
      { name: 'More', rows: 1, hidden: false },
    ]);
    expect(reading.problems.map((problem) => problem.kind).sort()).toEqual([
      ...['blankRows', 'hiddenColumns', 'hiddenRows', 'hiddenSheet', 'macros', 'merged', 'otherSheets'],
    ]);
    expect((await read(bytes, { sheet: 'old', headerLine: null })).rows).toEqual([['x'], ['y']]);
    expect((await troubleOf(read(bytes, { sheet: 'Nope' }))).message).toContain('Old, Leads, Empty, More');
  });

  it('reads sheets whose elements carry a prefix and whose cells carry no address', async () => {
    const xml = textRows(people)
      .replaceAll('</', '</x:')
      .replaceAll(/<(?!\/)/g, '<x:');
    const { rows } = await read(zipOf(xlsxParts([{ name: 'S', xml }], { prefix: 'x' })));
    expect(rows).toEqual(people.slice(1));
  });

  it('answers a preview from the first rows', async () => {
    const many = [
      ['Name', 'Phone'],
      ...Array.from({ length: 5000 }, (_, index) => [`Person ${index}`, `+45 ${10_000_000 + index}`]),
    ];
    const { path } = await read(zipOf(xlsxParts([{ name: 'S', xml: textRows(many) }])));
    const { reading, rows } = await previewNow({ path, choices: {}, rows: 100 });
    expect(rows).toHaveLength(100);
    expect(reading.complete).toBe(false);
    expect(reading.headerLine.value).toBe(1);
  });
});

describe('every kind of workbook', () => {
  it.each<[BookType, string]>([
    ['xlsx', 'xlsx'],
    ['xlsb', 'xlsb'],
    ['biff8', 'xls'],
    ['biff5', 'xls'],
    ['ods', 'ods'],
  ])('%s comes back cell by cell', async (bookType, format) => {
    const cell = fc
      .string({
        unit: fc.constantFrom('a', 'B', ' ', '0', '+', 'é', 'ø', ';', '"', '&', '<'),
        minLength: 1,
        maxLength: 10,
      })
      .map((text) => `x${text}x`);
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, async (generated) => {
        // The library writes only ASCII into workbooks of that age.
        const cells =
          bookType === 'biff5' ? generated.map((row) => row.map((text) => text.replace(/[éø]/g, 'o'))) : generated;
        const book = utils.book_new();
        utils.book_append_sheet(book, utils.aoa_to_sheet(cells), 'Leads');
        const { rows, reading } = await read(write(book, { type: 'buffer', bookType, compression: true }) as Buffer, {
          headerLine: null,
          lastDataLine: 100,
        });
        expect(rows).toEqual(cells);
        expect(reading.format).toBe(format);
      }),
      { numRuns: 8 },
    );
  });

  it('keeps dates, leading zeros and booleans of old workbooks', async () => {
    const book = utils.book_new();
    const sheet = utils.aoa_to_sheet([
      ['When', 'Zip', 'Ok', 'Phone'],
      [{ t: 'n', v: 46000, z: 'dd/mm/yyyy' }, { t: 'n', v: 783, z: '0000' }, true, 4_512_345_678],
    ]);
    utils.book_append_sheet(book, sheet, 'S');
    const { rows } = await read(write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer, { headerLine: 1 });
    expect(rows).toEqual([['2025-12-09', '0783', 'TRUE', '4512345678']]);
  });

  it('does not make the million empty rows an ODS file ends with', async () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">
<table:table-row>${cell('Name')}${cell('Phone')}</table:table-row>
<table:table-row>${cell('Bob<text:s text:c="2"/>B')}<table:table-cell office:value-type="float" office:value="7"><office:annotation><text:p>note</text:p></office:annotation><text:p>007</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="2" table:visibility="collapse">${cell('Ann')}<table:table-cell office:value-type="date" office:date-value="2026-05-04T00:00:00"><text:p>4 May</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16380"/></table:table-row>
<table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
    const { rows, reading } = await read(
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content }),
      { headerLine: 1 },
    );
    expect(rows).toEqual(cellsOf('Bob  B|007', 'Ann|2026-05-04', 'Ann|2026-05-04'));
    expect(reading.problems.find((problem) => problem.kind === 'hiddenRows')?.count).toBe(2);
  });

  it('takes no rows of an ODS file from the table of a chart, on the sheet or in a cell', async () => {
    const cell = (text: string, more = '') =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p>${more}</table:table-cell>`;
    const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
    const sum = '<table:table-cell office:value-type="float" office:value="9"><text:p>9</text:p></table:table-cell>';
    const chart = `<draw:frame><draw:object><office:document><table:table table:name="local-table">${row(cell('Sum'))}${row(sum)}</table:table></office:document></draw:object></draw:frame>`;
    const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="A"><table:shapes>${chart}</table:shapes>${row(cell('Name'), cell('Phone'))}${row(cell('Bob', chart), cell('007'))}${row(cell('Ann', `<table:table>${row(cell('x'))}</table:table>`), cell('008'))}</table:table></office:spreadsheet></office:body></office:document-content>`;
    const { rows, reading } = await read(
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content }),
      { headerLine: 1 },
    );
    expect(rows).toEqual(cellsOf('Bob|007', 'Ann|008'));
    expect(reading.sheet.value).toBe('A');
  });

  it('reads the first 10,000 copies of a row that an ODS file repeats, and says how many were not read', async () => {
    const row = (name: string, phone: string, repeated: number) =>
      `<table:table-row table:number-rows-repeated="${repeated}">${[name, phone]
        .map((text) => `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`)
        .join('')}</table:table-row>`;
    const workbook = (repeated: number) =>
      zipOf({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">${row('Name', 'Phone', 1)}${row('Bob', '12345678', repeated)}${row('Ann', '87654321', 1)}</table:table></office:spreadsheet></office:body></office:document-content>`,
      });
    const whole = await read(workbook(10_000), { headerLine: 1, lastDataLine: 100_000 });
    expect(whole.rows).toHaveLength(10_001);
    expect(whole.reading.problems).toEqual([]);
    expect(whole.reading.checkedFor).toContain('repeatedRows');

    const cut = await read(workbook(10_003), { headerLine: 1, lastDataLine: 100_000 });
    expect(cut.rows).toHaveLength(10_001);
    expect(cut.lines.slice(-2)).toEqual([10_001, 10_005]);
    expect(cut.reading.problems).toMatchObject([
      {
        kind: 'repeatedRows',
        count: 3,
        title: '3 rows not read: copies of a row that is repeated more than 10,000 times',
        examples: [{ line: 10_002, column: '', text: 'This row is repeated 10,003 times.' }],
      },
    ]);
  });
});

describe('workbooks that cannot be read', () => {
  const good = zipOf(xlsxParts([{ name: 'S', xml: textRows(people) }]));

  it('says that a file is cut off, wherever it was cut', async () => {
    for (const part of [0.99, 0.9, 0.5, 0.1])
      expect((await troubleOf(read(good.subarray(0, Math.floor(good.length * part))))).reason).toBe('truncated');
    const damaged = Buffer.from(good);
    damaged.fill(0xff, good.indexOf('sheet1.xml') + 12, good.indexOf('sheet1.xml') + 40);
    expect((await troubleOf(read(damaged))).reason).toBe('truncated');
  });

  it('stops unpacking a zip bomb early', async () => {
    const parts = xlsxParts([{ name: 'S', xml: '' }]);
    const bomb = zipOf(
      {
        ...parts,
        'xl/worksheets/sheet1.xml': Buffer.concat([
          Buffer.from('<worksheet><sheetData>'),
          Buffer.alloc(80 * 1024 * 1024, 0x20),
        ]),
      },
      { claimUnpacked: 1000 },
    );
    const before = process.memoryUsage().rss;
    expect((await troubleOf(read(bomb))).reason).toBe('bomb');
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('finds a bomb in a binary workbook before anything unpacks it, in one part or in many', async () => {
    const workbook = { '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'x' };
    const sheet = Buffer.alloc(66 * 1024 * 1024);
    const bomb = zipOf({ ...workbook, 'xl/worksheets/sheet1.bin': sheet }, { claimUnpacked: 1000 });
    expect((await troubleOf(read(bomb))).reason).toBe('bomb');
    const parts = Object.fromEntries([1, 2, 3, 4].map((index) => [`sheet${index}.bin`, Buffer.alloc(1000)]));
    const path = join(folder, 'parts.zip');
    writeFileSync(path, zipOf(parts, { claimUnpacked: 10 }));
    const descriptor = openSync(path, 'r');
    const zip = ZipArchive.open(descriptor, statSync(path).size, 'parts.zip');
    await expect(zip.unpackAll(4000)).resolves.toBeUndefined();
    await expect(zip.unpackAll(3999)).rejects.toMatchObject({ reason: 'bomb' });
    closeSync(descriptor);
  });

  it('names a password as such, in every format', async () => {
    expect(
      (await troubleOf(read(zipOf(xlsxParts([{ name: 'S', xml: textRows(people) }]), { encrypted: true })))).reason,
    ).toBe('encrypted');
    const compound = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(1024),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    expect((await troubleOf(read(compound))).message).toContain('password');
    const ods = zipOf({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'META-INF/manifest.xml': '<manifest:encryption-data/>',
      'content.xml': 'x',
    });
    expect((await troubleOf(read(ods))).reason).toBe('encrypted');
  });

  it('tells other zips, empty workbooks and damaged old workbooks apart', async () => {
    expect((await troubleOf(read(zipOf({ 'leads.csv': 'a,b' })))).reason).toBe('unsupported');
    expect((await troubleOf(read(zipOf(xlsxParts([{ name: 'S', xml: '<sheetData/>' }]))))).reason).toBe('noRows');
    expect(
      (
        await troubleOf(
          read(Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(5000, 7)])),
        )
      ).reason,
    ).toBe('truncated');
  });

  it('resolves no entity that a document defines', async () => {
    const xml =
      '<!DOCTYPE x [<!ENTITY a "boom">]><sheetData><row><c t="str"><v>Name</v></c></row><row><c t="str"><v>&a;</v></c></row></sheetData>';
    expect((await read(zipOf(xlsxParts([{ name: 'S', xml }])), { headerLine: 1 })).rows).toEqual([['&a;']]);
  });
});
