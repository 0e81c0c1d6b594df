import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasPrefix, holdsPhone, numberAmongWords, phoneInCell, phonesIn } from './phone-in-cell.ts';

const numberOf = (text: string) => phoneInCell(text)?.number ?? null;

/** What people and programs write around a number. */
const wrappers: readonly ((number: string) => string)[] = [
  (number) => `p:${number}`,
  (number) => `tel:${number}`,
  (number) => `'${number}`,
  (number) => `="${number}"`,
  (number) => `=${number}`,
  (number) => `Tlf. ${number}`,
  (number) => `Tel.: ${number}`,
  (number) => `Mob: ${number}`,
  (number) => `Telefon-Nr. ${number}`,
  (number) => `Mobil (privat): ${number}`,
  (number) => `(mobil) ${number}`,
  (number) => `${number} (mobil)`,
  (number) => `${number} priv.`,
  (number) => `Моб. ${number}`,
  (number) => `раб. ${number}`,
  (number) => `τηλ. ${number}`,
  (number) => `携帯：${number}`,
  (number) => `手机: ${number}`,
  (number) => `${number}（代表）`,
  (number) => `휴대폰 ${number}`,
  (number) => `โทร. ${number}`,
  (number) => `SĐT: ${number}`,
  (number) => `נייד: ${number}`,
  (number) => `جوال: ${number}`,
  (number) => `Móvil: ${number}`,
  (number) => `☎ ${number}`,
  (number) => `\u202a${number}\u202c`,
  (number) => `\u200b${number},`,
];
const extensions: readonly ((digits: string) => string)[] = [
  (digits) => ` ext. ${digits}`,
  (digits) => `x${digits}`,
  (digits) => ` #${digits}`,
  (digits) => `, lok. ${digits}`,
  (digits) => ` (lok ${digits})`,
  (digits) => ` DW ${digits}`,
  (digits) => `;ext=${digits}`,
  (digits) => ` wew. ${digits}`,
  (digits) => ` ต่อ ${digits}`,
  (digits) => ` máy lẻ ${digits}`,
  (digits) => ` (внутр. ${digits})`,
  (digits) => ` 내선 ${digits}`,
];
const digit = fc.constantFrom(...'0123456789');
const number = fc
  .tuple(fc.constantFrom('', '+', '00', '+45 ', '(030) '), fc.stringMatching(/^[1-9](?:[ -]?\d){5,12}$/))
  .map(([prefix, rest]) => prefix + rest);

describe('a phone in a cell', () => {
  it('has the digits that stand in the cell, whatever stands around them', () => {
    fc.assert(
      fc.property(number, fc.constantFrom(...wrappers), (written, wrap) => {
        expect(numberOf(wrap(written))?.replace(/\D/g, '')).toBe(written.replace(/\D/g, ''));
        expect(hasPrefix(wrap(written))).toBe(/^(?:\+|00)/.test(written));
      }),
    );
  });

  it('never has the digits of its extension', () => {
    const few = fc.string({ unit: digit, minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(number, fc.constantFrom(...extensions), few, (written, add, extension) => {
        expect(phoneInCell(written + add(extension))).toEqual({ number: written, extension });
      }),
    );
  });

  it('is the same when it is looked for in itself', () => {
    const text = fc.oneof(
      fc.tuple(number, fc.constantFrom(...wrappers)).map(([written, wrap]) => wrap(written)),
      fc.string({ unit: fc.constantFrom(...'0123456789+-/ .,()#x\'="\u2212\u00a0') }),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(text, (cell) => {
        const found = numberOf(cell);
        if (found !== null) expect(numberOf(found)).toBe(found);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['20112233.0', '20112233'],
    ['０３－１２３４－５６７８', '03-1234-5678'],
    ['（０３）１２３４－５６７８', '(03)1234-5678'],
    ['０３ー１２３４ー５６７８', '03-1234-5678'],
    ['ＴＥＬ：０３．１２３４．５６７８', '03.1234.5678'],
    ['٠٥٠ ١٢٣ ٤٥٦٧', '050 123 4567'],
    ['\u200f+٩٦٦٥٠١٢٣٤٥٦٧', '+966501234567'],
    ['۰۹۱۲-۳۴۵-۶۷۸۹', '0912-345-6789'],
    ['९८७६५ ४३२१०', '98765 43210'],
    ['+৮৮০১৭১১-২২৩৩৪৪', '+8801711-223344'],
    ['๐๘๑-๒๓๔-๕๖๗๙', '081-234-5679'],
    ['၀၉ ၄၅၀ ၁၂၃ ၄၅၆', '09 450 123 456'],
    ['021-52340001转801', '021-52340001'],
    ['03-1234-5678 内線12', '03-1234-5678'],
    ['="20112233.0"', '20112233'],
    ['20−11−22−33', '20-11-22-33'],
    ['20\u00a011\u00a022\u00a033', '20\u00a011\u00a022\u00a033'],
    ['+45 (0)20 11 22 33', '+45 (0)20 11 22 33'],
  ])('%j is %j', (cell, expected) => expect(numberOf(cell)).toBe(expected));

  it.each(['٠٥٠١٢٣٤٥٦٧', '۰۹۱۲۳۴۵۶۷۸۹', '९८७६५४३२१०', '๐๘๑๒๓๔๕๖๗๙', '０３－１２３４－５６７８'])(
    '%s is told from other values',
    (cell) => {
      expect(holdsPhone(cell)).toBe(true);
      expect(phonesIn(`${cell} / ${cell}`)).toEqual([numberOf(cell), numberOf(cell)]);
      expect(phoneInCell(`${cell} / ${cell}`)).toBeNull();
    },
  );

  it.each([
    ...['Order 20031676', 'Kundenr. 20031676', 'No 20031676', 'CVR: 20031676', 'nej tak', 'mobil'],
    ...['20112233 / 40112233 (mobil)', 'mobil 20112233 efter kl. 17', 'Fax 20112233', '20112233 (12)', '20112233x'],
    ...['=HYPERLINK("tel:20112233")', `Tlf. ${'20'.repeat(60)}`],
  ])('%j is not known to be one phone and nothing else', (cell) => expect(phoneInCell(cell)).toBeNull());

  it('is found among other words for a person who decides', () => {
    expect(numberAmongWords('Peter: 20 03 16 76 (efter fyraften)')).toBe('20 03 16 76');
    for (const none of ['Peter 12', 'nej tak', '20031676 efter kl. 17']) expect(numberAmongWords(none)).toBeNull();
  });
});
