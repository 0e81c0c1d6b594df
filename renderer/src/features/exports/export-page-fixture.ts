import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import type { KeptView } from '../../../../shared/contract/exports/kept-views.ts';
import type { Answers } from '../../testing/host.ts';

/* For specs: the page of an export whose leads are called "Firm 1" and on. */

export const lead = (number: number) => ({ number, cells: [`id-${number}`, `Firm ${number}`] });

export const leads = (count: number) => ({
  total: count,
  rows: Array.from({ length: count }, (_, index) => lead(index + 1)),
});

/** Answers of a list with one export, with this number of its leads. */
export const shown = (summary: ExportSummary, count: number | null = null): Answers => ({
  'export:list': () => ({ exports: [summary] }),
  'export:get': () => summary,
  ...(count !== null && { 'export:rows': () => leads(count) }),
});

/** The view that was left with nothing but these filters. */
export const leftWith = (...filters: KeptView['filters']): Answers => ({
  'leadView:left': () => ({ view: { columns: [], sort: [], filters, find: '', onlyHits: false, question: null } }),
});

export function eachTimeOnExportPage(): void {
  beforeEach(async () => {
    await page.viewport(1366, 768);
    window.location.hash = '#/export/export-1';
  });
}
