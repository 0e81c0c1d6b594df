import { type HeaderMeaning, headerMeanings, namesOfThings } from '../words/header-meanings.ts';
import { phrasesOf, writtenTokens } from '../words/header-phrases.ts';
import {
  codeWords,
  customerWords,
  nameWords,
  numberWords,
  organisationWords,
  placeWords,
  plainWords,
  prefixedOrganisations,
  turningWords,
} from '../words/header-qualifiers.ts';
import { headerTokens } from '../words/header-tokens.ts';
import { isOfOwnSide } from '../words/own-side.ts';
import { CLEAR } from './named-column.ts';
import { whoConcepts } from './one-address.ts';

/** Columns. Fewer may begin with the same word by chance. */
const fewest = 4;
/** Share of the columns with a name. */
const most = 0.5;
/** The same for a word such as "agent": a list of agents is about them, a list of companies with their agents is not. */
const nearlyAll = 0.8;

/** Words that headers may share at their beginning: "T_KND_NAME". */
const mostWords = 3;

/** The same for each of several words: `T_KND_`. */
export function withoutSharedPrefixes(headers: readonly string[]): string[] {
  let said = withoutTables(headers);
  for (let word = 0; word < mostWords; word += 1) {
    const shorter = withoutSharedPrefix(said);
    if (shorter.every((header, index) => header === said[index])) break;
    said = shorter;
  }
  return said;
}

const behindTable = /^\s*(\p{L}{1,4})_(?=\p{L})(.+)$/u;

/**
 * "kh_Symbol", "adr_Nazwa", "adr_NIP": without the short names of several tables before nearly all columns. Where two columns
 * would say the same then, as "bill_city" and "ship_city" would, nothing is dropped.
 */
function withoutTables(headers: readonly string[]): string[] {
  const cut = headers.map((header) => behindTable.exec(header));
  const tables = Map.groupBy(
    cut.flatMap((found) => found?.[1] ?? []),
    (table) => table.toLowerCase(),
  );
  const found = [...tables.values()].flat().length;
  const named = headers.filter((header) => header.trim() !== '').length;
  const isThing = (table: string) =>
    placeWords.has(table) ||
    isOfOwnSide(table) ||
    phrasesOf(writtenTokens(table)).some(({ concept }) => concept !== 'Address');
  if (tables.size < 2 || found < fewest || found < named * nearlyAll || [...tables.keys()].some(isThing))
    return [...headers];
  const said = wholeWhereNeeded(
    headers,
    headers.map((header, index) => cut[index]?.[2] ?? header),
  );
  const concepts = said.flatMap((header) => clearConcepts(header).slice(0, 1)).map(({ concept }) => concept);
  return new Set(concepts).size < concepts.length || new Set(concepts).size < fewestFields ? [...headers] : said;
}

/**
 * What each header says without a word that most of them begin with: `gemeente.`, `provider_`, `INST_`, `n_`. Where a column
 * without the word already means what one with it would mean, the word tells them apart, and nothing is dropped.
 */
function withoutSharedPrefix(headers: readonly string[]): string[] {
  const tokens = headers.map(headerTokens);
  const named = tokens.filter((list) => list.length > 0).length;
  const beginnings = Map.groupBy(
    tokens.flatMap((list, index) => (list.length > 1 ? [index] : [])),
    (index) => tokens[index]?.[0] ?? '',
  );
  const [word, group] = [...beginnings].sort(([, left], [, right]) => right.length - left.length)[0] ?? ['', []];
  const isOwnSide = group.every((index) => isOfOwnSide(headers[index] ?? ''));
  if (group.length < fewest || group.length < named * (isOwnSide ? nearlyAll : most)) return [...headers];
  const inside = new Set(group);
  const short = headers.map((header, index) => (inside.has(index) ? (tokens[index] ?? []).slice(1).join(' ') : header));
  const said = new Set(
    headers.flatMap((header, index) => (inside.has(index) ? [] : clearConcepts(header).map(({ concept }) => concept))),
  );
  if (saysSomething(word) && !isCode(word, short)) return [...headers];
  if (group.some((index) => clearConcepts(short[index] ?? '').some(({ concept }) => said.has(concept))))
    return [...headers];
  const kept = wholeWhereNeeded(headers, short);
  const isOrganisation = organisationWords.has(word) || prefixedOrganisations.has(word);
  // The name of a school is the school: "school name" is known as such.
  if (isOrganisation)
    return kept.map((header, index) => (inside.has(index) && nameWords.has(header) ? `school ${header}` : header));
  const concepts = new Set(kept.flatMap((header) => clearConcepts(header).map(({ concept }) => concept)));
  const numbers = group.filter((index) => recordNumbers.has(kept[index] ?? ''));
  const isOfLead = whoConcepts.some((concept) => concepts.has(concept)) && concepts.size >= fewestFields;
  // "DEB_NR" beside "DEB_NAVN" and "DEB_BY": the number of the row's record.
  return isOfLead && numbers.length === 1 && !concepts.has('CustomerNumber')
    ? kept.map((header, index) => (numbers.includes(index) ? 'customer number' : header))
    : kept;
}

/** Not "kod" and "kode", which are post codes as well, nor "id", which is a number of the program. */
const recordNumbers = new Set([...numberWords, 'code', 'codice', 'codigo']);

/** "cust_no": the word that they share is a part of what it says. */
function wholeWhereNeeded(headers: readonly string[], short: readonly string[]): string[] {
  return short.map((header, index) => {
    const whole = headers[index] ?? '';
    // "Osoba - Nazwa" is a person.
    if (namesOfThings.has(header) && clearConcepts(whole)[0]?.concept === 'FullName') return whole;
    return clearConcepts(header).length === 0 && clearConcepts(whole).length > 0 ? whole : header;
  });
}

/** Letters. */
const longestCode = 2;
/** Different fields. */
const fewestFields = 3;

/** "cp_givenname", "cp_phone": a post code has no parts. */
function isCode(word: string, short: readonly string[]): boolean {
  const fields = new Set(short.flatMap((header) => clearConcepts(header).map(({ concept }) => concept)));
  return word.length <= longestCode && fields.size >= fewestFields;
}

/** Letters of an ending. */
const shortestEnding = 3;
/** Letters of a word that is divided. Nobody writes longer ones, and a file may have one in each of its 16,384 columns. */
const longestDivided = 60;

/**
 * The same for an ending that nothing is known of: "PLZPARL" and "STRASSEPARL", "Ort des Mitglieds" and "Straße des Mitglieds". A
 * type, a number or a place at the end does change what a header says.
 */
export function withoutSharedEnding(headers: readonly string[]): string[] {
  const endings = new Map<string, Map<number, string>>();
  for (const [index, header] of headers.entries())
    for (const [ending, head] of endingsOf(headerTokens(header))) {
      const group = endings.get(ending) ?? new Map<number, string>();
      endings.set(ending, group.set(index, head));
    }
  const conceptsOf = (header: string) => clearConcepts(header).map(({ concept }) => concept);
  const [[ending, group] = ['', undefined]] = [...endings].sort(([, left], [, right]) => right.size - left.size);
  const fields = new Set([...(group ?? [])].flatMap(([, head]) => conceptsOf(head)));
  if (group === undefined || group.size < fewestFields || fields.size < fewestFields) return [...headers];
  // "CPCLI" beside "NOMCLI", "VILLECLI" and "TELCLI": the ending is known by now.
  for (const [index, header] of headers.entries()) {
    const [token = '', ...others] = headerTokens(header);
    const head = token.endsWith(ending) ? token.slice(0, -ending.length) : '';
    const isOne = others.length === 0 && head.length >= 2 && headerMeanings(token).length === 0;
    if (isOne && !group.has(index) && clearConcepts(head).length > 0) group.set(index, head);
  }
  // "TELEFONNUMMERPRIVAT" says itself which it is.
  const said = headers.flatMap((header, index) =>
    group.has(index)
      ? []
      : clearConcepts(header).flatMap(({ concept, place }) => (place === undefined ? [concept] : [])),
  );
  if (said.some((concept) => fields.has(concept))) return [...headers];
  // "Nom du dirigeant" beside the name of a company is one of several people there.
  if (said.includes('Company') && [...group].some(([index]) => headerTokens(headers[index] ?? '').length > 1))
    return [...headers];
  return headers.map((header, index) => group.get(index) ?? header);
}

/** Each ending that may be dropped, with what stands before it. */
function endingsOf(tokens: readonly string[]): (readonly [string, string])[] {
  const [last = '', ...others] = tokens.toReversed();
  if (tokens.length > 1) {
    const head = others.toReversed().join(' ');
    return isKnownWord(last) || isOfOwnSide(tokens.join(' ')) || clearConcepts(head).length === 0 ? [] : [[last, head]];
  }
  if (last.length > longestDivided || headerMeanings(last).length > 0) return [];
  const found: (readonly [string, string])[] = [];
  for (let cut = shortestEnding; cut <= last.length - shortestEnding; cut += 1) {
    const [head, ending] = [last.slice(0, cut), last.slice(cut)];
    if (!isKnownWord(ending) && phrasesOf(writtenTokens(head)).length > 0) found.push([ending, head]);
  }
  return found;
}

function isKnownWord(word: string): boolean {
  return (
    [turningWords, numberWords, codeWords, nameWords, plainWords, customerWords].some((words) => words.has(word)) ||
    /^\d+$/.test(word) ||
    saysSomething(word)
  );
}

/** A word for a field or a place says what the column holds, whatever the others begin with. */
function saysSomething(word: string): boolean {
  return /^\d/.test(word) || placeWords.has(word) || (phrasesOf([word]).length > 0 && !organisationWords.has(word));
}

function clearConcepts(header: string): HeaderMeaning[] {
  return headerMeanings(header).filter(({ strength }) => strength >= CLEAR);
}
