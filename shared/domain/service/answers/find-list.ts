import { asId, field, isObject, type JsonObject, parseJson } from './answers.ts';

/** Names of the member of an envelope that holds the list, in lower case. */
const LIST_NAMES = new Set(['results', 'leads', 'data', 'items', 'value']);
/** The white space of JSON; JavaScript knows more. */
const JSON_SPACE = ' \t\n\r';

/** The byte order mark of UTF-8, read as latin1. */
const BYTE_ORDER_MARK = '\u00EF\u00BB\u00BF';

type Found = { kind: 'found'; at: number } | { kind: 'more' } | { kind: 'none' } | { kind: 'notJson' };

/**
 * Where the list begins in the first bytes of a body: at once, or as the value of a known name, two levels deep. What
 * stands around the list is only passed over here; the reader checks it when the body has ended.
 *
 * @param text the bytes read as latin1, so that a position in the text is a position in the bytes
 */
export function findList(text: string): Found {
  if (BYTE_ORDER_MARK.startsWith(text)) return { kind: 'more' };
  let at = text.startsWith(BYTE_ORDER_MARK) ? 3 : 0;
  const space = () => {
    while (JSON_SPACE.includes(text[at] ?? '-')) at++;
  };
  let closers = '';
  space();
  if (at >= text.length) return { kind: 'more' };
  if (text[at] === '[') return { kind: 'found', at };
  if (text[at] !== '{') return { kind: 'notJson' };
  at++;
  closers = '}';
  for (;;) {
    space();
    if (at >= text.length) return { kind: 'more' };
    if (text[at] === ',') {
      at++;
      continue;
    }
    if (text[at] === '}') {
      at++;
      closers = closers.slice(1);
      if (closers === '') return { kind: 'none' };
      continue;
    }
    const nameEnd = endOfString(text, at);
    if (nameEnd === null) return text[at] === '"' ? { kind: 'more' } : { kind: 'notJson' };
    const name = String(parseJson(text.slice(at, nameEnd))).toLowerCase();
    at = nameEnd;
    space();
    if (at >= text.length) return { kind: 'more' };
    if (text[at] !== ':') return { kind: 'notJson' };
    at++;
    space();
    if (LIST_NAMES.has(name) && text[at] === '[') return { kind: 'found', at };
    if (LIST_NAMES.has(name) && text[at] === '{' && closers.length < 2) {
      at++;
      closers += '}';
      continue;
    }
    const valueEnd = endOfValue(text, at);
    if (valueEnd === null) return { kind: 'more' };
    at = valueEnd;
  }
}

/**
 * Whether an envelope holds another list under a name of a list, one with entries: then nobody knows which one the leads are.
 *
 * @param envelope the answer, with nothing in the list that `findList` found
 */
export function hasSecondList(envelope: unknown, depth = 0): boolean {
  return (
    isObject(envelope) &&
    Object.entries(envelope).some(
      ([name, value]) =>
        LIST_NAMES.has(name.toLowerCase()) &&
        (Array.isArray(value) ? value.length > 0 : depth === 0 && hasSecondList(value, 1)),
    )
  );
}

/** The objects around the list, the outer one first: the list may stand two levels deep. `envelope`: as for `hasSecondList`. */
export function envelopesIn(envelope: unknown): readonly JsonObject[] {
  if (!isObject(envelope)) return [];
  const named = (object: JsonObject) =>
    Object.entries(object).flatMap(([name, value]) => (LIST_NAMES.has(name.toLowerCase()) ? [value] : []));
  return [
    envelope,
    ...named(envelope)
      .filter(isObject)
      .filter((inner) => named(inner).some(Array.isArray)),
  ];
}

/** Whether the list is the `data` of a single lead, names and values, and no list of leads. `envelope`: as for `hasSecondList`. */
export function isOneLead(envelope: unknown): boolean {
  return envelopesIn(envelope).some(
    (one) => asId(field(one, 'uniqueId', 'leadUniqueId')) !== null && Array.isArray(field(one, 'data')),
  );
}

function endOfString(text: string, from: number): number | null {
  if (text[from] !== '"') return null;
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return null;
}

/** The position of the comma or the bracket behind a value; null when none has come yet. */
function endOfValue(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') {
      const end = endOfString(text, at);
      if (end === null) return null;
      at = end - 1;
    } else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      if (depth === 0) return at;
      depth--;
    } else if (depth === 0 && character === ',') return at;
  }
  return null;
}
