import { expect, it } from 'vitest';
import { partedWords, quitQuestion, stillWords } from './running-work.ts';

it.each([
  [{ imports: 1, exports: 0 }, 'An import is running.', 'Keep importing', 'importing'],
  [{ imports: 0, exports: 1 }, 'An export is running.', 'Keep exporting', 'exporting'],
  [{ imports: 2, exports: 0 }, '2 imports are running.', 'Keep importing', 'importing'],
  [{ imports: 1, exports: 3 }, 'An import and 3 exports are running.', 'Keep working', 'importing and exporting'],
])('asks about %o', (work, message, stay, doing) => {
  expect(quitQuestion(work)).toMatchObject({ message, stay });
  expect(stillWords(work)).toBe(`Lead Console is still ${doing}`);
});

it('says what becomes of imports and of exports', () => {
  const { detail } = quitQuestion({ imports: 2, exports: 1 });
  expect(detail).toMatch(/^Quitting pauses the imports\. .* They continue .*\n\nQuitting ends the export, .* are kept/);
  expect(quitQuestion({ imports: 1, exports: 0 }).detail).not.toContain('export');
  expect(partedWords({ imports: 1, exports: 2 })).toMatch(/^The import was paused\. .* 2 exports were ended\. .* kept/);
  expect(stillWords({ imports: 0, exports: 0 })).toBe('Lead Console runs without its window');
});
