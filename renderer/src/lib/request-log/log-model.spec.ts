import { expect, test } from 'vitest';
import { exampleRequest as entry } from '../../testing/examples.ts';
import { answerWords, asText, filtered } from './log-model.ts';

const log = [
  entry({}),
  entry({ id: 2, status: 429, outcome: 'refused' }),
  entry({ id: 3, status: null, outcome: 'no answer', remaining: null }),
];

test('newest first, troubles and words narrow it down', () => {
  expect(filtered(log, 'all', '').map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(filtered(log, 'trouble', '').map(({ id }) => id)).toEqual([3, 2]);
  expect(filtered(log, 'all', ' 429 ').map(({ id }) => id)).toEqual([2]);
  expect(filtered(log, 'all', 'import 429').map(({ id }) => id)).toEqual([2]);
  expect(filtered([...log, entry({ id: 4, method: 'GET' })], 'changes', '').map(({ id }) => id)).toEqual([3, 2, 1]);
});

test('a status is said once', () => {
  expect(answerWords(entry({ status: 403, outcome: 'refused (403)' }))).toBe('403 refused');
  expect(answerWords(entry({ status: null, outcome: 'no answer' }))).toBe('no answer');
});

test('a size is short enough for its column; the copy has it to the byte', () => {
  const read = entry({ outcome: 'done, 2488704 bytes' });
  expect(answerWords(read)).toBe('200 done, 2.5 MB');
  expect(answerWords(entry({ outcome: 'broken off after 28624 bytes' }))).toBe('200 broken off after 28.6 kB');
  expect(asText([read])).toContain('\tdone, 2488704 bytes\t');
});

test('the copy is a table with one line each', () => {
  const lines = asText(filtered(log, 'all', '')).split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[3]?.split('\t')).toEqual([
    '2026-11-17T13:47:08',
    'POST /leads',
    'import',
    '200',
    'done',
    '1',
    '84',
    '12',
  ]);
  expect(new Set(lines.map((line) => line.split('\t').length))).toEqual(new Set([8]));
});

test('a row that the service refused with 200 is a refusal, and is found and copied under that word', () => {
  const refusal = entry({ id: 9, status: 200, outcome: 'rejected' });
  expect(filtered([refusal], 'trouble', 'refused')).toEqual([refusal]);
  expect(filtered([refusal], 'all', 'rejected')).toEqual([]);
  expect(asText([refusal])).toContain('\t200\trefused\t');
});
