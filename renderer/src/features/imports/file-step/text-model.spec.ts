import { expect, test } from 'vitest';
import type { Reading } from '../../../../../shared/contract/imports/reading.ts';
import { hasUnseen, lineRole, shownIn, visibleParts } from './text-model.ts';

/** Marks in braces, delimiters in brackets. */
const shown = (text: string, delimiter = ';', isInCell = false) =>
  visibleParts(text, delimiter, isInCell)
    .map((part) => (part.kind === 'text' ? part.text : part.kind === 'mark' ? `{${part.text}}` : `[${part.text}]`))
    .join('');

test('delimiters are told from the same character inside quotation marks', () => {
  expect(shown('a;"b;c";d')).toBe('a[;]"b;c"[;]d');
  expect(shown('still;inside";d', ';', true)).toBe('still;inside"[;]d');
  expect(shown('a\tb c', '\t')).toBe('a[→]b c');
  expect(shown('a||b', '||')).toBe('a[||]b');
});

test('what cannot be seen is named', () => {
  expect(shown('a\u00a0b\u200bc\u202ed\0e\tf')).toBe('a{NBSP}b{ZWSP}c{RLO}d{NUL}e{→}f');
  expect(shown('\ufeffName')).toBe('{BOM}Name');
  expect(shown('M\udcfcller')).toBe('M{FC}ller');
  expect(shown('M\ufffdller')).toBe('M{�}ller');
  expect(shown('a\u0085b\u2003c\u{e0041}d')).toBe('a{U+0085}b{U+2003}c{U+E0041}d');
  expect(shown('Ærø 漢字 😀')).toBe('Ærø 漢字 😀');
});

test('spaces at the edges of a cell are shown, those between words are not', () => {
  expect(shown(' a b ; ;c')).toBe('{·}a b{·}[;]{·}[;]c');
});

test('delimiters are found between characters that cannot be seen', () => {
  expect(shown(' \u00a0a;"b ; c" ;\t\u202e ; ')).toBe('{·}{NBSP}a[;]"b ; c"{·}[;]{→}{RLO}{·}[;]{·}');
});

test('many of the same become one with their number', () => {
  expect(shown(`a;${' '.repeat(104)};${'\0'.repeat(3)}`)).toBe('a[;]{·×104}[;]{NUL}{NUL}{NUL}');
  expect(visibleParts(`x${'\0'.repeat(2_000)}`, ';', false)).toHaveLength(2);
});

test('a problem is shown where its line can be seen, or only listed', () => {
  expect(shownIn('onlySpaces', 1_000_000, true)).toBe('table');
  expect(shownIn('titleLines', 3, true)).toBe('text');
  expect(shownIn('titleLines', 3, false)).toBeNull();
  expect(shownIn('notesBelow', 1_000_000, true)).toBeNull();
  expect(shownIn('otherSheets', 1, false)).toBeNull();
});

test('a cell with nothing to uncover is told from others', () => {
  expect(['a b', '', 'Ærø 😀'].map(hasUnseen)).toEqual([false, false, false]);
  expect(['a\nb', 'x\u202ey', ' a', 'a ', 'a\u00a0b'].map(hasUnseen)).toEqual([true, true, true, true, true]);
});

test('a line says what it was taken for', () => {
  const reading = {
    headerLine: { value: 4 },
    firstDataLine: { value: 6 },
    lastDataLine: { value: 9 },
    problems: [{ kind: 'sectionRows', examples: [{ line: 7 }] }],
  } as unknown as Reading;
  const role = (row: number | null, text = 'x') => lineRole({ row, text }, reading);
  expect([role(1, 'sep=;'), role(1), role(2, ' '), role(4), role(5), role(6), role(7), role(9), role(10)]).toEqual([
    'hint',
    'above',
    'blank',
    'header',
    'above',
    'data',
    'heading',
    'data',
    'below',
  ]);
  expect(role(null)).toBe('data');
});
