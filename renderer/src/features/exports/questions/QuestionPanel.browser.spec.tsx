import { expect, test } from 'vitest';
import type { KeptQuestion } from '../../../../../shared/contract/exports/kept-views.ts';
import type { QuestionAnswer } from '../../../../../shared/contract/exports/questions.ts';
import { failing } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { PLAIN_VIEW, viewColumns } from '../view/page-view.ts';
import { viewArgs } from '../view/view-args.ts';
import type { Picked } from './QuestionTable.tsx';
import { QuestionPanel } from './QuestionPanel.tsx';

const columns = viewColumns(
  ['status', 'data.By'].map((path, index) => ({ index, path, filled: 3 })),
  3,
  PLAIN_VIEW,
);
const answer: QuestionAnswer = {
  total: { rows: 3, measure: null, across: [] },
  across: [],
  acrossRest: 0,
  groups: [{ value: 'New', whole: true, rows: 3, measure: null, across: [], groups: [], rest: { groups: 0, rows: 0 } }],
  rest: { groups: 0, rows: 0 },
};
const by = (path: string): KeptQuestion => ({ groups: [{ path, by: 'value' }], across: null, measure: null });
const panel = (question: KeptQuestion, edition = 'ended', picked: Picked | null = null) => (
  <QuestionPanel
    question={question}
    args={viewArgs('export-1', PLAIN_VIEW, 'all', true)}
    edition={edition}
    columns={columns}
    name="All projects"
    picked={picked}
    onPick={() => undefined}
    onChange={() => undefined}
  />
);

test('while another question is counted, the last answer stands under its own heads', async () => {
  const { screen, host } = await show(panel(by('status')), { 'export:question': () => answer });
  await expect.element(screen.getByRole('rowheader', { name: 'New' })).toBeVisible();
  host.answer({ 'export:question': () => Promise.withResolvers<QuestionAnswer>().promise });
  await screen.rerender(panel(by('data.By')));
  await expect.element(screen.getByText('Counting…')).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: 'Group by' })).toHaveValue('By');
  await expect.element(screen.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'By', exact: true }).query()).toBeNull();
});

test('what was picked stays picked where it is after another count', async () => {
  const [group] = answer.groups;
  if (group === undefined) throw new Error('The answer has a group.');
  const picked: Picked = { filters: [{ kind: 'values', column: 0, values: ['New'], empty: false, not: false }] };
  const { screen, host } = await show(panel(by('status'), 'one', picked), { 'export:question': () => answer });
  await expect.element(screen.getByRole('button', { name: 'New: 3' })).toHaveAttribute('aria-pressed', 'true');
  const more = [{ ...group, value: 'Failed', rows: 9 }, group];
  host.answer({ 'export:question': () => ({ ...answer, groups: more }) });
  await screen.rerender(panel(by('status'), 'two', picked));
  await expect.element(screen.getByRole('button', { name: 'Failed: 9' })).toHaveAttribute('aria-pressed', 'false');
  await expect.element(screen.getByRole('button', { name: 'New: 3' })).toHaveAttribute('aria-pressed', 'true');
});

test('a share is all or nothing only where it is', async () => {
  const across = [9999, 1, 0];
  const counted: QuestionAnswer = {
    ...answer,
    total: { rows: 10_000, measure: null, across },
    across: ['Malmö', 'Kiel', 'Ort'].map((value, place) => ({ value, whole: true, rows: across[place] ?? 0 })),
    groups: answer.groups.map((group) => ({ ...group, rows: 10_000, across })),
  };
  const question: KeptQuestion = { ...by('status'), across: { path: 'data.By', by: 'value' } };
  const { screen } = await show(panel(question), { 'export:question': () => counted });
  const row = screen.getByRole('row', { name: /^New/ });
  await expect.element(row).toMatchTextContent(/9,999> 99\.9 %.*1< 0\.1 %.*00 %/);
});

test('a count that fails, and a result without the column, say so in words', async () => {
  const { screen } = await show(panel(by('status')), {
    'export:question': failing({ code: 'file', message: 'The disk is gone.', reason: 'EIO' }),
  });
  await expect.element(screen.getByText('The disk is gone.')).toBeVisible();
  const other = await show(panel(by('data.Fax')), {});
  await expect.element(other.screen.getByText(/has no column data\.Fax\. Group by another\./)).toBeVisible();
});
