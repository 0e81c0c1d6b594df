import { describe, expect, it } from 'vitest';
import { fileKind } from './file-kind.ts';

const inBoth = (text: string) => [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le')];

describe('text that is a workbook inside', () => {
  it.each([
    ['a comment before a page', '<!-- made by x --><html><table></table></html>', 'html'],
    ['a page in XML', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">\n<html xmlns="y">', 'html'],
    ['a piece of a page', '<div><table border="1"><tr><td>Name</td></tr></table></div>', 'html'],
    ['a style sheet before a table', '<style>.x{}</style><table><tr><td>Name</td></tr></table>', 'html'],
    ['a workbook of 2003', '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook>', 'xml2003'],
    ['a workbook of 2003 with prefix', '<ss:Workbook xmlns:ss="x">', 'xml2003'],
    [
      'a flat OpenDocument spreadsheet',
      '<?xml version="1.0"?><!-- x --><office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet">',
      'fods',
    ],
    ['a saved page', 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="x"\r\n', 'mhtml'],
    [
      'a page that a browser saved',
      'From: <Saved by Blink>\r\nSnapshot-Content-Location: https://x/\r\nSubject: =?utf-8?Q?List?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="--x"\r\n',
      'mhtml',
    ],
    ['a saved page whose type is folded', 'Content-Type:\r\n\tmultipart/related; boundary=x\r\n', 'mhtml'],
  ])('%s', (_title, text, kind) => {
    for (const bytes of inBoth(text)) expect(fileKind(bytes, 'leads.xls')).toBe(kind);
  });
});

describe('a file by its first bytes', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'a picture (PNG)', 'png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'a picture (JPEG)', 'jpg'],
    ['GIF89a', 'a picture (GIF)', 'gif'],
    ['%PDF-1.7\n', 'a PDF document', 'pdf'],
    ['\x1f\x8b\x08\0', 'a compressed file (gzip)', 'gz'],
    ['BZh91AY', 'a compressed file (bzip2)', 'bz2'],
    ['7z\xbc\xaf\x27\x1c', 'a compressed file (7-Zip)', '7z'],
    ['Rar!\x1a\x07\0', 'a compressed file (RAR)', 'rar'],
    ['SQLite format 3\0', 'a database (SQLite)', 'sqlite'],
    ['\x7fELF\x02\x01', 'a program', 'so'],
    ['MZ\x90\0\x03', 'a program', 'exe'],
    ['PAR1\x15\x04', 'a Parquet file', 'parquet'],
  ])('%j is %s', (head, what, end) => {
    const bytes = Buffer.from(head, 'latin1');
    expect(() => fileKind(bytes, 'leads.csv')).toThrow(`"leads.csv" is ${what}, not a spreadsheet, despite its name.`);
    expect(() => fileKind(bytes, `leads.${end}`)).toThrow(`is ${what}, not a spreadsheet. Choose`);
  });

  it.each([
    ['PK\x03\x04\x14', 'zip'],
    ['PK\x05\x06\0', 'zip'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0', 'compound'],
    // The first record of a bare workbook, in the versions 2, 3, 4, and 5 to 8.
    ...['\0\x04', '\0\x06', '\x02\x06', '\x04\x06', '\x08\x04', '\x08\x06', '\x08\x08', '\x08\x10'].map((version) => [
      `\t${version}\0\0`,
      'compound',
    ]),
    ['PK', 'text'],
    ['\t\0\x05\0\0', 'text'],
    ['\t\x08\x06\x01\0', 'text'],
    [' \x08\x06\0\0', 'text'],
    ['x', 'text'],
  ])('%j is %s', (head, kind) => {
    expect(fileKind(Buffer.from(head, 'latin1'), 'leads.png')).toBe(kind);
  });

  it.each([
    ['dBASE III', '\x03\x7e\x0b\x1c\x28\0\0\0\x61\0\x13\0'],
    ['FoxPro', '\x30\x1a\x0b\x1c\x28\0\0\0\x68\x01\x13\0'],
  ])('of %s is a table that is named as such', (_title, start) => {
    const column = (name: string) => `${name.padEnd(11, '\0')}C`.padEnd(32, '\0');
    const table = (columns: string) => Buffer.from(`${start.padEnd(32, '\0')}${columns}\r Anna  20304050`, 'latin1');
    const bytes = table(column('NAME') + column('PHONE'));
    const words = 'is a table in the format dBASE';
    expect(() => fileKind(bytes, 'leads.csv')).toThrow(`"leads.csv" ${words}, despite its name. Open it`);
    expect(() => fileKind(bytes, 'leads.dbf')).toThrow(`"leads.dbf" ${words}. Open it`);
    for (const [at, byte] of [
      [0, 0x04],
      [2, 13],
      [3, 32],
      [12, 1],
      [13, 1],
    ] as const) {
      const other = Buffer.from(bytes);
      other[at] = byte;
      expect(fileKind(other, 'leads.dbf')).toBe('text');
    }
    expect(fileKind(table(`${column('NAME')}x`), 'leads.dbf')).toBe('text');
  });

  it.each([126, 127, 255])('of dBASE is one with %i columns, too', (count) => {
    const head = Buffer.alloc(32);
    head.write('\x03\x7e\x0b\x1c\x28', 'latin1');
    head.writeUInt16LE(33 + 32 * count, 8);
    const columns = Array.from({ length: count }, (_, at) => `${`C${at}`.padEnd(11, '\0')}C`.padEnd(32, '\0')).join('');
    const table = Buffer.concat([head, Buffer.from(`${columns}\r Anna`, 'latin1')]);
    expect(() => fileKind(table.subarray(0, 4096), 'leads.dbf')).toThrow('a table in the format dBASE');
    table[32 + 32 * 100 + 11] = 0x20;
    if (count > 126) expect(fileKind(table.subarray(0, 4096), 'leads.dbf')).toBe('text');
  });

  it.each(['~$leads.xlsx', '.~lock.leads.xlsx#'])('is no table when it is called %s', (name) => {
    expect(() => fileKind(Buffer.from('\x05Anna '), name)).toThrow(
      `"${name}" has no rows: it only marks that somebody has "leads.xlsx" open. Choose "leads.xlsx" itself.`,
    );
    expect(fileKind(Buffer.from('PK\x03\x04\x14', 'latin1'), name)).toBe('zip');
  });

  it('without any is empty', () => {
    expect(() => fileKind(new Uint8Array(), 'leads.csv')).toThrow('"leads.csv" is empty: it has 0 bytes.');
  });
});

describe('text that is no table', () => {
  it.each([
    [
      'XML of another kind',
      '<?xml version="1.0"?><feed><entry/></feed>',
      'an XML file that is no spreadsheet, despite',
    ],
    [
      'a flat OpenDocument text',
      '<office:document office:mimetype="application/vnd.oasis.opendocument.text">',
      'an XML file that is no spreadsheet',
    ],
    ['address cards', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Bob\r\n', 'address cards'],
    ['a SYLK table', 'ID;PCALCOOO32\r\nB;Y3;X2\r\nC;Y1;X1;K"Name"\r\n', 'SYLK'],
    ['a SYLK table of a database', 'ID;PORACLE\nP;FCourier\nF;Y1;X1;SDM4\nC;Y1;X1;K"Name"\n', 'SYLK'],
    ['a SYLK table of a script', 'ID;PGnumeric;N;E\rC;X1;Y1;K"Name"\r', 'SYLK'],
    ['a DIF table', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n', 'DIF'],
  ])('%s is named as such', (_title, text, words) => {
    for (const bytes of inBoth(text)) expect(() => fileKind(bytes, 'leads.xls')).toThrow(words);
  });

  it('says nothing of its name where the name is true', () => {
    expect(() => fileKind(Buffer.from('<?xml version="1.0"?><feed/>'), 'leads.xml')).toThrow(
      '"leads.xml" is an XML file that is no spreadsheet. Open it',
    );
    for (const end of ['json', 'jsonl', 'ndjson'])
      expect(() => fileKind(Buffer.from('{"name":"Bo"}'), `leads.${end}`)).toThrow(
        `"leads.${end}" is a JSON file. Open`,
      );
    expect(() => fileKind(Buffer.from('ID;PWXL;N;E\r\n'), 'leads.slk')).toThrow(
      '"leads.slk" is a table in the format SYLK. Open it',
    );
    expect(() => fileKind(Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'logo.png')).toThrow(
      '"logo.png" is a picture (PNG), not a spreadsheet. Choose',
    );
  });

  it.each([
    ...['ID;Phone;Name\n1;20304050;Bob\n', 'Table,Guests\n1,4\n2,6\n', '<5,>10\n1,2\n'],
    ...['<Name>;<Phone>\nBob;20304050\n', 'id;price;other\nb;2;3\n', 'Subject: Name,Phone\nAnna,20304050\n'],
    ...['From:,To:,Type\nanna@a.dk,bent@b.dk,text/plain\n', 'ID;P;N;E\n1;20304050;Bob;x\n', 'ID;Phone\nC;20304050\n'],
    `${'x-a: 1\n'.repeat(2000)}Name,Phone\n`,
  ])('%j is a table', (text) => {
    expect(fileKind(Buffer.from(text), 'leads.csv')).toBe('text');
  });
});
