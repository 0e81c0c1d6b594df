/** Numbers in English texts of the core, the command line and `shared`. The page has its own, in the person's locale. */
export const format = {
  /** 24,318 */
  number: (value: number): string => value.toLocaleString('en'),
  /** "1 row", "24,318 rows". @param many the word for any other number; left out: `one` with an s */
  count: (value: number, one: string, many = `${one}s`): string =>
    `${format.number(value)} ${value === 1 ? one : many}`,
  /** "A, B and C" */
  list: (words: readonly string[]): string =>
    words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`,
};

/** The text with a capital letter at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
