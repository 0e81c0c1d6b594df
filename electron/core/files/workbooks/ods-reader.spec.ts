import { describe, expect, it } from 'vitest';
import { readingSchema } from '../../../../shared/contract/imports/reading.ts';
import { openFlatOds } from './ods-reader.ts';
import { CELL_BYTES, EMPTY_CELL_BYTES, UnpackingRoom } from './unpacking-room.ts';
import { XmlScanner } from './xml-scanner.ts';
import { firstSheetOf, troubleOf, workbookReader, zipOf } from './workbooks-fixture.ts';
import { cellsOf } from '../table/tables-fixture.ts';

const read = workbookReader('leads.ods');

const cell = (type: string, shown: string, more = '') =>
  `<table:table-cell office:value-type="${type}"${more}>${shown === '' ? '' : `<text:p>${shown}</text:p>`}</table:table-cell>`;
const text = (shown: string, more = '') => cell('string', shown, more);
const number = (value: string, shown: string, more = '') => cell('float', shown, ` office:value="${value}"${more}`);
const row = (cells: string, more = '') => `<table:table-row${more}>${cells}</table:table-row>`;
const table = (name: string, rows: string, more = '') =>
  `<table:table table:name="${name}"${more}>${rows}</table:table>`;
const content = (tables: string) =>
  `<?xml version="1.0"?><office:document-content><office:automatic-styles><style:style style:name="ta1"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
const ods = (tables: string, more: Record<string, string> = {}) =>
  zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content(tables), ...more });

describe('an OpenDocument spreadsheet', () => {
  it('shows what the sheet shows, and says what is hidden, merged or wrong in it', async () => {
    const header = ['Name', 'Zip', 'When', 'At', 'Share', 'Ok', 'Sum', 'Note'];
    const { rows, lines, reading, found } = await read(
      'zip',
      ods(
        `${table('Old', row(text('x')), ' table:style-name="ta2"')}<table:tracked-changes>${table('no', row(text('y')))}</table:tracked-changes>${table(
          'Leads',
          `<table:shapes><draw:frame><text:p>drawn</text:p></draw:frame></table:shapes>
<table:table-column/><table:table-column table:number-columns-repeated="2" table:visibility="collapse"/><table:table-column table:visibility="visible"/><table:table-column table:visibility="filter"/><table:table-column table:number-columns-repeated="16379" table:visibility="collapse"/>
${row('<table:table-cell table:number-columns-repeated="9"/>', ' table:number-rows-repeated="2"')}
<table:table-header-rows>${row(header.map((name) => text(name)).join(''))}</table:table-header-rows>
${row(
  `${text('A<text:s/>B<text:s text:c="3"/><text:span>C<text:a>D</text:a></text:span><text:tab/>E<text:line-break/>F</text:p><text:p>G')}${number('800', '0800')}${cell('date', '4 May', ' office:date-value="2026-05-04T12:30:00.25"')}${cell('time', '9:05', ' office:time-value="PT09H5M00S"')}${cell('percentage', '25 %', ' office:value="0.25"')}${cell('boolean', 'JA', ' office:boolean-value="true"')}${cell('currency', '1.234,50 kr', ' office:currency="DKK" office:value="1234.5"')}<table:table-cell office:value-type="string" office:string-value="stored"/>`,
  ' table:visibility="filter" table:number-rows-repeated="2"',
)}
${row(
  `${text('wide', ' table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell('date', '4 May', ' office:date-value="2026-05-04"')}${cell('time', '36 h', ' office:time-value="P1DT12H"')}${number('0', 'FALSE')}${number('1.23456789012345E+019', '1,2E19')}${number('0', '#DIV/0!', ' table:formula="of:=1/0"')}${text('Err:502', ' table:formula="of:=X"')}`,
  ' table:visibility="visible"',
)}
${row(`${text('tall</text:p><office:annotation><text:p>by Bo</text:p></office:annotation><draw:object><table:table><table:table-row><table:table-cell><text:p>9</text:p></table:table-cell></table:table-row></table:table></draw:object><text:p>and more', ' table:number-rows-spanned="2"')}${number('4520304050', '+45 20 30 40 50')}<table:table-cell table:number-columns-repeated="2"/>${text('1234567890123456', ' table:number-columns-repeated="2"')}${cell('boolean', 'nej', ' office:boolean-value="false"')}${text('</text:p><office:annotation><text:p>by Ib</text:p></office:annotation><text:p>Err:502').replace('<text:p></text:p>', '')}<table:table-cell table:number-columns-repeated="16376"/>`)}`,
          ' table:style-name="ta1"',
        )}<table:table>${row(text('more'))}</table:table>`,
      ),
      { headerLine: 3, lastDataLine: 99 },
    );
    const shown = ['2026-05-04 12:30:00', '09:05:00', '0.25', 'TRUE', '1234.5', 'stored'];
    expect(rows).toEqual([
      ['A B   CD\tE\nF\nG', '0800', ...shown],
      ['A B   CD\tE\nF\nG', '0800', ...shown],
      ['wide', '', '2026-05-04', '36 h', 'FALSE', '12345678901234500000', '#DIV/0!', 'Err:502'],
      ['tall\nand more', '+45 20 30 40 50', '', '', '1234567890123456', '1234567890123456', 'FALSE', 'Err:502'],
    ]);
    expect(lines).toEqual([4, 5, 6, 7]);
    expect(reading.sheets).toEqual([
      { name: 'Old', hidden: true, rows: 1 },
      { name: 'Leads', hidden: false, rows: 5 },
      { name: 'Sheet3', hidden: false, rows: 1 },
    ]);
    expect(found).toEqual([
      ...['hiddenColumns 1 Zip', 'hiddenColumns 1 When', 'hiddenColumns 1 Share', 'hiddenRows 4', 'hiddenRows 5'],
      ...['merged 6 Name: wide', 'merged 7 Name: tall\nand more', 'numberAsText 6 Ok: 12345678901234500000'],
      ...['formulaError 6 Sum: #DIV/0!', 'formulaError 6 Note: Err:502', 'hiddenSheet 1: Old'],
      'otherSheets 1: Sheet3',
    ]);
  });

  it.each([
    ['a whole number', '7', '7', '7'],
    ['a number that is shown rounded', '0.333333333333333', '0,33', '0.333333333333333'],
    ['a number in exponent form', '4.5E+10', '45000000000', '45000000000'],
    ['a post code', '800', '0800', '0800'],
    ['a phone with blanks', '20304050', '20 30 40 50', '20 30 40 50'],
    ['a phone with its country', '4520304050', '+45 (20) 30/40-50', '+45 (20) 30/40-50'],
    ['a country code that the format adds', '20304050', '+45 20304050', '+45 20304050'],
    ['digits of another number', '20304050', '20 30', '20304050'],
    ['a code with letters', '42', 'DK-0042', 'DK-0042'],
    ['letters without zeros', '42', 'Nr. 42', '42'],
    ['another number behind the letters', '42', 'DK-0043', '42'],
    ['an amount', '5', 'kr 05', '5'],
    ['a group of thousands', '1234', '1.234', '1234'],
    ['groups of thousands with narrow blanks', '1234567', '1\u202f234\u202f567', '1234567'],
    ['groups of three behind a zero', '12345', '012 345', '012 345'],
    ['nothing stored', '', 'abc', 'abc'],
    ['an error', '0', '#N/A', '#N/A'],
    ['an error with a number', '0', 'Err:522', 'Err:522'],
    ['a result that is true', '1', 'TRUE', 'TRUE'],
    ['zeros', '0', '0000', '0000'],
    ['a result that is false', '0', 'FALSE', 'FALSE'],
  ])('keeps of %s what a person reads', async (_title, value, shown, expected) => {
    const { rows } = await read(
      'zip',
      ods(table('A', row(text('Name') + text('Value')) + row(text('Bo') + number(value, shown)))),
      {
        headerLine: 1,
      },
    );
    expect(rows).toEqual([['Bo', expected]]);
  });

  it('tells a code from a number with a long text in one pass', { timeout: 10_000 }, async () => {
    const book = ods(table('A', row(text('Bo') + number('7', `A${'0'.repeat(300_000)}x`) + number('7', 'A-007'))));
    expect(await firstSheetOf('zip', book)).toEqual([['Bo', '7', 'A-007']]);
  });

  it('counts what its cells stand for once, and copies of a row as rows', async () => {
    const names = text('Name') + text('Phone') + text('City');
    const rows = row(text('Bo') + text('020') + text('Ry')).repeat(2500);
    expect(await firstSheetOf('zip', ods(table('A', row(names) + rows)))).toHaveLength(2501);
    const copies = ods(
      table('A', row(names) + row(text('Bo') + text('020') + text('Ry'), ' table:number-rows-repeated="39"')) +
        table('B', row(text('x'))),
    );
    expect((await read('zip', copies, {}, 10)).reading.sheets).toHaveLength(1);
  });

  it('reads ten thousand copies of a row, and counts the rest where it is the first one not read', async () => {
    const repeated = (times: number) =>
      read('zip', ods(table('A', row(text('Name')) + row(text('Bo'), ` table:number-rows-repeated="${times}"`))));
    expect((await repeated(10_000)).found).toEqual([]);
    const { rows, found } = await repeated(10_001);
    expect(rows).toHaveLength(10_000);
    expect(found).toEqual(['repeatedRows 10002: This row is repeated 10,001 times.']);
  });

  it.each(['1e999', '1e300', '99999999999999999999'])(
    'reads rows that it says are repeated %s times',
    async (times) => {
      const repeated = ` table:number-rows-repeated="${times}"`;
      const people = row(text('Bo') + text('020')) + row(text('Ib') + text('021'));
      const sheet = (rows: string) => ods(table('A', row(text('Name') + text('Phone')) + rows));
      for (const rows of [people + row('', repeated) + people, row(text('Bo') + text('020'), repeated)]) {
        const { reading, lines } = await read('zip', sheet(rows));
        expect(readingSchema.parse(reading).rows).toBe(lines.length);
        expect(lines.every(Number.isSafeInteger)).toBe(true);
      }
    },
  );

  it.each([
    ['float', 'INF', '∞'],
    ['float', '1e999', '∞'],
    ['float', 'x', 'seven'],
    ['percentage', 'NaN', '25 %'],
    ['percentage', '1e999', '#DIV/0!'],
    ['currency', 'Infinity', '7 kr'],
    ['currency', ' ', '7 kr'],
  ])('shows a %s that it stores as "%s" as the sheet does: %s', async (type, value, shown) => {
    const odd = cell(type, shown, ` office:value="${value}"`);
    const book = ods(table('A', row(text('Name') + text('Sum')) + row(text('Bo') + odd)));
    expect((await firstSheetOf('zip', book))[1]).toEqual(['Bo', shown]);
  });

  it('begins with the sheet that has content', async () => {
    const { reading } = await read(
      'zip',
      ods(table('Empty', '') + table('Leads', row(text('Name')) + row(text('Bo')))),
    );
    expect(reading.sheet).toMatchObject({ value: 'Leads' });
  });

  it('takes room for what its cells stand for, once for each row that comes', async () => {
    const cells = (count: number, characters: number) => count * (CELL_BYTES + characters);
    const empty = (count: number) => `<table:table-cell table:number-columns-repeated="${count}"/>`;
    const takes = async (rows: string, bytes: number) => {
      const opened = (room: number) =>
        openFlatOds(
          {
            name: 'leads.ods',
            room: () => new UnpackingRoom(room, 'leads.ods'),
            scan: async (handler) => new XmlScanner(handler).push(content(table('A', rows))),
          },
          true,
        ).then((workbook) => workbook.readSheet(0, { row: () => true, remark: () => undefined }));
      await opened(bytes);
      expect((await troubleOf(opened(bytes - 1))).reason).toBe('bomb');
    };
    await takes(row(text('Bo')), cells(1, 2));
    await takes(row(text('Bo') + text('020')), cells(1, 2) + cells(1, 3));
    await takes(row(text('a<text:s text:c="7"/>b')), cells(1, 9) + 7);
    await takes(row(text('Bo', ' table:number-columns-repeated="3"')), cells(3, 2));
    await takes(row(empty(4) + text('Bo') + empty(9)), cells(1, 2) + 4 * EMPTY_CELL_BYTES);
    await takes(row(text('Bo') + empty(2) + text('x') + empty(1) + text('y')), cells(3, 1) + 1 + 3 * EMPTY_CELL_BYTES);
    await takes(row(empty(4) + text('Bo'), ' table:number-rows-repeated="5"') + row(empty(9)), 5 * (cells(1, 2) + 12));
  });

  it('is refused where it breaks off, though the ZIP is in order: rows or sheets are missing', async () => {
    const tables = table('Read me', row(text('First')) + row(text('Second'))) + table('Leads', row(text('Name')));
    const whole = content(tables);
    const cut = (length: number) => read('zip', ods('', { 'content.xml': whole.slice(0, length) }));
    const ends = [
      ...['</text:p>', '</table:table-row>', '</table:table>', '</office:spreadsheet>', '</office:document-content>'],
    ];
    for (const end of ends) {
      expect((await troubleOf(cut(whole.indexOf(end)))).reason).toBe('truncated');
      expect((await troubleOf(cut(whole.lastIndexOf(end)))).reason).toBe('truncated');
    }
    expect((await troubleOf(cut(whole.indexOf('</table:table>') + 14))).reason).toBe('truncated');
    expect((await cut(whole.length)).reading.sheets).toHaveLength(2);
  });

  it('lists fifty hidden columns of a block, and none where the rest of the sheet is hidden', async () => {
    const names = Array.from({ length: 60 }, (_, at) => text(`Name ${at}x`)).join('');
    const hidden = async (columns: string) =>
      (await read('zip', ods(table('A', `${columns}${row(names)}${row(text('x'))}`)))).reading.problems.find(
        ({ kind }) => kind === 'hiddenColumns',
      )?.count;
    const column = (repeated: number) =>
      `<table:table-column table:visibility="collapse" table:number-columns-repeated="${repeated}"/>`;
    expect(await hidden(column(51))).toBe(50);
    expect(await hidden(column(49))).toBe(49);
    expect(await hidden(column(16_383))).toBe(50);
    expect(await hidden(column(16_384))).toBeUndefined();
  });

  it('is read to its last column, and refused beyond', async () => {
    const wide = (repeated: number) =>
      ods(table('A', row(text('Name')) + row(text('Bo', ` table:number-columns-repeated="${repeated}"`))));
    expect((await firstSheetOf('zip', wide(16_384)))[1]).toHaveLength(16_384);
    expect((await troubleOf(firstSheetOf('zip', wide(16_385)))).message).toContain(
      'Line 2 has more than 16,384 columns',
    );
  });

  it('ends a preview at the first sheet that is surely a table', async () => {
    const names = text('Name') + text('Phone') + text('City');
    const people = (count: number) => row(names) + row(text('Bo') + text('020') + text('Ry')).repeat(count);
    const book = ods(
      `${table('Cover', row(text('Leads')))}${table('People', people(50))}${table('Others', people(50))}`,
    );
    const { reading, rows } = await read('zip', book, {}, 10);
    expect(reading.sheets).toEqual([
      { name: 'Cover', hidden: false, rows: 1 },
      { name: 'People', hidden: false, rows: 51 },
    ]);
    expect([reading.complete, reading.sheet.value, rows.length]).toEqual([false, 'People', 9]);
    expect((await read('zip', book)).reading.sheets).toHaveLength(3);
  });

  it.each([
    ['of a module of its own', { 'Basic/Standard/Module1.xml': '<module/>' }, ['macros']],
    ['of none but the list of libraries', { 'Basic/script-lc.xml': '<x/>', 'Basic/readme.txt': 'x' }, []],
  ])('has macros where there is a program in it: %s', async (_title, more, kinds) => {
    const book = ods(table('A', row(text('Name') + text('Phone')) + row(text('Bo') + text('020'))), more);
    expect((await read('zip', book)).kinds).toEqual(kinds);
  });

  const shapes = ['circle', 'connector', 'ellipse', 'measure', 'path', 'polygon', 'polyline', 'regular-polygon'];

  it.each([
    ['a picture', '<draw:frame><draw:image><text:p/></draw:image></draw:frame>'],
    ['a shape with words', '<draw:custom-shape><text:p>Call <text:s/>back</text:p></draw:custom-shape>'],
    ['shapes in a group', '<draw:g><draw:rect><text:p>A</text:p></draw:rect><draw:line><text:p/></draw:line></draw:g>'],
    ['a caption', '<draw:caption><text:p>of Ib</text:p></draw:caption>'],
    ['any other shape', shapes.map((name) => `<draw:${name}><text:p>x</text:p></draw:${name}>`).join('')],
  ])('reads a cell with %s as the sheet shows it', async (_what, drawing) => {
    const tall = text('Bo').replace('</text:p>', `</text:p>${drawing}`);
    const early = text('Ib').replace('<text:p>', `${drawing}<text:p>`);
    const phone = number('20', '020').replace('</text:p>', `</text:p>${drawing}`);
    const book = ods(table('A', row(text('Name') + text('Phone')) + row(tall + phone) + row(early + phone)));
    expect((await read('zip', book)).rows).toEqual(cellsOf('Bo|020', 'Ib|020'));
  });

  it('reads a paragraph on behind a comment or a drawing in it', async () => {
    const comment = '<office:annotation><text:p>by Ib</text:p></office:annotation>';
    const frame = '<draw:frame><draw:image><text:p/></draw:image></draw:frame>';
    const book = ods(
      table('A', row(text('Name') + text('Phone')) + row(text(`Bo ${comment}Hansen`) + text(`0${frame}20`))),
    );
    expect((await read('zip', book)).rows).toEqual([['Bo Hansen', '020']]);
  });

  it.each([
    ['a paragraph has no end', `${text('Bo').replace('</text:p>', '')}lost`],
    ['a cell ends twice', `${text('Bo')}</table:table-cell>`],
    ['a row ends twice', `</table:table-row></table:table-row><table:table-row>${text('Bo')}`],
    ['a cell is in no row', `</table:table-row>${text('lost')}<table:table-row>${text('Bo')}`],
  ])('is read on where %s', async (_what, first) => {
    const lost = `${row(text('lost'))}<table:table-column/><text:p>lost</text:p>`;
    const book = ods(
      `${lost}${table('A', row(text('Name') + text('Phone')) + row(first + text('020')))}</table:table>`,
    );
    expect((await read('zip', book)).rows).toEqual([['Bo', '020']]);
  });

  it('of which the first sheet is empty is read from the second', async () => {
    const { rows, reading, kinds } = await read('zip', ods(table('A', row('')) + table('B', row(text('Bo')))));
    expect([rows, reading.sheets.map((sheet) => sheet.rows), kinds]).toEqual([[['Bo']], [0, 1], []]);
  });

  it.each([
    [10_000, []],
    [10_001, ['repeatedRows 10002: This row is repeated 10,001 times.']],
  ])('says that a row is not repeated in full when it stands for %i rows: %j', async (times, found) => {
    const copies = row(text('Bo') + text('020'), ` table:number-rows-repeated="${times}"`);
    const answer = await read('zip', ods(table('A', row(text('Name') + text('Phone')) + copies)));
    expect([answer.rows.length, answer.found]).toEqual([10_000, found]);
  });

  it('is refused with more sheets than anybody has made', async () => {
    expect((await troubleOf(read('zip', ods(table('A', row(text('x'))).repeat(10_001))))).reason).toBe('tooLarge');
  });

  it('that has no table is refused', async () => {
    expect((await troubleOf(read('zip', ods('')))).message).toContain('has no table that can be read');
  });
});
