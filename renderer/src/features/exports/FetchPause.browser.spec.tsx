import { expect, test } from 'vitest';
import { format } from '../../lib/format.ts';
import { exampleBudget, exampleExport, exampleQuota } from '../../testing/examples.ts';
import { showPage } from '../../testing/show.tsx';
import { shown } from './export-page-fixture.ts';
import { ExportPage } from './ExportPage.tsx';

test('a fetch that the service has asked to pause says so, and until when; a pause of imports is not its own', async () => {
  window.location.hash = '#/export/export-1';
  const until = Date.now() + 40_000;
  const blocked = {
    blockedUntil: until,
    blockedPeriod: 'minute' as const,
    blockedReason: 'The service asked for a pause until the minute is over.',
  };
  const waiting = exampleExport({ state: 'running', rows: 0, columns: [], endedAt: null });
  const endpoints = [{ service: 'GET simpleleads', title: 'Lead search', isLikely: false }];
  const searches = exampleBudget({ service: 'GET simpleleads', title: 'Lead search', endpoints });
  const { screen, host } = await showPage(<ExportPage />, {
    ...shown(waiting, 0),
    'quota:snapshot': () => exampleQuota({ services: [exampleBudget(blocked), searches] }),
  });
  await expect.element(screen.getByText('waiting for the first lead')).toBeVisible();

  host.emit('quota:pulse', exampleQuota({ services: [{ ...searches, ...blocked }], sequence: 2 }));
  const pause = `throttled: the service asked for a pause until ${format.timeWithSeconds(until)}`;
  await expect.element(screen.getByText(pause)).toBeVisible();
  await expect.element(screen.getByText('waiting for the first lead')).not.toBeInTheDocument();

  host.emit('quota:pulse', exampleQuota({ services: [searches], sequence: 3 }));
  await expect.element(screen.getByText('waiting for the first lead')).toBeVisible();
});
