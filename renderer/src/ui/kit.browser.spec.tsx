import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { CallError } from '../bridge/call-error.ts';
import { Bar, ErrorNote, FailureNote, Meter, Skeleton } from './index.ts';
import { cssVariablesResolver, theme } from './theme/theme.ts';

const show = (content: ReactNode) =>
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver}>
      <div style={{ width: 400 }}>{content}</div>
    </MantineProvider>,
  );

test('three rows of 24,318 are still to be seen, and the exact numbers are said', async () => {
  const counts = { created: 11_318, refused: 214, unknown: 3, skipped: 1_388, excluded: 18, waiting: 11_377 };
  const screen = await show(<Bar counts={counts} />);
  const bar = screen.getByRole('img', { name: /Unknown 3,/ });
  await expect
    .element(bar)
    .toHaveAccessibleName('Created 11,318, Refused 214, Unknown 3, Skipped 1,406, Waiting 11,377, of 24,318 rows');
  const unknown = bar.element().querySelector('[data-part="unknown"]');
  expect(unknown?.getBoundingClientRect().width).toBeGreaterThanOrEqual(3);
  expect(bar.element().scrollWidth).toBeLessThanOrEqual(400);
});

test('an empty file has a bar without parts', async () => {
  const screen = await show(<Bar counts={{ created: 0, refused: 0, unknown: 0, skipped: 0, waiting: 0 }} />);
  await expect.element(screen.getByRole('img', { name: 'No rows' })).toBeInTheDocument();
});

test('a meter never runs over its end, and the pace tick stands where it belongs', async () => {
  const screen = await show(<Meter used={961} limit={900} pace={0.5} label="961 of 900" />);
  const meter = screen.getByRole('img', { name: '961 of 900' }).element();
  const { left, width } = meter.getBoundingClientRect();
  const [fill, tick] = [meter.firstElementChild?.firstElementChild, meter.lastElementChild];
  expect(fill?.getBoundingClientRect().width).toBeCloseTo(width, 0);
  expect(tick?.getBoundingClientRect().left).toBeCloseTo(left + width / 2 - 1, 0);
});

test('details of an error stay folded until they are asked for', async () => {
  const screen = await show(
    <ErrorNote title="The export stopped." details="connect ETIMEDOUT">
      What arrived is kept.
    </ErrorNote>,
  );
  const fold = screen.getByRole('button', { name: 'Details', exact: true });
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
  expect(screen.container.textContent).not.toContain('ETIMEDOUT');
  await fold.click();
  await expect.element(screen.getByText('connect ETIMEDOUT')).toBeVisible();
  expect(screen.getByRole('alert').element().textContent).toContain('What arrived is kept.');
});

test('a failed call says what happened first, and a cancelled one says nothing', async () => {
  const failed = new CallError({ code: 'notFound', message: 'This job is not here any more. Go back to the list.' });
  const cancelled = new CallError({ code: 'cancelled', message: 'Cancelled.' });
  const screen = await show(
    <>
      <FailureNote failure={failed} />
      <FailureNote failure={cancelled} />
    </>,
  );
  expect(screen.container.querySelectorAll('[role="alert"]')).toHaveLength(1);
  await expect.element(screen.getByText('This job is not here any more.')).toBeVisible();
  await expect.element(screen.getByText('Go back to the list.')).toBeVisible();
});

test('waiting shows nothing at first, then quiet lines of the same size', async () => {
  const screen = await show(<Skeleton lines={2} label="Jobs are loading" />);
  const status = screen.getByRole('status', { name: 'Jobs are loading' });
  const height = status.element().getBoundingClientRect().height;
  await expect.poll(() => status.element().querySelectorAll('[data-visible]').length).toBe(2);
  expect(status.element().getBoundingClientRect().height).toBe(height);
});
