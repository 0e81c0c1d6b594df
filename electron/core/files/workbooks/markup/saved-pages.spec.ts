import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { troubleOf, workbookReader } from '../workbooks-fixture.ts';

const readKind = workbookReader('leads.mht');
const read = (content: string | Buffer, choices: ReadingChoices = {}, previewRows: number | null = null) =>
  readKind('mhtml', content, choices, previewRows);

/** As Excel and mail programs write it: lines of at most 76 characters, joined by an = at their end. */
function quotedPrintable(bytes: Buffer): string {
  const lines: string[] = [''];
  for (const byte of bytes) {
    const isPlain = byte === 10 || byte === 13 || (byte >= 32 && byte < 127 && byte !== 61);
    const written = isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    const last = lines.length - 1;
    if ((lines[last] ?? '').length + written.length > 75) lines.push(written);
    else lines[last] += written;
    if (byte === 10) lines.push('');
  }
  return lines.map((line) => (line.endsWith('\n') ? line : `${line}=\r\n`)).join('');
}

interface Part {
  readonly head: string;
  readonly body: string;
}

function page(
  html: string,
  { charset = 'windows-1252', location = 'file:///C:/A1B2/Leads.htm', way = 'qp' } = {},
): Part {
  const bytes = iconv.encode(html, charset);
  const [name, body] =
    way === 'qp'
      ? ['quoted-printable', quotedPrintable(bytes)]
      : way === 'base64'
        ? ['base64', bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')]
        : ['8bit', bytes.toString('latin1')];
  return {
    head: `Content-Location: ${location}\r\nContent-Transfer-Encoding: ${name}\r\nContent-Type: text/html; charset="${charset}"`,
    body,
  };
}

const BOUNDARY = '----=_NextPart_01DC5E9A.1B2C3D40';

function saved(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const head = `MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\nContent-Type: multipart/related;\r\n\tboundary="${BOUNDARY}"\r\n\r\nThis document is a Single File Web Page.\r\n\r\n`;
  const bodies = parts.map(({ head: own, body }) => `--${BOUNDARY}\r\n${own}\r\n\r\n${body}\r\n\r\n`);
  return Buffer.from(`${head}${bodies.join('')}${end}`, 'latin1');
}

const table = (rows: readonly (readonly string[])[], more = '') =>
  `<html${more}><head><style>td{mso-number-format:"\\@"}</style></head><body><table border=3D0>\r\n${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td class=xl65>${cell}</td>`).join('')}</tr>`)
    .join('\r\n')}\r\n</table></body></html>`.replaceAll('=3D', '=');

const header = ['Navn', 'Telefon', 'By'];
const people = [
  ['Søren Kjærgård', '004520316776', 'Århus'],
  ['Åse = Bæk', '020316777', 'Ærøskøbing &amp; omegn med et meget langt navn, der fylder mere end en linje'],
];
const read2 = [
  ['Søren Kjærgård', '004520316776', 'Århus'],
  ['Åse = Bæk', '020316777', 'Ærøskøbing & omegn med et meget langt navn, der fylder mere end en linje'],
];
const filelist: Part = {
  head: 'Content-Location: file:///C:/A1B2/Leads_files/filelist.xml\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Type: text/xml; charset="utf-8"',
  body: '<xml xmlns:o=3D"urn:schemas-microsoft-com:office:office"><table><tr><td>no</td></tr></table></xml>',
};

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
    const rows = Array.from({ length: 9000 }, (_, at) => [`Åse Bæk ${at} = ø`, `0${20_000_000 + at}`, 'Ærø']);
    for (const way of ['qp', 'base64'])
      expect((await read(saved([page(table([header, ...rows]), { way })]))).rows).toEqual(rows);
  });

  it('takes the encoding that a person chose', async () => {
    const told = page(table([header, ['Имя', '012', 'x']]), { charset: 'koi8-r' });
    const lying = { ...told, head: told.head.replace('koi8-r', 'windows-1252') };
    expect((await read(saved([lying]), { encoding: 'koi8-r', headerLine: 1 })).rows).toEqual([['Имя', '012', 'x']]);
  });

  it('has the sheets of a workbook under their names, without the page of its tabs', async () => {
    const sheets = ['Leads &amp; more', 'Gamle'];
    const place = (name: string) => `file:///C:/A1B2/Leads_files/${name}`;
    const frames = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><!--[if gte mso 9]><xml><x:ExcelWorkbook><x:ExcelWorksheets>${sheets
      .map(
        (name, at) =>
          `<x:ExcelWorksheet>\r\n <x:Name>${name}</x:Name>\r\n <x:WorksheetSource HRef="Leads_files/sheet00${at + 1}.htm"/></x:ExcelWorksheet>`,
      )
      .join('')}</x:ExcelWorksheets></x:ExcelWorkbook></xml><![endif]--><frameset></frameset></html>`;
    const file = saved([
      page(frames),
      page(table([['Leads', 'Gamle']]), { location: place('tabstrip.htm') }),
      page(table([header, ...people]), { location: place('sheet001.htm') }),
      page(table([header, ['Bo', '1', 'Ry']]), { location: place('sheet002.htm') }),
    ]);
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
    const rows = Array.from({ length: 30_000 }, (_, at) => [`Åse Bæk ${at}`, `0${20_000_000 + at}`, 'Ærø']);
    const { reading } = await read(saved([page(table([header, ...rows]))]), {}, 100);
    expect(reading).toMatchObject({ complete: false, headerLine: { value: 1 }, encoding: { value: 'windows-1252' } });
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

  it.each([
    [
      'one line of 30 MB',
      saved([
        {
          head: page('').head,
          body: `<table><tr><td>Navn<td>Nr<tr><td>Bo<td>1</table><!--${'x'.repeat(30_000_000)}-->`,
        },
      ]),
    ],
    [
      'a million boundaries of others',
      saved([
        {
          head: page('').head,
          body: `<table><tr><td>Navn<td>Nr<tr><td>Bo<td>1</table>\r\n${'--no\r\n'.repeat(1_000_000)}`,
        },
      ]),
    ],
    [
      '20 MB of = signs',
      saved([
        {
          head: page('').head,
          body: `<table><tr><td>Navn<td>Nr<tr><td>Bo<td>1</table><!--${'='.repeat(20_000_000)}-->`,
        },
      ]),
    ],
  ])('reads in no time what is hostile: %s', async (_title, file) => {
    const started = performance.now();
    expect((await read(file, { headerLine: 1 })).rows).toEqual([['Bo', '1']]);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('any table and any damage', () => {
  const cell = fc
    .string({ unit: fc.constantFrom(...'aæ=- \té0€7;.'), minLength: 1, maxLength: 90 })
    .map((text) => `x${text}x`);
  const way = fc.constantFrom('qp', 'base64', '8bit');

  it('is read as it was written, in every way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 }), way, async (rows, written) => {
        const { rows: found } = await read(saved([page(table(rows), { way: written }), filelist]), {
          headerLine: null,
        });
        const shown = (text: string) => text.replaceAll(/[ \t]+/g, ' ');
        expect(found).toEqual(rows.map((cells) => cells.map(shown)));
      }),
      { numRuns: 60 },
    );
  });

  it('ends with rows or with a sentence', async () => {
    const whole = saved([
      page(table([header, ...people])),
      filelist,
      page(table([header, ...people]), { way: 'base64' }),
    ]);
    const piece = fc.constantFrom(
      '',
      '=',
      '--',
      `--${BOUNDARY}`,
      '\r\n\r\n',
      'Content-Type: multipart/mixed; boundary=x\r\n\r\n',
      '<table>',
      '\0',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length), fc.nat(400), piece), { maxLength: 5 }),
        async (damage) => {
          let bytes = whole;
          for (const [at, length, text] of damage)
            bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(text), bytes.subarray(at + length)]);
          // Any error that is not a trouble with the file fails.
          await read(bytes).catch((error: unknown) => {
            if (!(error instanceof FileTrouble)) throw error;
            expect(error.message).toMatch(/^["A-Z].*\.$/s);
          });
        },
      ),
      { numRuns: 200 },
    );
  });
});
