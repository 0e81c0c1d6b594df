import { describe, expect, it, vi } from 'vitest';
import { troubleOf, workbookReader } from '../workbooks-fixture.ts';
import { cellsOf } from '../../table/tables-fixture.ts';

// Hostile pages are long; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

const read = workbookReader('leads.xls');

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => `<tr><td>Person ${at}<td>0${20_000_000 + at}<td>Ry`).join('\n');

describe('a web page', () => {
  it('keeps texts as a browser shows them: zeros, long digits, entities, line breaks, no scripts', async () => {
    const { rows, reading } = await read(
      'html',
      `<html><head><style>td{mso-number-format:"\\@"} a>b{}</style><script>if (a<b) write("<table><tr><td>no")</script></head>
<TABLE BORDER=1><TR><TH>Name</TH><TH>Phone</TH><TH>Post code</TH><TH>Account</TH><TH>Note</TH></TR>
<!-- <tr><td>hidden</td></tr> --><tr><td>B&aring;k &lt;A/S&gt; &#38; &#x153;</td><td>+45&nbsp;20 30</td><td style='mso-number-format:"\\@"'>0800</td><td>12345678901234567890</td><td>one<br>two<br/>three</td></tr>
<tr><td>  a
 b <b>c</b>d<td>=1+1<td>&nbsp;<td>1e5<td><p>first</p><p>second</p><select><option>x</select></table>`,
    );
    expect(rows).toEqual(
      cellsOf(
        'Båk <A/S> & œ|+45\u00a020 30|0800|12345678901234567890|one\ntwo\nthree',
        'a b cd|=1+1||1e5|first\nsecond',
      ),
    );
    expect(reading).toMatchObject({ format: 'html', complete: true });
    expect(reading.delimiter.reason).toBe(
      'The file is a web page with a table, as some systems export it. It has cells, so it needs no separator.',
    );
    expect(reading.sheet.reason).toBe('The page has one table.');
  });

  it('is read with ten thousand tables, and refused with more', async () => {
    const page = (tables: number) => '<table><tr><td>Name<td>Phone<tr><td>Bo<td>020</table>'.repeat(tables);
    expect((await read('html', page(10_000))).reading.sheets).toHaveLength(10_000);
    const { reason, message } = await troubleOf(read('html', page(10_001)));
    expect([reason, message]).toEqual(['tooLarge', expect.stringContaining('more than 10,000 sheets or tables')]);
  });

  it('puts values where spanned cells leave their columns', async () => {
    const { rows, kinds } = await read(
      'html',
      `<table><tr><td>A<td>B<td>C<td>D<tr><td colspan=2>wide<td rowspan=3>tall<td>d1<tr><td>a2<td>b2<td>d2<tr><td>a3<td>b3<td>d3<tr><td>a4<td>b4<td>c4<td>d4</table>`,
      { headerLine: 1 },
    );
    expect(rows).toEqual(cellsOf('wide||tall|d1', 'a2|b2||d2', 'a3|b3||d3', 'a4|b4|c4|d4'));
    expect(kinds).toEqual(['merged']);
  });

  it('offers every table with content, and takes the one inside a page that is laid out by tables', async () => {
    const page = `<table><tr><td>Menu<td><table><tr><th>Name<th>Phone<th>City${people(60)}</table></tr></table><table></table><table><tr><td>Legend</table>`;
    const { reading, rows } = await read('html', page);
    expect(reading.sheets.map(({ name, rows: count }) => [name, count])).toEqual([
      ['Table 1', 1],
      ['Table 2', 61],
      ['Table 4', 1],
    ]);
    expect(reading.sheet.value).toBe('Table 2');
    expect(rows[59]).toEqual(['Person 59', '020000059', 'Ry']);
    expect((await troubleOf(read('html', page, { sheet: 'Table 9' }))).message).toBe(
      'The page has no table "Table 9". Its tables are: Table 1, Table 2, Table 4.',
    );
  });

  it('ends a preview early, and says of a page that is cut off that rows may be missing', async () => {
    const page = `<table><tr><th>Name<th>Phone<th>City${people(3000)}`;
    const { reading } = await read('html', page, {}, 100);
    expect(reading).toMatchObject({
      complete: false,
      headerLine: { value: 1 },
      sheets: [{ name: 'Table 1', rows: null }],
    });
    expect((await read('html', page)).kinds).toEqual(['cutOff']);
    expect((await read('html', `${page}</table>`)).kinds).toEqual([]);
  });

  it('says that a page has no table', async () => {
    const { reason, message } = await troubleOf(read('html', '<html><body>Your session has ended.</body></html>'));
    expect(reason).toBe('unsupported');
    expect(message).toContain('is a web page without a table in it');
  });

  it.each([
    ['elements that are never closed', `<table>${'<div>'.repeat(400_000)}${people(3)}${'</x>'.repeat(400_000)}`],
    [
      'tables in tables',
      `<table><tr><th>Name<th>Phone<th>City${people(3)}<tr><td>${'<table><tr><td>'.repeat(200_000)}`,
    ],
    [
      'blanks between tags',
      `<table>${people(3)}<tr><td>x${'<b> </b>'.repeat(400_000)}y<td>${'&nbsp;'.repeat(300_000)}.<td>z`,
    ],
  ])('reads in no time what is hostile: %s', async (_title, page) => {
    const started = performance.now();
    const { rows } = await read('html', page, { headerLine: null });
    expect(rows.slice(-1)[0]?.length).toBeLessThanOrEqual(3);
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it('refuses what spans more than a spreadsheet holds', async () => {
    const wide = `<table><tr>${'<td colspan=1000>'.repeat(18)}x`;
    expect((await troubleOf(read('html', wide))).reason).toBe('tooLarge');
    const tall = `<table><tr>${'<td rowspan=65534>a'.repeat(16_000)}${'<tr><td rowspan=2>'.repeat(400)}`;
    expect((await troubleOf(read('html', tall))).reason).toBe('bomb');
    const empty = `<table><tr>${'<td rowspan=65534>'.repeat(16_000)}${'<tr><td>'.repeat(3000)}`;
    expect((await troubleOf(read('html', empty))).reason).toBe('bomb');
  });
});

const xml2003 = (rows: string, more = '') => `<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Styles><Style ss:ID="Default"/><Style ss:ID="zip"><NumberFormat ss:Format="00000"/></Style><Style ss:ID="day"><NumberFormat ss:Format="Short Date"/></Style></Styles>
<Worksheet ss:Name="Leads"><Table>${rows}</Table></Worksheet>${more}</Workbook>`;

describe('a workbook of Excel 2003 in XML', () => {
  const cell = (type: string, value: string, more = '') =>
    `<Cell${more}><Data ss:Type="${type}">${value}</Data></Cell>`;
  const header = `<Row>${['Name', 'Zip', 'When', 'Ok', 'Account', 'Note'].map((name) => cell('String', name)).join('')}</Row>`;

  it('shows what the sheet shows: texts, formats, dates, booleans, errors, places by index', async () => {
    const { rows, reading, kinds } = await read(
      'xml2003',
      xml2003(
        `<Column ss:Index="2" ss:StyleID="zip" ss:Hidden="1"/>${header}
<Row ss:Index="4">${cell('String', '007 &amp; Søn&#10;x')}${cell('Number', '783')}${cell('DateTime', '2026-05-04T00:00:00.000')}${cell('Boolean', '1')}${cell('Number', '4.5112345678E+10')}<Cell><Data ss:Type="String"><B>bold</B> text</Data><Comment><ss:Data>a comment</ss:Data></Comment></Cell></Row>
<Row ss:Hidden="1">${cell('String', 'wide', ' ss:MergeAcross="1"')}${cell('DateTime', '2026-05-04T12:30:00.000')}<Cell ss:Index="5" ss:StyleID="day"><Data ss:Type="Number">46000</Data></Cell>${cell('Error', '#N/A', ' ss:Formula="=NA()"')}</Row>
<Row ss:Span="3"/><Row>${cell('String', 'last')}${cell('DateTime', '1899-12-31T18:00:00.000')}</Row>`,
        '<Worksheet ss:Name="Old"><Table><Row><Cell><Data ss:Type="String">x</Data></Cell></Row></Table><WorksheetOptions xmlns="urn:x"><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>',
      ),
      { lastDataLine: 100 },
    );
    expect(rows).toEqual(
      cellsOf(
        '007 & Søn\nx|00783|2026-05-04|TRUE|45112345678|bold text',
        'wide||2026-05-04 12:30:00||2025-12-09|#N/A',
        'last|18:00:00',
      ),
    );
    expect(reading.format).toBe('xml');
    expect(reading.sheets).toEqual([
      { name: 'Leads', rows: 4, hidden: false },
      { name: 'Old', rows: 1, hidden: true },
    ]);
    expect(kinds.toSorted()).toEqual([
      ...['blankRows', 'formulaError', 'hiddenColumns', 'hiddenRows', 'hiddenSheet', 'merged'],
    ]);
  });

  it('keeps the digits of long numbers, and says that they may not be exact', async () => {
    const { rows, kinds } = await read(
      'xml2003',
      xml2003(`${header}<Row>${cell('String', 'Bob')}${cell('Number', '12345678901234567890')}</Row>`),
      {
        headerLine: 1,
      },
    );
    expect(rows).toEqual([['Bob', '12345678901234567890']]);
    expect(kinds).toEqual(['numberAsText']);
  });

  it('says that the end is missing, wherever it was cut', async () => {
    const whole = xml2003(header + `<Row>${cell('String', 'Bob')}</Row>`.repeat(20));
    for (const part of [0.5, 0.8, 0.98])
      expect((await troubleOf(read('xml2003', whole.slice(0, whole.length * part)))).reason).toBe('truncated');
  });

  it('refuses entities of its own, and places that no sheet has', async () => {
    const bomb = xml2003(header).replace('<Workbook', '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><Workbook');
    const { reason, message } = await troubleOf(read('xml2003', bomb));
    expect(reason).toBe('bomb');
    expect(message).toContain('XML entities');
    const far = xml2003(`<Row>${cell('String', 'x', ' ss:Index="900000"')}</Row>`);
    expect((await troubleOf(read('xml2003', far))).reason).toBe('tooLarge');
    const sparse = xml2003(`<Row>${cell('String', 'x', ' ss:Index="16384"')}</Row>`.repeat(2000));
    expect((await troubleOf(read('xml2003', sparse))).reason).toBe('bomb');
  });

  it('says that a workbook has no sheet', async () => {
    expect((await troubleOf(read('xml2003', '<?xml version="1.0"?><workbook></workbook>'))).message).toContain(
      'is a workbook without a sheet',
    );
  });
});
