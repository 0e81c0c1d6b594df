import { asId, isObject } from './answers.ts';

/** Names of lists in an answer whose ids the service does not know, without regard to case. */
const MISSING_NAME = /unknown|missing|not_?found|invalid|non_?exist/i;
/** Levels of an answer that are looked into. */
const DEPTH = 4;

/**
 * Ids of those sent that the service says it does not know. The specification leaves the answer open, so any list whose
 * name says so is taken; null when the answer has none, and nothing is known about missing ids.
 */
export function missingIds(answer: unknown, sent: ReadonlySet<string>): string[] | null {
  const lists = listsNamed(answer, DEPTH);
  if (lists.length === 0) return null;
  const missing = new Set(lists.flat().filter((id) => sent.has(id)));
  return [...missing];
}

/** Ids of those sent that a refusal names. Short ids are found in any sentence, so they are not looked for. */
export function namedIds(words: string, sent: readonly string[]): string[] {
  const tokens = new Set(words.split(/[\s"'`,;:()[\]{}<>]+/).map((token) => token.replace(/[.!?]+$/, '')));
  return sent.filter((id) => id.length >= SHORTEST_NAMED && (tokens.has(id) || (/\s/.test(id) && words.includes(id))));
}

const SHORTEST_NAMED = 4;

function listsNamed(value: unknown, depth: number): string[][] {
  if (depth === 0 || !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    if (!Array.isArray(entry)) return listsNamed(entry, depth - 1);
    return MISSING_NAME.test(name) ? [entry.map(idOf).filter((id) => id !== null)] : [];
  });
}

/** The entry itself, or what an object calls its id. */
function idOf(entry: unknown): string | null {
  if (!isObject(entry)) return asId(entry);
  const named = Object.entries(entry).find(([name]) => /^(lead)?(unique)?id$/i.test(name))?.[1];
  return asId(named);
}
