import { headerMeanings } from '../words/header-meanings.ts';
import { phrasesOf } from '../words/header-phrases.ts';
import { nameWords, organisationWords, placeWords, prefixedOrganisations } from '../words/header-qualifiers.ts';
import { headerTokens } from '../words/header-tokens.ts';

/** Columns. Fewer may begin with the same word by chance. */
const fewest = 4;
/** Share of the columns with a name. */
const most = 0.5;
/** Strength of a meaning that a column has without doubt. */
const clear = 0.75;

/**
 * What each header says without a word that most of them begin with: `gemeente.`, `provider_`, `INST_`, `n_`. Where a column
 * without the word already means what one with it would mean, the word tells them apart, and nothing is dropped.
 */
export function withoutSharedPrefix(headers: readonly string[]): string[] {
  const tokens = headers.map(headerTokens);
  const named = tokens.filter((list) => list.length > 0).length;
  const beginnings = Map.groupBy(
    tokens.flatMap((list, index) => (list.length > 1 ? [index] : [])),
    (index) => tokens[index]?.[0] ?? '',
  );
  const [word, group] = [...beginnings].sort(([, left], [, right]) => right.length - left.length)[0] ?? ['', []];
  if (group.length < fewest || group.length < named * most || saysSomething(word)) return [...headers];
  const inside = new Set(group);
  const short = headers.map((header, index) => (inside.has(index) ? (tokens[index] ?? []).slice(1).join(' ') : header));
  const said = new Set(
    headers.flatMap((header, index) => (inside.has(index) ? [] : clearConcepts(header).map(({ concept }) => concept))),
  );
  if (group.some((index) => clearConcepts(short[index] ?? '').some(({ concept }) => said.has(concept))))
    return [...headers];
  const isOrganisation = organisationWords.has(word) || prefixedOrganisations.has(word);
  // The name of a school is the school: "school name" is known as such.
  return short.map((header, index) =>
    inside.has(index) && isOrganisation && nameWords.has(header) ? `school ${header}` : header,
  );
}

/** A word for a field or a place says what the column holds, whatever the others begin with. */
function saysSomething(word: string): boolean {
  return /^\d/.test(word) || placeWords.has(word) || (phrasesOf([word]).length > 0 && !organisationWords.has(word));
}

function clearConcepts(header: string): { concept: string }[] {
  return headerMeanings(header).filter(({ strength }) => strength >= clear);
}
