import { expect, test } from 'vitest';
import { encodingNamed } from './encoding.ts';

test.each([
  ['Latin1', 'windows-1252'],
  [' UTF-8 ', 'utf-8'],
  ['constructor', null],
  ['__proto__', null],
  ['toString', null],
  ['', null],
])('%j names %j', (typed, encoding) => expect(encodingNamed(typed)).toBe(encoding));
