// Why: decision 0644.
/**
 * As the system, or the browser, tells this program; English where it tells nothing. With Latin digits: others change places
 * with their neighbours in an English sentence.
 */
const { locale } = new Intl.NumberFormat().resolvedOptions();
const numbers = new Intl.NumberFormat(new Intl.Locale(locale, { numberingSystem: 'latn' }));

/**
 * Numbers in sentences, as the person's locale writes them: beside "1.199" of the page, "1,199" is one and a fifth to a Dane.
 * Never in a value, or in what another program reads.
 */
export const format = {
  /** 24,318 */
  number: (value: number): string => numbers.format(value),
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
