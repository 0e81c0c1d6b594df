import { format } from './format.ts';

/** First sentence and the rest, for a message that says what happened, what it means and what to do. */
export function splitSentences(message: string): { readonly first: string; readonly rest: string } {
  const match = /^(.+?[.?:])\s+(?=[\p{Lu}\d"“])(.+)$/su.exec(message.trim());
  if (match === null) return { first: message.trim(), rest: '' };
  return { first: match[1] ?? '', rest: match[2] ?? '' };
}

/** "from Anna, 12 May 2026": a colleague shared it. @param name empty when it is not known */
export function fromWords({ name, at }: { readonly name: string; readonly at: number }): string {
  return `from ${name === '' ? 'a colleague' : name}, ${format.date(at)}`;
}

/** Whether the text has every word of the search. */
export function hasWords(text: string, search: string): boolean {
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
}
