import type { ColumnForm } from '../../files/writing/column-types.ts';
import type { DatasetColumn } from './manifest.ts';

/** Positions of the columns by which leads are placed in a dataset; null for one that the result has not. */
export interface KeyColumns {
  readonly uniqueId: number | null;
  readonly campaign: number | null;
  readonly uploadTime: number | null;
  readonly lastModifiedTime: number | null;
  readonly status: number | null;
  readonly closure: number | null;
}

/** @param paths of the columns of a result; services differ in the case of names */
export function keyColumns(paths: readonly string[]): KeyColumns {
  const find = (...names: readonly string[]): number | null => {
    for (const name of names) {
      const index = paths.findIndex((path) => path.toLowerCase() === name);
      if (index >= 0) return index;
    }
    return null;
  };
  return {
    uniqueId: find('uniqueid', 'leaduniqueid', 'uniqueleadid'),
    campaign: find('campaign.code', 'campaigncode'),
    uploadTime: find('uploadtime'),
    lastModifiedTime: find('lastmodifiedtime'),
    status: find('status'),
    closure: find('closure'),
  };
}

/** Columns that a reader adds from the folders' names: a column of that name in the file would take their place. */
const IN_THE_PATH: ReadonlySet<string> = new Set(['campaign', 'day']);

export interface PlannedColumn {
  readonly name: string;
  /** Form of its values in the dataset; null for a column that the dataset had not. */
  readonly known: ColumnForm | null;
  /** Its position in the result; null when the result has no such column. */
  readonly source: number | null;
}

/** Joins the columns of a dataset with those of a result: the dataset's stay, in their order and spelling. */
export function planColumns(known: readonly DatasetColumn[], paths: readonly string[]): PlannedColumn[] {
  const planned: PlannedColumn[] = known.map(({ name, type, digits }) => ({
    name,
    known: { type, digits },
    source: null,
  }));
  const positions = new Map(known.map(({ name }, index) => [name.toLowerCase(), index]));
  for (const [source, path] of paths.entries()) {
    const name = IN_THE_PATH.has(path.toLowerCase()) ? `lead.${path}` : path;
    const position = positions.get(name.toLowerCase());
    const before = position === undefined ? undefined : planned[position];
    // A result has no two columns that differ in case only.
    if (position === undefined || before === undefined) planned.push({ name, known: null, source });
    else planned[position] = { ...before, source };
  }
  return planned;
}
