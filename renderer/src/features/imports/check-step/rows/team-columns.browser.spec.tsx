import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { DAY, MINUTE } from '../../../../../../shared/domain/time/time.ts';
import { format } from '../../../../lib/format.ts';
import { TEAM_COLUMNS } from './team-columns.tsx';

test('the time of a lead of a colleague gets its day at midnight, while the rows stay on the screen', async () => {
  const now = Date.UTC(2026, 10, 17, 22, 58);
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const Cell = TEAM_COLUMNS[0]?.cellRenderer;
  const colleague = (at: number) => ({ colleague: { name: 'Anna', at, isCreated: true } });
  const screen = await render(
    <>
      <p>
        <Cell data={colleague(now)} />
      </p>
      <p>
        <Cell data={colleague(now - DAY)} />
      </p>
      <p>
        <Cell data={{ colleague: null }} />
      </p>
    </>,
  );
  const words = () => [...screen.container.querySelectorAll('p')].map((line) => line.textContent);
  expect(words()).toEqual(['Anna’s computer, 23:58', `Anna’s computer, ${format.dayAndMonth(now - DAY)} 23:58`, '']);
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  await expect
    .poll(words)
    .toEqual([
      `Anna’s computer, ${format.dayAndMonth(now)} 23:58`,
      `Anna’s computer, ${format.dayAndMonth(now - DAY)} 23:58`,
      '',
    ]);
});
