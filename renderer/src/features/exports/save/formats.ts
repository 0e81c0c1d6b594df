import {
  IconBraces,
  IconFileTypeCsv,
  IconFileTypeXls,
  IconList,
  IconStack2,
  type TablerIcon,
} from '@tabler/icons-react';
import type { SaveFormatName } from '../../../../../shared/contract/exports/save-formats.ts';

/** The formats in the order in which they are offered. */
export const FORMATS: readonly {
  readonly name: SaveFormatName;
  readonly title: string;
  readonly hint: string;
  readonly icon: TablerIcon;
}[] = [
  { name: 'csv', title: 'CSV, safe for Excel', hint: 'Opens with a double click', icon: IconFileTypeCsv },
  { name: 'xlsx', title: 'Excel workbook', hint: 'Phones stay text, dates are dates', icon: IconFileTypeXls },
  { name: 'json', title: 'JSON', hint: 'One list of all leads', icon: IconBraces },
  { name: 'jsonl', title: 'JSON Lines', hint: 'One lead a line', icon: IconList },
  { name: 'parquet', title: 'Parquet', hint: 'Typed columns for DuckDB, Spark', icon: IconStack2 },
];
