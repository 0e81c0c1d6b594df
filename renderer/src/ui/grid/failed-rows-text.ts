import { format } from '../../lib/format.ts';
import type { FailedRows } from './row-pages.ts';

/** "Rows 1,201–1,300 could not be loaded: " and the reason. Three places and more are summed up. */
export function failedRowsText(failed: readonly FailedRows[], total: number | null): string {
  const ranges: { start: number; end: number }[] = [];
  for (const page of failed) {
    const end = total === null ? page.end : Math.min(page.end, Math.max(total, page.start + 1));
    const former = ranges.at(-1);
    if (former !== undefined && former.end === page.start) former.end = end;
    else ranges.push({ start: page.start, end });
  }
  const rows = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  const places =
    ranges.length < 3
      ? `Rows ${ranges.map(({ start, end }) => `${format.number(start + 1)}–${format.number(end)}`).join(' and ')}`
      : `${format.number(rows)} rows`;
  return `${places} could not be loaded: ${failed.at(-1)?.message ?? ''}`;
}
