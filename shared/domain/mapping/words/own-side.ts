// Why: decision 0600.
import { ownerWords, ownSideParts, ownSideWords, recordWords } from './header-qualifiers.ts';
import { headerTokens } from './header-tokens.ts';

/**
 * Whether a header is about somebody of our own side, who sells or keeps the record: "Account manager phone", "Kundenbetreuer",
 * "Lead owner". The owner of a house is not.
 */
export function isOfOwnSide(header: string): boolean {
  const tokens = headerTokens(header);
  if (tokens.some(isOwnSideWord)) return true;
  return tokens.some((token) => ownerWords.has(token)) && tokens.some((token) => recordWords.has(token));
}

function isOwnSideWord(token: string): boolean {
  return ownSideWords.has(token) || ownSideParts.some((part) => token.includes(part));
}
