import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CampaignRow } from '../../../../../../shared/contract/check/campaign-rows.ts';
import type { CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import { exampleDraft } from '../../../../testing/example-draft.ts';
import type { Answers } from '../../../../testing/host.ts';
import { campaignFound, campaignGroup, summary } from '../../checking/check-fixture.ts';
import { showDraft } from '../../wizard/wizard-fixture.tsx';

const draft = exampleDraft({ step: 'check' });
const standing = { leftOut: 3, problem: 0, repeated: 0, sentBefore: 0, ready: 1 };
const facts = { draftId: draft.id, rows: 4, standing, rowsWithProblem: 0, rowsWithWarning: 0 };
const before = summary([], { ...facts, standing: { ...standing, leftOut: 0, ready: 4 } });
const comparison = { leads: 48, looked: 48, phone: 2, email: 1, key: 0, stopped: null, doubt: null, isProven: true };
const after = summary([], { ...facts, revision: 2, campaign: campaignFound() });

const row = (change: Partial<CampaignRow> = {}): CampaignRow => ({
  row: 1,
  line: 2,
  shares: 'phone',
  found: { field: 'Telefon1', value: '30112233', inFile: '+45 30 11 22 33' },
  isGuess: false,
  hasNewPhone: false,
  isLeftOut: true,
  otherReason: null,
  leads: 1,
  lead: {
    id: '51B802F',
    status: 'New',
    closure: 'NotSet',
    pool: 'CRM Herbst',
    uploadedBy: 'ws-crm',
    uploaded: '2026-09-03T10:12:00',
    sentBy: null,
  },
  fields: [
    { field: 'Firma', inFile: 'Nordlys ApS', inCampaign: 'Nordlys', match: 'differs' },
    { field: 'Telefon1', inFile: '+45 30 11 22 33', inCampaign: '30112233', match: 'form' },
  ],
  ...change,
});
const rows = [
  row(),
  row({
    row: 2,
    line: 3,
    shares: 'email',
    found: { field: 'Email', value: 'a@b.dk', inFile: 'a@b.dk' },
    hasNewPhone: true,
    fields: [
      { field: 'Firma', inFile: 'Sydhavn A/S', inCampaign: 'Sydhavn A/S', match: 'same' },
      { field: 'Telefon1', inFile: '+45 30 99 99 99', inCampaign: '30 44 44 44', match: 'differs' },
    ],
  }),
  row({ row: 3, line: 4, isGuess: true, fields: [] }),
];

const open = (answers: Answers = {}, own = draft) =>
  showDraft(own, {
    'check:run': () => after,
    'check:rows': () => ({ revision: 1, total: 0, rows: [] }),
    'check:campaignRows': ({ offset, limit }) => ({
      revision: 2,
      total: rows.length,
      rows: rows.slice(offset, offset + limit),
    }),
    ...answers,
  });

beforeEach(() => page.viewport(1440, 900));

test('what the campaign holds is not known before it was compared; one request tells, and can be cancelled', async () => {
  const reading = Promise.withResolvers<typeof comparison>();
  const { screen, host } = await open({
    'check:run': () => before,
    'import:compareCampaign': () => reading.promise,
  });
  await expect.element(screen.getByText('Not compared with the campaign')).toBeVisible();
  expect(screen.getByText('Already in the campaign').query()).toBeNull();
  await screen.getByRole('button', { name: 'Compare (1 request)' }).click();
  await expect.element(screen.getByText(/Its leads are being read/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
  host.answer({ 'check:run': () => after });
  reading.resolve(comparison);
  await expect.element(screen.getByText('Already in the campaign')).toBeVisible();
  await expect.element(screen.getByRole('option', { name: /Put there elsewhere.*by ws-crm, left out/ })).toBeVisible();
});

test('the line of a row is whole in a long file', async () => {
  const { reading } = draft;
  const long = { ...draft, reading: { ...reading, lastDataLine: { ...reading.lastDataLine, value: 40_001 } } };
  const far = { revision: 2, total: 1, rows: [row({ line: 18_002 })] };
  const { screen } = await open({ 'check:campaignRows': () => far }, long);
  await screen.getByRole('option', { name: /Put there elsewhere/ }).click();
  const cell = screen.getByRole('gridcell', { name: '18,002', exact: true });
  await expect.element(cell).toBeVisible();
  expect(cell.element().scrollWidth).toBeLessThanOrEqual(cell.element().clientWidth);
});

test('the rows stand beside their leads, and a choice for the group says what it does', async () => {
  const changed: CheckSummary = {
    ...after,
    revision: 3,
    campaign: campaignFound({ groups: [campaignGroup({ choice: 'onlyNew', leftOut: 2 })] }),
    undo: { title: 'Changing 1 row', steps: 1 },
  };
  const { screen, host } = await open({ 'check:campaignChoice': () => changed });
  await screen.getByRole('option', { name: /Put there elsewhere/ }).click();
  await expect
    .element(screen.getByRole('heading', { name: /In the campaign already, put there elsewhere.*3 rows/ }))
    .toBeVisible();
  await expect.element(screen.getByText('3 rows are left out.')).toBeVisible();
  await expect.element(screen.getByRole('gridcell', { name: 'Nordlys ApS New' })).toBeVisible();
  await expect.element(screen.getByText('new phone', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('read as DK', { exact: true })).toBeVisible();
  await screen.getByText('Only the new 1').click();
  expect(host.calls('check:campaignChoice')).toMatchObject([{ choice: { origin: 'elsewhere', all: 'onlyNew' } }]);
  await expect.element(screen.getByText('1 row brings a phone the campaign does not hold.')).toBeVisible();
  await expect.element(screen.getByText('Only the 1 new of 3 rows will be sent')).toBeVisible();
});

test('a row is sent by its box, by Space and in the panel, which shows it beside its lead', async () => {
  const { screen, host } = await open({ 'check:campaignChoice': () => ({ ...after, revision: 3 }) });
  await screen.getByRole('option', { name: /Put there elsewhere/ }).click();
  const pairs = screen.getByRole('table', { name: 'Line 2 beside its lead' });
  await expect.element(pairs).toBeVisible();
  await expect.element(pairs.getByRole('row', { name: 'Firma Nordlys Nordlys ApS' })).toBeVisible();
  await expect.element(screen.getByText('ws-crm, 2026-09-03 10:12:00')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Send line 3' }).click();
  expect(host.calls('check:campaignChoice')).toMatchObject([{ choice: { row: 2, isSent: true } }]);
  await screen.getByRole('gridcell', { name: 'Nordlys ApS New' }).click();
  await userEvent.keyboard(' ');
  expect(host.calls('check:campaignChoice')).toHaveLength(2);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(screen.getByRole('table', { name: 'Line 3 beside its lead' })).toBeVisible();
  await screen.getByText('Send anyway', { exact: true }).click();
  expect(host.calls('check:campaignChoice').at(-1)).toMatchObject({ choice: { row: 2, isSent: true } });
});

test('what is not known is said: leads that did not come, rows that changed, numbers read on a guess', async () => {
  const found = campaignFound({ stopped: 'The connection closed.', isStale: true, withoutPrefix: 12 });
  const chosen: CheckSummary = {
    ...after,
    revision: 3,
    country: { value: 'DK', likely: 'DK', offered: [], certainty: 1, reason: '', source: 'you', clues: [] },
    campaign: found,
  };
  const { screen, host } = await open({
    'check:run': () => ({ ...after, campaign: found }),
    'import:compareCampaign': () => comparison,
  });
  await expect
    .element(screen.getByText('The connection closed. What was found counts; what was not found is not known.'))
    .toBeVisible();
  await expect.element(screen.getByText('Rows or columns were changed since.')).toBeVisible();
  await expect.element(screen.getByText(/12 leads have a phone without a country prefix/)).toBeVisible();
  host.answer({ 'check:run': () => chosen });
  await screen.getByRole('button', { name: 'They are: compare again' }).click();
  await expect.poll(() => host.calls('import:compareCampaign').length).toBe(1);
});
