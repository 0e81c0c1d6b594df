import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import names from './column-names.json' with { type: 'json' };
import { isColumnName } from './column-names.ts';

const listSchema = z.strictObject({
  meaning: z.string(),
  words: z.record(
    z.string().regex(/^[a-z][A-Za-z]+$/),
    z
      .array(z.string().regex(/^[\p{Ll}\p{Lo}\p{Lm}-]+$/u))
      .min(5)
      .refine((words) => new Set(words).size === words.length, 'no word twice'),
  ),
});
const namesSchema = z.strictObject({ wordsWithBlanks: listSchema, wholeNames: listSchema });

it('the list of column names fits its schema', () => {
  expect(namesSchema.parse(names)).toEqual(names);
});

describe('the name of a column', () => {
  it.each(['Kod pocztowy', 'TELEFON 2', 'Ragione sociale', 'Фамилия', '電話番号', '우편 번호', 'Straße', 'First name'])(
    'is %j',
    (text) => {
      expect(isColumnName(text)).toBe(true);
    },
  );

  it.each([
    'Anna',
    '2024-01-31',
    '030 1234567',
    'nazwa '.repeat(11),
    'telefon abc def',
    'kod kod kod kod kod',
    `telefon${'-'.repeat(60)}`,
    'telefon od pana Jana Kowalskiego',
    '田中',
  ])('is not %j', (text) => {
    expect(isColumnName(text)).toBe(false);
  });
});
