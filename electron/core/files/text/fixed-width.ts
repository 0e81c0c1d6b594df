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

/** Lines above the table that may be its title, on each page, and below it that may be notes. */
const mostTitles = 8;
const mostNotes = 5;

/** How a text is cut into columns of fixed width. */
export interface FixedWidth {
  /** Where the columns begin, in characters from 0: the first of them at 0. */
  readonly cuts: readonly number[];
  /** Titles and notes, as `acrossColumns` knows them again: they run across the columns and are not cut. */
  readonly across: ReadonlySet<string>;
  /** Characters of East Asia take two places, as `spread` writes them. */
  readonly isWide: boolean;
}

/** As wide as two letters where every letter is of one width. Those of two UTF-16 units are that long already. */
const wideCharacters =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/g;
/** Stands behind a wide character; no text has it. */
const FILLER = '\uffff';

/** The line with two characters for a wide one, so that columns which begin below each other begin at one character. */
export function spread(line: string): string {
  return line.replace(wideCharacters, `$&${FILLER}`);
}

export function withoutFillers(value: string): string {
  return value.replaceAll(FILLER, '');
}

/**
 * The columns of a table with fixed widths; null for any other text. A column begins behind blanks that stand at the same
 * place in all lines, where some lines have several of them: so the groups of a phone and the words of a name stay together.
 * Lines that run across the columns do not count where they are titles or notes. `whole`: the text is the entire file.
 */
export function findFixedWidth(text: string, whole: boolean): FixedWidth | null {
  const narrow = widthsOf(text, whole, false);
  const spreadText = spread(text);
  if (spreadText === text) return narrow;
  const wide = widthsOf(spreadText, whole, true);
  if (wide === null || narrow === null) return wide ?? narrow;
  const more = wide.cuts.length - narrow.cuts.length || begun(spreadText, wide) - begun(text, narrow);
  return more > 0 ? wide : narrow;
}

/** How often a value begins where its column does. Where wide characters are counted wrongly, few do. */
function begun(text: string, { cuts }: FixedWidth): number {
  const lines = text.split(/\r\n|\n|\r/, lookedAt);
  const isBegun = (line: string, cut: number) => cut > 0 && line[cut - 1] === ' ' && (line[cut] ?? ' ') !== ' ';
  return lines.reduce((sum, line) => sum + cuts.filter((cut) => isBegun(line, cut)).length, 0);
}

function widthsOf(text: string, whole: boolean, isWide: boolean): FixedWidth | null {
  const parts = text.split(/\r\n|\n|\r/);
  if (!whole) parts.pop();
  const lines = parts.map((line) => withoutControls(line).trimEnd());
  const used = lines.filter((line) => line !== '');
  const seen = used.slice(0, lookedAt);
  if (seen.some((line) => line.includes('\t'))) return null;
  const notes = whole && used.length === seen.length ? notesBelow(lines) : 0;
  let best: FixedWidth = { cuts: cutsOf(seen), across: new Set(), isWide };
  for (const below of new Set([0, notes])) {
    const table = below === 0 ? seen : seen.slice(0, -below);
    for (let above = 0; above <= mostTitles; above += 1) {
      const across = new Set([...table.slice(0, above), ...seen.slice(table.length)].map(acrossColumns));
      const cuts = cutsOf(table.filter((line) => !across.has(acrossColumns(line))));
      const aside = seen.filter((line) => across.has(acrossColumns(line)));
      if (cuts.length > best.cuts.length && aside.every((line) => isTitle(line, cuts.length)))
        best = { cuts, across, isWide };
    }
  }
  return best.cuts.length > 1 ? best : null;
}

/**
 * Whether most lines with a separator have it at the edge of a value: values are filled up between such separators. The commas of
 * addresses stand inside.
 */
export function isAtEdges(text: string, separator: string, { cuts, isWide }: FixedWidth): boolean {
  const lines = (isWide ? spread(text) : text).split(/\r\n|\n|\r/, lookedAt).filter((line) => line.includes(separator));
  const atEdges = lines.map(withoutControls).filter((line) =>
    cuts.some((cut, at) => {
      const value = withoutFillers(line.slice(cut, cuts[at + 1])).trim();
      return value.startsWith(separator) || value.endsWith(separator);
    }),
  );
  return atEdges.length * 2 >= lines.length;
}

/** A title by which its like is known again: the number of a page, and its day, differ. */
export function acrossColumns(line: string): string {
  return line.trim().replaceAll(/\d+/g, '0');
}

/** Old programs fill up values with NULs instead of blanks, begin a page with a form feed, and end a file with Ctrl-Z. */
export function withoutControls(line: string): string {
  return line.replace(/^\f/, '').replaceAll(/[\0\u001a]/g, ' ');
}

/** Lines behind the last blank one, when they are few. */
function notesBelow(lines: readonly string[]): number {
  const end = lines.findLastIndex((line) => line !== '') + 1;
  const below = end - 1 - lines.slice(0, end).lastIndexOf('');
  return below < end && below <= mostNotes ? below : 0;
}

/** A row has a value for most columns, and a title a few words beside each other. */
function isTitle(line: string, columns: number): boolean {
  return columns > 2 && line.trim().split(/ {2,}/).length * 2 <= columns;
}

/** The first column alone when there are no others. */
function cutsOf(lines: readonly string[]): number[] {
  const cuts = [0];
  const places = startsIn(lines);
  if (lines.length < fewestLines || places.length > mostPlaces) return cuts;
  const rules = lines.filter(isRule);
  let [begin = 0] = places;
  for (const [at, place] of places.entries()) {
    if (at === 0) continue;
    const end = places[at + 1] ?? Number.POSITIVE_INFINITY;
    // One blank is enough between two columns that a rule divides.
    const isRuled = rules.some((line) => line[place - 1] === ' ' && line[place] !== ' ');
    const column = columnAt(lines, { before: begin, start: place, end, isRuled });
    if (column === null) continue;
    cuts.push(isRightAligned(lines, place, end) ? endOfColumn(lines, place) : place);
    // Behind a column with few values, most lines have their last value in the one before it.
    if (column === 'usual') begin = place;
  }
  return cuts;
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

interface Place {
  readonly start: number;
  /** Where the column before it begins. */
  readonly before: number;
  /** Where the next one may begin. */
  readonly end: number;
  readonly isRuled: boolean;
}

/** What column begins at the place; null: none. */
function columnAt(lines: readonly string[], { before, start, end, isRuled }: Place): 'usual' | 'sparse' | null {
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
  if (left < least) return null;
  if (values < least) return isSparse(lines, start, end) ? 'sparse' : null;
  const isUsual = filled >= fewestFilled || isNamed || isRuled || isBehindNumbers(lines, before, start);
  return isUsual ? 'usual' : null;
}

/** Whether most rows have nothing in the column: its few values begin where its name does, and two blanks stand before all of them. */
function isSparse(lines: readonly string[], start: number, end: number): boolean {
  const values = lines.map((line) => line.slice(start, end).trimEnd());
  const [name = ''] = values;
  const isApart = lines.every((line) => (line[start - 2] ?? ' ') === ' ');
  const isLeft = values.every((value) => !value.startsWith(' '));
  const isNamed = /^\p{L}/u.test(name) && !/\d/.test(lines[0] ?? '');
  return isApart && isLeft && isNamed && values.filter((value) => value !== '').length > fewestFilled;
}

/** A rule of dashes as databases draw it under the names, broken between two columns. Single dashes are broken anywhere. */
function isRule(line: string): boolean {
  return /--|==/.test(line) && /^ *[-=]+(?: +[-=]+)+$/.test(line);
}

/** Whether words stand one blank behind numbers that end at one place: those begin at different ones. */
function isBehindNumbers(lines: readonly string[], before: number, start: number): boolean {
  const numbers = lines.filter((line) => /^ *[-+]?\d[\d.,]*$/.test(line.slice(before, start).trimEnd()));
  const words = lines.filter((line) => /^(?:\p{L}|$)/u.test(line.slice(start)));
  const isMost = numbers.length >= lines.length * leastValues && words.length === lines.length;
  return isMost && isRightAligned(lines, before, start);
}
