import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import { tabTable } from '../../../../../shared/domain/files/csv-line.ts';
import { call, CallError } from '../../../bridge/index.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { toast } from '../../../ui/index.ts';
import { columnWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import type { CopyReader } from '../grid/grid-link.ts';
import { leadName, showsNames } from '../../../../../shared/domain/service/leads/lead-name.ts';
import type { LeadRow } from '../grid/lead-rows.ts';
import type { ViewColumn } from '../view/page-view.ts';
import type { rowsOf } from '../view/view-args.ts';

/** Rows. A clipboard with more slows down the program that pastes it. */
const MOST_COPIED_ROWS = 5000;

/** Copies leads as a table with the shown columns. Says how many it was. */
export async function copyLeads(
  wanted: ReturnType<typeof rowsOf>,
  columns: readonly ViewColumn[],
  reader: CopyReader = 'people',
): Promise<void> {
  try {
    const { rows, total } = await rowsToCopy(wanted);
    const shown = columns.filter((column) => column.isShown);
    const text = reader === 'people' ? tableForPeople(rows, shown, columns) : tableForPrograms(rows, shown);
    await navigator.clipboard.writeText(text);
    toast(
      `Copied ${format.count(rows.length, leadForms)} as a table.`,
      rows.length < total
        ? `These are the first ${format.number(rows.length)} of ${format.number(total)}. Save them as a file to get them all.`
        : null,
    );
  } catch (failure) {
    const message =
      failure instanceof CallError
        ? failure.message
        : 'The clipboard is not available here. Save the leads as CSV instead.';
    toast('The leads were not copied.', message, { tone: 'error' });
  }
}

/** Names and words as the grid shows them. */
function tableForPeople(
  rows: readonly LeadRow[],
  shown: readonly ViewColumn[],
  columns: readonly ViewColumn[],
): string {
  const hasNames = showsNames(columns);
  return tabTable(
    [...(hasNames ? ['Name'] : []), ...shown.map(({ title }) => title)],
    rows.map(({ cells }) => [
      ...(hasNames ? [leadName(cells, columns)] : []),
      ...shown.map(({ index, path }) => columnWords(path, cells[index] ?? '')),
    ]),
  );
}

/** Paths and values as they came. */
function tableForPrograms(rows: readonly LeadRow[], shown: readonly ViewColumn[]): string {
  return tabTable(
    shown.map(({ path }) => path),
    rows.map(({ cells }) => shown.map(({ index }) => cells[index] ?? null)),
  );
}

/** Copies the text of one cell. */
export async function copyCell(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    toast('Copied the cell.');
  } catch {
    toast('The cell was not copied.', 'The clipboard is not available here.', { tone: 'error' });
  }
}

async function rowsToCopy(wanted: ReturnType<typeof rowsOf>): Promise<{ rows: readonly LeadRow[]; total: number }> {
  const rows: LeadRow[] = [];
  let total = 0;
  for (let offset = 0; offset < MOST_COPIED_ROWS; offset += PAGE_LIMIT) {
    const page = await call('export:rows', { ...wanted, offset, limit: PAGE_LIMIT });
    rows.push(...page.rows);
    total = page.total;
    if (page.rows.length < PAGE_LIMIT) break;
  }
  return { rows, total };
}
