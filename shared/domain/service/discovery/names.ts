import { isObject, parseJson } from '../answers/answers.ts';
import { findList } from '../answers/find-list.ts';
import { isGood, type Seen } from './seen.ts';

/** How the names of fields in the answers are written. */

/** Names that one object of an answer uses; a map whose keys are names of services says nothing. */
const FIELD_KEYS = 40;

/** The first whole object in the text of a list that was cut off; undefined without one. */
function firstObjectIn(text: string): unknown {
  const list = text.search(/\[/);
  const start = text.indexOf('{', Math.max(0, list));
  if (start < 0) return undefined;
  let depth = 0;
  let inText = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at++;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return parseJson(text.slice(start, at + 1));
  }
  return undefined;
}

/** The name of the envelope around the list that an export reads, `bare` for none, null without such a list. */
export function envelopeOf(text: string): string | null {
  const found = findList(text);
  if (found.kind !== 'found') return null;
  return /"([^"]*)"\s*:\s*$/.exec(text.slice(0, found.at))?.[1] ?? 'bare';
}

/** One object of the answer whose names are the service's, and not those of its data. */
function recordOf(seen: Seen): Record<string, unknown> | null {
  const value = seen.isCut ? firstObjectIn(seen.text) : parseJson(seen.text);
  const first = Array.isArray(value) ? value[0] : value;
  if (!isObject(first)) return null;
  const inner = Object.values(first).find((entry) => Array.isArray(entry) && isObject(entry[0])) as
    readonly Record<string, unknown>[] | undefined;
  if (seen.question === 'account') return { ...first };
  const record = Array.isArray(value) || seen.isCut ? first : inner?.[0];
  return record === undefined ? null : { ...record };
}

export interface NamesSeen {
  readonly seen: Seen;
  /** The first name that shows how names are written. */
  readonly name: string;
  readonly style: 'camel' | 'pascal';
}

/** One name for each answer that has names. */
export function namesIn(all: readonly Seen[]): NamesSeen[] {
  return all.filter(isGood).flatMap((seen) => {
    if (seen.question === 'metadata' || seen.question === 'raw') return [];
    const record = recordOf(seen);
    const names = record === null ? [] : Object.keys(record).slice(0, FIELD_KEYS);
    const name = names.find((key) => /^[A-Za-z][a-z]+[A-Z]/.test(key)) ?? names.find((key) => /^[A-Za-z]/.test(key));
    return name === undefined ? [] : [{ seen, name, style: /^[A-Z]/.test(name) ? 'pascal' : 'camel' } as const];
  });
}
