import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

const words = (text: string) => changesOf('a.ts', text).map(({ line, original, mutated }) => [line, original, mutated]);

/** The text with one change made. */
function after(text: string, index: number): string | null {
  const change = changesOf('a.ts', text)[index];
  return change === undefined ? null : text.slice(0, change.start) + change.replacement + text.slice(change.end);
}

test('takes out calls, assignments and waits, one at a time', () => {
  const text = `function end(file: File) {\n  file.close();\n  if (file.isOld) delete kept[file.name];\n  count++;\n}`;
  expect(words(text)).toEqual([
    [2, 'file.close();', 'removed'],
    [3, 'delete kept[file.name];', 'removed'],
    [4, 'count++;', 'removed'],
  ]);
  expect(after(text, 1)).toContain('if (file.isOld) ;\n');
});

test('adds one to a small number and doubles a larger one', () => {
  const text = 'const ATTEMPTS = 2;\nexport const [ROWS, PART] = [2_000, 0.5];';
  expect(words(text)).toEqual([
    [1, 'const ATTEMPTS = 2;', 'const ATTEMPTS = 3;'],
    [2, 'export const [ROWS, PART] = [2_000, 0.5];', 'export const [ROWS, PART] = [4000, 0.5];'],
    [2, 'export const [ROWS, PART] = [2_000, 0.5];', 'export const [ROWS, PART] = [2_000, 1];'],
  ]);
  expect(after(text, 0)).toContain('const ATTEMPTS = 3;');
});

test('leaves types, directives and constructors alone', () => {
  expect(words(`'use strict';\ntype Digit = 1 | 2;\nlet a: 3 | null = null as 4 | null;`)).toEqual([]);
  expect(words('class A {\n  constructor() {\n    this.b = 1;\n  }\n  close() {\n    this.b = null;\n  }\n}')).toEqual([
    [6, 'this.b = null;', 'removed'],
  ]);
});

test('a text that stands over several lines is one line of a report', () => {
  expect(words('send(\n  one,\n  other,\n);')).toEqual([[1, 'send( one, other, );', 'removed']]);
});
