/** Where a query occurs in a label, ignoring case; null when it does not. An empty query matches everything. */
export function matchParts(
  label: string,
  query: string,
): { readonly before: string; readonly match: string; readonly after: string } | null {
  // Not by letters made small: some become two, and some depend on the language of the computer.
  const found = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'iu').exec(label);
  if (found === null) return null;
  const [match] = found;
  return { before: label.slice(0, found.index), match, after: label.slice(found.index + match.length) };
}
