import { describe, expect, it, vi } from 'vitest';
import { CELL_BYTES, EMPTY_CELL_BYTES, UnpackingRoom } from '../unpacking-room.ts';
import { firstSheetOf, troubleOf, workbookReader } from '../workbooks-fixture.ts';
import { XmlScanner } from '../xml-scanner.ts';
import { Xml2003Sheets } from './xml-2003-sheets.ts';
import { cellsOf } from '../../table/tables-fixture.ts';

const read = workbookReader('leads.xml');

const cell = (type: string, value: string, more = '') => `<Cell${more}><Data ss:Type="${type}">${value}</Data></Cell>`;
const text = (value: string, more = '') => cell('String', value, more);
const row = (cells: string, more = '') => `<Row${more}>${cells}</Row>`;
const workbook = (styles: string, sheets: string) =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles>${styles}</Styles>${sheets}</Workbook>`;
const sheet = (name: string, rows: string, more = '') =>
  `<Worksheet ss:Name="${name}"><Table>${rows}</Table>${more}</Worksheet>`;
const visible = (value: string) => `<WorksheetOptions><Visible>${value}</Visible></WorksheetOptions>`;

describe('a workbook of Excel 2003 in XML', () => {
  it('is refused with more sheets than anybody has made', async () => {
    const sheets = sheet('S', row(text('x'))).repeat(10_001);
    expect((await troubleOf(read('xml2003', workbook('', sheets)))).reason).toBe('tooLarge');
  });

  it('is read by the places, the styles and the spans that it names', async () => {
    const styles = `<Style ss:ID="Default"><NumberFormat ss:Format="000"/></Style><Style ss:ID="day"><NumberFormat ss:Format="yyyy\\-mm\\-dd"/></Style><Style ss:ID="bold" ss:Parent="day"><Font/></Style><Style ss:ID="zip"><NumberFormat ss:Format="00000"/></Style><Style ss:ID="plain"><NumberFormat/></Style>`;
    const { rows, lines, reading, found } = await read(
      'xml2003',
      workbook(
        styles,
        `${sheet('Gone', row(text('x')), visible('\nSheetVeryHidden'))}${sheet('Shown', row(text('y')), visible('SheetVisible'))}${sheet(
          'Leads',
          `<Column/><Column ss:StyleID="zip" ss:Span="1"/><Column ss:Hidden="1"/><Column ss:Index="6" ss:Hidden="true" ss:Span="1" ss:StyleID="day"/><Column ss:Hidden="0"/>
${row('<Cell/>', ' ss:Span="1"')}
${row(['Name', 'Zip', 'Code', 'Born', 'No', 'Day', 'Note', 'Last'].map((name) => text(name)).join(''), ' ss:Index="2"')}
${row(`${text('Anna', ' ss:MergeDown="1"')}${cell('Number', '800')}${cell('Number', '7', ' ss:StyleID="plain"')}${cell('Number', '46000', ' ss:StyleID="bold"')}${cell('Number', '7')}${cell('Number', '46000')}<Cell><PhoneticText><Data ss:Type="String">no</Data></PhoneticText><NamedCell ss:Name="x"/><Data ss:Type="String">a<Font>b</Font>c</Data></Cell>`, ' ss:Index="7" ss:Hidden="1"')}
${row(`${text('x', ' ss:Index="2" ss:MergeAcross="2"')}${cell('Number', '46000', ' ss:StyleID="none"')}${text('back', ' ss:Index="3"')}${cell('Boolean', '0')}${cell('Boolean', ' 1 ')}`, ' ss:StyleID="day"')}
${row(`${text('Ib')}<Cell/><Cell><Data/></Cell>${cell('Number', ' 46000 ')}${cell('DateTime', '2026-05-04T12:30:15.500')}${cell('DateTime', '1899-12-30T08:00:00.000')}${cell('Error', '#REF!')}${cell('Number', '123456789012345678')}`, ' ss:StyleID="day"')}`,
        )}${row(text('outside of a sheet'))}`,
      ),
      { sheet: 'Leads', headerLine: 3, lastDataLine: 99 },
    );
    expect(rows).toEqual(
      cellsOf(
        'Anna|00800|7|2025-12-09|007|2025-12-09|abc',
        '|x|||46000|back|FALSE|TRUE',
        'Ib|||2025-12-09|2026-05-04 12:30:15|08:00:00|#REF!|123456789012345678',
      ),
    );
    expect(lines).toEqual([7, 8, 9]);
    expect(reading.sheets).toEqual([
      { name: 'Gone', hidden: true, rows: 1 },
      { name: 'Shown', hidden: false, rows: 1 },
      { name: 'Leads', hidden: false, rows: 4 },
    ]);
    expect(found).toEqual([
      ...['hiddenColumns 1 Born', 'hiddenColumns 1 Day', 'hiddenColumns 1 Note', 'hiddenRows 7'],
      ...['merged 7 Name: Anna', 'merged 8 Zip: x', 'formulaError 9 Note: #REF!'],
      ...['numberAsText 9 Last: 123456789012345678', 'hiddenSheet 1: Gone', 'otherSheets 1: Shown'],
    ]);
  });

  it.each<readonly [format: string, value: string, shown: string]>([
    ['General Date', '46000.75', '2025-12-09 18:00:00'],
    ['Long Date', '46000', '2025-12-09'],
    ['Medium Date', '46000', '2025-12-09'],
    ['Short Date', '46000', '2025-12-09'],
    ['Long Time', '0.75', '18:00:00'],
    ['Medium Time', '0.75', '18:00:00'],
    ['Short Time', '0.75', '18:00:00'],
    ...['', 'General', 'General Number', 'Currency', 'Euro Currency', 'Fixed', 'Standard', 'Percent'].map(
      (format) => [format, '46000.75', '46000.75'] as const,
    ),
    ...['Scientific', 'Yes/No', 'True/False', 'On/Off'].map((format) => [format, '1', '1'] as const),
  ])('applies the format %j where it says what the number means', async (format, value, shown) => {
    const { rows, kinds } = await read(
      'xml2003',
      workbook(
        `<Style ss:ID="a"><NumberFormat ss:Format="${format}"/></Style>`,
        sheet('S', row(text('Name') + text('Value')) + row(text('Bo') + cell('Number', value, ' ss:StyleID="a"'))),
      ),
      { headerLine: 1 },
    );
    expect([rows, kinds]).toEqual([[['Bo', shown]], []]);
  });

  it('is read without prefixes, and the cells whose format is not understood are named', async () => {
    const { rows, found } = await read(
      'xml2003',
      workbook(
        '<Style ID="a"><NumberFormat Format="{bad"/></Style>',
        sheet('S', row(text('Name') + text('Value')) + row(text('Bo') + cell('Number', '12', ' ss:StyleID="a"')))
          .replaceAll('ss:Name', 'Name')
          .replaceAll('ss:Type', 'Type'),
      ),
      { headerLine: 1 },
    );
    expect(rows).toEqual([['Bo', '12']]);
    expect(found).toEqual(['formatUnknown 2 Value: 12']);
  });

  it('lists fifty hidden columns of a block, and ends a preview with the rows that it wants', async () => {
    const names = Array.from({ length: 60 }, (_, at) => text(`Name ${at}x`)).join('');
    const hidden = async (span: number) =>
      (
        await read(
          'xml2003',
          workbook('', sheet('S', `<Column ss:Hidden="1" ss:Span="${span}"/>${row(names)}${row(text('x'))}`)),
        )
      ).reading.problems.find(({ kind }) => kind === 'hiddenColumns')?.count;
    expect(await hidden(49)).toBe(50);
    expect(await hidden(50)).toBe(50);
    expect(await hidden(48)).toBe(49);
    const many = workbook('', sheet('S', row(text('Name') + text('Phone')) + row(text('Bo') + text('020')).repeat(90)));
    const { reading, rows } = await read('xml2003', many, {}, 11);
    expect([reading.complete, rows.length]).toEqual([false, 10]);
  });

  it('is read to its last column, and refused beyond', async () => {
    const wide = (index: number) =>
      workbook('', sheet('S', row(text('Name')) + row(text('x', ` ss:Index="${index}"`))));
    expect((await firstSheetOf('xml2003', wide(16_384)))[1]).toHaveLength(16_384);
    expect((await troubleOf(firstSheetOf('xml2003', wide(16_385)))).message).toContain(
      'Line 2 has more than 16,384 columns',
    );
  });

  it('is read on where a place, a span or a type says nothing', async () => {
    const far = 2 ** 31;
    const { rows, lines, reading } = await read(
      'xml2003',
      workbook(
        '',
        `<Worksheet><Table>${row(['Name', 'Phone', 'City'].map((name) => text(name)).join(''))}${row(
          `${text('Bo', ` ss:Index="${far}"`)}${text('020', ' ss:Index="x" ss:MergeAcross="-1"')}<Cell><Data>Ry</Data></Cell>`,
          ` ss:Index="${far}" ss:Span="0.5"`,
        )}${row('<Cell>\n<Data ss:Type="String">Ib</Data>\n</Cell>')}</Row></Table></Worksheet>${sheet('Other', row(text('x')))}`,
      ),
      { headerLine: 1 },
    );
    expect([rows, lines]).toEqual([
      [['Bo', '020', 'Ry'], ['Ib']],
      [2, 3],
    ]);
    expect(reading.sheets.map(({ name }) => name)).toEqual(['Sheet1', 'Other']);
    expect(
      (await firstSheetOf('xml2003', workbook('', sheet('S', row(text('x'), ` ss:Index="${far - 1}"`)))))[0],
    ).toEqual(['x']);
  });

  it('begins each sheet anew', async () => {
    const first = `<Column ss:StyleID="zip"/>${row(text('a'), ' ss:Index="7" ss:Span="3"')}`;
    const second = `<Column ss:Index="2" ss:Hidden="1"/>${row(text('Name') + text('Zip'))}${row(cell('Number', '7') + text('b'))}`;
    const { rows, lines, found } = await read(
      'xml2003',
      workbook(
        '<Style ss:ID="zip"><NumberFormat ss:Format="000"/></Style>',
        `${sheet('A', first)}<Cell><Data ss:Type="String">no</Data></Cell>${row(text('no'))}<Column/>${sheet('B', second)}`,
      ),
      { sheet: 'B', headerLine: 1 },
    );
    expect([rows, lines]).toEqual([[['7', 'b']], [2]]);
    expect(found).toEqual(['hiddenColumns 1 Zip', 'otherSheets 1: A']);
  });

  it('lists a sheet without rows', async () => {
    const { reading } = await read(
      'xml2003',
      workbook('', `${sheet('A', row('<Cell/>'))}${sheet('B', row(text('x')))}`),
    );
    expect(reading.sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ['A', 0],
      ['B', 1],
    ]);
  });

  it('takes room for its cells and those left empty', () => {
    const take = vi.spyOn(UnpackingRoom.prototype, 'take');
    const sheets = new Xml2003Sheets(new UnpackingRoom(Infinity, ''), {
      onSheet: () => undefined,
      sinkFor: () => null,
    });
    new XmlScanner(sheets).push(workbook('', sheet('S', row(text('ab') + text('c', ' ss:Index="4"')))));
    expect(take.mock.calls).toEqual([[CELL_BYTES + 2], [2 * EMPTY_CELL_BYTES + CELL_BYTES + 1]]);
    take.mockRestore();
  });

  it('is refused when it defines entities', async () => {
    const bomb = workbook('', sheet('S', row(text('x')))).replace(
      '<Workbook',
      '<!DOCTYPE x [<!ENTITY a "b">]><Workbook',
    );
    expect((await troubleOf(read('xml2003', bomb))).reason).toBe('bomb');
    expect((await troubleOf(read('xml2003', bomb.replace('</Workbook>', '')))).reason).toBe('bomb');
    expect((await troubleOf(read('xml2003', workbook('', sheet('S', row(text('x')))).slice(0, -12)))).reason).toBe(
      'truncated',
    );
  });
});
