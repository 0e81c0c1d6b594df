import { expect, test } from 'vitest';
import { useChannel } from '../../../bridge/index.ts';
import { exampleQuota } from '../../../testing/examples.ts';
import { failure } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { DeliveryForm } from './DeliveryForm.tsx';

/** The form with what is kept, as the drawer shows it. */
function Settings() {
  const { data } = useChannel('quota:snapshot', {});
  return data === undefined ? null : <DeliveryForm delivery={data.alertDelivery} />;
}

const nowhere = { webhook: null, file: null, failure: null };

test('an address is saved with a test, and a refused one says why', async () => {
  const { screen, host } = await show(<DeliveryForm delivery={nowhere} />, {
    'quota:alertDelivery': ({ webhook }) => {
      if (webhook?.startsWith('http:') === true)
        throw failure({
          code: 'validation',
          message: 'Alerts go over https:// only. Nothing was changed.',
          issues: [],
        });
      return exampleQuota();
    },
  });
  const address = screen.getByLabelText('Address that gets each alert as JSON');
  await address.fill('http://company.example/');
  await screen.getByRole('button', { name: 'Save and send a test' }).click();
  await expect.element(screen.getByText(/Alerts go over https:\/\/ only\./)).toBeVisible();
  await address.fill('https://company.example/');
  await screen.getByRole('button', { name: 'Save and send a test' }).click();
  await expect
    .poll(() => host.calls('quota:alertDelivery').at(-1))
    .toEqual({ webhook: 'https://company.example/', file: 'keep' });
});

test('an address is no longer said to be saved when it is changed', async () => {
  let webhook: string | null = null;
  let sequence = 1;
  const quota = () => exampleQuota({ alertDelivery: { ...nowhere, webhook }, sequence: sequence++ });
  const { screen } = await show(<Settings />, {
    'quota:snapshot': quota,
    'quota:alertDelivery': (change) => {
      ({ webhook } = change);
      return quota();
    },
  });
  const address = screen.getByLabelText('Address that gets each alert as JSON');
  await address.fill('https://company.example/');
  await screen.getByRole('button', { name: 'Save and send a test' }).click();
  await expect.element(screen.getByText('Saved, and a test was sent.')).toBeVisible();
  await address.fill('https://other.example/');
  await expect.element(screen.getByText('Saved, and a test was sent.')).not.toBeInTheDocument();
});

test('on the desktop a file can be chosen, and what failed is said', async () => {
  const trouble = { message: 'hooks.company.example answered 500 to an alert.', at: Date.UTC(2026, 10, 20) };
  const { screen, host } = await show(<DeliveryForm delivery={{ ...nowhere, failure: trouble }} />, {
    'host:info': () => ({ host: 'desktop', version: '1', platform: 'linux', protection: 'os' }),
    'host:chooseTarget': () => ({ target: { token: 'file-0123456789abcdef', name: 'quota-alerts.jsonl' } }),
    'quota:alertDelivery': () => exampleQuota(),
  });
  await expect.element(screen.getByText('hooks.company.example answered 500 to an alert.')).toBeVisible();
  // It is of another day than today.
  await expect.element(screen.getByText(/^The last alert did not arrive \(.*Nov/)).toBeVisible();
  await screen.getByRole('button', { name: 'Choose a file…' }).click();
  await expect
    .poll(() => host.calls('quota:alertDelivery'))
    .toEqual([{ webhook: null, file: 'file-0123456789abcdef' }]);
});
