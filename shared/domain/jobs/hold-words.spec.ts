import { expect, it } from 'vitest';
import { TRIES_AGAIN, withoutTrying } from './hold-words.ts';

it.each([
  [`Nothing was sent. ${TRIES_AGAIN}`, 'Nothing was sent.'],
  ['Rows wait; Lead Console tries again on its own.', 'Rows wait.'],
  [`${TRIES_AGAIN} Then it stops.`, `${TRIES_AGAIN} Then it stops.`],
  ['', ''],
])('%j is %j for a program that has ended', (reason, told) => expect(withoutTrying(reason)).toBe(told));
