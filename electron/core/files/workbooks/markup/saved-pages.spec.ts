import { describe, expect, it } from 'vitest';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { troubleOf, workbookReader } from '../workbooks-fixture.ts';
import { filelist, header, page, type Part, people, read2, saved, table } from './saved-pages-fixture.ts';

const readKind = workbookReader('leads.mht');
const read = (content: string | Buffer, choices: ReadingChoices = {}, previewRows: number | null = null) =>
  readKind('mhtml', content, choices, previewRows);

describe('a web page that was saved in one file', () => {
  it.each([
    ['quoted-printable', 'qp', 'windows-1252'],
    ['quoted-printable', 'qp', 'utf-8'],
    ['base64', 'base64', 'utf-8'],
    ['base64', 'base64', 'iso-8859-15'],
    ['8bit', '8bit', 'windows-1252'],
  ])('is read from %s (%s) in %s, with its zeros and signs', async (_title, way, charset) => {
    const { rows, reading, kinds } = await read(saved([page(table([header, ...people]), { way, charset }), filelist]));
    expect(rows).toEqual(read2);
    expect(reading).toMatchObject({
      format: 'html',
      complete: true,
      encoding: { value: charset, certainty: 'certain' },
    });
    expect(reading.sheets.map(({ name }) => name)).toEqual(['Table 1']);
    expect(kinds).toEqual([]);
  });

  it('is read alike however the file is cut into chunks', async () => {
    const rows = Array.from({ length: 2500 }, (_, at) => [`Åse Bæk ${at} = ø`, `0${20_000_000 + at}`, 'Ærø']);
    for (const way of ['qp', 'base64'])
      expect((await read(saved([page(table([header, ...rows]), { way })]))).rows).toEqual(rows);
  });

  it('is found wherever a chunk cuts the line that says so', async () => {
    const { head, body } = page(table([header, ...people]));
    const before = saved([{ head: 'Content-Type: image/png', body: '' }], '').length;
    for (const cut of [3, 60, 130]) {
      const picture = { head: 'Content-Type: image/png', body: 'A'.repeat(131_072 - before - cut) };
      expect((await read(saved([picture, { head, body }]))).rows).toEqual(read2);
    }
  });

  it('takes the encoding that a person chose', async () => {
    const told = page(table([header, ['Имя', '012', 'x']]), { charset: 'koi8-r' });
    const lying = { ...told, head: told.head.replace('koi8-r', 'windows-1252') };
    expect((await read(saved([lying]), { encoding: 'koi8-r', headerLine: 1 })).rows).toEqual([['Имя', '012', 'x']]);
  });

  const workbookOf = (sheets: readonly string[]) => {
    const place = (name: string) => `file:///C:/A1B2/Leads_files/${name}`;
    const frames = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><!--[if gte mso 9]><xml><x:ExcelWorkbook><x:ExcelWorksheets>${sheets
      .map(
        (name, at) =>
          `<x:ExcelWorksheet>\r\n <x:Name>${name}</x:Name>\r\n <x:WorksheetSource HRef="Leads_files/sheet00${at + 1}.htm"/></x:ExcelWorksheet>`,
      )
      .join('')}</x:ExcelWorksheets></x:ExcelWorkbook></xml><![endif]--><frameset></frameset></html>`;
    const tables = [table([header, ...people]), table([header, ['Bo', '1', 'Ry']])];
    return saved([
      page(frames),
      page(table([['Leads', 'Gamle']]), { location: place('tabstrip.htm') }),
      ...sheets.map((_, at) => page(tables[at] ?? '', { location: place(`sheet00${at + 1}.htm`) })),
    ]);
  };

  it('has the one sheet of a workbook alone', async () => {
    const { reading, rows } = await read(workbookOf(['Leads']));
    expect(reading.sheets.map(({ name, rows: count }) => [name, count])).toEqual([['Leads', 3]]);
    expect(rows).toEqual(read2);
  });

  it('has the sheets of a workbook under their names, without the page of its tabs', async () => {
    const file = workbookOf(['Leads &amp; more', 'Gamle']);
    const { reading, rows } = await read(file);
    expect(reading.sheets.map(({ name, rows: count }) => [name, count])).toEqual([
      ['Leads & more', 3],
      ['Gamle', 2],
    ]);
    expect(rows).toEqual(read2);
    expect((await read(file, { sheet: 'Gamle', headerLine: 1 })).rows).toEqual([['Bo', '1', 'Ry']]);
  });

  it('is found inside a part of several, as mail programs and browsers write it', async () => {
    const { head, body } = page(table([header, ...people]), { charset: 'utf-8' });
    const inner: Part = {
      head: 'Content-Type: multipart/alternative; boundary=inner',
      body: `--inner\r\nContent-Type: text/plain\r\n\r\n--innermost is no boundary\r\n--inner\r\n${head}\r\n\r\n${body}\r\n--inner--\r\n`,
    };
    const picture: Part = {
      head: 'Content-Type: image/png\r\nContent-Transfer-Encoding: base64',
      body: 'iVBORw0KGgo=',
    };
    expect((await read(saved([picture, inner, picture]))).rows).toEqual(read2);
    // Ended by the part around it.
    const open = { ...inner, body: inner.body.replace('--inner--\r\n', '') };
    expect((await read(saved([open, picture]))).rows).toEqual(read2);
    // What stands behind an end is in no part, and the boundary of a part that has ended is text.
    const behind = { ...inner, body: `${inner.body}\r\n${head}\r\n\r\n<table><tr><td>no</table>` };
    const third = { head: 'Content-Type:text/html', body: '<table><tr><td>a\r\n--inner\r\n<tr><td>b</table>' };
    const { reading } = await read(saved([behind, open, third]));
    expect(reading.sheets.map(({ rows }) => rows)).toEqual([3, 3, 2]);
  });

  it('keeps an = that nobody encoded, and blanks behind one at the end of a line', async () => {
    const { head } = page('');
    const body = '<table><tr><td>Navn<td>Tele= \t\r\nfon<tr><td>a=b =ZZ =3d<td>01</table>=';
    expect((await read(saved([{ head, body }]), { headerLine: 1 })).rows).toEqual([['a=b =ZZ =', '01']]);
  });

  it('says that rows may be missing when its end is missing inside the table', async () => {
    const whole = page(table([header, ...people, ...people]));
    const cut = { ...whole, body: whole.body.slice(0, whole.body.length * 0.8) };
    expect((await read(saved([cut], ''))).kinds).toContain('cutOff');
    // The table is whole, only the last boundary is missing.
    expect(await read(saved([whole], ''))).toMatchObject({ rows: [...read2, ...read2], kinds: [] });
  });

  it('is previewed from its beginning', async () => {
    const rows = Array.from({ length: 12_000 }, (_, at) => [`Åse Bæk ${at}`, `0${20_000_000 + at}`, 'Ærø']);
    const { reading } = await read(saved([page(table([header, ...rows]))]), {}, 100);
    expect(reading).toMatchObject({ complete: false, headerLine: { value: 1 }, encoding: { value: 'windows-1252' } });
  });

  it('has its tables counted through where its pages have no name, and the second of a page that has one', async () => {
    const one = table([header, ['Bo', '1', 'Ry']]);
    const names = async (...pages: readonly string[]) =>
      (await read(saved(pages.map((html) => page(html))))).reading.sheets.map(({ name }) => name);
    expect(await names(one, one + one)).toEqual(['Table 1', 'Table 2', 'Table 3']);
    expect(await names('<p>none</p>', one.replace('<table', '<table></table><table'))).toEqual(['Table 2']);
    const frames = page('<x:Name>Leads &#38; more</x:Name><x:WorksheetSource HRef="x_files\\SHEET001.htm"/>');
    const { reading } = await read(saved([frames, page(one + one, { location: 'http://x/sheet001.htm' })]));
    expect(reading.sheets.map(({ name }) => name)).toEqual(['Leads & more', 'Table 2']);
  });

  it('is previewed up to the first page whose table is surely one', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => [`Bo ${at}`, `0${at}`, 'Ry']);
    const pages = [[['Menu']], [header, ...rows], [header, ...rows]].map((cells) => page(table(cells)));
    const preview = await read(saved(pages), {}, 10);
    expect(preview.reading.sheets).toEqual([
      { name: 'Table 1', rows: 1, hidden: false },
      { name: 'Table 2', rows: null, hidden: false },
    ]);
    expect((await read(saved(pages))).reading.sheets.map(({ rows: count }) => count)).toEqual([1, 61, 61]);
  });

  it('is read without the byte order mark at the beginning of a page', async () => {
    const { rows, reading } = await read(
      saved([page(`\ufeff${table([header, ['Bo', '1', 'Ærø']])}`, { charset: 'utf-8', way: 'base64' })]),
      { headerLine: 1 },
    );
    expect([rows, reading.encoding.value]).toEqual([[['Bo', '1', 'Ærø']], 'utf-8']);
  });
});

describe('what is refused of a saved page', () => {
  it.each([
    ['no page', saved([filelist]), 'unsupported', 'without the page itself'],
    [
      'a page without a table',
      saved([page('<html><body>Your session has ended.</body></html>')]),
      'unsupported',
      'without a table',
    ],
    [
      'an unknown way',
      saved([
        { head: 'Content-Type: text/html\r\nContent-Transfer-Encoding: x-uuencode', body: '<table><tr><td>a</table>' },
      ]),
      'unsupported',
      'does not read ("x-uuencode")',
    ],
    [
      'no boundary',
      Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n<table>'),
      'unsupported',
      'without the page itself',
    ],
    [
      'parts inside parts',
      Buffer.from(
        Array.from(
          { length: 5000 },
          (_, at) => `${at === 0 ? '' : `--b${at - 1}\r\n`}Content-Type: multipart/related; boundary=b${at}\r\n\r\n`,
        ).join(''),
      ),
      'tooLarge',
      'far more parts',
    ],
    [
      'a head without an end',
      Buffer.from(`Content-Type: multipart/related; boundary=b\r\n${'X-More: and more\r\n'.repeat(100_000)}`),
      'tooLarge',
      'longer heads',
    ],
    [
      'pages without number',
      saved(
        Array.from({ length: 3000 }, () => ({ head: 'Content-Type: text/html', body: '<table><tr><td>a</table>' })),
      ),
      'tooLarge',
      'far more parts',
    ],
  ])('%s', async (_title, file, reason, words) => {
    const trouble = await troubleOf(read(file));
    expect(trouble.reason).toBe(reason);
    expect(trouble.message).toContain(words);
    expect(trouble.message).toContain('"leads.mht"');
  });

  it('more than a workbook has: 1,000 pages, twenty parts inside parts, heads of 64 KB', async () => {
    const reasonOf = (file: Buffer) =>
      read(file, { headerLine: null }).then(
        () => null,
        (error: unknown) => (error instanceof FileTrouble ? error.reason : error),
      );
    const small = { head: 'Content-Type: text/html', body: '<table><tr><td>a</table>' };
    const pages = (count: number) => saved(Array.from({ length: count }, () => small));
    expect([await reasonOf(pages(1000)), await reasonOf(pages(1001))]).toEqual([null, 'tooLarge']);
    const deep = (count: number) =>
      Buffer.from(
        `${Array.from({ length: count }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('')}${small.head}\r\n\r\n${small.body}`,
      );
    expect([await reasonOf(deep(20)), await reasonOf(deep(21))]).toEqual([null, 'tooLarge']);
    // 65,536 characters with the line feeds between its lines.
    const long = (more: string) =>
      saved([{ head: `${'X: y\r\n'.repeat(13_101)}X: ${more}\r\n${small.head}`, body: small.body }]);
    expect([await reasonOf(long('yyy')), await reasonOf(long('yyyy'))]).toEqual([null, 'tooLarge']);
  });
});
