import { expect, it } from 'vitest';
import { boundedJson, cutWords } from './deep-json.ts';

const nested = (levels: number, inside = '') => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`;

it('keeps JSON that is only long, or only deep', () => {
  const brackets = JSON.stringify(['[{'.repeat(10_000), '\\"['.repeat(1000)]);
  for (const text of [brackets, nested(100, '1'.repeat(20_000)), nested(4000), nested(5000)])
    expect(boundedJson(text)).toEqual({ text, isCut: false });
});

it('cuts JSON that is both, and says so in the value', () => {
  const { text, isCut } = boundedJson(nested(101, '1'.repeat(20_000)));
  expect(isCut).toBe(true);
  expect(text).toBe(
    `${'['.repeat(101)}${'1'.repeat(9899)} … (Lead Console cut this value: 101 levels deep, 10000 of 20202 characters are here)`,
  );
  expect(boundedJson(nested(100_000)).text.length).toBeLessThan(10_200);
});

it('cuts no character in half', () => {
  const { text } = boundedJson(nested(101, JSON.stringify(`x${'🏝'.repeat(10_000)}`)));
  expect(text.isWellFormed()).toBe(true);
  expect(text).toContain('9999 of ');
});

it('names the columns', () => {
  expect(cutWords([])).toBe('');
  expect(cutWords(['data.a', 'value'])).toMatch(/are in data\.a, value\.$/);
  expect(cutWords([...'abcdefgh'])).toMatch(/are in a, b, c, d, e and 3 more columns\.$/);
  expect(cutWords([...'abcdef'])).toMatch(/are in a, b, c, d, e and 1 more column\.$/);
});
