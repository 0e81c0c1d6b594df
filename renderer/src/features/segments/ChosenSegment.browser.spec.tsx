import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Segment } from '../../../../shared/contract/segments/segments.ts';
import { DAY } from '../../../../shared/domain/time/time.ts';
import { exampleSegment, exampleSegmentChange } from '../../testing/examples.ts';
import { showPage } from '../../testing/show.tsx';
import { SegmentsPage } from './SegmentsPage.tsx';

function segment(uniqueId: string, name: string, days: number): Segment {
  return exampleSegment({ uniqueId, name, activeTill: new Date(Date.now() + days * DAY).toISOString().slice(0, 19) });
}

test('a list that was pasted for the first segment stays when another is looked for, or comes first', async () => {
  await page.viewport(1366, 768);
  const other = segment('SEG-2', 'Trade fair', 9);
  const listed = (days: number) => () => ({
    segments: [segment('SEG-1', 'Callback list', days), other],
    unread: [],
    readAt: Date.now(),
  });
  const { screen, host } = await showPage(<SegmentsPage />, {
    'segment:list': listed(4),
    'segment:prepare': () => exampleSegmentChange({ state: 'prepared', startedAt: null, batches: [] }),
    'segment:changes': () => ({ changes: [] }),
    'segment:members': () => ({ total: 0, leadIds: [] }),
  });
  const ids = screen.getByRole('region', { name: 'Change Callback list' }).getByLabelText('Lead ids');
  const find = screen.getByRole('textbox', { name: 'Find a segment' });
  await ids.fill('1\n2');
  await find.fill('trade');
  await expect.element(ids).toHaveValue('1\n2');
  await find.fill('');
  host.answer({ 'segment:list': listed(-1) });
  await screen.getByRole('button', { name: 'Read again (1 request)' }).click();
  await expect.element(screen.getByText('Ended', { exact: true })).toBeVisible();
  await expect.element(ids).toHaveValue('1\n2');
});
