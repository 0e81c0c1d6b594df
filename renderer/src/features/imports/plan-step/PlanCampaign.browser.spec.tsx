import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { campaignFound, campaignGroup } from '../checking/check-fixture.ts';
import { clean, draft, open, standing } from './plan-step-fixture.tsx';

const fourLeads = { leads: 4, looked: 4, phone: 0, email: 0, key: 0, stopped: null, doubt: null, isProven: true };

beforeEach(() => page.viewport(1366, 768));

test('rows that the campaign holds are left out with one request', async () => {
  const { screen, host, start } = await open({
    'import:compareCampaign': () => ({ ...fourLeads, leads: 48, looked: 60, phone: 2, email: 1 }),
  });
  await expect.element(start).toBeEnabled();
  host.answer({
    'check:run': () => ({
      ...clean,
      revision: 3,
      standing: { ...standing, leftOut: 3, ready: 1 },
      campaign: campaignFound(),
    }),
  });
  await screen.getByRole('button', { name: 'Compare with the campaign' }).click();
  await expect
    .element(
      screen.getByText(/Nov.* \d\d:46: 48 leads read\. 3 rows there already, 3 left out: 2 by phone, 1 by e-mail\./),
    )
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Show them beside their leads' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Start, send 1 row' })).toBeEnabled();
  expect(host.calls('import:compareCampaign')).toMatchObject([{ draftId: draft.id, key: null }]);
});

test('what is chosen while the campaign is read counts when the rows are checked with its leads', async () => {
  const reading = Promise.withResolvers<typeof fourLeads>();
  const { screen, host, start } = await open({ 'import:compareCampaign': () => reading.promise });
  await expect.element(start).toBeEnabled();
  await screen.getByRole('button', { name: 'Compare with the campaign' }).click();
  await expect.poll(() => host.calls('import:compareCampaign').length).toBe(1);
  await screen.getByPlaceholder('Campaign code').fill('DE-NORD');
  await expect.poll(() => host.calls('check:run').length).toBe(2);
  reading.resolve(fourLeads);
  await expect.poll(() => host.calls('check:run').length).toBe(3);
  await expect.element(start).toBeEnabled();
});

test('rows that were not found are not called new where no lead of this computer proves the list', async () => {
  const none = (isProven: boolean) => () => ({
    ...clean,
    revision: 3,
    campaign: campaignFound({ groups: [], isProven }),
  });
  const { screen } = await open({ 'check:run': none(false) });
  await expect.element(screen.getByText(/None of these rows was found\. No lead of this computer is in/)).toBeVisible();
  const proven = await open({ 'check:run': none(true) });
  await expect.element(proven.screen.getByText(/None of these rows is in the campaign yet/)).toBeVisible();
});

test('the rows are compared by the field that Check compares them by, as long as a column fills it', async () => {
  const key = draft.mapping.find(({ source }) => source.kind === 'columns')?.field ?? '';
  const withKey = (duplicateKey: string) => () => ({ ...clean, settings: { ...clean.settings, duplicateKey } });
  const { screen, host } = await open({
    'check:run': withKey(key),
    'import:compareCampaign': () => ({ ...fourLeads, leads: 48, looked: 60, email: 1, key: 2 }),
  });
  await expect
    .element(screen.getByText(`One request. Rows whose phone, e-mail or ${key} the campaign has are left out.`))
    .toBeVisible();
  const groups = [campaignGroup({ phone: 0, email: 1, key: 2, leftOut: 1, choice: null })];
  host.answer({ 'check:run': () => ({ ...withKey(key)(), revision: 3, campaign: campaignFound({ key, groups }) }) });
  await screen.getByRole('button', { name: 'Compare with the campaign' }).click();
  await expect
    .element(screen.getByText(new RegExp(`3 rows there already, 1 left out: 0 by phone, 1 by e-mail, 2 by ${key}\\.`)))
    .toBeVisible();
  expect(host.calls('import:compareCampaign')).toMatchObject([{ draftId: draft.id, key }]);
});

test('the leads are counted while they are read, which can be cancelled; Start waits', async () => {
  const reading = Promise.withResolvers<never>();
  const { screen, host, start } = await open({ 'import:compareCampaign': () => reading.promise });
  await screen.getByRole('button', { name: 'Compare with the campaign' }).click();
  await expect.poll(() => host.calls('import:compareCampaign').length).toBe(1);
  const callId = host.calls('import:compareCampaign')[0]?.callId ?? '';
  host.emit('import:lookUpProgress', { callId, leads: 1200, looked: 1300 });
  await expect.element(screen.getByText(/1,200 so far/)).toBeVisible();
  await expect.element(start).toBeDisabled();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => host.calls('call:cancel')).toMatchObject([{ callId }]);
});
