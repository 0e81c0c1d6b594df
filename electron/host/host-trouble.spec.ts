import { expect, it } from 'vitest';
import { HostTrouble, whyNotStarted } from './host-trouble.ts';

it.each([
  [new HostTrouble('There is a file.'), /^There is a file\.$/],
  [Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }), /disk .* is full.*--data-dir/],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), /disk .* is full/],
  [Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 1544 }), /data folder is read-only/],
  [Object.assign(new Error('x'), { code: 'EADDRINUSE' }), /could not start: EADDRINUSE\.$/],
  [new Error('No page'), /could not start: No page\.$/],
  ['text', /could not start: text\.$/],
])('a start that fails says why: %o', (error, sentence) => {
  expect(whyNotStarted(error)).toMatch(sentence);
});
