import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY, MINUTE } from '../../../../shared/domain/time/time.ts';
import { link } from '../../lib/link.ts';
import { show } from '../../testing/show.tsx';
import { AsOf } from './AsOf.tsx';

test('whoever comes back the next day reads from which day the page is', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    link.heard();
    vi.useRealTimers();
  });
  link.heard();
  const { screen } = await show(<AsOf>live</AsOf>);
  await expect.element(screen.getByText('live')).toBeVisible();
  link.lost('gone');
  await expect.element(screen.getByText(/^as of \d\d:\d\d$/)).toBeVisible();
  vi.setSystemTime(Date.now() + DAY);
  vi.advanceTimersByTime(MINUTE);
  await expect.element(screen.getByText(/^as of \S.* \d\d:\d\d$/)).toBeVisible();
});
