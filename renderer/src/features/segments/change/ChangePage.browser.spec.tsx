import { expect, test } from 'vitest';
import { exampleSegmentChange } from '../../../testing/examples.ts';
import { showPage } from '../../../testing/show.tsx';
import { ChangePage } from './ChangePage.tsx';

test('the second click of a double click on Add is not one on Pause, which comes in its place', async () => {
  const counts = { waiting: 6, moved: 0, missing: 0, refused: 0, unknown: 0 };
  const prepared = exampleSegmentChange({ state: 'prepared', startedAt: null, counts, batches: [] });
  const running = { ...prepared, state: 'running', sequence: prepared.sequence + 1 } as const;
  const { screen, host } = await showPage(<ChangePage changeId={prepared.id} />, {
    'segment:change': () => prepared,
    'segment:changes': () => ({ changes: [] }),
    'segment:leads': () => ({ total: 0, leads: [] }),
    'segment:leadNames': () => ({ names: [] }),
    'segment:start': () => running,
    'segment:pause': () => ({ ...running, state: 'paused', sequence: running.sequence + 1 }),
  });
  await screen.getByRole('button', { name: /^Add 6 leads$/ }).click();
  const pause = screen.getByRole('button', { name: 'Pause' });
  await expect.element(pause).toBeVisible();
  pause.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  expect(host.calls('segment:pause')).toEqual([]);
  await pause.click();
  await expect.element(screen.getByRole('button', { name: 'Go on' })).toBeVisible();
});
