import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairIdSchema, type RepairId } from '../../contract/check/check.ts';
import { repairValue, type RepairContext } from './repairs.ts';

const context: RepairContext = {
  longest: 12,
  country: 'DE',
  parameters: { areaCode: '030' },
  place: 'unknown',
  readPhone: (text, _, care) => {
    const digits = text.replace(/\D/g, '');
    return digits.length < 7 || digits.length > 15
      ? 'invalid'
      : {
          e164: text.startsWith('+') ? `+${digits}` : `+49${digits.replace(/^0/, '')}`,
          // Of all area codes, these three are given out.
          isUsual: care !== 'exact' || /^0(?:30|351|40)/.test(text),
        };
  },
};
const repair = (id: RepairId, value: string) => repairValue(id, value, context);

describe('a repair', () => {
  it.each<[RepairId, string, string | null]>([
    ['areaCode', '90299 2354', '+4930902992354'],
    ['leadingZero', '1711234567', '+491711234567'],
    ['addPlus', '4930901838210', '+4930901838210'],
    ['postcodeZero', '1067', '01067'],
    ['postcodeZero', 'D-1067', 'D-01067'],
    ['writeOut', '4.530123456E+9', '4530123456'],
    ['writeOut', '4.5E+9', null],
    ['cutPointZero', '4530123456.0', '4530123456'],
    ['firstNumber', '030 901838; 030 901839', '030 901838'],
    ['numberOnly', '030 901838 (nur vormittags)', '030 901838'],
    ['numberOnly', '030 901838 ext. 12', '030 901838'],
    ['numberOnly', 'siehe Notiz', null],
    ['tidyEmail', 'Anna <anna@example.dk>;', 'anna@example.dk'],
    ['tidyEmail', 'anna (at) example.dk', 'anna@example.dk'],
    ['tidyEmail', 'anna@example,dk', 'anna@example.dk'],
    ['tidyEmail', 'anna@example.dk, anna@work.example.dk', 'anna@example.dk'],
    ['tidyEmail', 'anna@example.dk, later', null],
    ['tidyEmail', 'Anna anna@example.dk', null],
    ['tidyEmail', 'anna@example.dk privat', null],
    ['tidyEmail', 'anna @ example.dk', 'anna@example.dk'],
    ['tidyEmail', '\u202amailto:anna@example\u200b.dk', 'anna@example.dk'],
    ['tidyEmail', 'anna', null],
    ['shorten', 'OSZ Handel und Gewerbe', 'OSZ Handel u'],
    ['shorten', 'Schule Nord im Park', 'Schule Nord'],
    ['shorten', 'Schule Nor 🏫', 'Schule Nor'],
    ['shorten', 'Schule', null],
    ['addScheme', 'www.example.dk', 'https://www.example.dk'],
    ['cutComma', 'Main Street 1 ,', 'Main Street 1'],
    ['readOnce', 'SÃ¸ren Ã…gÃ¥rd', 'Søren Ågård'],
    ['readOnce', 'Søren', null],
    ['makeEmpty', '#REF!', ''],
  ])('%s of "%s"', (id, value, expected) => expect(repair(id, value)).toBe(expected));

  it('passes over a long run of blanks or points once', { timeout: 10_000 }, () => {
    const [blanks, points] = [' '.repeat(300_000), '.'.repeat(300_000)];
    expect(repair('cutComma', `a${blanks}b ,`) === `a${blanks}b`).toBe(true);
    expect(repair('tidyEmail', `anna${blanks}b (at) example.dk`)).toBe('annab@example.dk');
    expect(repair('tidyEmail', `anna${points}b@example.dk`)).toBe('anna.b@example.dk');
    expect(repair('otherOrder', `12/31/2024${blanks}x`)).toBeNull();
    expect(repair('otherOrder', `12/31/2024${blanks}10:30`)).toBe('2024-12-31 10:30');
  });

  it.each([
    // The area code is there already, or another one is.
    ['3039884177', 'unknown', '+493039884177'],
    ['3039884177', 'confirmed', '+493039884177'],
    ['35139884177', 'unknown', '+4935139884177'],
    ['35139884177', 'confirmed', '+4935139884177'],
    ['35139884177', 'elsewhere', '+4935139884177'],
    // Whole with its 0, but nobody knows whether it was.
    ['303988417', 'confirmed', null],
    ['351398841', 'unknown', null],
    ['351398841', 'confirmed', '+4930351398841'],
    ['4039492120', 'unknown', '+494039492120'],
    ['4039492120', 'confirmed', null],
    // A local number, whatever it begins with.
    ['30398841', 'confirmed', '+493030398841'],
    ['39884177', 'unknown', '+493039884177'],
    ['39884177', 'elsewhere', null],
    ['303988417712', 'confirmed', null],
  ] as const)('never puts a second area code before %s (place %s)', (value, place, expected) => {
    expect(repairValue('areaCode', value, { ...context, place })).toBe(expected);
  });

  it('counts the digits that numbers of the country may have', () => {
    const repaired = (country: string) => repairValue('areaCode', '3039884177', { ...context, country });
    expect(['DE', 'PT', 'AT'].map(repaired)).toEqual(['+493039884177', '+493039884177', null]);
  });

  it('puts no 0 alone before a number of a country whose numbers have none', () => {
    const parameters = { areaCode: '0' };
    const repaired = (country: string) => repairValue('areaCode', '1254501', { ...context, parameters, country });
    expect(['DE', 'IT', 'PL', 'BR'].map(repaired)).toEqual(['+491254501', '+491254501', null, null]);
  });

  it('needs the area code that a person confirmed', () => {
    expect(repairValue('areaCode', '902992354', { ...context, parameters: {} })).toBeNull();
    expect(repairValue('areaCode', '902992354', { ...context, parameters: { areaCode: '30' } })).toBe('+4930902992354');
  });

  it('never invents, drops or reorders a digit of the number itself', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'0123456789 .,eE+-/;'), maxLength: 24 });
    fc.assert(
      fc.property(fc.constantFrom(...repairIdSchema.options), texts, (id, text) => {
        const repaired = repair(id, text);
        if (repaired === null || id === 'makeEmpty' || id === 'shorten') return;
        expect(repaired).not.toBe(text.trim());
        // Dates are written anew, with the whole year.
        if (id === 'otherOrder') return;
        const number =
          id === 'writeOut'
            ? text.replace(/[eE]\+?\d+\s*$/, '')
            : id === 'cutPointZero' || (id === 'numberOnly' && /^\s*[+-]?\d+[.,]0+\s*$/.test(text))
              ? text.replace(/[.,]0+\s*$/, '')
              : text;
        const kept = number.replace(/\D/g, '');
        const digits = repaired.replace(/\D/g, '');
        const added = { areaCode: ['4930', '49'], leadingZero: ['49'], postcodeZero: ['0'] }[id as string] ?? [''];
        if (id === 'firstNumber' || id === 'tidyEmail') expect(text.replace(/\D/g, '')).toContain(digits);
        else if (id === 'cutComma' || id === 'addScheme') expect(digits).toBe(text.replace(/\D/g, ''));
        else expect(added.map((front) => front + kept)).toContain(digits);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a date in the other order', () => {
  it.each([
    ['04/28/2026', '2026-04-28'],
    ['04/28/2026 14:15', '2026-04-28 14:15'],
    ['04/28/2026T08:05:00', '2026-04-28 08:05:00'],
    ['28.04.26 9.30', '2026-04-28 9.30'],
    ['03/04/2026 10:00', null],
  ])('%s keeps its time of day: %s', (value, after) => expect(repair('otherOrder', value)).toBe(after));
});
