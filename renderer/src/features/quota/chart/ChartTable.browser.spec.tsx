import { expect, test } from 'vitest';
import { show } from '../../../testing/show.tsx';
import { ChartTable } from './ChartTable.tsx';

const table = (rows: readonly (readonly [string, number])[]) => (
  <ChartTable title="Units left" summary="" columns={['Time', 'Left']} rows={rows} every={1} />
);

test('rows of the same minute are shown once each, also when the figures change', async () => {
  const { screen } = await show(
    table([
      ['2026-11-17 13:47', 90],
      ['2026-11-17 13:47', 80],
      ['2026-11-17 13:48', 70],
    ]),
  );
  await screen.rerender(
    table([
      ['2026-11-17 13:48', 70],
      ['2026-11-17 13:49', 60],
    ]),
  );
  await expect.element(screen.getByText('60')).toBeVisible();
  expect(
    screen
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent),
  ).toEqual(['2026-11-17 13:48', '70', '2026-11-17 13:49', '60']);
});
