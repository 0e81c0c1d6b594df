import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { choose } from '../../../../testing/choose.ts';
import { type Answers, failure } from '../../../../testing/host.ts';
import { areaCode, draft, found, open as openStep } from '../check-step-fixture.ts';

const examples = [{ line: 2, column: 1, before: '11 22 33', after: '112233' }];

const open = async (answers: Answers = {}) => {
  const opened = await openStep({
    'check:readyColumn': () => ({}),
    'check:previewCells': ({ change }) =>
      change.act.kind === 'replace' && change.act.find === ' '
        ? { rows: 2, cells: 3, examples }
        : { rows: 0, cells: 0, examples: [] },
    'check:changeCells': () => ({ ...found, revision: 2, undo: { title: 'Replaced', steps: 1 } }),
    ...answers,
  });
  await expect.element(opened.screen.getByRole('option', { name: /Area code is missing/ })).toBeVisible();
  await userEvent.keyboard('{Control>}h{/Control}');
  await expect.element(opened.screen.getByRole('dialog', { name: 'Change many cells' })).toBeVisible();
  return opened;
};

beforeEach(() => page.viewport(1366, 768));

test('Ctrl+H finds and replaces in the column of the reason, as the preview says', async () => {
  const { screen, host } = await open();
  await expect.element(screen.getByText('What would change is shown here.')).toBeVisible();
  // Its values are read while the person types.
  expect(host.calls('check:readyColumn')).toEqual([{ draftId: draft.id, column: 1 }]);
  await userEvent.fill(screen.getByRole('textbox', { name: 'Find' }), ' ');
  await expect.element(screen.getByText('3 cells in 2 rows')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: '2 Telefon 11 22 33 112233' })).toBeVisible();
  await expect.element(screen.getByText('2 cells more.')).toBeVisible();
  await screen.getByRole('button', { name: 'Change 3 cells' }).click();
  await expect.element(screen.getByText('Changed 2 rows')).toBeVisible();
  expect(host.calls('check:changeCells')).toEqual([
    {
      draftId: draft.id,
      readingId: draft.readingId,
      change: {
        act: { kind: 'replace', find: ' ', to: '', place: 'anywhere', isExact: false },
        column: 1,
        reasonId: areaCode.id,
        filter: 'reason',
      },
    },
  ]);
});

test('what another change would do is not offered for the one that is still looked through', async () => {
  const { screen, host } = await open();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Find' }), ' ');
  await expect.element(screen.getByRole('button', { name: 'Change 3 cells' })).toBeEnabled();
  host.answer({ 'check:previewCells': () => new Promise(() => undefined) });
  await userEvent.fill(screen.getByRole('textbox', { name: 'Find' }), '1');
  await expect
    .poll(() => host.calls('check:previewCells').map(({ change }) => change.act))
    .toMatchObject([{ find: ' ' }, { find: '1' }]);
  await expect.element(screen.getByRole('status', { name: 'The rows are being looked through' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Change', exact: true })).toBeDisabled();
});

test('other acts ask for what they need, in any column and in all rows', async () => {
  const { screen, host } = await open({ 'check:previewCells': () => ({ rows: 1, cells: 1, examples }) });
  await choose(screen, 'What to do', 'Split and keep one part');
  await userEvent.fill(screen.getByRole('textbox', { name: 'Split at' }), '');
  await expect.element(screen.getByRole('button', { name: 'Change', exact: true })).toBeDisabled();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Split at' }), ';');
  await screen.getByText('Keep the rest').click();
  await choose(screen, 'Column', 'Every column that is sent');
  await choose(screen, 'Rows', 'All rows of the file: 4');
  await screen.getByRole('button', { name: 'Change 1 cell', exact: true }).click();
  await expect
    .poll(() => host.calls('check:changeCells').map(({ change }) => change))
    .toEqual([{ act: { kind: 'split', at: ';', keep: 'after' }, column: null, reasonId: null, filter: 'all' }]);
  // Opened again, it stands as it was.
  await screen.getByRole('button', { name: 'Replace…' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Split at' })).toHaveValue(';');
});

test('nothing to change, and a preview that fails, are said', async () => {
  const { screen, host } = await open();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Find' }), 'nowhere');
  await expect.element(screen.getByText('No cell would change.')).toBeVisible();
  host.answer({ 'check:previewCells': () => Promise.reject(failure('The rows cannot be read.')) });
  await userEvent.fill(screen.getByRole('textbox', { name: 'Find' }), 'other');
  await expect.element(screen.getByText('The rows cannot be read.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Change', exact: true })).toBeDisabled();
});
