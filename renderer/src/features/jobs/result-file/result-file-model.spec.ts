import { expect, it } from 'vitest';
import { excelDelimiter } from './result-file-model.ts';

it.each([
  ['da-DK', ';'],
  ['de-DE', ';'],
  ['en-GB', ','],
  ['de-CH', ','],
])('Excel in %s most likely separates cells by %j', (language, expected) => {
  expect(excelDelimiter(language)).toBe(expected);
});
