import { expect, test } from 'vitest';
import { DEFAULT_ALERTS } from '../../../../../shared/domain/quota/alert-defaults.ts';
import { useChannel } from '../../../bridge/index.ts';
import { exampleQuota } from '../../../testing/examples.ts';
import { show } from '../../../testing/show.tsx';
import { AlertForm } from './AlertForm.tsx';

/** The form with what is kept, as the drawer shows it. */
function Settings() {
  const { data } = useChannel('quota:snapshot', {});
  return data === undefined ? null : <AlertForm settings={data.alertSettings} />;
}

test('alerts are said to be saved when they are, and no longer when one is changed', async () => {
  let kept = DEFAULT_ALERTS;
  let sequence = 1;
  const quota = () => exampleQuota({ alertSettings: kept, sequence: sequence++ });
  const { screen } = await show(<Settings />, {
    'quota:snapshot': quota,
    'quota:alertSettings': (settings) => {
      kept = settings;
      return quota();
    },
  });
  const others = screen.getByLabelText('Others use the account', { exact: true });
  await others.click();
  await screen.getByRole('button', { name: 'Save the alerts' }).click();
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  await others.click();
  await expect.element(screen.getByText('Saved.')).not.toBeInTheDocument();
});

test('the time that must agree is that of the forecast', async () => {
  const { screen } = await show(<Settings />, {
    'quota:snapshot': () => exampleQuota({ alertSettings: DEFAULT_ALERTS }),
  });
  await expect.element(screen.getByText(/when the last 2 h and the last 5 min agree/)).toBeVisible();
});

test('an alert without its figure is not saved', async () => {
  const kept = exampleQuota({ alertSettings: DEFAULT_ALERTS });
  const { screen, host } = await show(<Settings />, {
    'quota:snapshot': () => kept,
    'quota:alertSettings': () => kept,
  });
  const save = screen.getByRole('button', { name: 'Save the alerts' });
  await save.click();
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  const share = screen.getByLabelText('Others use the account, share of the day, at least');
  await share.clear();
  await expect.element(screen.getByText('Saved.')).not.toBeInTheDocument();
  await save.click();
  await expect.element(share).toHaveFocus();
  expect(host.calls('quota:alertSettings')).toHaveLength(1);
  await share.fill('7');
  await save.click();
  await expect.poll(() => host.calls('quota:alertSettings').at(-1)?.others.percent).toBe(7);
});
