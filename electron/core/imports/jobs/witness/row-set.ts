import { RowSet as RowsUpTo } from '../../../../../shared/domain/check/row-set.ts';

/** Rows of a job, whose last row nobody knows before: it grows. */
export class RowSet extends RowsUpTo {
  constructor() {
    super(0);
  }

  override add(row: number): boolean {
    const word = row >>> 5;
    if (word >= this.words.length) {
      const larger = new Uint32Array(Math.max(word + 1, this.words.length * 2));
      larger.set(this.words);
      this.words = larger;
    }
    return super.add(row);
  }
}

/** "1-57,60" */
export function rangesText(rows: Iterable<number>): string {
  const parts: string[] = [];
  let first = 0;
  let last = 0;
  const end = () => {
    if (first > 0) parts.push(first === last ? `${first}` : `${first}-${last}`);
  };
  for (const n of rows) {
    if (n !== last + 1 || first === 0) {
      end();
      first = n;
    }
    last = n;
  }
  end();
  return parts.join(',');
}

/** @throws RangeError for a text that `rangesText` does not write, or a row above `LARGEST_ROW` */
export function rowsIn(ranges: string): RowSet {
  const rows = new RowSet();
  for (const part of ranges === '' ? [] : ranges.split(',')) {
    const found = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part);
    const [from, to] = [Number(found?.[1]), Number(found?.[2] ?? found?.[1])];
    if (!(from >= 1 && to >= from && to <= LARGEST_ROW)) throw new RangeError('no ranges of rows');
    for (let n = from; n <= to; n += 1) rows.add(n);
  }
  return rows;
}

/** Above what a spreadsheet or a day's import holds; keeps a damaged line from taking all memory. */
export const LARGEST_ROW = 50_000_000;
