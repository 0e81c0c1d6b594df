import iconv from 'iconv-lite';
import { cellsOf } from '../../table/tables-fixture.ts';

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

export interface Part {
  readonly head: string;
  readonly body: string;
}

export function page(
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

export const BOUNDARY = '----=_NextPart_01DC5E9A.1B2C3D40';

export function saved(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const head = `MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\nContent-Type: multipart/related;\r\n\tboundary="${BOUNDARY}"\r\n\r\nThis document is a Single File Web Page.\r\n\r\n`;
  const bodies = parts.map(({ head: own, body }) => `--${BOUNDARY}\r\n${own}\r\n\r\n${body}\r\n\r\n`);
  return Buffer.from(`${head}${bodies.join('')}${end}`, 'latin1');
}

export const table = (rows: readonly (readonly string[])[], more = '') =>
  `<html${more}><head><style>td{mso-number-format:"\\@"}</style></head><body><table border=3D0>\r\n${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td class=xl65>${cell}</td>`).join('')}</tr>`)
    .join('\r\n')}\r\n</table></body></html>`.replaceAll('=3D', '=');

export const header = ['Navn', 'Telefon', 'By'];
export const people = cellsOf(
  'Søren Kjærgård|004520316776|Århus',
  'Åse = Bæk|020316777|Ærøskøbing &amp; omegn med et meget langt navn, der fylder mere end en linje',
);
export const read2 = cellsOf(
  'Søren Kjærgård|004520316776|Århus',
  'Åse = Bæk|020316777|Ærøskøbing & omegn med et meget langt navn, der fylder mere end en linje',
);
export const filelist: Part = {
  head: 'Content-Location: file:///C:/A1B2/Leads_files/filelist.xml\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Type: text/xml; charset="utf-8"',
  body: '<xml xmlns:o=3D"urn:schemas-microsoft-com:office:office"><table><tr><td>no</td></tr></table></xml>',
};
