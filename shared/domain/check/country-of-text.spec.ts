import { expect, it } from 'vitest';
import { countryOfText } from './country-of-text.ts';

it.each([
  ['USA', 'US'],
  ['aut', 'AT'],
  ['Danmark', 'DK'],
  ['uk', 'GB'],
  ['constructor', null],
  ['valueOf', null],
  ['__proto__', null],
])('reads %s as %s', (text, country) => {
  expect(countryOfText(text)).toBe(country);
});
