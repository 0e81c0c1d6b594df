import { expect, it } from 'vitest';
import { foreignForm } from './foreign-form.ts';

it.each([
  ['UTF-16', [0xff, 0xfe, 0x5b, 0]],
  ['UTF-16', [0xfe, 0xff, 0, 0x5b]],
  ['UTF-16', [0x5b, 0, 0x5d, 0]],
  ['UTF-16', [0, 0x5b, 0, 0x5d]],
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-32', [0x5b, 0, 0, 0]],
  ['UTF-32', [0, 0, 0, 0x5b]],
])('no list of leads is text in %s: %j', (name, head) => {
  const form = (expected: 'json' | 'csv') => foreignForm(() => undefined, Uint8Array.from(head), expected);
  expect([form('json'), form('csv')]).toEqual([`text in ${name}`, null]);
});
