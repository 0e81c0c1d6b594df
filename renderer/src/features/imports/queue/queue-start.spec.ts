import { expect, test } from 'vitest';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { fileStart, fileStartWords, queueStartWords } from './queue-start.ts';

const now = Date.parse('2026-11-17T10:00:00Z');
const start = (goOn: number, changed: Partial<typeof USUAL_TERMS> = {}) =>
  fileStart(goOn, { ...USUAL_TERMS, ...changed }, now);

test('all rows go at once without a trial and without hours', () => {
  expect(fileStartWords(start(45))).toBe('45');
  expect(queueStartWords([start(45), start(12)], 'SPRING')).toEqual({
    title: 'Send 57 rows of 2 files to SPRING?',
    action: 'Send 57 rows',
    waits: '',
  });
});

test('rows after the trial of a file are not said to be sent', () => {
  expect(fileStartWords(start(12, { trial: 10 }))).toBe('10 of 12');
  expect(queueStartWords([start(45), start(12, { trial: 10 })], 'SPRING')).toEqual({
    title: 'Send 55 of 57 rows of 2 files to SPRING?',
    action: 'Send 55 of 57 rows',
    waits:
      '2 rows wait for the end of the trial of their file: look at the leads of the trial, then resume the import.',
  });
  expect(start(12, { trial: 12 })).toEqual(start(12));
});

test('rows of a file that starts later, or whose hours have not come, are not said to be sent', () => {
  const tonight = start(12, { startAt: '2026-11-17T21:00', trial: 10 });
  expect(fileStartWords(tonight)).toBe('10 of 12 from 21:00 on');
  expect(queueStartWords([start(45), tonight], 'SPRING')).toEqual({
    title: 'Send 45 of 57 rows of 2 files to SPRING?',
    action: 'Send 45 of 57 rows',
    waits:
      '10 rows wait for the time in the plan of their file. 2 rows wait for the end of the trial of their file: look at the leads of the trial, then resume the import.',
  });
  expect(queueStartWords([start(1, { between: { from: 21, to: 6 } })], 'SPRING')).toEqual({
    title: 'Start 1 file into SPRING?',
    action: 'Start 1 file',
    waits: '1 row waits for the time in the plan of its file.',
  });
  expect(start(12, { startAt: '2026-11-16T21:00', between: { from: 8, to: 16 } })).toEqual(start(12));
});
