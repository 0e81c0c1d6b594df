import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellAct } from '../../contract/check/check-acts.ts';
import { actWords, cellChanger, soughtIn } from './cell-act.ts';

const replace = (find: string, to: string, more: Partial<Extract<CellAct, { kind: 'replace' }>> = {}) =>
  cellChanger({ kind: 'replace', find, to, place: 'anywhere', isExact: true, ...more });

describe('replacing', () => {
  it.each([
    ['anywhere', 'a.b a.b', 'x x'],
    ['start', 'a.b a.b', 'x a.b'],
    ['end', 'a.b a.b', 'a.b x'],
    ['whole', 'a.b a.b', 'a.b a.b'],
    ['whole', ' a.b ', 'x'],
  ] as const)('%s of %j', (place, value, after) => {
    expect(replace('a.b', 'x', { place })(value, '')).toBe(after);
  });

  it('takes signs of patterns for text, in what is sought and in what is put there', () => {
    expect(replace('(0)', '')('+45 (0)20', '')).toBe('+45 20');
    expect(replace('20', '$&$1\\')('+45 20', '')).toBe('+45 $&$1\\');
  });

  it('takes large and small letters for the same only when asked to', () => {
    expect(replace('ÅBY', 'Aarhus')('åby', '')).toBe('åby');
    expect(replace('ÅBY', 'Aarhus', { isExact: false })('åby', '')).toBe('Aarhus');
  });

  it('anywhere does as splitting and joining does', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ minLength: 1, maxLength: 3 }),
        fc.string(),
        (value, find, to) => {
          // A half of a pair is not a text of its own.
          fc.pre(find.isWellFormed() && value.isWellFormed());
          expect(replace(find, to)(value, '')).toBe(value.split(find).join(to));
        },
      ),
    );
  });
});

describe('other acts', () => {
  it.each([
    [{ kind: 'digits' }, '+45 (20) 11-22', '+45201122'],
    [{ kind: 'digits' }, 'Tlf. 20 11 22 33 (mobil)', '20112233'],
    [{ kind: 'digits' }, '20+11', '2011'],
    [{ kind: 'digits' }, 'none', 'none'],
    [{ kind: 'split', at: '/', keep: 'before' }, '20112233 / 40112233', '20112233'],
    [{ kind: 'split', at: '/', keep: 'after' }, '20112233 / 40112233 / 1', '40112233 / 1'],
    [{ kind: 'split', at: '/', keep: 'before' }, '20112233', '20112233'],
    [{ kind: 'case', to: 'upper' }, 'straße', 'STRASSE'],
    [{ kind: 'case', to: 'lower' }, 'ÅSE', 'åse'],
    [{ kind: 'case', to: 'title' }, "anne-marie o'BRIEN’s d’ANGELO 3rd", "Anne-Marie O'Brien’s D’Angelo 3rd"],
    [{ kind: 'case', to: 'title' }, 'JOSE\u0301E MU\u0308LLER O\u0301’BRIEN', 'Jose\u0301e Mu\u0308ller O\u0301’Brien'],
    [{ kind: 'case', to: 'title' }, '\u0130STANBUL', 'I\u0307stanbul'],
    [{ kind: 'empty' }, 'x', ''],
  ] as const)('%j of %j', (act, value, after) => {
    expect(cellChanger(act)(value, 'above')).toBe(after);
  });

  it('fills an empty cell with the value above, and no other', () => {
    const fill = cellChanger({ kind: 'fillDown' });
    expect([fill('', 'Aarhus'), fill(' ', 'Aarhus'), fill('Odense', 'Aarhus'), fill('', '')]).toEqual([
      'Aarhus',
      'Aarhus',
      'Odense',
      '',
    ]);
  });
});

describe('what is looked for in rows as they are stored', () => {
  const all = { kind: 'replace', find: 'a.b', to: '', place: 'anywhere', isExact: true } as const;
  it.each([
    [all, '["x a.b"]', true],
    [all, '["axb"]', false],
    [all, '["A.B"]', false],
    [{ ...all, isExact: false }, '["A.B"]', true],
    [{ ...all, place: 'start' }, '["a.b x"]', true],
    [{ ...all, place: 'start' }, '["x a.b"]', false],
    [{ ...all, place: 'end' }, '["x a.b"]', true],
    [{ ...all, place: 'end' }, '["a.b x"]', false],
    [{ ...all, place: 'whole' }, String.raw`[" \ta.b\u000b"]`, true],
    [{ ...all, place: 'whole' }, '["x a.b"]', false],
    [{ kind: 'split', at: '/', keep: 'after' }, '["1/2"]', true],
    [{ kind: 'split', at: '/', keep: 'after' }, '["12"]', false],
    // Only a look at each value tells.
    [{ ...all, find: '"' }, '["x"]', null],
    [{ ...all, find: 'a\\' }, '["x"]', null],
    [{ ...all, find: '\ud83d' }, '["x"]', null],
    [{ kind: 'split', at: '\n', keep: 'after' }, '["x"]', null],
    [{ kind: 'digits' }, '["1/2"]', null],
  ] as const)('%j in %s: %s', (act, row, isFound) => {
    expect(soughtIn(act)?.test(row) ?? null).toBe(isFound);
  });
});

describe('a step in the history', () => {
  const long = 'x'.repeat(40);
  const all = { kind: 'replace', place: 'anywhere', isExact: true } as const;
  it.each([
    [{ ...all, find: 'a', to: 'b' }, 1, '“a” replaced with “b” in 1 cell'],
    [{ ...all, find: long, to: '' }, 2400, `“${long}” removed in 2,400 cells`],
    [{ ...all, find: `A${long}`, to: 'b' }, 2, `“A${long.slice(1)}…” replaced with “b” in 2 cells`],
    [{ kind: 'digits' }, 2, 'Only digits kept in 2 cells'],
    [{ kind: 'split', at: '/', keep: 'after' }, 2, 'Only what stands after “/” kept in 2 cells'],
    [{ kind: 'case', to: 'upper' }, 2, 'Large letters in 2 cells'],
    [{ kind: 'case', to: 'lower' }, 2, 'Small letters in 2 cells'],
    [{ kind: 'case', to: 'title' }, 2, 'A capital for each word in 2 cells'],
    [{ kind: 'empty' }, 2, 'Value emptied in 2 cells'],
    [{ kind: 'fillDown' }, 2, 'Filled down in 2 cells'],
  ] as const)('%j of %i', (act, cells, words) => {
    expect(actWords(act, cells)).toBe(words);
  });
});
