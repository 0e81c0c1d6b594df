import { describe, expect, it } from 'vitest';
import { readingSchema } from '../../../../shared/contract/imports/reading.ts';
import { firstSheetOf, textRows, troubleOf, workbookReader, xlsxParts, zipOf } from './workbooks-fixture.ts';
import { cellsOf } from '../table/tables-fixture.ts';

const read = workbookReader('leads.xlsx');

const relationship = (id: string, target: string, type = 'worksheet') =>
  `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;

/** A workbook as strict and unusual programs write it: places of all kinds, other prefixes, texts in single quotes. */
const unusual = (sheet: string, more: Record<string, string> = {}) => ({
  '_rels/.rels': `<Relationships>${relationship('r0', '/docProps/core.xml', 'core-properties')}${relationship('r1', '/xl/Book.xml', 'officeDocument')}</Relationships>`,
  'xl/Book.xml': `\ufeff<?xml version="1.0"?><!-- <sheet name="no" r:id="data"/> --><s:workbook xmlns:s="m" xmlns:rel="r"><s:workbookPr date1904='true'/><s:sheets>
<s:sheet name="Notes &amp; more" sheetId="3" state="veryHidden" rel:id="notes"/><s:sheet sheetId='1' rel:id='data' name='People'/><s:sheet name="Gone" sheetId="7" rel:id="gone"/></s:sheets></s:workbook>`,
  'xl/_rels/Book.xml.rels': `<Relationships>${relationship('notes', 'sheets/../worksheets/./notes.xml')}${relationship('data', '/xl/Worksheets/Data.xml')}${relationship('gone', 'worksheets/gone.xml')}${relationship('t', 'texts/All.xml', 'sharedStrings')}${relationship('f', '../look/of-cells.xml', 'styles')}</Relationships>`,
  'xl/worksheets/Data.xml': `<worksheet>${sheet}</worksheet>`,
  'xl/worksheets/notes.xml': '<worksheet><sheetData><row><c t="str"><v>note</v></c></row></sheetData></worksheet>',
  'xl/texts/all.xml':
    '<sst><si><t>Anna &#8211; Ærø</t></si><si><r><rPr/><t>Bo</t></r><r><t xml:space="preserve"> Lind</t></r><rPh sb="0"><t>no</t></rPh></si></sst>',
  'look/of-cells.xml': `<styleSheet><numFmts count="1"><numFmt numFmtId="170" formatCode="&quot;DK-&quot;0000"/></numFmts><cellStyleXfs><xf numFmtId="14"/><xf numFmtId="9"/></cellStyleXfs>
<cellXfs>${['', ...[14, 22, 20, 46, 170, 2].map((id) => ` numFmtId="${id}"`)].map((id) => `<xf${id}><alignment/></xf>`).join('')}</cellXfs><cellStyles><xf numFmtId="14"/></cellStyles></styleSheet>`,
  ...more,
});

describe('a workbook of an unusual program', () => {
  it('is read by what its parts say of each other', async () => {
    const cell = (style: number, value: string) => `<c s='${style}'><v>${value}</v></c>`;
    const { rows, lines, reading, found } = await read(
      'zip',
      zipOf(
        unusual(`<cols><col min="2" max="3" hidden="true"/><col min="9" max="9" hidden="0"/><col min="20" max="16384" hidden="1"/></cols><sheetData>
<row r="3"><c r="A3" t="inlineStr"><is><t>Name</t></is></c><c r="B3" t="inlineStr"><is><r><t>Bor</t></r><r><t>n</t></r><rPh><t>x</t></rPh></is></c><c r="D3" t="str"><v>Code</v></c>${['At', 'Long', 'Sum', 'Last'].map((name) => `<c t="str"><v>${name}</v></c>`).join('')}</row>
<row r="4" hidden="true"><c t="s"><v>0</v></c>${cell(1, '44538')}${cell(2, '44538.75')}${cell(5, '42')}${cell(3, '0.5')}${cell(4, '1.25')}${cell(6, '1234.5')}${cell(7, '7')}</row>
<row r="4"><c r="A4" s="1"/></row><row><c/></row>
<row r="2"><c t="s"><v> 1 </v></c><c r="B2" t="d"><v>2026-05-04T00:00:00</v></c><c t="d"><v>2026-05-04T12:30:00.000Z</v></c><c t="d"><v>2026-05-04</v></c><c t="b"><v>0</v></c><c t="b"><v>true</v></c><c t="e"><v>#N/A</v></c></row>
<row><c t="str"><f t="shared" si="0"/><v>a_x000A_b_x005F_x000A_</v></c><c><f>SUM(A1)</f><v></v></c><c t="n"><v>12345678901234567</v></c><c t="inlineStr"><is><t>A1</t></is></c></row>
</sheetData><mergeCells count="1"><mergeCell ref="B3:C3"/><mergeCell ref="?"/></mergeCells>`),
      ),
    );
    expect(reading.sheets).toEqual([
      { name: 'Notes & more', hidden: true, rows: 1 },
      { name: 'People', hidden: false, rows: 4 },
    ]);
    expect(reading.headerLine.value).toBe(3);
    expect(rows).toEqual(
      cellsOf(
        'Anna – Ærø|2025-12-09|2025-12-09 18:00:00|DK-0042|12:00:00|30:00:00|1234.5|7',
        'Bo Lind|2026-05-04|2026-05-04 12:30:00|2026-05-04|FALSE|TRUE|#N/A',
        'a\nb_x000A_||12345678901234600|A1',
      ),
    );
    expect(lines).toEqual([4, 7, 8]);
    expect(found).toEqual([
      ...['hiddenColumns 1 Born', 'hiddenColumns 1 Column 3', 'hiddenRows 4', 'formulaError 7 Sum: #N/A'],
      ...['formulaUnknown 8 Born', 'numberAsText 8 Column 3: 12345678901234600', 'merged 3 Born: B3:C3'],
      ...['blankRows 5', 'blankRows 6', 'emptyHeader 3 Column 3: 2025-12-09 18:00:00', 'hiddenSheet 1: Notes & more'],
    ]);
  });

  it('that has no relations, no styles and no shared texts is read in the usual places', async () => {
    const parts = {
      'xl/workbook.xml': '<workbook><sheets><sheet name="S" id="1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="1" Target="worksheets/s.xml"/></Relationships>',
      'xl/worksheets/s.xml':
        '<worksheet><sheetData><row><c t="str"><v>Name</v></c><c t="str"><v>Born</v></c></row><row><c t="str"><v>Bo</v></c><c s="9"><v>44538</v></c></row></sheetData></worksheet>',
    };
    const { rows, kinds } = await read('zip', zipOf(parts));
    expect([rows, kinds]).toEqual([[['Bo', '44538']], []]);
    const usual = {
      ...parts,
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/sharedStrings.xml': '<sst><si><t>Ib</t></si></sst>',
    };
    usual['xl/worksheets/s.xml'] = parts['xl/worksheets/s.xml'].replace('<c t="str"><v>Bo<', '<c t="s"><v>0<');
    expect((await read('zip', zipOf(usual))).rows).toEqual([['Ib', '44538']]);
    const noSheet = { ...parts, 'xl/worksheets/s.xml': '', 'xl/_rels/workbook.xml.rels': '<Relationships/>' };
    const { reason, message } = await troubleOf(read('zip', zipOf(noSheet)));
    expect([reason, message]).toEqual(['unsupported', expect.stringContaining('has no worksheet that can be read')]);
  });
});

describe('a workbook in XLSX', () => {
  it('lists fifty hidden columns of a block, and none where the rest of the sheet is hidden', async () => {
    const header = Array.from({ length: 60 }, (_, at) => `<c t="str"><v>Name ${at}x</v></c>`).join('');
    const xml = (cols: string) =>
      `<cols>${cols}</cols><sheetData><row>${header}</row><row><c><v>1</v></c></row></sheetData>`;
    const hidden = async (cols: string) =>
      (await read('zip', zipOf(xlsxParts([{ name: 'S', xml: xml(cols) }])))).reading.problems.find(
        ({ kind }) => kind === 'hiddenColumns',
      )?.count;
    expect(await hidden('<col min="3" max="58" hidden="1"/>')).toBe(50);
    expect(await hidden('<col min="3" max="52" hidden="1"/>')).toBe(50);
    expect(await hidden('<col min="3" max="51" hidden="1"/>')).toBe(49);
    expect(await hidden('<col min="3" hidden="1"/>')).toBe(1);
    expect(await hidden('<col min="3" max="16384" hidden="1"/>')).toBeUndefined();
    expect(await hidden('<col min="3" max="16383" hidden="1"/>')).toBe(50);
  });

  it('has its sheets by their names, also those with signs of XML', async () => {
    const xml = textRows(cellsOf('Name|Phone', 'Bo|020'));
    const names = ['> 100 leads', "it's>x", 'a &amp; b'];
    const { reading } = await read('zip', zipOf(xlsxParts(names.map((name) => ({ name, xml })))));
    expect(reading.sheets.map(({ name }) => name)).toEqual(['> 100 leads', "it's>x", 'a & b']);
  });

  it('counts the rows with content of the other sheets', async () => {
    const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
    const people = textRows(cellsOf('Name|Phone', 'Bo|020'));
    const gaps = `<row>${text('a')}${text('b')}</row><row><c/></row><row/>`;
    const { reading } = await read(
      'zip',
      zipOf(
        xlsxParts([
          { name: 'A', xml: people },
          { name: 'B', xml: `<sheetData>${gaps.repeat(2)}</sheetData>` },
        ]),
      ),
      { sheet: 'A' },
    );
    expect(reading.sheets.map(({ rows }) => rows)).toEqual([2, 2]);
  });

  it('is read to its end behind a text of a megabyte', async () => {
    const long = 'x'.repeat(1_200_000);
    const sheet = zipOf(xlsxParts([{ name: 'S', xml: textRows([['Name'], [long]]) }]));
    expect((await firstSheetOf('zip', sheet)).map(([cell = '']) => cell.length)).toEqual([4, 1_200_000]);
  });

  it('is refused where its rows have no end, as after a program that failed while it wrote them', async () => {
    const row = '<row><c t="str"><v>Bo</v></c><c t="str"><v>020</v></c></row>';
    const cut = (xml: string) => read('zip', zipOf(xlsxParts([{ name: 'S', xml }])));
    const whole = `<sheetData>${row.repeat(3)}</sheetData><mergeCells/>`;
    expect((await cut(whole)).reading.rows).toBe(3);
    for (const end of ['</sheetData>', '</row></sheetData>', '</c></row></sheetData>', '<c t="str"><v>020'])
      expect((await troubleOf(cut(whole.slice(0, whole.lastIndexOf(end))))).reason).toBe('truncated');
  });

  it('is refused where a cell stands beyond the last column of a spreadsheet', async () => {
    const xml = (column: string) =>
      `<sheetData><row><c t="str"><v>Name</v></c></row><row><c r="${column}2" t="str"><v>x</v></c></row></sheetData>`;
    const sheet = (column: string) => firstSheetOf('zip', zipOf(xlsxParts([{ name: 'S', xml: xml(column) }])));
    expect((await troubleOf(sheet('XFE'))).message).toContain('Line 2 has more than 16,384 columns');
    expect((await sheet('XFD'))[1]).toHaveLength(16_384);
  });

  it('has lines that can be counted, whatever numbers it gives its rows, columns and merged cells', async () => {
    const cells = (name: string) => `<c t="str"><v>${name}</v></c><c t="str"><v>${name} Berg</v></c>`;
    const lines = ['1', '1e300', '9007199254740993', 'Infinity', '5'];
    const rows = lines.map((line, at) => `<row r="${line}">${cells(`Person ${'abcde'[at]}`)}</row>`).join('');
    const columns = '<col min="1e300" hidden="1"/><col min="-1e300" max="2" hidden="1"/><col min="NaN" hidden="1"/>';
    const merged = '<mergeCells><mergeCell ref="A1e300:B2"/><mergeCell ref="A9007199254740993:B2"/></mergeCells>';
    const xml = `<cols>${columns}</cols><sheetData>${rows}</sheetData>${merged}`;
    const found = await read('zip', zipOf(xlsxParts([{ name: 'S', xml }])), { headerLine: null });
    expect([found.lines, found.found]).toEqual([[1, 2, 3, 4, 5], []]);
    expect(readingSchema.parse(found.reading).rows).toBe(5);
  });

  it('is refused with more sheets than anybody has made, and with one long sheet that it lists again and again', async () => {
    const long = `${textRows([['Name'], ['Bo']])}<!--${' '.repeat(15_000_000)}-->`;
    const listed = (xml: string, times: number) =>
      read(
        'zip',
        zipOf({
          ...xlsxParts([{ name: 'S', xml }]),
          'xl/workbook.xml': `<workbook><sheets>${'<sheet name="S" r:id="rId1"/>'.repeat(times)}</sheets></workbook>`,
        }),
      );
    expect((await troubleOf(listed(textRows([['Name'], ['Bo']]), 10_001))).reason).toBe('tooLarge');
    expect((await listed(long, 3)).rows).toEqual([['Bo']]);
    expect((await troubleOf(listed(long, 5))).reason).toBe('bomb');
  });

  it('is listed in a preview by what its sheets begin with', async () => {
    const row = '<row><c t="str"><v>Bo</v></c><c t="str"><v>020</v></c><c/><c t="str"><v>Ry</v></c></row>';
    const sheets = [1, 39, 40, 41].map((count) => ({
      name: `of ${count}`,
      xml: `<sheetData>${row.repeat(count)}</sheetData>`,
    }));
    const { reading } = await read('zip', zipOf(xlsxParts([...sheets, { name: 'none', xml: '<sheetData/>' }])), {}, 5);
    expect(reading.sheets.map(({ rows }) => rows)).toEqual([1, null, null, null, 0]);
  });
});

it.each([
  ['Index/Document.iwa', /was saved by Numbers, Pages or Keynote\. Export its table/],
  ['word/document.xml', /is a document without a workbook\. Save its table/],
  ['content.xml', /is a document without a workbook\. Save its table/],
  ['word/leads.csv', /is a ZIP file without a workbook in it\. Unpack it/],
])('a file with %s is named as what it is', async (entry, says) => {
  expect((await troubleOf(read('zip', zipOf({ [entry]: '<x/>' })))).message).toMatch(says);
});
