import { expect, test } from 'vitest';
import { operatorsOf } from './operators.ts';

test('finds operators and conditions, each as a change of the text, and leaves words and shapes alone', async () => {
  const text = `const name = 'a';\nexport function isOld(age: number) {\n  return age >= 65;\n}\n`;
  const found = await operatorsOf('a.ts', text);
  expect(found.map(({ line, original, mutated }) => [line, original, mutated])).toEqual([
    [3, 'age >= 65', 'true'],
    [3, 'age >= 65', 'false'],
    [3, 'age >= 65', 'age > 65'],
    [3, 'age >= 65', 'age < 65'],
  ]);
  const { start = 0, end = 0, replacement } = found[2] ?? {};
  expect(text.slice(0, start) + replacement + text.slice(end)).toContain('  return age > 65;\n');
});
