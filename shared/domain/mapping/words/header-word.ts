import { phrasesOf } from './header-phrases.ts';
import { otherHeaderWords, turningWords } from './header-qualifiers.ts';
import { headerTokens } from './header-tokens.ts';

/** Characters and words. A longer cell is a sentence, not the name of a column. */
const longestName = 60;
const mostWords = 6;

/** Whether a cell reads like the name of a column: at least half of its words are known from headers. */
export function isHeaderWord(text: string): boolean {
  if (text.length > longestName) return false;
  const tokens = headerTokens(text);
  if (tokens.length === 0 || tokens.length > mostWords) return false;
  if (phrasesOf(tokens).length > 0) return true;
  const words = tokens.filter((token) => !/^\d+$/.test(token));
  if (words.length === 0) return false;
  const known = words.filter(
    (word) => otherHeaderWords.has(word) || turningWords.has(word) || phrasesOf([word]).length > 0,
  ).length;
  return known >= Math.ceil(words.length / 2) && known > 0;
}
