import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { ConnectForm } from './ConnectForm.tsx';

test('nothing moves when the program says where it keeps the password, and how it uses the address', async () => {
  // Each has room in one line.
  await page.viewport(1366, 768);
  const info = Promise.withResolvers<void>();
  const { screen } = await show(<ConnectForm />, {
    'host:info': async () => {
      await info.promise;
      return { host: 'browser', version: '0.0.0-spec', platform: 'linux', protection: 'session' };
    },
  });
  const connect = screen.getByRole('button', { name: 'Connect', exact: true });
  await expect.element(connect).toBeVisible();
  const place = () => connect.element().getBoundingClientRect().top;
  const first = place();
  info.resolve();
  await expect.element(screen.getByText(/^Kept in memory/)).toBeVisible();
  expect(place()).toBe(first);
  await screen.getByLabelText('Address').fill('company.example.com');
  await screen.getByLabelText('User name').click();
  await expect.element(screen.getByText(/^Will be used as/)).toBeVisible();
  expect(place()).toBe(first);
});
