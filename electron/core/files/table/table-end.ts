import { isBlank, looksLikeNumber, shapeOf } from '../../../../shared/domain/files/cell-shapes.ts';
import { hasLegalForm } from '../../../../shared/domain/mapping/words/value-signs.ts';
import type { Guess } from '../../../../shared/contract/imports/reading.ts';
import { guess } from '../foundation/guess.ts';
import { areColumnNames } from './column-names.ts';
import { ContactColumns, isContact, namesContact } from './contact-columns.ts';
import { filledCount, median, typeOf, type CellType } from './sheet-row.ts';

/** One of the last rows with content; `blankBefore` counts the blank rows right above it. */
export interface TailRow {
  line: number;
  cells: string[];
  blankBefore: number;
}

export interface TableEnd {
  /** How many of the given rows belong to the table. */
  keep: number;
  /** Lines of the rows that are totals: below the table, or within it, above further leads. */
  totals: ReadonlySet<number>;
  guess(lastLine: number): Guess<number>;
}

/** Words of sums and means; "media" and "mean" are left out, which begin names of companies. */
const totalForms = [
  'totals?|sum|summe|gesamt|gesamtsumme|insgesamt|zusammen|i alt|ialt|totalt|summa|sammenlagt|totaal|yhteens[aä]',
  'total g[eé]n[eé]ral|total general|somme|suma|totale|totais|razem|ogółem|celkem|spolu|összesen|toplam|kopā|viso|kokku',
  'ukupno|sveukupno|svega|skupaj|iš viso|bendra suma|укупно|свега|вкупно|tổng cộng|jumlah|รวม(?:ทั้งหมด|ทั้งสิ้น)?|कुल(?: योग)?',
  'סה["״]כ|סך הכ(?:ו)?ל|المجموع|الإجمالي|الاجمالي|مجموع|إجمالي|اجمالي',
  '(?:gesamt|teil)?ergebnis|hovedtotal|totalsumm?a?|eindtotaal|celkový součet|végösszeg|genel toplam|общий итог',
  'averages?|avg|durchschnitt|mittelwert|medel(?:värde)?|genomsnitt|gennemsnit|gjennomsnitt|keskiarvo|gemiddelde?',
  'moyenne|promedio|średnia|průměr|priemer|átlag|ortalama|prosjek|prosek|povprečje|vidurkis|vidējais|keskmine|просек|ממוצע|المتوسط|среднее|середнє|μέσος όρος|平均|평균',
  'итого|всего|разом|усього|общо|(?:γενικό )?σύνολο|(?:γενικο )?συνολο|合計|総計|小計|合计|总计|小计|總計|합계|총계',
].join('|');
const totalWords = new RegExp(`^(?:(?:grand|sub)[\\s-]*)?(?:${totalForms})(?![\\p{L}\\p{N}_])`, 'iu');
/** "Odense Total", as Excel names the total of a group. */
const totalBehind = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${totalForms})$`, 'iu');
/** Characters of what a total is called. */
const longestLabel = 40;
/** A word for notes ends where the word ends: "Bronkhorst" and "Legendre" are names. */
const noteStart = new RegExp(
  `^(?:${[
    `(?:${[
      'notes?|source[sd]?|copyright|footnotes?|legende?|disclaimer|anmerkung(?:en)?|fu(?:ß|ss)noten?|hinweise?',
      'quellen?(?:angaben?|nachweise?|verzeichnis)?|kilder?|käll(?:a|or)|bron(?:nen|vermelding)?|l[aä]hde|lähteet|fuente',
      'źródł[oa]|forrás(?:ok)?|fonte|huom(?:io|autus)?|источники?|примечани[ея]|джерел[оа]|πηγ(?:ή|ές)',
    ].join('|')})(?!\\p{L})`,
    '\\*|†|‡|©|n\\.b\\.|(?:stand|nb|uwaga|zdroj|nota|bemærk|obs|merk):',
    // How databases print tables: "3 rows in set", and the frame below the last row.
    '\\(?\\d+ (?:rows?|zeilen|rækker|rader|rijen|lignes|filas)(?!\\p{L})|[-=_+|~]{3,}$',
    '出典|資料|注[:：]|※|来源|资料来源|來源|자료|출처',
  ].join('|')})`,
  'iu',
);

/**
 * Finds where the table ends. Not part of it: notes behind a blank row that are much emptier than the rows of the table,
 * sentences in a table of values, and totals. A row right below it whose few values are like those above is a lead.
 * `knownTypical`: filled cells of an ordinary row, 0 when not known. `isHeader`: whether a row repeats the header.
 */
export function findTableEnd(
  tail: readonly TailRow[],
  knownTypical: number,
  chosen: number | undefined,
  isHeader: (row: TailRow) => boolean,
): TableEnd {
  const totals = new Set<number>();
  if (chosen !== undefined)
    return {
      keep: tail.length,
      totals,
      guess: (last) => guess(Math.min(last, chosen), 'yours', 'You chose this row.'),
    };
  const counts = tail.map((row) => filledCount(row.cells));
  const typical =
    knownTypical > 0 ? knownTypical : median(counts.slice(0, Math.max(1, Math.ceil(counts.length * 0.6))));
  const all = tail.length;
  let keep = all;
  const leads = new LeadRows(tail, typical);
  if (knownTypical === 0) keep = beforeGrandTotal(tail, leads, isHeader);
  const within = tail[keep];
  if (within !== undefined && tail.slice(keep + 1).some((row) => leads.has(row))) {
    totals.add(within.line);
    keep = all;
  }
  keep = beforeOtherTable(tail, counts, keep, { typical, isHeader });
  keep = beforeSparseBlock(tail, counts, typical, keep, leads);
  const typed = typedColumns(tail.slice(0, Math.max(3, Math.ceil(keep * 0.6))));
  for (let changed = true; changed && keep > 1;) {
    const row = tail[keep - 1] as TailRow;
    const filled = counts[keep - 1] as number;
    changed =
      isTotal(row, tail.slice(0, keep - 1), () => leads) ||
      (!leads.has(row) &&
        (isNote(row, filled, typical) ||
          (lacksValues(row, filled, typical, typed) && !isLikeRowsAbove(row, tail.slice(0, keep - 1), tail[keep]))));
    if (changed) keep -= 1;
  }
  for (const row of tail.slice(keep)) if (isTotal(row, tail.slice(0, keep), () => leads)) totals.add(row.line);
  const last = tail[tail.length - 1]?.line ?? 0;
  return {
    ...{ keep, totals },
    guess: (line) =>
      line === last
        ? guess(line, 'certain', 'It is the last row with content.')
        : guess(
            line,
            'likely',
            'The rows below it look like notes, totals or another table, not like rows of the table.',
            [last],
          ),
  };
}

/** A preview ends inside the sheet, so it leaves out no row at its end. */
export function unfinishedEnd(rows: number): TableEnd {
  const reason = 'Only the beginning of the file has been read so far.';
  return { keep: rows, totals: new Set(), guess: (line) => guess(line, 'guess', reason) };
}

/**
 * The first blank gap with another table below it: it has a header of its own, perhaps with a title above, and neither names nor
 * has phones or e-mail addresses, as this table does. With them, its rows are leads that a person has to see.
 */
function beforeOtherTable(
  tail: readonly TailRow[],
  counts: readonly number[],
  from: number,
  { typical, isHeader }: { readonly typical: number; readonly isHeader: (row: TailRow) => boolean },
): number {
  for (let index = 1; index + 2 < from; index += 1) {
    const row = tail[index] as TailRow;
    const names = counts[index] === 1 ? (tail[index + 1] as TailRow).cells : row.cells;
    if (row.blankBefore === 0 || !areColumnNames(names) || names.some(namesContact)) continue;
    const leads = new LeadRows(tail.slice(0, index), typical);
    const isRead = (other: TailRow) => leads.has(other) || isHeader(other) || other.cells.some(isContact);
    if (leads.areKnown && !tail.slice(index).some(isRead)) return index;
  }
  return from;
}

/** The first blank gap below which every row is much emptier than the rows of the table. */
function beforeSparseBlock(
  tail: readonly TailRow[],
  counts: readonly number[],
  typical: number,
  from: number,
  leads: LeadRows,
): number {
  if (typical < 3) return from;
  let keep = from;
  for (let index = from - 1; index > 0; index -= 1) {
    if ((counts[index] as number) > Math.max(1, typical * 0.5) || leads.has(tail[index] as TailRow)) break;
    if ((tail[index] as TailRow).blankBefore > 0) keep = index;
  }
  return keep;
}

/** A row that is labelled as a total and adds up all rows above it ends the table, unless the header comes again behind it. */
function beforeGrandTotal(tail: readonly TailRow[], leads: LeadRows, isHeader: (row: TailRow) => boolean): number {
  for (let index = 3; index < tail.length; index += 1) {
    const row = tail[index] as TailRow;
    const label = row.cells.find((cell) => !isBlank(cell))?.trim() ?? '';
    if (!totalWords.test(label)) continue;
    if (row.cells.some(leads.sumsAbove(row)) && !tail.slice(index + 1).some(isHeader)) return index;
  }
  return tail.length;
}

/** Finds the rows that hold a phone or an e-mail address, so that nothing else can make notes or totals of them. */
export class LeadRows {
  readonly #rows: readonly TailRow[];
  readonly #contacts: ContactColumns;
  /** By column: what the numbers above each row add up to. A column is added up once, however many rows are looked at. */
  readonly #sums = new Map<number, { readonly totals: Float64Array; readonly addends: Uint16Array }>();

  /** @param typical filled cells of an ordinary row */
  constructor(rows: readonly TailRow[], typical: number) {
    this.#rows = rows;
    this.#contacts = new ContactColumns(rows.filter(({ cells }) => filledCount(cells) > typical * 0.5));
  }

  /** Whether a column of the table has phones or e-mail addresses. */
  get areKnown(): boolean {
    return this.#contacts.areKnown;
  }

  has(row: TailRow): boolean {
    const isLabelled = isTotalLabel(row);
    const isSum = this.sumsAbove(row);
    return this.#contacts.isLead(row, (digits, column) => isLabelled || isSum(digits, column));
  }

  /** Tells whether a cell of the row is the sum of all numbers above it, of which there are several. */
  sumsAbove(row: TailRow): (cell: string, column: number) => boolean {
    const index = this.#rows.indexOf(row);
    const at = index === -1 ? this.#rows.length : index;
    return (cell, column) => {
      const sum = numberOf(cell);
      if (sum === null || sum === 0) return false;
      const { totals, addends } = this.#sumsOf(column);
      return (addends[at] ?? 0) >= 2 && Math.abs((totals[at] ?? 0) - sum) <= Math.abs(sum) * 1e-6 + 0.01;
    };
  }

  #sumsOf(column: number): { readonly totals: Float64Array; readonly addends: Uint16Array } {
    const known = this.#sums.get(column);
    if (known !== undefined) return known;
    const totals = new Float64Array(this.#rows.length + 1);
    const addends = new Uint16Array(totals.length);
    for (const [at, { cells }] of this.#rows.entries()) {
      const value = numberOf(cells[column] ?? '');
      totals[at + 1] = (totals[at] ?? 0) + (value ?? 0);
      addends[at + 1] = (addends[at] ?? 0) + (value === null ? 0 : 1);
    }
    const sums = { totals, addends };
    this.#sums.set(column, sums);
    return sums;
  }
}

/** Whether a row begins with a word for totals and no more than a number or a sign behind it. */
export function isTotalLabel(row: TailRow): boolean {
  const label = row.cells.find((cell) => !isBlank(cell))?.trim() ?? '';
  return /^[^\p{L}]*$/u.test(label.replace(totalWords, '')) && totalWords.test(label);
}

/**
 * Whether a row is the total of the group that the row above belongs to: "Total Odense" or "Odense Total" and numbers alone,
 * below a row with the value Odense. The label stands first, or below that value: behind a number, it is the name of a lead.
 */
export function isNamedTotal(row: TailRow, above: Pick<TailRow, 'cells'> | undefined, leads: () => LeadRows): boolean {
  const filled = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [label = '', ...more] = filled.filter((cell) => !looksLikeNumber(cell));
  if (above === undefined || more.length > 0 || label.length > longestLabel || filled.length < 2) return false;
  const group = label.replace(totalWords, '').replace(totalBehind, '').trim();
  if (group === '' || group.length === label.length) return false;
  const place = row.cells.findIndex((cell) => cell.trim() === label);
  const beside = filled[0] === label ? above.cells : above.cells.slice(place, place + 1);
  return beside.some((cell) => endsWithName(group, cell.trim())) && !leads().has(row);
}

/** Whether a text is a name, perhaps behind small words: "for Odense". The capital of "Bygg AS" begins a longer name. */
function endsWithName(text: string, name: string): boolean {
  const before = text.slice(0, Math.max(0, text.length - name.length));
  return name !== '' && text.toLowerCase().endsWith(name.toLowerCase()) && /^(?:|\P{Lu}* )$/u.test(before);
}

/** The number a cell shows, with whatever separates its thousands; null when it is not a number. */
function numberOf(cell: string): number | null {
  const text = cell.trim();
  if (text === '' || !looksLikeNumber(text)) return null;
  // The point of "kr." is none of the number.
  const bare = text.replace(/[^\d.,(-]/g, '').replace(/\.$/, '');
  const decimal = /[.,](\d{1,2})$/.exec(bare);
  const whole = (decimal === null ? bare : bare.slice(0, decimal.index)).replace(/\D/g, '');
  const value = Number(`${whole === '' ? '0' : whole}.${decimal?.[1] ?? '0'}`);
  return /^[(-]/.test(bare) ? -value : value;
}

/** Columns in which nearly every row has a value of one form (a number, a date, an e-mail address, ...). */
function typedColumns(rows: readonly TailRow[]): { column: number; type: CellType }[] {
  const width = Math.max(0, ...rows.map((row) => row.cells.length));
  const found: { column: number; type: CellType }[] = [];
  for (let column = 0; column < width; column += 1) {
    const types = rows.map((row) => typeOf(row.cells[column] ?? ''));
    for (const type of ['number', 'date', 'email', 'phone', 'url'] as const)
      if (types.filter((other) => other === type).length >= types.length * 0.9) found.push({ column, type });
  }
  return found;
}

/** Much emptier than the table and without any of the values every other row has. */
function lacksValues(
  row: TailRow,
  filled: number,
  typical: number,
  typed: readonly { column: number; type: CellType }[],
): boolean {
  if (typed.length < 2 || typical < 4 || filled > typical * 0.5) return false;
  return typed.every(({ column, type }) => typeOf(row.cells[column] ?? '') !== type);
}

/**
 * Whether each value has the form of a value above it, as in a list that is sorted so that leads without a phone come last:
 * "Eva" below "Bo" and "Ann", and neither "made by hand" nor "Total". Right above a note, most values must have that form.
 */
function isLikeRowsAbove(row: TailRow, above: readonly TailRow[], note: TailRow | undefined): boolean {
  if (note?.blankBefore === 0 && !isLikeMostAbove(row, above)) return false;
  if (totalWords.test(row.cells.find((cell) => !isBlank(cell))?.trim() ?? '')) return false;
  return row.cells.every((cell, column) => {
    const shape = shapeOf(cell.trim());
    return shape === '' || above.some(({ cells }) => shapeOf((cells[column] ?? '').trim()) === shape);
  });
}

/** Rows above that say what form the values of a column have. */
const FEWEST_ABOVE = 3;

/** Whether the first value of a row has the form that at least half of the values above it have. */
export function isLikeMostAbove(row: TailRow, above: readonly Pick<TailRow, 'cells'>[]): boolean {
  const column = row.cells.findIndex((cell) => !isBlank(cell));
  const shape = shapeOf((row.cells[column] ?? '').trim());
  const alike = above.filter(({ cells }) => shapeOf((cells[column] ?? '').trim()) === shape);
  return above.length >= FEWEST_ABOVE && alike.length * 2 >= above.length;
}

/** @param leads asked for only where a row may be a total */
export function isTotal(row: TailRow, above: readonly TailRow[], leads: () => LeadRows): boolean {
  return looksLikeTotal(row, above, leads) && !leads().has(row);
}

function looksLikeTotal(row: TailRow, above: readonly TailRow[], leads: () => LeadRows): boolean {
  const filled = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const label = filled[0] ?? '';
  if (
    totalWords.test(label) &&
    label.length <= longestLabel &&
    filled.slice(1).every((cell) => looksLikeNumber(cell)) &&
    (filled.length > 1 || /[:\d]$/.test(label)) &&
    (!isCompany(label) || row.cells.some(leads().sumsAbove(row)))
  )
    return true;
  if (above.length < 3 || !filled.every((cell) => looksLikeNumber(cell))) return false;
  const usual = filledCount(above[above.length - 1]?.cells ?? []);
  // A single number behind a gap, below a column of numbers.
  if (row.blankBefore > 0 && filled.length < usual * 0.5) return true;
  const isSum = leads().sumsAbove(row);
  return filled.length < usual && row.cells.every((cell, column) => isBlank(cell) || isSum(cell, column));
}

/** "Total AB" and "Total s.r.o.", but neither "Total inc. VAT" nor "Total (KG)": the form ends the name, as such forms are written. */
function isCompany(label: string): boolean {
  const [, name = '', form = ''] = /^(.*)\s([^\s(]+)$/u.exec(label) ?? [];
  return /\p{L}\.\p{L}|^\p{Lu}.*[^:\d]$/u.test(form) && hasLegalForm(label) && !hasLegalForm(name);
}

function isNote(row: TailRow, filled: number, typical: number): boolean {
  const text = (row.cells[0] ?? '').trim();
  if (filled !== 1 || typical < 2 || text === '') return false;
  const isSentence = typical >= 3 && text.length > 40 && text.split(' ').length >= 5;
  return row.blankBefore > 0 || isSentence || noteStart.test(text);
}

/**
 * Whether a row is a heading between groups of rows ("Surgery ..." above its specialties): words in the first column only,
 * and the rows below are indented more, or the words end like a heading. A row that only has few values is data: a blank
 * before a single name below says nothing. `next` and `after`: the two rows below.
 */
export function isSectionHeading(
  row: TailRow,
  next: TailRow | undefined,
  after: TailRow | undefined,
  typical: number,
): boolean {
  const own = row.cells[0] ?? '';
  // Fast exit: this runs for every row of the file, and most rows have a second value.
  if (typical < 4 || !isBlank(row.cells[1] ?? '') || filledCount(row.cells) !== 1) return false;
  if (isBlank(own) || /\d/.test(own)) return false;
  if (/(?:\.\.\.|…|:)\s*$/.test(own)) return true;
  const isBelow = (other: TailRow | undefined) =>
    !isBlank(other?.cells[0] ?? '') && indentation(other?.cells[0] ?? '') > indentation(own);
  return isBelow(next) && (after === undefined || isBelow(after) || filledCount(after.cells) === 1);
}

const pageFoot = new RegExp(
  `^[-–—\\s]*(?:${[
    'page|seite|side|sida|sivu|blad|p[aá]gina|pag\\.|pág\\.|strona|strana|stránka|str\\.|oldal|sayfa|lapa|puslapis|lehekülg',
    'страница|стр\\.|сторінка|стор\\.|σελίδα',
  ].join(
    '|',
  )})(?:\\s*:)?\\s*\\d+(?:\\s*(?:/|of|von|af|av|de|di|da|sur|van|z|ze|iz|из|з|από)\\s*\\d+)?[-–—\\s]*$|^第?\\s*\\d+\\s*[頁页ページ]+(?:\\s*/.*)?$`,
  'iu',
);

/** Whether a row of a printed list says nothing but which page ends there ("Page 1 of 3"), in any column. */
export function isPageFoot(row: TailRow, typical: number): boolean {
  const [first = '', second = ''] = row.cells;
  // Fast exit, as above.
  if (typical < 3 || (!isBlank(first) && !isBlank(second)) || filledCount(row.cells) !== 1) return false;
  return pageFoot.test(row.cells.find((cell) => !isBlank(cell)) ?? '');
}

function indentation(text: string): number {
  return text.length - text.trimStart().length;
}
