/** Lines of the head that are looked at. */
const lookedAt = 300;
/** Fewer lines may stand below one another by chance. */
const fewestLines = 3;
/** Lines in which more than one blank stands before a column: its values are filled up to one width. */
const fewestFilled = 2;
/** Places where columns may begin. More are not a table, and take long to look at. */
const mostPlaces = 1000;
/** Share of the lines that have a value in each column. */
const leastValues = 0.5;

/**
 * Where the columns of a table with fixed widths begin, in characters from 0, and the first of them at 0; null for any other
 * text. A column begins behind blanks that stand at the same place in all lines, where some lines have several of them: so
 * the groups of a phone and the words of a name stay together. `whole`: the text is the entire file.
 */
export function fixedWidthCuts(text: string, whole: boolean): number[] | null {
  const parts = text.split(/\r\n|\n|\r/);
  if (!whole) parts.pop();
  const lines = parts.map((line) => line.replaceAll('\u001a', '').trimEnd()).filter((line) => line !== '');
  const seen = lines.slice(0, lookedAt);
  if (seen.length < fewestLines || seen.some((line) => line.includes('\t'))) return null;
  const cuts = [0];
  const places = startsIn(seen);
  if (places.length > mostPlaces) return null;
  let [begin = 0] = places;
  for (const [at, place] of places.entries()) {
    if (at === 0) continue;
    const end = places[at + 1] ?? Number.POSITIVE_INFINITY;
    if (!isColumn(seen, begin, place, end)) continue;
    cuts.push(isRightAligned(seen, place, end) ? endOfColumn(seen, place) : place);
    begin = place;
  }
  return cuts.length > 1 ? cuts : null;
}

/** Numbers end at one place, so a longer one further down begins more to the left. */
function isRightAligned(lines: readonly string[], start: number, end: number): boolean {
  const values = lines.map((line) => line.slice(start, end).trimEnd()).filter((value) => value !== '');
  return new Set(values.map((value) => value.length)).size === 1 && values.some((value) => value.startsWith(' '));
}

/** Where the column before the place ends. */
function endOfColumn(lines: readonly string[], place: number): number {
  return Math.max(...lines.map((line) => line.slice(0, place).trimEnd().length));
}

/** Places behind blanks of all lines, in characters from 0. */
function startsIn(lines: readonly string[]): number[] {
  const used: boolean[] = [];
  for (const line of lines) for (let at = 0; at < line.length; at += 1) if (line[at] !== ' ') used[at] = true;
  const starts: number[] = [];
  for (let at = 0; at < used.length; at += 1) if (used[at] === true && used[at - 1] !== true) starts.push(at);
  return starts;
}

/** Whether a column begins at `start`. `end`: where the next one may begin; `before`: where the one before it begins. */
function isColumn(lines: readonly string[], before: number, start: number, end: number): boolean {
  let filled = 0;
  let values = 0;
  let left = 0;
  let isNamed = false;
  for (const [at, line] of lines.entries()) {
    const value = line.slice(start, end).trimEnd();
    const previous = line.slice(before, start);
    if (previous.trim() !== '') left += 1;
    if (value === '') continue;
    values += 1;
    if (previous.trim() === '' || !/  $/.test(previous + (/^ */.exec(value)?.[0] ?? ''))) continue;
    filled += 1;
    // Behind post codes, which are all of one length, only the name above them is filled up.
    isNamed ||= at === 0 && !/\d/.test(line);
  }
  const least = lines.length * leastValues;
  return (filled >= fewestFilled || isNamed) && values >= least && left >= least;
}
