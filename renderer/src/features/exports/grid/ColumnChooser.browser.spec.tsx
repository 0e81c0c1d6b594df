import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { exampleExport } from '../../../testing/examples.ts';
import { show } from '../../../testing/show.tsx';
import { emptyHidden, type PageView, PLAIN_VIEW, viewColumns } from '../view/page-view.ts';
import { ColumnChooser } from './ColumnChooser.tsx';

const { columns } = exampleExport({
  columns: ['data.Firma', 'data.By', 'data.Telefon1', 'data.Fax'].map((path, index) => ({
    index,
    path,
    filled: path === 'data.Fax' ? 0 : 10 - index,
  })),
});

function Chooser() {
  const [view, setView] = useState<PageView>(PLAIN_VIEW);
  const named = viewColumns(columns, 10, view);
  return (
    <>
      <ColumnChooser columns={named} emptyHidden={emptyHidden(named, 10)} onChange={setView} />
      <output>
        {named.map(({ title, isShown, isPinned }) => `${isPinned ? '!' : ''}${isShown ? title : '-'}`).join(' ')}
      </output>
    </>
  );
}

test('columns are hidden, pinned, moved and found without a mouse, and reset brings all back', async () => {
  const { screen } = await show(<Chooser />);
  const state = screen.getByRole('status');
  await expect.element(state).toMatchTextContent(/^Telefon1 Firma By -$/);
  screen.getByRole('button', { name: 'Choose columns' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('1 empty column is hidden.')).toBeVisible();
  // The panel takes the focus a moment after it is there.
  await expect.element(screen.getByRole('textbox', { name: 'Search columns' })).toHaveFocus();

  screen
    .getByRole('checkbox', { name: /^Firma/ })
    .element()
    .focus();
  await userEvent.keyboard(' ');
  await expect.element(state).toMatchTextContent(/^Telefon1 - By -$/);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(state).toMatchTextContent(/^Telefon1 By - -$/);
  screen.getByRole('button', { name: 'Pin By' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(state).toMatchTextContent(/^!By Telefon1 - -$/);
  await expect.element(screen.getByRole('button', { name: 'Pin By' })).toHaveAttribute('aria-pressed', 'true');

  await screen.getByRole('textbox', { name: 'Search columns' }).fill('fax');
  await screen.getByRole('button', { name: 'Show all' }).click();
  await expect.element(state).toMatchTextContent(/^!By Telefon1 - Fax$/);
  await screen.getByRole('textbox', { name: 'Search columns' }).fill('nothing like it');
  await expect.element(screen.getByText('No column has this in its name.')).toBeVisible();
  await screen.getByRole('button', { name: 'Reset' }).click();
  await expect.element(state).toMatchTextContent(/^Telefon1 Firma By -$/);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('textbox', { name: 'Search columns' })).not.toBeInTheDocument();
});
