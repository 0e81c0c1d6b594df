import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { staged } from '../staging/staged-fixture.ts';
import { fullyProfiledRows } from '../table/column-profile.ts';
import { SharedStringScanner } from './shared-strings.ts';
import { xlsxParts, zipOf } from './workbooks-fixture.ts';
import { XmlTooLong } from './xml-scanner.ts';

// Files are read and written for real; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

let folder = '';
beforeAll(() => void (folder = specFolder('long-sheet')));

const strings = [
  ...['Name', 'Code', 'City', 'Anna &amp; Bo', 'Ry', ' ', 'say "x" \\ y', 'Øst', 'a_x000A_b', '4,17E+10'],
].map((text) => `<t xml:space="preserve">${text}</t>`);
const shared = (column: string, index: number) => `<c r="${column}@" t="s"><v>${index}</v></c>`;
const header = shared('A', 0) + shared('B', 1) + shared('C', 2);
const ordinary = `${shared('A', 7)}<c r="B@"><v>12345</v></c>${shared('C', 4)}`;

/** Cells of a row, with @ for its number, and what they say. */
const odd: readonly (readonly [string, readonly string[]])[] = [
  [`${shared('A', 3)}<c r="B@" s="1"><v>42</v></c>`, ['Anna & Bo', '00042', '']],
  [`${shared('A', 6)}<c r="B@"><v>0.1</v></c>${shared('C', 8)}`, ['say "x" \\ y', '0.1', 'a\nb']],
  [
    `<c r="A@" t="inlineStr"><is><t>a b_x0041_</t></is></c><c r="C@" t="str"><v>=x &lt; y</v></c>`,
    ['a bA', '', '=x < y'],
  ],
  [`${shared('C', 4)}${shared('A', 7)}`, ['Øst', '', 'Ry']],
  [`${shared('A', 7)}<c r="A@"><v>7</v></c>${shared('B', 4)}`, ['7', 'Ry', '']],
  [`${shared('A', 5)}<c r="B@"><v>1E+3</v></c>${shared('C', 4)}`, [' ', '1000', 'Ry']],
  [`${shared('A', 9)}<c r="B@"><v>007</v></c><c r="C@" t="b"><v>1</v></c>`, ['4,17E+10', '7', 'TRUE']],
  [`${shared('A', 4)}<c r="B@" t="e"><v>#N/A</v></c>`, ['Ry', '#N/A', '']],
  [`<c r="A@" t="inlineStr"><is><t>gpj\u202eexe</t></is></c>${shared('B', 4)}`, ['gpj\u202eexe', 'Ry', '']],
  [`${ordinary}<c r="D@"><v>9</v></c>`, ['Øst', '12345', 'Ry', '9']],
];

async function read(rowsBefore: number) {
  const rows = [header, ...Array<string>(rowsBefore).fill(ordinary), ...odd.map(([xml]) => xml), ordinary, ordinary];
  const xml = rows.map((cells, index) => `<row r="${index + 1}">${cells.replaceAll('@', String(index + 1))}</row>`);
  const path = join(folder, `${rowsBefore}.xlsx`);
  writeFileSync(
    path,
    zipOf(xlsxParts([{ name: 'S', xml: `<sheetData>${xml.join('')}</sheetData>` }], { formats: ['00000'], strings })),
  );
  const { reading, rows: all } = await staged(path);
  return { reading, cells: all.slice(rowsBefore, rowsBefore + odd.length).map((row) => row.slice(0, 4)) };
}

it('holds no more than 64 MB of one piece of markup', () => {
  const scanner = new SharedStringScanner();
  const part = Buffer.alloc(40 * 1024 * 1024, 'x');
  part.write('<si ');
  scanner.push(part);
  expect(() => scanner.push(part)).toThrow(XmlTooLong);
});

it('reads what is odd late in a long sheet as at its beginning', async () => {
  const [early, late] = [await read(30), await read(fullyProfiledRows + 1000)];
  const said = odd.map(([, cells]) => [...cells, '', ''].slice(0, 4));
  expect(early.cells.map((cells) => [...cells, '', ''].slice(0, 4))).toEqual(said);
  expect(late.cells).toEqual(early.cells);
  const problems = ({ reading }: typeof early) => reading.problems.map(({ kind, count }) => [kind, count]);
  expect(problems(late)).toEqual(problems(early));
  expect(late.reading.rows).toBe(fullyProfiledRows + 1000 + odd.length + 2);
});
