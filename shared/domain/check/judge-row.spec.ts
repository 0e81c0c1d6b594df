import { describe, expect, it } from 'vitest';
import type { CheckSettings } from '../../contract/check/check.ts';
import type { CleaningStep, FieldRule } from '../../contract/imports/mapping.ts';
import { markKindOfNumber, planCheck } from './check-plan.ts';
import { noPhoneMark, RowJudge } from './judge-row.ts';
import { cities } from '../phones/numbering.ts';
import type { PhoneReader } from '../phones/phone-reader.ts';

let reads = 0;
/** Danish numbers of eight digits, with or without their prefix, and Swedish ones of nine. */
const readPhone: PhoneReader = (text, country) => {
  reads += 1;
  const digits = text.replace(/\D/g, '');
  const own = digits.replace(/^(?:45|46)(?=\d{8,9}$)|^0/, '');
  const prefix = text.startsWith('+') ? digits.slice(0, 2) : { DK: '45', SE: '46' }[country];
  if (prefix === undefined || own.length !== (prefix === '45' ? 8 : 9)) return own.length < 8 ? 'short' : 'invalid';
  return { e164: `+${prefix}${own}`, isUsual: true };
};
const trim: CleaningStep = { kind: 'trim' };
const phone: CleaningStep = { kind: 'phone', country: 'DK' };
const columns = (field: string, from: readonly number[], cleaning: CleaningStep[] = [trim]): FieldRule => ({
  field,
  source: { kind: 'columns', columns: [...from], join: ' ' },
  cleaning,
});
const none: CheckSettings = { country: null, duplicateKey: null, fields: [] };

/** `ways`: what the plan has otherwise than usual. */
function judged(mapping: FieldRule[], ways: Partial<Parameters<typeof planCheck>[0]> = {}) {
  const plan = planCheck({ mapping, fields: [], settings: none, country: 'DK', postcodeColumn: null, ...ways });
  const judge = new RowJudge(plan, readPhone);
  return {
    plan,
    judge,
    row: (...cells: string[]) => {
      const { marks, ...rest } = judge.judgeRow(cells);
      return {
        ...rest,
        kinds: marks.map(({ reason, column }) => `${markKindOfNumber(reason)} ${column}`),
        values: marks.map(({ value }) => value),
      };
    },
  };
}

describe('the verdict on a row', () => {
  const { row } = judged(
    [
      columns('Phone', [0], [trim, phone]),
      columns('Mobile', [1], [trim, phone]),
      columns('Fax', [2], [trim, phone]),
      columns('Email', [3]),
      columns('FirstName', [4]),
      columns('LastName', [5]),
      columns('Note', [6]),
    ],
    { postcodeColumn: 7, country: 'DE' },
  );

  it('has its phones as they are compared, and counts those without a prefix and those that are cleaned', () => {
    const found = row('20 11 22 33', '+4520112234', '20112235', 'A@B.dk', 'Bo', 'Holm', 'x', '10115');
    expect(found).toMatchObject({
      kinds: [],
      phones: ['+4520112233', '+4520112234'],
      emails: ['a@b.dk'],
      repeated: [],
      filled: [0, 1, 2],
      ...{ filledPhones: 2, unprefixed: 2, cleaned: 2, name: null, valuesKey: null },
    });
    expect(cities[found.city]).toMatchObject({ country: 'DE' });
    expect(row('20112233', '', '', '', '', '', '', '').city).toBe(-2);
    expect(row('20112233', '', '', '', '', '', '', ' 01999 ').city).toBe(-1);
  });

  it('says which phone it has once more', () => {
    expect(row('20112233', '+45 20112233', '', 'a@b.dk')).toMatchObject({
      phones: ['+4520112233'],
      repeated: ['+4520112233'],
      emails: ['a@b.dk'],
    });
    const { row: three } = judged([columns('Phone', [0]), columns('Mobile', [1]), columns('Phone2', [2])]);
    expect(three('20112233', '20112234', '+4520112234')).toMatchObject({
      ...{ phones: ['+4520112233', '+4520112234'], repeated: ['+4520112234'], filledPhones: 3 },
    });
  });

  it('has no phone whatever faxes there are, and is compared by its names and values then', () => {
    const found = row(' ', '', '20112233', '', 'Bo', 'Holm, Erik');
    expect(found).toMatchObject({ kinds: ['onlySpaces 0', 'empty 3', 'noPhone -1'], filledPhones: 0, filled: [2] });
    expect(found.name).toBe('bo erik holm');
    expect(row('', '', '20112233', '', 'Holm', 'ERIK  bo')).toMatchObject({ name: 'bo erik holm' });
    // The same values, whatever fields they fill and in any case.
    expect(row('', '', '', '', 'HOLM', 'bo').valuesKey).toBe(row('', '', '', '', 'Bo', '', 'holm ').valuesKey);
    expect(found.valuesKey).not.toBe(row('', '', '', '', 'Bo', 'Holm, Erik').valuesKey);
    // In both ways to compose a letter.
    const [one, two] = ['NFC', 'NFD'].map((form) => row('', '', '', '', 'Jürgen'.normalize(form), 'Müller', 'é'));
    expect(one).toMatchObject({ name: two?.name, valuesKey: two?.valuesKey });
    expect(row('', '', '', '', '', '')).toMatchObject({ name: null, valuesKey: null });
    expect(row('', '', '', 'a@b.dk', 'Bo', 'Holm')).toMatchObject({
      name: null,
      valuesKey: null,
      kinds: ['noPhone -1'],
    });
  });

  it('is compared by a hash of its values, whose figures are published', () => {
    const { row: named } = judged([columns('Note', [0]), columns('City', [1])]);
    const hash = (...cells: string[]) => Number.parseInt(named(...cells).valuesKey?.replace('values ', '') ?? '', 36);
    // The examples of cyrb53.
    expect(['a', 'b', 'revenge', 'revenue'].map((text) => hash(text))).toEqual([
      ...[7929297801672961, 8684336938537663, 4051478007546757, 8309097637345594],
    ]);
    expect(hash('a', 'b')).toBe(hash('B', ' a '));
  });

  it('keeps no two of a thousand rows for one', () => {
    const keys = Array.from({ length: 1000 }, (_, n) => row('', '', '', '', `Bo ${n}`, 'Holm').valuesKey);
    expect(new Set(keys).size).toBe(1000);
    expect(keys[0]).toMatch(/^values [\da-z]{6,11}$/);
  });

  it('marks the value as it is judged, where it stands', () => {
    const found = row('20112233', '12345', '', ' none@ ', 'N/A', 'nobody');
    expect(found.kinds).toEqual(['phoneShort 1', 'emailInvalid 3', 'placeholder 4']);
    expect(found.values).toEqual(['12345', 'none@', 'N/A']);
    expect(row('-', '20112233').kinds).toEqual(['noValue 0', 'empty 3']);
  });

  it('names no column for values that are joined', () => {
    expect(judged([columns('Email', [0, 1])]).row('x', 'y')).toMatchObject({
      kinds: ['emailInvalid -1'],
      values: ['x y'],
    });
  });

  it('is without a mark for a phone when no phone is mapped', () => {
    expect(judged([columns('Email', [0])]).row('a@b.dk').kinds).toEqual([]);
    const { plan } = judged([columns('Phone', [0]), columns('Email', [1])]);
    expect(noPhoneMark(plan)).toMatchObject({ value: '', column: -1 });
  });
});

describe('the verdict on a value', () => {
  it('asks for it where the field is required, and says that an e-mail address is missing', () => {
    const settings = {
      ...none,
      fields: [{ field: 'Note', required: true, unique: false, longest: null, allowed: null }],
    };
    const { row } = judged([columns('Note', [0]), columns('Email', [1])], { settings });
    expect(row('', '').kinds).toEqual(['required 0', 'empty 1']);
    expect(row(' ', ' ').kinds).toEqual(['onlySpaces 0', 'required 0', 'onlySpaces 1']);
    expect(row('x', 'a@b.dk').kinds).toEqual([]);
    expect(judged([columns('Note', [0])]).row('').kinds).toEqual([]);
  });

  it('of an empty cell is that of the value that is sent in its place', () => {
    const filled = (to: string): CleaningStep[] => [trim, { kind: 'replace', values: [{ from: '', to }] }];
    const required = { field: 'Note', required: true, unique: false, longest: null, allowed: null };
    const { row } = judged(
      [columns('Note', [0], filled('x')), columns('Email', [1], filled('a@b.dk')), columns('Phone', [2], filled('12'))],
      { settings: { ...none, fields: [required] } },
    );
    for (const empty of ['', ' '])
      expect(row(empty, empty, empty)).toMatchObject({
        kinds: ['phoneShort 2'],
        emails: ['a@b.dk'],
        filledPhones: 1,
      });
  });

  it('counts letters and looks at the list as it is sent', () => {
    const own = { field: 'City', required: false, unique: false, longest: 4, allowed: ['Ry', '-', 'Odense'] };
    const { row } = judged([columns('City', [0])], { settings: { ...none, fields: [own] } });
    expect(row('  Ry  ').kinds).toEqual([]);
    expect(row('Odense').kinds).toEqual(['tooLong 0']);
    expect(row('Køge').kinds).toEqual(['notAllowed 0']);
    // A dash that the list allows is a value.
    expect([row('-').kinds, row('--').kinds]).toEqual([[], ['placeholder 0', 'notAllowed 0']]);
  });

  it('is limited by its length alone, or by the list alone', () => {
    const limited = (limit: { longest: number } | { allowed: string[] }) => {
      const own = { field: 'City', required: false, unique: false, longest: null, allowed: null, ...limit };
      return judged([columns('City', [0])], { settings: { ...none, fields: [own] } }).row('Odense').kinds;
    };
    expect([limited({ longest: 5 }), limited({ longest: 6 })]).toEqual([['tooLong 0'], []]);
    expect([limited({ allowed: ['Ry'] }), limited({ allowed: ['Odense'] })]).toEqual([['notAllowed 0'], []]);
  });

  it('of any text is what its first and last signs say, and two signs in place of a letter', () => {
    const { row } = judged([columns('Note', [0])]);
    const kinds = (text: string) => row(text).kinds.map((kind) => kind.split(' ')[0]);
    const odd = ['Holm,', 'Holm;', '4530123456.0', '4.53E+09', '#REF!', 'Err:502', 'N/A', 'undefined', 'SÃ¸ren'];
    expect(odd.map((text) => kinds(text).join())).toEqual([
      ...['commaAtEnd', 'commaAtEnd', 'pointZero', 'digitsLost', 'formulaError', 'formulaError'],
      ...['placeholder', 'placeholder', 'readTwice'],
    ]);
    expect(['Holm', 'Århus', 'zebra', '{x}', '3/4/2001', 'x1', 'nobody', 'Holm.'].flatMap(kinds)).toEqual([]);
  });

  it('of an address that is none is not compared', () => {
    const { row } = judged([columns('Email', [0]), columns('Phone', [1])]);
    expect(row('none@', '12')).toMatchObject({ emails: [], phones: [] });
  });

  it('is compared where a person chose the key or wants no value twice, trimmed and cleaned', () => {
    const unique = { field: 'Id', required: false, unique: true, longest: null, allowed: null };
    const settings = { ...none, duplicateKey: 'Phone', fields: [unique] };
    const { row } = judged([columns('Id', [0]), columns('Phone', [1], [trim, phone])], { settings });
    expect(row(' A1 ', '20 11 22 33').keys).toEqual([
      { field: 0, value: 'A1' },
      { field: 1, value: '+4520112233' },
    ]);
    expect(row('', '20112233').keys).toHaveLength(1);
    // A plain word is compared as well.
    expect(row('Holm', '').keys).toEqual([{ field: 0, value: 'Holm' }]);
  });

  it('is that of the number that is sent: cleaning mends what only lacks its plus', () => {
    const asWritten = judged([columns('Phone', [0])]);
    const cleaned = judged([columns('Phone', [0], [trim, phone])]);
    expect(asWritten.row('4520112233').kinds).toEqual(['plusMissing 0']);
    expect(cleaned.row('4520112233')).toMatchObject({ kinds: [], cleaned: 1, phones: ['+4520112233'] });
    expect(asWritten.row('20112233').cleaned).toBe(0);
    expect(cleaned.row('+4520112233')).toMatchObject({ kinds: [], cleaned: 0, unprefixed: 0 });
    // Nobody can say from which country a word is.
    expect(cleaned.row('siehe Notiz')).toMatchObject({ unprefixed: 0 });
    expect(cleaned.row('20112233 ext. 12')).toMatchObject({ kinds: ['extensionLeftOut 0'], cleaned: 1 });
    expect(asWritten.row('20112233 ext. 12').kinds).toEqual(['phoneExtension 0']);
    // A phone of another country than that of its cleaning is read as that one.
    const swedish = judged([columns('Phone', [0], [{ kind: 'phone', country: 'SE' }])]);
    expect(swedish.row('0701234567')).toMatchObject({ phones: ['+46701234567'], cleaned: 1 });
  });

  it('compares by the likely country where none is known, and judges by none', () => {
    const { row } = judged([columns('Phone', [0])], { country: '', likely: 'DK' });
    expect(row('20 11 22 33')).toMatchObject({ phones: ['+4520112233'], kinds: [] });
  });

  it('of a date says in which order it may be read', () => {
    const { row } = judged([columns('Born', [0], [trim, { kind: 'date', order: 'day-month' }]), columns('Phone', [1])]);
    expect(row('31.12.2001', '20112233').kinds).toEqual(['dateDayFirst 0']);
    expect(row('2001-12-31', '20112233').kinds).toEqual([]);
    expect(judged([columns('Birthday', [0])]).row('3/4/2001').kinds).toContain('dateEither 0');
  });

  it('stays the same however often it is asked, and whatever else was', () => {
    const { row } = judged([columns('Email', [0])]);
    const wrong = row('none@').kinds;
    for (let n = 0; n < 21_000; n += 1) row(`a${n % 20_500}@b.dk`);
    expect([row('none@').kinds, row('none@').kinds, row('a1@b.dk').kinds]).toEqual([wrong, wrong, []]);
    expect(wrong).toEqual(['emailInvalid 0']);
  });

  it('is asked for once, as long as values repeat', () => {
    const { row } = judged([columns('Phone', [0], [trim, phone])]);
    row('30111111');
    reads = 0;
    for (let times = 0; times < 5000; times += 1) row('30111111');
    expect([row('30111111').phones, reads]).toEqual([['+4530111111'], 0]);
    const { row: other } = judged([columns('Phone', [0], [trim, phone])]);
    for (let number = 0; number <= 4000; number += 1) other(String(31_000_000 + number));
    reads = 0;
    other('31000001');
    expect(reads).toBeGreaterThan(0);
  });
});
