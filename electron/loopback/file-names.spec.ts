import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainName } from '../host/file-names.ts';
import { attachment, uploadTrouble } from './file-exchange.ts';

const nasty = fc.constantFrom(...'/\\":*?<>|.\r\n\t\0\u007f\u202e\u2066 aZø😀');

describe('names of files', () => {
  it.each([
    ['leads.csv', 'leads.csv'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\kim\\leads.csv', 'leads.csv'],
    ['Året rundt – søgning.csv', 'Året rundt – søgning.csv'],
    ['a"b\r\nX: y.csv', 'a_b__X_ y.csv'],
    ['fdp.\u202Evsc.exe', 'fdp._vsc.exe'],
    ['a\ud800.csv', 'a\ufffd.csv'],
    ['..', ''],
    ['', ''],
    ['folder/', 'folder'],
    // Names that Windows takes for devices, or shortens.
    ['CON.csv', '_CON.csv'],
    ['nul', '_nul'],
    ['com1.old.xlsx', '_com1.old.xlsx'],
    ['console.csv', 'console.csv'],
    ['leads. .', 'leads'],
    [`${'L'.repeat(300)}.csv`, `${'L'.repeat(196)}.csv`],
    [`${'L'.repeat(195)}😀😀.csv`, `${'L'.repeat(195)}.csv`],
  ])('%j is shown as %j', (given, shown) => {
    expect(plainName(given)).toBe(shown);
  });

  it('never hold a folder, a line break or a quote', () => {
    fc.assert(
      fc.property(fc.string({ unit: nasty }), (name) => {
        // oxlint-disable-next-line no-control-regex
        expect(plainName(name)).not.toMatch(/[/\\"\u0000-\u001f]/);
        expect(['.', '..']).not.toContain(plainName(name));
      }),
    );
  });

  it('reach the browser whole, and in ASCII for old programs', () => {
    expect(attachment("Jørgens 'leads' (1)*.csv")).toBe(
      `attachment; filename="J_rgens 'leads' (1)*.csv"; filename*=UTF-8''J%C3%B8rgens%20%27leads%27%20%281%29%2A.csv`,
    );
  });

  it('cannot break out of the header', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const header = attachment(plainName(name));
        expect(header).toMatch(/^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/);
      }),
    );
  });
});

describe('a file that does not arrive', () => {
  it.each([
    ['ENOSPC', 'file', /disk with the data folder is full/],
    ['EDQUOT', 'file', /Free some space/],
    ['ECONNRESET', 'cancelled', /did not arrive whole/],
  ])('for %s is explained', (code, kind, words) => {
    const trouble = uploadTrouble(Object.assign(new Error('system'), { code }));
    expect(trouble).toMatchObject({ error: { code: kind, message: expect.stringMatching(words) } });
  });

  it('for an unforeseen reason stays a bug', () => {
    const bug = new Error('unforeseen');
    expect(uploadTrouble(bug)).toBe(bug);
  });
});
