import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ByteScanner } from './byte-scanner.ts';
import { parseFormat, plainFormat } from './number-formats.ts';
import { SharedStringScanner } from './shared-strings.ts';
import { SheetScanner } from './sheet-scanner.ts';
import { StringArena } from './string-arena.ts';
import { EMPTY_CELL_BYTES, UnpackingRoom } from './unpacking-room.ts';
import { SheetHandler } from './xlsx-sheet.ts';
import { XmlScanner } from './xml-scanner.ts';

function inChunks(scanner: ByteScanner, xml: string, chunkBytes: number): void {
  const bytes = Buffer.from(xml);
  for (let at = 0; at < bytes.length; at += chunkBytes) scanner.push(Buffer.from(bytes.subarray(at, at + chunkBytes)));
  scanner.end();
}

/** @param packedWidth columns of rows that are taken packed; 0: rows are taken as cells */
function handled(packedWidth = 0) {
  const rows: { line: number; cells: string[] }[] = [];
  const remarks: string[] = [];
  const shared = new StringArena();
  for (const string of ['zero', 'één', 'a & b', '', ...'456789ab', 'twelve']) shared.add(string);
  const handler = new SheetHandler(
    {
      shared,
      formats: [plainFormat, parseFormat('00000'), parseFormat('yyyy-mm-dd')],
      date1904: false,
    },
    new UnpackingRoom(Infinity, ''),
    {
      row: (line, cells) => rows.push({ line, cells }) > 0,
      packedWidth: () => packedWidth,
      packed: ({ line, cells }) => rows.push({ line, cells }) > 0,
      remark: (kind, line, column, text) => void remarks.push(`${kind} ${line} ${column} ${text}`),
    },
  );
  return { handler, rows, remarks };
}

function scanned(xml: string, chunkBytes: number, packedWidth = 0) {
  const { handler, rows, remarks } = handled(packedWidth);
  inChunks(new SheetScanner(handler), xml, chunkBytes);
  return { rows, remarks };
}

afterEach(() => vi.restoreAllMocks());

const chunkSizes = [1, 7, 64, 65_536];

describe('a sheet read from its bytes', () => {
  const cells: [string, string, string][] = [
    ['a shared string', '<c r="B1" t="s"><v>1</v></c>', 'één'],
    ['attributes in another order and quotation', "<c t='s' s='0' r='B1' cm=\"1\"><v>0</v></c>", 'zero'],
    ['the thirteenth shared string', '<c r="B1" t="s"><v>12</v></c>', 'twelve'],
    ['a number with a format', '<c r="B1" s="1"><v>42</v></c>', '00042'],
    ['a number in exponent form', '<c r="B1" t="n"><v>4.47E+11</v></c>', '447000000000'],
    ['a date', '<c r="B1" s="2"><v>45000</v></c>', '2023-03-15'],
    ['the result of a formula', '<c r="B1" t="str"><f>A1&amp;"x"</f><v>a &lt; b</v></c>', 'a < b'],
    ['text in the cell', '<c r="B1" t="inlineStr"><is><t xml:space="preserve"> ø_x000A_&#233; </t></is></c>', ' ø\né '],
    ['rich text in the cell', '<c r="B1" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>', 'ab'],
    ['a number beside the text in the cell', '<c r="B1" t="inlineStr"><v>1.0</v><is><t>1.</t></is></c>', '1.'],
    ['how it is pronounced left out', '<c r="B1" t="inlineStr"><is><t>a</t><rPh><t>x</t></rPh></is></c>', 'a'],
    ['a character section', '<c r="B1" t="inlineStr"><is><t><![CDATA[<c r="A1"> & ]]></t></is></c>', '<c r="A1"> & '],
    ['a character section with an end in it', '<c r="B1" t="inlineStr"><is><t><![CDATA[</c>]]></t></is></c>', '</c>'],
    ['a comment with an end in it', '<c r="B1" t="inlineStr"><is><t>a<!-- </c> --></t></is></c>', 'a'],
    ['a truth value', '<c r="B1" t="b"><v>1</v></c>', 'TRUE'],
    ['blanks inside the tags', '<c  r = "B1"\n t="s" ><v>0</v></c >', 'zero'],
    ['a comment beside it', '<!-- <c r="B1"><v>1</v></c> --><c r="B1" t="s"><v>0</v></c>', 'zero'],
    ['a comment with an arrow beside it', '<!-- > <c r="B1"><v>1</v></c> --><c r="B1" t="s"><v>0</v></c>', 'zero'],
    ['elements with other names beside it', '<rxw r="5"/><cxl/><rowx><c1/></rowx><c r="B1" t="s"><v>0</v></c>', 'zero'],
    ['a text without content', '<c r="B1" t="inlineStr"><is><t/></is></c>', ''],
    ['an instruction beside it', '<?x > <c r="C1"><v>1</v></c> ?><c r="B1" t="s"><v>0</v></c>', 'zero'],
    ['an arrow inside an attribute', '<c r="B1" x="a>b" t="s"><v>0</v></c>', 'zero'],
    ['a character section beside it', '<![CDATA[> <c r="B1"><v>1</v></c>]]><c r="B1" t="s"><v>0</v></c>', 'zero'],
    ['an attribute without a value', '<c r="B1" x="" t="s"><v>0</v></c>', 'zero'],
    ['a cell that closes itself', '<c r="B1" s="1"/>', ''],
    ['a cell without content', '<c r="B1" s="1"></c>', ''],
    ['an empty value', '<c r="B1" t="str"><v/></c>', ''],
  ];

  it.each(cells)('%s', (_title, xml, text) => {
    for (const chunkBytes of chunkSizes) {
      const sheet = `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>2</v></c>${xml}<c r="D1"><v>7</v></c></row></sheetData></worksheet>`;
      expect(scanned(sheet, chunkBytes).rows).toEqual([{ line: 1, cells: ['a & b', text, '', '7'] }]);
    }
  });

  it.each([
    ...['<c><w>1</w></c>', '<c><v >1</v></c>', '<c><v>1</v ></c>', '<c> <v>1</v></c>', '<c><v>1</v> </c>'],
    ...['<c><f>2</f><v>1</v></c>', '<c><v>1</v><f>2</f></c>', '<c><va>1</va></c>', '<c>1<v>2</v></c>', '<c><v/></c>'],
    ...['<c><v>1<!-- 2 -->3</v></c>', '<c t="s"><v>0000000001</v></c>', '<c t="s"><v/></c>'],
    ...['t', 'st', 'strx', 'stR', 'inlineStx', 'inlineStrs', 'x', 'ss', 'nn', '', 'e', 'd'].map(
      (type) => `<c t="${type}"><v>1</v></c>`,
    ),
    ...['A', '1', 'A0', 'A1B', 'AAAA1', 'c3', '@1', '[1', '{1', '`1', 'z1', 'A1234567890', 'A 1', ''].map(
      (place) => `<c r="${place}"><v>1</v></c>`,
    ),
    ...['x', '-1', '1x', '0000000001', ' 1', '', '/', ':', '1.0'].map((style) => `<c s="${style}"><v>42</v></c>`),
    ...['y="b"', 'y:r="C1"', 'rr="C1"', 'r ="C1"', 'r= "C1"', 'r="C1"/ s="1"', 'a="/"', "a='\"' r='C1'"].map(
      (attributes) => `<c ${attributes}><v>42</v></c>`,
    ),
    ...[
      ...['<is/>', '<is></is>', '<is> <t>a</t></is>', '<is><t>a</t> </is>', '<is><t>a</t></is> ', '<is ><t>a</t></is>'],
      ...['<is><tx>a</tx></is>', '<is><x>a</x></is>', '<ix><t>a</t></ix>', '<xs><t>a</t></xs>', '<is><t>a</t ></is>'],
      ...['<is><t>a</t></is >', '<is><t>a<!-- b --></t></is>', '<is><t>a</t><x>b</x></is>', '<v>a</v>', '<t>a</t>'],
    ].map((content) => `<c t="inlineStr">${content}</c>`),
  ])('a cell of another form is read as the general reader of XML does: %s', (cell) => {
    const sheet = `<sheetData><row r="1">${cell}<c t="s"><v>1</v></c></row></sheetData>`;
    for (const xml of [sheet, sheet.replaceAll(/<(\/?)(\w)/g, '<$1x:$2')]) {
      const general = handled();
      new XmlScanner(general.handler).push(xml);
      for (const chunkBytes of chunkSizes)
        expect(scanned(xml, chunkBytes)).toEqual({ rows: general.rows, remarks: general.remarks });
    }
  });

  it.each(['13', '-1', '1x'])('with a cell of the shared string %s, which is not there, is refused', (index) => {
    const sheet = `<sheetData><row r="7"><c t="s"><v>12</v></c><c t="s"><v>${index}</v></c></row></sheetData>`;
    for (const packedWidth of [0, 2])
      expect(() => scanned(sheet, 64, packedWidth)).toThrow('Line 7 has a cell whose text is missing');
  });

  it('that is written as usual is read without the general reader of XML, which takes many times longer', () => {
    const push = vi.spyOn(XmlScanner.prototype, 'push');
    const usual = [
      ...['<c r="A1" t="s"><v>1</v></c>', "<c t='s' r='b1'><v>000000012</v></c>"],
      ...['<c xml:space="preserve" cm="1" vm="1"><v>4.5E-2</v></c>', '<c t="str" ><v>a &amp; ø</v></c>'],
      ...['<c t="inlineStr"><is><t>a</t></is></c>', '<c t="inlineStr"><is><t xml:space="preserve"> a </t></is></c>'],
      ...['<c r="ZZ9" s="0"/>', '<c\n r="AA1" s="99"></c>', '<c/>', '<c r="XFD1048576" s="1" t="n"><v>42</v></c>'],
    ];
    const sheet = `<sheetData><row r="1">${usual.join('')}</row></sheetData>`;
    for (const xml of [sheet, sheet.replaceAll(/<(\/?)(\w)/g, '<$1x:$2')])
      for (const chunkBytes of [1, 65_536]) scanned(xml, chunkBytes);
    expect(push).not.toHaveBeenCalled();
    scanned('<sheetData><row><c t="b"><v>1</v></c></row></sheetData>', 64);
    expect(push).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['Z', 25],
    ['AA', 26],
    ['BC', 54],
    ['ZZ', 701],
    ['AAA', 702],
    ['XFD', 16_383],
  ])('a cell in the column %s is the one at %i', (letters, column) => {
    const sheet = `<worksheet><sheetData><row r="1"><c r="${letters}1"><v>7</v></c></row></sheetData></worksheet>`;
    const [row] = scanned(sheet, 64).rows;
    expect([row?.cells.length, row?.cells.at(-1)]).toEqual([column + 1, '7']);
  });

  it('an empty cell takes up its place', () => {
    const sheet = '<sheetData><row><c><v>1</v></c><c/><c></c><c><v>2</v></c></row></sheetData>';
    expect(scanned(sheet, 64).rows).toEqual([{ line: 1, cells: ['1', '', '', '2'] }]);
  });

  it('names with a prefix, rows without numbers, cells without references', () => {
    const sheet =
      '<?xml version="1.0"?><x:worksheet><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c s="1"/><x:c></x:c><x:c t="inlineStr"><x:is><x:t>ø</x:t></x:is></x:c></x:row><x:row/><x:row r="9"><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    for (const chunkBytes of chunkSizes)
      expect(scanned(sheet, chunkBytes).rows).toEqual([
        { line: 1, cells: ['zero', '', '', 'ø'] },
        { line: 2, cells: [] },
        { line: 9, cells: ['1'] },
      ]);
  });

  it('reads any mixture of cells as the general reader of XML does', () => {
    const sheet = fc
      .array(fc.array(fc.constantFrom(...cells.map((cell) => cell[1])), { maxLength: 5 }), { maxLength: 4 })
      .map(
        (rows) =>
          `<worksheet><cols><col min="2" max="2" hidden="1"/></cols><sheetData>${rows
            .map((row, index) => `<row r="${index * 2 + 1}" hidden="${index % 2}">${row.join('\n')}</row>`)
            .join('')}</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>`,
      );
    fc.assert(
      fc.property(sheet, fc.constantFrom(...chunkSizes), (xml, chunkBytes) => {
        const general = handled();
        const reader = new XmlScanner(general.handler);
        for (let at = 0; at < xml.length; at += chunkBytes) reader.push(xml.slice(at, at + chunkBytes));
        expect(scanned(xml, chunkBytes)).toEqual({ rows: general.rows, remarks: general.remarks });
      }),
    );
  });
});

describe('a row that is packed', () => {
  const plain = ['<c><v>7</v></c>', '<c t="inlineStr"><is><t>Bo</t></is></c>', '<c t="str"><v>Ry</v></c>', '<c/>'];
  const others = [
    ...['0', '007', '-5', '4.5', '1e3', '123456789012345', '1234567890123456', '12345678901234567', ''].map(
      (number) => `<c><v>${number}</v></c>`,
    ),
    ...['1', '2', '9'].map((style) => `<c s="${style}"><v>42</v></c>`),
    ...['0', '1', '2', '3', '4', ''].map((index) => `<c t="s"><v>${index}</v></c>`),
    ...['a &amp; b', 'a_x000A_b', '_', 'x_', 'ø', '"', '\\', ' ', '4,17E+10', 'a\tb', '\u202ex'].map(
      (text) => `<c t="str"><v>${text}</v></c>`,
    ),
    ...['E', 'A', 'B'].map((column) => `<c r="${column}1" t="str"><v>${column}</v></c>`),
    '<c r="D1"/>',
    '<c r="E1" t="s"><v>0</v></c>',
    '<c r="A1"><v>12</v></c>',
  ];

  it('has the cells that it has as one that is not', () => {
    const sheet = fc
      .array(fc.array(fc.oneof(fc.constantFrom(...plain), fc.constantFrom(...others)), { maxLength: 7 }), {
        maxLength: 5,
      })
      .map((rows) => `<sheetData>${rows.map((row) => `<row>${row.join('')}</row>`).join('')}</sheetData>`);
    fc.assert(
      fc.property(sheet, fc.integer({ min: 1, max: 5 }), fc.constantFrom(...chunkSizes), (xml, width, chunkBytes) => {
        const { rows, remarks } = scanned(xml, 65_536);
        const found = scanned(xml, chunkBytes, width);
        const bare = ({ line, cells }: { line: number; cells: string[] }) => ({
          line,
          cells: cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1),
        });
        expect(found.rows.map(bare)).toEqual(rows.map(bare));
        expect(found.remarks).toEqual(remarks);
      }),
      { numRuns: 100 },
    );
  });
});

describe('what a sheet stands for without holding it', () => {
  const taken = (xml: string, packedWidth: number) => {
    const take = vi.spyOn(UnpackingRoom.prototype, 'take').mockClear();
    scanned(`<sheetData><row>${xml}</row></sheetData>`, 65_536, packedWidth);
    return take.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0);
  };

  it.each([0, 9])('takes room, in rows of %i packed columns', (packedWidth) => {
    expect(taken('<c t="s"><v>0</v></c>', packedWidth)).toBe(4);
    // In another form, as it goes to the general reader.
    expect(taken('<c t="s"><v>1</v ></c>', packedWidth)).toBe(5);
    expect(taken('<c t="str"><v>long</v></c><c/>', packedWidth)).toBe(0);
    expect(taken('<c r="A1"><v>1</v></c><c r="D1"><v>2</v></c>', packedWidth)).toBe(2 * EMPTY_CELL_BYTES);
    expect(taken('<c r="C1"/><c r="E1"/>', packedWidth)).toBe(3 * EMPTY_CELL_BYTES);
  });
});

describe('shared strings', () => {
  it('are the same whether copied as bytes or read as rich text', () => {
    const xml =
      '<sst><si><t>plain ø</t></si><si><t xml:space="preserve"> a &amp; b_x000A_ </t></si><si/><si><t/></si><si><r><t>x</t></r><r><t>y</t></r><rPh><t>z</t></rPh></si><si><t>one</t><t>two</t></si><si><t></t></si></sst>';
    for (const chunkBytes of chunkSizes) {
      const scanner = new SharedStringScanner();
      inChunks(scanner, xml, chunkBytes);
      const strings = Array.from({ length: 8 }, (_, index) => scanner.strings.get(index));
      expect(strings).toEqual(['plain ø', ' a & b\n ', '', '', 'xy', 'onetwo', '', null]);
    }
  });

  it.each<[string, string]>([
    ...[
      ...[
        '<si><t>a</t ></si>',
        '<si><t>a</t></si >',
        '<si ><t>a</t></si>',
        '<si><t\n>a</t></si>',
        '<si> <t>a</t></si>',
      ],
      ...['<si><t>a</t> </si>', '<si><t>a<!-- b --></t></si>', '<si x=">"><t>a</t></si>', '<si><t>a</t><x>b</x></si>'],
    ].map((xml): [string, string] => [xml, 'a']),
    ...['<si><x>a</x></si>', '<si><tx>a</tx></si>', '<si><t/></si>', '<si>a</si>', '<si>x</si>', '<si/>'].map(
      (xml): [string, string] => [xml, ''],
    ),
    ['<si><t>a</t><rx>b</rx><t>c</t></si>', 'ac'],
    ['<si><t x="a>b">c</t></si>', 'c'],
    ['<si><t><![CDATA[</t></si>]]></t></si>', '</t></si>'],
  ])('of another form are read as XML: %s', (xml, text) => {
    const sst = `<sst><sx><t>no</t></sx>${xml}<six><t>no</t></six><si><t>b</t></si></sst>`;
    for (const form of [sst, sst.replaceAll(/<(\/?)(\w)/g, '<$1x:$2')])
      for (const chunkBytes of chunkSizes) {
        const scanner = new SharedStringScanner();
        inChunks(scanner, form, chunkBytes);
        const expected = form === sst ? text : text.replaceAll(/<(\/?)(\w)/g, '<$1x:$2');
        expect([0, 1, 2].map((index) => scanner.strings.get(index))).toEqual([expected, 'b', null]);
      }
  });

  it('that are written as usual are copied without the general reader of XML', () => {
    const push = vi.spyOn(XmlScanner.prototype, 'push');
    const sst =
      '<sst><si><t>plain ø</t></si><si><t xml:space="preserve"> a &amp; b_x000A_ </t></si><si><t></t></si><si><t>a_x000A_b</t></si></sst>';
    for (const xml of [sst, sst.replaceAll(/<(\/?)(\w)/g, '<$1x:$2')])
      for (const chunkBytes of [1, 65_536]) {
        const scanner = new SharedStringScanner();
        inChunks(scanner, xml, chunkBytes);
        const strings = [0, 1, 2, 3, 4].map((index) => scanner.strings.get(index));
        expect(strings).toEqual(['plain ø', ' a & b\n ', '', 'a\nb', null]);
      }
    expect(push).not.toHaveBeenCalled();
  });

  it('keep what an entity spells when it is written with entities itself', () => {
    const xml =
      '<sst><si><t>Møller &amp; Søn</t></si><si><t>&amp;</t></si><si><t>&amp;lt; &amp;amp;</t></si><si><t>a &amp; &#233; &lt;</t></si><si><t>&amp;_x000A_</t></si><si><t>AT&T &amp; x</t></si></sst>';
    for (const chunkBytes of chunkSizes) {
      const scanner = new SharedStringScanner();
      inChunks(scanner, xml, chunkBytes);
      const strings = Array.from({ length: 6 }, (_, index) => scanner.strings.get(index));
      expect(strings).toEqual(['Møller & Søn', '&', '&lt; &amp;', 'a & é <', '&\n', 'AT&T & x']);
    }
  });
});
