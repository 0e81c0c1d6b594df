import { asId, isObject } from './answers.ts';

/** Names of lists in an answer whose ids the service does not know, without regard to case. */
const MISSING_NAME = /unknown|missing|not_?found|invalid|non_?exist/i;
/** Levels of an answer that are looked into. */
const DEPTH = 4;

/**
 * Ids of those sent that the service says it does not know, in whatever case it writes them. The specification leaves the
 * answer open, so any list whose name says so is taken; null when the answer has none, or only others than were sent:
 * then nothing is known about missing ids.
 */
export function missingIds(answer: unknown, sent: ReadonlySet<string>): string[] | null {
  const lists = listsNamed(answer, DEPTH);
  if (lists.length === 0) return null;
  const named = lists.flat();
  const exact = new Set(named);
  const folded = new Set(named.flatMap((id) => (id === null || sent.has(id) ? [] : [id.toLowerCase()])));
  const missing = [...sent].filter((id) => exact.has(id) || folded.has(id.toLowerCase()));
  return missing.length === 0 && named.length > 0 ? null : missing;
}

/** Ids of those sent that a refusal names. Short ids are found in any sentence, so they are not looked for. */
export function namedIds(words: string, sent: readonly string[]): string[] {
  const tokens = new Set(words.split(/[\s"'`,;:()[\]{}<>]+/).map((token) => token.replace(/[.!?]+$/, '')));
  return sent.filter((id) => id.length >= SHORTEST_NAMED && (tokens.has(id) || (/\s/.test(id) && words.includes(id))));
}

const SHORTEST_NAMED = 4;

/** Null stands for an entry without an id that can be read. */
function listsNamed(value: unknown, depth: number): (string | null)[][] {
  if (depth === 0 || !isObject(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    if (!Array.isArray(entry)) return listsNamed(entry, depth - 1);
    return MISSING_NAME.test(name) ? [entry.map(idOf)] : [];
  });
}

/** The entry itself, or what an object calls its id. */
function idOf(entry: unknown): string | null {
  if (!isObject(entry)) return asId(entry);
  const named = Object.entries(entry).find(([name]) => /^(lead)?(unique)?id$/i.test(name))?.[1];
  return asId(named);
}
