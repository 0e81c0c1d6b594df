/*
 * Where a text may be long, its edges are not cut off by patterns such as /\s+$/: they try every blank inside the text, and
 * then take the square of a long run of blanks. One cell would hold up a thread for minutes.
 */

/** The text without what it ends with. @param edge a pattern of one character */
export function withoutEnd(text: string, edge: RegExp): string {
  let to = text.length;
  while (to > 0 && edge.test(text.charAt(to - 1))) to -= 1;
  return text.slice(0, to);
}

/** As `withoutEnd`, at both ends. */
export function withoutEdges(text: string, edge: RegExp): string {
  const cut = withoutEnd(text, edge);
  let from = 0;
  while (from < cut.length && edge.test(cut.charAt(from))) from += 1;
  return cut.slice(from);
}
