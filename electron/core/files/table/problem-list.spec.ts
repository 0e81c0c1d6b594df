import { describe, expect, it } from 'vitest';
import { ProblemList, textProblems, workbookProblems } from './problem-list.ts';

const kinds = [...new Set([...textProblems, ...workbookProblems])].map((kind) => ({ kind }));

describe('a problem of a file', () => {
  it.each(kinds)('$kind has a title for one, and the same one for two and more', ({ kind }) => {
    const [one = '', two = '', many = ''] = [1, 2, 12_000].map((count) => {
      const problems = new ProblemList();
      problems.add(kind, 1, '', '', count);
      return problems.list([])[0]?.title;
    });
    expect(two.replace('2', '12,000')).toBe(many);
    expect(one === two.replace('2', '1')).toBe(!two.includes('2'));
  });

  it('names the number of copies of a row that are read', () => {
    const problems = new ProblemList();
    problems.add('repeatedRows', 1, '', '');
    expect(problems.list([])[0]?.title).toContain('repeated more than 10,000 times');
  });

  it('is counted by column, the most first, and five columns are named', () => {
    const said = (...counts: readonly number[]) => {
      const problems = new ProblemList();
      for (const [index, count] of counts.entries()) problems.add('onlySpaces', 1, `#${index}`, ' ', count);
      const [problem] = problems.list(['Fax', 'Mail', 'City', 'Street', 'Note', 'Web', 'Name']);
      return problem?.message.replace('Such a cell is read as empty. ', '');
    };
    expect(said(1)).toBe('It is in Fax.');
    expect(said(2)).toBe('All are in Fax.');
    expect(said(1, 1200)).toBe('Mail 1,200, Fax 1.');
    expect(said(1, 2, 3, 4, 5)).toBe('Note 5, Street 4, City 3, Mail 2, Fax 1.');
    expect(said(1, 2, 3, 4, 5, 6)).toBe('Web 6, Note 5, Street 4, City 3, Mail 2 and 1 more column.');
    expect(said(1, 2, 3, 4, 5, 6, 7)).toBe('Name 7, Web 6, Note 5, Street 4, City 3 and 2 more columns.');
  });

  it('says what was looked for and not found', () => {
    const problems = new ProblemList();
    problems.add('ragged', 1, '', '', 3);
    expect(problems.list([])[0]?.count).toBe(3);
    expect(problems.notFound(['ragged', 'quote', 'emptyHeader'], true)).toEqual(['quote', 'emptyHeader']);
    expect(problems.notFound(['ragged', 'quote', 'emptyHeader'], false)).toEqual(['quote']);
  });

  it('shows twenty examples, each of at most 200 characters', () => {
    const problems = new ProblemList();
    for (let line = 1; line <= 25; line += 1) problems.add('innerQuote', line, '#0', 'x'.repeat(180 + line));
    const [problem] = problems.list(['Name']);
    expect(problem?.examples.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    expect(problem?.count).toBe(25);
    expect(problem?.examples.at(-1)).toEqual({ line: 20, column: 'Name', text: 'x'.repeat(200) });
    problems.add('quote', 1, '', () => 'y'.repeat(201));
    expect(problems.list([]).find(({ kind }) => kind === 'quote')?.examples[0]?.text).toBe(`${'y'.repeat(199)}…`);
  });
});
