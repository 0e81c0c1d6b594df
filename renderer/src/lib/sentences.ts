/** First sentence and the rest, for a message that says what happened, what it means and what to do. */
export function splitSentences(message: string): { readonly first: string; readonly rest: string } {
  const match = /^(.+?[.?:])\s+(?=[\p{Lu}\d"“])(.+)$/su.exec(message.trim());
  if (match === null) return { first: message.trim(), rest: '' };
  return { first: match[1] ?? '', rest: match[2] ?? '' };
}
