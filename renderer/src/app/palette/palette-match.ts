/** Where a query occurs in a label, ignoring case; null when it does not. An empty query matches everything. */
export function matchParts(
  label: string,
  query: string,
): { readonly before: string; readonly match: string; readonly after: string } | null {
  const at = label.toLocaleLowerCase().indexOf(query.toLocaleLowerCase());
  if (at < 0) return null;
  return {
    before: label.slice(0, at),
    match: label.slice(at, at + query.length),
    after: label.slice(at + query.length),
  };
}
