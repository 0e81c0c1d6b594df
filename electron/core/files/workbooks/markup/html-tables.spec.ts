import { afterEach, describe, expect, it, vi } from 'vitest';
import { CELL_BYTES, EMPTY_CELL_BYTES, UnpackingRoom } from '../unpacking-room.ts';
import { firstSheetOf, troubleOf, workbookReader } from '../workbooks-fixture.ts';
import { HtmlScanner } from './html-scanner.ts';
import { HtmlTables } from './html-tables.ts';
import { cellsOf } from '../../table/tables-fixture.ts';

afterEach(() => vi.restoreAllMocks());

const read = workbookReader('leads.xls');
const header = '<tr><th>Name<th>Phone<th>City<th>Note';

const attributes = (count: number) => Array.from({ length: count }, (_, at) => `a${at}=1`).join(' ');

async function rowsOf(body: string): Promise<string[][]> {
  return (await read('html', `<table>${header}${body}</table>`, { headerLine: 1, lastDataLine: 999 })).rows;
}

describe('a table of a web page', () => {
  it.each<[string, string, string[][]]>([
    ['parts of the table end a row', '<thead><tr><td>a</thead><tbody><td>b<tfoot><td>c', [['a'], ['b'], ['c']]],
    ['cells without a row are one', '<tbody><td>a<td>b</tbody><td>c', [['a', 'b'], ['c']]],
    ['what stands beside the cells is not in the table', 'x<tr>y<td>a</td>z<td>b</tr>w', [['a', 'b']]],
    [
      'a caption, a title and a choice are no text of a cell',
      '<caption>c</caption><tr><td>a<select><option>x</select><svg><title>t</title></svg>b<td><script>1</script><style>2</style><noscript>3</noscript><template>4</template>d',
      [['ab', 'd']],
    ],
    [
      'what is hidden in a cell is no text of it',
      '<tr><td><span style="DISPLAY : none">20261102</span>02.11.2026<td>a<div hidden><div>x</div>y</div>b<td><input style="display:none">c<td><b style="display:none">d',
      [['02.11.2026', 'ab', 'c']],
    ],
    ['paragraphs in what is hidden end no line', '<tr><td>a<span hidden><p>x</p></span>b', [['ab']]],
    [
      'what is hidden and needs no end takes nothing along',
      '<tr><td><p hidden>a<p>b<td><ul><li style="display:none">c<li>d</ul>',
      [['a\nb', 'c\nd']],
    ],
    [
      'a list that is never closed ends with the cell',
      '<tr><td>a<select><option>x<td>b<tr><td>c<svg>x<tr><td>d',
      [['a', 'b'], ['c'], ['d']],
    ],
    [
      'blanks are one, and none stands at an edge',
      '<tr><td> a \n\t b<td>a <b> b </b> c<td>a<b> b</b><td>a <b>b</b>',
      [['a b', 'a b c', 'a b', 'a b']],
    ],
    [
      'lines end where a browser ends them',
      '<tr><td>a<br>b<br/><br>c<td><div>a</div><div>b</div>c<td>a<p>b<td><ul><li>a<li>b</ul>c',
      [['a\nb\n\nc', 'a\nb\nc', 'a\nb', 'a\nb\nc']],
    ],
    [
      'blanks that are kept are none at the edge of a line',
      '<tr><td>&nbsp;a&nbsp;b&nbsp;<br>&nbsp;c<br>d&nbsp;e<td>&nbsp;<td>x',
      [['a\u00a0b\nc\nd\u00a0e', '', 'x']],
    ],
    [
      'a cell reaches over columns and rows',
      '<tr><td colspan=2 rowspan=2>a<td rowspan=3>b<td>c<tr><td>d<tr><td>e<td>f<td>g<tr><td>h<td>i<td>j<td>k',
      cellsOf('a||b|c', '|||d', 'e|f||g', 'h|i|j|k'),
    ],
    [
      'spans that say nothing are one',
      '<tr><td colspan=0>a<td colspan=x>b<td colspan="-2">c<td rowspan=0>d<tr><td>e<td>f<td>g<td>h',
      cellsOf('a|b|c|d', 'e|f|g|h'),
    ],
    [
      'spans of several rows end each in its own',
      '<tr><td rowspan=2>a<td rowspan=3>b<td rowspan=2>c<td>d<tr><td>e<tr><td>f<td>g<td>h',
      cellsOf('a|b|c|d', '|||e', 'f||g|h'),
    ],
    [
      'a row without a cell lets spans go on',
      '<tr><td rowspan=3>a<td>b<tr></tr><tr><td>c<tr><td>d',
      [['a', 'b'], ['', 'c'], ['d']],
    ],
    ['a table in a cell is a table of its own', '<tr><td>a<table><tr><td>x</table>b<td>c', [['ab', 'c']]],
    ['a list in it ends with it', '<tr><td>a<table><tr><td>x<select>y</table>b<td>c', [['ab', 'c']]],
    ['a span of more than nine', '<tr><td colspan=12>a<td>b', [['a', ...Array<string>(11).fill(''), 'b']]],
    [
      'no more than a hundred attributes are looked at',
      [98, 99, 100].map((count) => `<tr><td ${attributes(count)} colspan=2>${count}<td>x`).join(''),
      cellsOf('98||x', '99||x', '100|x'),
    ],
  ])('%s', async (_title, body, rows) => {
    expect(await rowsOf(body)).toEqual(rows);
  });

  it('of Excel has whole texts, also those that are longer than their columns are wide', async () => {
    const meta = '<meta name=ProgId content=Excel.Sheet><meta name=Generator content="Microsoft Excel 15">';
    const page = `${meta}<table>${header}<tr><td>Anna Kristians<span style='display:none'>en</span><td>020</table>`;
    expect((await read('html', page, { headerLine: 1 })).rows).toEqual([['Anna Kristiansen', '020']]);
  });

  it('names the rows that are hidden, and cells that are merged', async () => {
    const { lines, found } = await read(
      'html',
      `<table>${header}<tr hidden><td>a<tr style="color:red; DISPLAY : none"><td>b<tr style="display:block"><td>c<td colspan=2>d<tr><td>e<td rowspan=2>f<td colspan=2></table>`,
      { headerLine: 1, lastDataLine: 99 },
    );
    expect(lines).toEqual([2, 3, 4, 5]);
    expect(found).toEqual(['hiddenRows 2', 'hiddenRows 3', 'merged 4 Phone: d', 'merged 5 Phone: f']);
  });

  it('is read to its last column, and refused beyond', async () => {
    const wide = (columns: number) =>
      `<tr>${'<td colspan=1000>'.repeat(Math.floor(columns / 1000))}${'<td>'.repeat(columns % 1000)}`;
    const sheet = (columns: number) => firstSheetOf('html', `<table>${header}${wide(columns)}<td>x`);
    expect((await sheet(16_383))[1]).toHaveLength(16_384);
    expect((await troubleOf(sheet(16_384))).message).toContain('Line 2 has more than 16,384 columns');
    // As in a browser, no cell spans more than 1,000 columns, and 65,534 rows.
    expect((await rowsOf('<tr><td colspan=5000><td>x'))[0]).toHaveLength(1001);
    const tall = `<table><tr><td rowspan=70000>a${'<tr>'.repeat(65_532)}<tr><td>b<tr><td>c`;
    expect(await firstSheetOf('html', tall)).toEqual([['a'], ['', 'b'], ['c']]);
  });

  it('is the one that looks like a table, also in a preview, which ends there', async () => {
    const people = `<table>${header}${'<tr><td>Bo<td>020<td>Ry<td>'.repeat(45)}</table>`;
    const page = `<table><tr><td>Menu<tr><td>Home</table>${people}<table><tr><td>Legend</table>`;
    const { reading, rows } = await read('html', page);
    expect([reading.sheet.value, rows.length, reading.sheets.length]).toEqual(['Table 2', 45, 3]);
    const preview = await read('html', page, {}, 10);
    expect(preview.reading.sheets).toEqual([
      { name: 'Table 1', rows: 2, hidden: false },
      { name: 'Table 2', rows: null, hidden: false },
    ]);
    expect([preview.reading.sheet.value, preview.rows.length]).toEqual(['Table 2', 9]);
  });

  it('is read a hundred tables deep; deeper ones are passed over', async () => {
    const page = (depth: number) =>
      `${'<table><tr><td>'.repeat(depth)}<table>${header}<tr><td>Bo<td>020<td>Ry<td>x</table>${'</table>'.repeat(depth)}`;
    const { reading } = await read('html', `${page(99)}<table><tr><td>after</table>`, { headerLine: null });
    expect(reading.sheets.map(({ name }) => name)).toEqual(['Table 100', 'Table 101']);
    expect(
      (await read('html', `${page(100)}<table><tr><td>after</table>`, { headerLine: null })).reading.sheets,
    ).toEqual([{ name: 'Table 101', rows: 1, hidden: false }]);
  });

  it('is whole for what is around it, closed or not, and however deep', async () => {
    const nested = `<table>${header}<tr><td>Bo<td><table>${header}<tr><td>Ib`;
    const { reading } = await read('html', nested, { sheet: 'Table 1', headerLine: 1 });
    expect(reading.sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ['Table 1', 2],
      ['Table 2', 2],
    ]);
    const deep = `${'<table><tr><td>'.repeat(100)}<table><tr><td>no</table>x<td>y</table>`;
    expect(await firstSheetOf('html', deep)).toEqual([['x', 'y']]);
  });

  it('takes entities, attributes and tags as a browser does', async () => {
    const { rows } = await read(
      'html',
      `<TABLE><!-- <tr><td>no --><TR><TH>Name<TH>Phone<![CDATA[x]]><tr><td title="a > b" COLSPAN='1' colspan=9 hidden>Bo &amp; Ib &lt;x&gt; &#x41;&#66;&eacute; &nosuch; AT&T<td data-x="&quot;" rowspan="&#50;">020<?php echo ?><tr><td>Eva<br/>Lind</TD><td>x</TABLE>`,
      { headerLine: 1 },
    );
    expect(rows).toEqual(cellsOf('Bo & Ib <x> ABé &nosuch; AT&T|020', 'Eva\nLind||x'));
  });

  it('is read to its last byte, and said to be cut where it has no end', async () => {
    for (const size of [131_071, 131_072, 131_073]) {
      const begin = `<table>${header}<tr><td>Bo<td>020<td>Ry<td>`;
      const { rows, found } = await read('html', begin.padEnd(size - 1, ' ').concat('x'), { headerLine: 1 });
      expect([rows, found]).toEqual([[['Bo', '020', 'Ry', 'x']], ['cutOff 1']]);
    }
  });

  it('takes room for its cells, those left empty, and what reaches into other rows', () => {
    const taken = (body: string) => {
      const take = vi.spyOn(UnpackingRoom.prototype, 'take').mockClear();
      const scanner = new HtmlScanner(
        new HtmlTables(new UnpackingRoom(Infinity, ''), { onTable: () => undefined, sinkFor: () => null }),
      );
      scanner.push(`<table>${body}</table>`);
      return take.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0);
    };
    expect(taken('<tr><td>abc')).toBe(CELL_BYTES + 3);
    expect(taken('<tr><td><td><td>abc')).toBe(2 * EMPTY_CELL_BYTES + CELL_BYTES + 3);
    expect(taken('<tr><td rowspan=3><td rowspan=2><tr><td>')).toBe(4 * CELL_BYTES + 2 * EMPTY_CELL_BYTES);
    expect(taken('<tr><td rowspan=3><td rowspan=2><tr><tr><td>')).toBe(5 * CELL_BYTES + EMPTY_CELL_BYTES);
  });
});
