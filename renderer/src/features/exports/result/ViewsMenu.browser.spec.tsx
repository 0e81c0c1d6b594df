import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { KeptView } from '../../../../../shared/contract/exports/kept-views.ts';
import { chooseItem } from '../../../testing/choose.ts';
import { exampleExport } from '../../../testing/examples.ts';
import { failing } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { PLAIN_VIEW } from '../view/page-view.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

const EMPTY: KeptView = { columns: [], sort: [], filters: [], find: '', onlyHits: false, question: null };

/** The menu over the views that are kept, changed by the calls as the core does. */
async function showMenu(names: readonly string[], missing: readonly string[] = []) {
  let views = names.map((name) => ({ name, view: EMPTY, savedAt: 1 }));
  const applied: KeptView[] = [];
  const shown = await show(
    <ViewsMenu
      summary={exampleExport()}
      view={{ ...PLAIN_VIEW, find: 'energi' }}
      onApply={(kept) => {
        applied.push(kept);
        return missing;
      }}
    />,
    {
      'leadView:list': () => ({ views }),
      'leadView:save': ({ name, view }) => {
        views = [...views.filter((known) => known.name !== name), { name, view, savedAt: 2 }];
        return { views };
      },
      'leadView:delete': ({ name }) => {
        views = views.filter((known) => known.name !== name);
        return { views };
      },
    },
  );
  return { ...shown, applied, names: () => views.map(({ name }) => name) };
}

test('a view is saved under a name by keyboard, and offered from then on', async () => {
  const { screen, host, names } = await showMenu([]);
  screen.getByRole('button', { name: 'Saved views' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('A view keeps columns, filters and order under a name.')).toBeVisible();
  await screen.getByRole('menuitem', { name: 'Save this view…' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('  Follow up{Enter}');
  await expect.element(screen.getByText('Saved the view “Follow up”.')).toBeVisible();
  expect(host.calls('leadView:save')).toMatchObject([{ name: 'Follow up', view: { find: 'energi' } }]);
  expect(names()).toEqual(['Follow up']);
});

test('a view that another window saved is in the list when this one is used again', async () => {
  const { screen, host } = await showMenu(['Follow up']);
  await screen.getByRole('button', { name: 'Saved views' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Follow up' })).toBeVisible();
  host.answer({ 'leadView:list': () => ({ views: [{ name: 'Successes', view: EMPTY, savedAt: 2 }] }) });
  window.dispatchEvent(new Event('focus'));
  await expect.element(screen.getByRole('menuitem', { name: 'Successes' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'Follow up' })).not.toBeInTheDocument();
});

test('the name of a view that could not be saved stays in the dialog', async () => {
  const { screen, host } = await showMenu([]);
  host.answer({ 'leadView:save': failing({ code: 'validation', message: 'The disk is full.', issues: [] }) });
  await chooseItem(screen, 'Saved views', 'Save this view…');
  await screen.getByRole('textbox', { name: 'Name' }).fill('Follow up');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('The view was not saved.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Follow up');
  host.answer({ 'leadView:save': () => ({ views: [] }) });
  await screen.getByRole('button', { name: 'Save the view' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a view that needs columns which are not here says so, and a taken name is replaced knowingly', async () => {
  const { screen, applied } = await showMenu(['Follow up'], ['data.Kilde']);
  await chooseItem(screen, 'Saved views', 'Follow up');
  await expect.element(screen.getByText('“Follow up” is shown in part.')).toBeVisible();
  await expect.element(screen.getByText(/no column data\.Kilde/)).toBeVisible();
  expect(applied).toEqual([EMPTY]);
  await chooseItem(screen, 'Saved views', 'Save this view…');
  await screen.getByRole('textbox', { name: 'Name' }).fill('follow UP');
  await expect.element(screen.getByText('A view with this name exists: saving replaces it.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Replace the view' })).toBeEnabled();
});

test('a view that was deleted comes back with Undo', async () => {
  const { screen, names } = await showMenu(['Follow up', 'Closed']);
  await screen.getByRole('button', { name: 'Saved views' }).click();
  await screen.getByRole('menuitem', { name: 'Delete a view' }).hover();
  await screen.getByRole('menuitem', { name: 'Closed' }).last().click();
  await expect.element(screen.getByText('Deleted the view “Closed”.')).toBeVisible();
  expect(names()).toEqual(['Follow up']);
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['Follow up', 'Closed']);
});

test('a shared view that was deleted comes back shared', async () => {
  const views = [{ name: 'Ours', view: EMPTY, savedAt: 1, isShared: true as const }];
  const { screen, host } = await show(<ViewsMenu summary={exampleExport()} view={PLAIN_VIEW} onApply={() => []} />, {
    'leadView:list': () => ({ isInTeam: true as const, views }),
    'leadView:delete': () => ({ isInTeam: true as const, views: [] }),
    'leadView:save': () => ({ isInTeam: true as const, views }),
    'leadView:share': () => ({ isInTeam: true as const, views }),
  });
  await screen.getByRole('button', { name: 'Saved views' }).click();
  await screen.getByRole('menuitem', { name: 'Delete a view' }).hover();
  await screen.getByRole('menuitem', { name: 'Ours', exact: true }).last().click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => host.calls('leadView:share')).toEqual([{ name: 'Ours', isShared: true }]);
  expect(host.calls('leadView:save')).toEqual([{ name: 'Ours', view: EMPTY }]);
});

test('in a team a view is shared after its filters were shown, and one of a colleague says whose it is', async () => {
  const filter = { kind: 'text', column: 0, match: 'contains', text: 'Nordlys', not: false } as const;
  const { screen, host } = await show(<ViewsMenu summary={exampleExport()} view={PLAIN_VIEW} onApply={() => []} />, {
    'leadView:list': () => ({
      isInTeam: true as const,
      views: [
        { name: 'Mine', view: { ...EMPTY, filters: [{ path: 'Firma', filter }] }, savedAt: 1 },
        { name: 'Hers', view: EMPTY, savedAt: 1, isShared: true as const, from: { name: 'Anna', at: 0 } },
      ],
    }),
    'leadView:share': () => ({ views: [], isInTeam: true as const }),
  });
  await screen.getByRole('button', { name: 'Saved views' }).click();
  await expect.element(screen.getByRole('menuitem', { name: /^Hers.*from Anna, / })).toBeVisible();
  await screen.getByRole('menuitem', { name: 'Share with the team' }).hover();
  await screen.getByRole('menuitem', { name: 'Mine…' }).click();
  await expect.element(screen.getByText(/Firma contains “Nordlys”/)).toBeVisible();
  await screen.getByRole('button', { name: 'Share view' }).click();
  await expect.poll(() => host.calls('leadView:share')).toEqual([{ name: 'Mine', isShared: true }]);
});

test('views that cannot be listed are not said to be none, and none of them is replaced unseen', async () => {
  const { screen } = await show(<ViewsMenu summary={exampleExport()} view={PLAIN_VIEW} onApply={() => []} />, {
    'leadView:list': failing({ code: 'file', message: 'The disk cannot be read.', reason: '' }),
  });
  await screen.getByRole('button', { name: 'Saved views' }).click();
  await expect.element(screen.getByText('The disk cannot be read.')).toBeVisible();
  await expect.element(screen.getByText(/^A view keeps columns/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('menuitem', { name: 'Save this view…' })).toBeDisabled();
});

test('of many views the last one, what saves this one, and the last to delete are in the window', async () => {
  const { screen, applied, names } = await showMenu(Array.from({ length: 60 }, (_, at) => `View ${at + 1}`));
  const open = screen.getByRole('button', { name: 'Saved views' });
  await open.click();
  await screen.getByRole('menuitem', { name: 'View 60' }).click();
  expect(applied).toEqual([EMPTY]);
  await open.click();
  await expect.element(screen.getByRole('menuitem', { name: 'Save this view…' })).toBeInViewport();
  await screen.getByRole('menuitem', { name: 'Delete a view' }).click();
  await screen.getByRole('menuitem', { name: 'View 60' }).last().click();
  await expect.poll(names).toHaveLength(59);
});
