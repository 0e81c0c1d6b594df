import { describe, expect, test } from 'vitest';
import { createFormat, format, showTimesIn } from './format.ts';

const zone = 'Europe/Copenhagen';
const english = createFormat('en-GB', () => zone);
const german = createFormat('de-DE');
/** 17 November 2026, 13:47:08 in Copenhagen. */
const at = Date.UTC(2026, 10, 17, 12, 47, 8);
const hour = 3_600_000;

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!../**/*.spec.*', '!../testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** A number with its thousands, outside of comments. */
const written = /^(?!\s*(?:\/?\*|\/\/)).*?[^\d.,]\d{1,3},\d{3}(?!\d|,\d)/gm;

describe('numbers', () => {
  test('are written in no text of the page: "10,000" is ten to a German reader', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(300);
    const found = Object.entries(sources).flatMap(([path, text]) =>
      Array.from(text.matchAll(written), ([match]) => `${path}: ${match.trim()}`),
    );
    expect(found).toEqual([]);
  });

  test('are grouped as the locale groups them', () => {
    expect(english.number(24_318)).toBe('24,318');
    expect(german.number(24_318)).toBe('24.318');
    const field = (thousandSeparator: string, decimalSeparator: string, ...allowedDecimalSeparators: string[]) => ({
      thousandSeparator,
      decimalSeparator,
      allowedDecimalSeparators,
    });
    expect(english.field).toMatchObject(field(',', '.', '.', '.'));
    expect(german.field).toMatchObject(field('.', ',', ',', ','));
    expect(createFormat('fr-FR').field).toMatchObject(field('\u202F', ',', '.', ',', ','));
    expect(createFormat('ar-EG').field).toMatchObject(field(',', '.', '.', '.'));
  });

  test.each(['ar-EG', 'fa-IR', 'mr-IN'])(
    'have Latin digits in %s: those of Arabic turn "13:47, 51 more" around',
    (locale) => {
      const { number, amount, percent, time, timeWithSeconds, duration } = createFormat(locale, () => zone);
      const texts = [number(24_318), amount(1.5), percent(3, 7), time(at), timeWithSeconds(at), duration(2_100)];
      for (const text of texts) expect(text).toMatch(/^[\x20-\x7e\u00a0\u202f]+$/);
    },
  );

  test.each([
    [0, 24_318, '0 %'],
    [3, 24_318, '< 0.1 %'],
    [11_318, 24_318, '46.5 %'],
    [24_317, 24_318, '> 99.9 %'],
    [24_318, 24_318, '100 %'],
    [961, 900, '107 %'],
    [5, 0, '0 %'],
  ])('%d of %d is %s', (part, whole, words) => expect(english.percent(part, whole)).toBe(words));

  test('whole percents are never 100 before all is done', () => {
    expect(english.wholePercent(9_999, 10_000)).toBe('99 %');
    expect(english.wholePercent(10_000, 10_000)).toBe('100 %');
    expect(english.wholePercent(1, 0)).toBe('0 %');
  });

  test('words follow the number', () => {
    const forms = { one: '# row', other: '# rows' };
    expect(english.count(1, forms)).toBe('1 row');
    expect(english.count(1_204, forms)).toBe('1,204 rows');
  });

  test.each([
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [999_960, '1 MB'],
    [1_100_000_000, '1.1 GB'],
  ])('%d bytes are %s', (bytes, words) => expect(english.bytes(bytes)).toBe(words));

  test.each([
    [84, '84 ms'],
    [2_100, '2.1 s'],
    [180_000, '3 min'],
    [hour - 20_000, '1 h'],
    [2 * hour, '2 h'],
    [6 * hour - 20_000, '6 h'],
    [2 * hour + 300_000, '2 h 5 min'],
  ])('%d milliseconds are %s', (milliseconds, words) => expect(english.duration(milliseconds)).toBe(words));
});

describe('times', () => {
  test('are the wall clock of the zone that is given, or else of home', () => {
    expect(english.time(at)).toBe('13:47');
    expect(english.time(at, 'Asia/Tokyo')).toBe('21:47');
    expect(english.timeWithSeconds(at)).toBe('13:47:08');
  });

  test('midnight is 00, not 24', () => {
    expect(english.time(Date.UTC(2026, 10, 16, 23, 5))).toBe('00:05');
  });

  test('a moment names the day only when it is another', () => {
    expect(english.moment(at + hour, at)).toBe('14:47');
    expect(english.moment(at + 18 * hour, at)).toBe('tomorrow 07:47');
    expect(english.moment(at + 50 * hour, at)).toBe('19 Nov 15:47');
  });

  test.each([
    ['2027-03-27T22:30:00Z', '2027-03-28T08:00:00Z', 'tomorrow 10:00'],
    ['2027-03-27T22:30:00Z', '2027-03-29T08:00:00Z', '29 Mar 10:00'],
    ['2026-10-24T22:30:00Z', '2026-10-25T22:30:00Z', '23:30'],
    ['2026-10-24T22:30:00Z', '2026-10-26T09:00:00Z', 'tomorrow 10:00'],
    ['2026-12-31T22:30:00Z', '2027-01-01T09:00:00Z', 'tomorrow 10:00'],
  ])('tomorrow is the next day also where the clock changes: from %s, %s is %s', (now, then, words) => {
    expect(english.moment(Date.parse(then), Date.parse(now))).toBe(words);
  });

  test.each([
    [30_000, 'just now'],
    [3 * 60_000, '3 min ago'],
    [2 * hour, '2 h ago'],
    [49 * hour, '15 Nov 2026'],
  ])('%d milliseconds ago is %s', (past, words) => expect(english.ago(at - past, at)).toBe(words));

  test.each(['ar-EG', 'he-IL'])('a date in %s keeps to itself in an English sentence', (locale) => {
    const { date, dayAndMonth, weekday, moment } = createFormat(locale, () => zone);
    for (const text of [date(at), dayAndMonth(at), weekday(at)]) expect(text).toMatch(/^\u2068[^\u2068\u2069]+\u2069$/);
    expect(moment(at - 50 * hour, at)).toBe(`${dayAndMonth(at - 50 * hour)} 11:47`);
    expect(english.date(at)).not.toContain('\u2068');
  });

  test('the zone has its short name, summer and winter', () => {
    expect(english.zoneName(at)).toBe('CET');
    expect(english.zoneName(Date.UTC(2026, 6, 1))).toBe('CEST');
  });
});

describe('the clock of the account', () => {
  test('shows every time that names no zone of its own', () => {
    let home: string | undefined;
    const shown = createFormat('en-GB', () => home);
    home = 'Asia/Tokyo';
    expect([shown.time(at), shown.timeWithSeconds(at), shown.time(at, zone)]).toEqual(['21:47', '21:47:08', '13:47']);
    home = zone;
    expect([shown.time(at), shown.moment(at, at + hour)]).toEqual(['13:47', '13:47']);
  });

  test('is that of the service where this computer does not know its zone', () => {
    showTimesIn('Europe/Nowhere');
    expect([format.time(at), format.zoneName(at)]).toEqual(['13:47', 'CET']);
  });
});
