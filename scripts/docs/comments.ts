import { parseSync } from 'vite';

/** Four habits of our comments that have to be read twice, each with a sentence that has it. */
export const habits: readonly { readonly says: string; readonly shape: RegExp; readonly planted: string }[] = [
  {
    says: 'a comment begins with "Of …" and has no main clause',
    shape: /^Of\b[^,]*?(?:[.;]|$)/,
    planted: 'Of a reason; marks of single dates are kept apart.',
  },
  {
    says: '"is none" or "is no X" in place of "is not a …"',
    shape: /(?<!\b[Tt]here )\b(?:is|are|was|were) (?:none\b(?! of)|no (?!longer\b|more\b|part\b|faster\b|higher\b))/,
    planted: 'Null when the text is no number.',
  },
  {
    says: '"so many" in place of a count or a limit',
    shape: /\bso many\b/,
    planted: 'Makes room for so many rows.',
  },
  {
    says: 'a what-clause as the subject of a sentence',
    shape:
      /(?:^|[.;:] )What (?:is|was|are|were|has|had)\b(?:(?! (?:when|before|after|since|whose|while|and)\b)[^.;:,])*? (?:is|are|was|were|has|have|stays?|goes|counts?|must|may|can|does|comes?)\b(?! (?:in|on|of|at)\b)/,
    planted: 'What is less than this is nothing.',
  },
];

/** The habits in the comments of a source file, a line each. */
export function badHabits(path: string, text: string): string[] {
  return parseSync(path, text).comments.flatMap(({ value }) => {
    const words = value
      .replaceAll(/\n\s*\*?|^\*/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    return habits.flatMap(({ says, shape }) => {
      const found = shape.exec(words);
      return found === null ? [] : [`${path}: ${says}: ${words.slice(found.index).slice(0, 100)}`];
    });
  });
}
