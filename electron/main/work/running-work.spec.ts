import { expect, it } from 'vitest';
import { isAtWork, NOTHING_RUNS, partedWords, quitQuestion, stillWords } from './running-work.ts';

it.each([
  [{ imports: 1 }, 'An import is running.', 'Keep importing', 'importing'],
  [{ exports: 1 }, 'An export is running.', 'Keep exporting', 'exporting'],
  [{ changes: 1 }, 'A change of a segment is running.', 'Keep changing segments', 'changing segments'],
  [{ saves: 1 }, 'A file is being saved.', 'Keep saving', 'saving'],
  [{ imports: 2 }, '2 imports are running.', 'Keep importing', 'importing'],
  [{ imports: 1, exports: 3 }, 'An import and 3 exports are running.', 'Keep working', 'importing and exporting'],
  [
    { imports: 1, exports: 1, changes: 2, saves: 2 },
    'An import, an export and 2 changes of segments are running. 2 files are being saved.',
    'Keep working',
    'importing, exporting, changing segments and saving',
  ],
])('asks about %o', (running, message, stay, doing) => {
  const work = { ...NOTHING_RUNS, ...running };
  expect(isAtWork(work)).toBe(true);
  expect(quitQuestion(work)).toMatchObject({ message, stay });
  expect(stillWords(work)).toBe(`Lead Console is still ${doing}`);
});

it('says what becomes of imports and of exports', () => {
  const { detail } = quitQuestion({ ...NOTHING_RUNS, imports: 2, exports: 1 });
  expect(detail).toMatch(
    /^Quitting pauses the imports\. .* They continue .* has the password\.\n\nQuitting ends the export, .* are kept/,
  );
  expect(quitQuestion({ ...NOTHING_RUNS, imports: 1 }).detail).not.toContain('export');
  expect(partedWords({ ...NOTHING_RUNS, imports: 1, exports: 2 })).toMatch(
    /^The import was paused\. .* 2 exports were ended\. .* kept/,
  );
});

it('says what becomes of changes of segments and of files that are being saved', () => {
  const work = { ...NOTHING_RUNS, changes: 1, saves: 1 };
  expect(quitQuestion(work).detail).toMatch(
    /^Quitting pauses the change of a segment\. .* It continues .*\n\nQuitting ends the save, and its file is not written/,
  );
  expect(partedWords(work)).toMatch(/^The change of a segment was paused\. .* A file was still being saved\. .* again/);
  expect(partedWords({ ...NOTHING_RUNS, changes: 2, saves: 3 })).toMatch(
    /^2 changes of segments were paused\. .* 3 files were still being saved\. .* again/,
  );
});

it('has nothing to say while nothing runs', () => {
  expect(isAtWork(NOTHING_RUNS)).toBe(false);
  expect(stillWords(NOTHING_RUNS)).toBe('Lead Console runs without its window');
});
