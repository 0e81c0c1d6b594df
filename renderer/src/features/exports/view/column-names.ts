import type { ExportColumn } from '../../../../../shared/contract/exports/exports.ts';
import { shownDirections } from '../../../../../shared/domain/words/visible-marks.ts';
import { capitalized } from '../../../../../shared/domain/words/format.ts';

/** `lastModifiedTime` → "Last modified time": names of the service; the campaign's own fields keep theirs. */
function inWords(name: string): string {
  const words = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replaceAll('.', ' ');
  return capitalized(words.toLowerCase());
}

/**
 * Title of a column: the last part of its path, or more of it when two columns would share it. Where they still would, both
 * are called by their paths, as in files: a campaign may have a field "Status", too.
 */
export function columnTitles(columns: readonly Pick<ExportColumn, 'index' | 'path'>[]): ReadonlyMap<number, string> {
  const short = (path: string) => path.slice(path.lastIndexOf('.') + 1);
  const counts = new Map<string, number>();
  for (const column of columns) {
    const key = short(column.path).toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const titles = columns.map((column): string => {
    const last = short(column.path);
    const isOnly = counts.get(last.toLowerCase()) === 1;
    // Fields of the campaign are shown by their own name, without `data.` in front.
    if (column.path.startsWith('data.')) return shownDirections(column.path.slice(5));
    return inWords(isOnly && last.length > 4 ? last : column.path);
  });
  const same = new Map<string, number>();
  for (const title of titles) same.set(title.toLowerCase(), (same.get(title.toLowerCase()) ?? 0) + 1);
  return new Map(
    columns.map(({ index, path }, place) => {
      const title = titles[place] ?? path;
      return [index, same.get(title.toLowerCase()) === 1 ? title : shownDirections(path)];
    }),
  );
}

/** Titles of the columns with these paths. */
export function titlesOf(columns: readonly Pick<ExportColumn, 'index' | 'path'>[], paths: readonly string[]): string[] {
  const titles = columnTitles(columns);
  return paths.map((path) => titles.get(columns.find((column) => column.path === path)?.index ?? -1) ?? path);
}

const RANKS = [
  /^uniqueId$/i,
  /^campaign\.code$/i,
  /^(status|closure)$/i,
  /^data\..*name|^data\..*navn|^data\.(nom|prenom|nome|nombre)$/i,
  /^data\..*(phone|telefon|mobil|tlf)/i,
  /^data\./,
  /time$/i,
];

/**
 * Which lead it is and how it stands comes first, then the campaign's other fields, then what the service keeps about the
 * lead. Among fields of the campaign the fuller ones come first.
 *
 * @param rows leads of the result; 0 while they arrive: the order of arrival stays
 */
export function columnOrder(columns: readonly ExportColumn[], rows: number): ExportColumn[] {
  const rank = (path: string): number => {
    const place = RANKS.findIndex((words) => words.test(path));
    return place < 0 ? RANKS.length : place;
  };
  // Tenths: columns of one campaign keep its order, although some leads lack a value.
  const fullness = ({ path, filled }: ExportColumn): number =>
    path.startsWith('data.') && rows > 0 ? Math.round((10 * filled) / rows) : 0;
  return [...columns].sort(
    (one, other) => rank(one.path) - rank(other.path) || fullness(other) - fullness(one) || one.index - other.index,
  );
}
