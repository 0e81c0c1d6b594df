import { ActionIcon, Tooltip } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import { call, CallError } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { toast } from '../../../ui/index.ts';
import { columnOrder, columnTitles } from '../columns/column-names.ts';
import { asTable } from '../grid/as-table.ts';
import type { GridView, LeadRow } from '../grid/lead-rows.ts';

/** Rows. A clipboard with more slows down the program that pastes it. */
const MOST_ROWS = 5000;

interface CopyRowsProps {
  readonly summary: ExportSummary;
  readonly view: GridView;
  readonly isShown: (path: string) => boolean;
  readonly selected: readonly LeadRow[];
}

/** Copies the chosen rows, or all that are shown, as a table with the shown columns. */
export function CopyRows({ summary, view, isShown, selected }: CopyRowsProps) {
  const [isBusy, setIsBusy] = useState(false);
  const label = selected.length > 0 ? 'Copy the chosen leads as a table' : 'Copy as a table';

  async function rowsToCopy(): Promise<{ rows: readonly LeadRow[]; total: number }> {
    if (selected.length > 0) return { rows: selected, total: selected.length };
    const rows: LeadRow[] = [];
    let total = 0;
    for (let offset = 0; offset < MOST_ROWS; offset += PAGE_LIMIT) {
      const page = await call('export:rows', {
        exportId: summary.id,
        offset,
        limit: PAGE_LIMIT,
        sort: [...view.sort],
        search: view.search,
      });
      rows.push(...page.rows);
      total = page.total;
      if (page.rows.length < PAGE_LIMIT) break;
    }
    return { rows, total };
  }

  async function copy(): Promise<void> {
    setIsBusy(true);
    try {
      const { rows, total } = await rowsToCopy();
      const titles = columnTitles(summary.columns);
      const columns = columnOrder(summary.columns).filter((column) => isShown(column.path));
      const text = asTable(
        columns.map((column) => titles.get(column.index) ?? column.path),
        rows.map((row) => columns.map((column) => row.cells[column.index] ?? null)),
      );
      await navigator.clipboard.writeText(text);
      const copied = format.count(rows.length, { one: '# lead', other: '# leads' });
      toast(
        `Copied ${copied} as a table.`,
        rows.length < total ? `${format.number(total)} match. Save them as CSV to get them all.` : null,
      );
    } catch (failure) {
      const message =
        failure instanceof CallError
          ? failure.message
          : 'The clipboard is not available here. Save the leads as CSV instead.';
      toast('The leads were not copied.', message, { tone: 'error' });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        disabled={isBusy || summary.rows === 0}
        onClick={() => {
          copy().catch((error: unknown) => window.reportError(error));
        }}
      >
        <IconClipboardText size={17} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
