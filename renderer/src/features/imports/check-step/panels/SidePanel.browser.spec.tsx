import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ChannelResult } from '../../../../../../shared/contract/channels.ts';
import type { Answers } from '../../../../testing/host.ts';
import { checkedRow, reason } from '../../checking/check-fixture.ts';
import { draft, found, open as openStep, standing } from '../check-step-fixture.ts';

const rows = ['Nordlys ApS', 'Havblik A/S'].map((firm, at) =>
  checkedRow({ row: at + 1, line: at + 2, cells: [firm, '11 22 33', ''] }),
);

const open = (answers: Answers = {}, shown = draft) =>
  openStep(
    {
      'check:rows': ({ offset, limit }) => ({ revision: 1, total: 2, rows: rows.slice(offset, offset + limit) }),
      ...answers,
    },
    shown,
  );

const sentAs = (row: number, value: string): ChannelResult<'import:sentRow'> => ({
  row,
  line: row + 1,
  fields: [{ field: 'Firma', value, inFile: value, doubt: '' }],
  body: '{}',
});

beforeEach(() => page.viewport(1440, 900));

async function openRow(screen: Awaited<ReturnType<typeof open>>['screen'], firm: string): Promise<void> {
  await screen.getByRole('gridcell', { name: firm }).click();
  await screen.getByRole('radiogroup', { name: 'Details of' }).getByText('Row', { exact: true }).click();
}

test('a row is shown whole, or the one before it, while one of its answers is late', async () => {
  const late = Promise.withResolvers<ChannelResult<'import:sentRow'>>();
  const { screen, host } = await open({
    'import:sentRow': ({ row }) => (row === 1 ? sentAs(1, 'sent as one') : late.promise),
  });
  await openRow(screen, 'Nordlys ApS');
  const details = screen.getByRole('region', { name: 'Details' });
  await expect.element(details.getByText('sent as one')).toBeVisible();
  const seen = new Set<string>();
  const watch = new MutationObserver(() => {
    const text = details.element().textContent;
    seen.add(`${/Line \d/.exec(text)?.[0] ?? ''}, ${/sent as \w+/.exec(text)?.[0] ?? ''}`);
  });
  watch.observe(details.element(), { subtree: true, childList: true, characterData: true });
  await screen.getByRole('gridcell', { name: 'Havblik A/S' }).click();
  await expect
    .poll(() => host.calls('check:rows').filter(({ offset, limit }) => offset === 1 && limit === 1))
    .toHaveLength(1);
  await expect.poll(() => host.calls('import:sentRow').at(-1)?.row).toBe(2);
  // The answer that is there would be painted by now.
  for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  late.resolve(sentAs(2, 'sent as two'));
  await expect.element(details.getByText('sent as two')).toBeVisible();
  watch.disconnect();
  expect([...seen]).not.toContain('Line 3, sent as one');
  expect([...seen]).toContain('Line 3, sent as two');
});

test('a change from another window is in the row as it will be sent', async () => {
  const { screen, host } = await open({ 'import:sentRow': ({ row }) => sentAs(row, 'sent as one') });
  await openRow(screen, 'Nordlys ApS');
  await expect.element(screen.getByText('sent as one')).toBeVisible();
  host.answer({ 'import:sentRow': ({ row }) => sentAs(row, 'sent as changed') });
  host.emit('check:changed', { draftId: draft.id, summary: { ...found, revision: 2 } });
  await expect.element(screen.getByText('sent as changed')).toBeVisible();
});

test('a value that is no whole cell is not said to be replaced', async () => {
  const { screen } = await open({
    'check:values': () => ({ total: 1, values: [{ value: '11 22 33', count: 2, after: null }] }),
    'check:repair': () => ({ ...found, undo: { title: 'Edit of Firma in line 3', steps: 1 } }),
  });
  await screen.getByRole('button', { name: 'Correct 11 22 33' }).click();
  await screen.getByRole('textbox', { name: 'In place of 11 22 33' }).fill('030 11 22 33');
  await screen.getByRole('button', { name: 'Replace in 2 rows' }).click();
  await expect.poll(() => document.body.innerText).toContain('No row was changed: Area code is missing');
  // It would take back the edit before.
  expect(document.body.innerText).not.toContain('Undo');
});

test('of a group the rows that stay are those the check names, with the row that is kept', async () => {
  const repeats = reason({ id: 'duplicatePhone', kind: 'duplicatePhone', field: null, columns: [], count: 3 });
  const duplicates = [
    { reasonId: repeats.id, by: 'phone' as const, label: 'phone', groups: 1, rows: 2, extra: { first: 1, last: 1 } },
  ];
  const { screen, host } = await open({
    'check:run': () => ({ ...found, reasons: [repeats], duplicates }),
    'check:groups': ({ keep }) => ({
      keep,
      total: 1,
      groups: [
        {
          key: '+4511223344',
          count: 2,
          rows: rows.map(({ row, line, cells }) => ({ row, line, cells, stays: keep === 'first' && row === 2 })),
        },
      ],
    }),
  });
  const values = screen.getByRole('list', { name: 'Values that repeat' });
  const stays = () => [...values.element().querySelectorAll('[data-kept]')].map((item) => item.textContent);
  await expect.element(values.getByRole('img', { name: 'stays' })).toBeVisible();
  expect(stays()).toEqual([expect.stringContaining('Line 3')]);
  await screen.getByRole('combobox', { name: 'Keep' }).click();
  await screen.getByRole('option', { name: 'The last row' }).click();
  await expect.element(screen.getByText(/the last row of each is sent, unless/)).toBeVisible();
  expect(stays()).toEqual([]);
  expect(host.calls('check:groups').map(({ keep }) => keep)).toEqual(['first', 'last']);
});

test.each([
  ['', 'Rows sent before are not known yet. Name the campaign under Columns.'],
  ['DK-NORDLYS', 'Rows sent before are not known without an account.'],
])('rows sent before are unknown without a campaign or an account: “%s”', async (campaignCode, words) => {
  const { screen } = await open({}, { ...draft, campaignCode });
  await screen.getByRole('radiogroup', { name: 'Details of' }).getByText('Overview', { exact: true }).click();
  await expect.element(screen.getByText(words)).toBeVisible();
});

test('rows that the program leaves out for colleagues are sent anyway, not taken back', async () => {
  const leftOut = [{ reasonId: 'sentByTeam', title: 'Sent by colleagues', rows: 2 }];
  const { screen } = await open({
    'check:run': () => ({ ...found, leftOut, standing: { ...standing, leftOut: 2 } }),
    'check:leaveOut': () => found,
  });
  await screen.getByRole('radiogroup', { name: 'Details of' }).getByText('Overview', { exact: true }).click();
  await screen.getByRole('button', { name: 'Send anyway: Sent by colleagues' }).click();
  await expect.element(screen.getByText('2 rows will be sent anyway')).toBeVisible();
});

test('a field that must be filled is named among the rules, also where no column fills it', async () => {
  const required = { field: 'Kundennummer', required: true, unique: false, longest: null, allowed: null };
  const settings = { ...found.settings, fields: [required] };
  const { screen } = await open({ 'check:run': () => ({ ...found, settings }) });
  await screen.getByRole('radiogroup', { name: 'Details of' }).getByText('Rules', { exact: true }).click();
  await expect.element(screen.getByText('Kundennummer', { exact: true }).first()).toBeVisible();
});
