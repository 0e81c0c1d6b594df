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
    ['a DIF table', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n', 'DIF'],
  ])('%s is named as such', (_title, text, words) => {
    for (const bytes of inBoth(text)) expect(() => fileKind(bytes, 'leads.xls')).toThrow(words);
  });

  it('says nothing of its name where the name is true', () => {
    expect(() => fileKind(Buffer.from('<?xml version="1.0"?><feed/>'), 'leads.xml')).toThrow(
      '"leads.xml" is an XML file that is no spreadsheet. Open it',
    );
    expect(() => fileKind(Buffer.from('ID;PWXL;N;E\r\n'), 'leads.slk')).toThrow(
      '"leads.slk" is a table in the format SYLK. Open it',
    );
    expect(() => fileKind(Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'logo.png')).toThrow(
      '"logo.png" is a picture (PNG), not a spreadsheet. Choose',
    );
  });

  it.each([
    'ID;Phone;Name\n1;20304050;Bob\n',
    'Table,Guests\n1,4\n2,6\n',
    '<5,>10\n1,2\n',
    '<Name>;<Phone>\nBob;20304050\n',
    'id;price;other\nb;2;3\n',
    'Subject: Name,Phone\nAnna,20304050\n',
    'From:,To:,Type\nanna@a.dk,bent@b.dk,text/plain\n',
    'ID;P;N;E\n1;20304050;Bob;x\n',
    `${'x-a: 1\n'.repeat(2000)}Name,Phone\n`,
  ])('%j is a table', (text) => {
    expect(fileKind(Buffer.from(text), 'leads.csv')).toBe('text');
  });
});
