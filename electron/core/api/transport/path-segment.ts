/** One segment of a path. URL parsers on the way resolve a bare `.` or `..` even when it is an id, so they are encoded too. */
export function pathSegment(text: string): string {
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%2E') : encodeURIComponent(text.toWellFormed());
}
