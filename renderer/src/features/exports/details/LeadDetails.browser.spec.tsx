import { expect, test, vi } from 'vitest';
import { show } from '../../../testing/show.tsx';
import type { ViewColumn } from '../view/page-view.ts';
import { LeadDetails } from './LeadDetails.tsx';

function column(index: number, path: string, title: string): ViewColumn {
  return { index, path, title, filled: 1, isShown: true, isFolded: false, isPinned: false, width: null };
}

const columns = [
  column(0, 'status', 'Status'),
  column(1, 'data.Firma', 'Firma'),
  column(2, 'data.By', 'By'),
  column(3, 'data.Tags', 'Tags'),
];
const lead = { number: 7, cells: ['New', 'Ærø Energi', null, '{"a":[1,2]}'] };

test('every field of a lead stands there with its meaning, another lead takes its place, and it closes', async () => {
  const onClose = vi.fn<() => void>();
  const { screen } = await show(<LeadDetails row={lead} columns={columns} onClose={onClose} />);
  await expect.element(screen.getByRole('complementary', { name: 'Lead 7' })).toBeVisible();
  await expect.element(screen.getByText('Ærø Energi')).toBeVisible();
  await expect.element(screen.getByText(/^\{\s+"a": \[/)).toBeVisible();
  await expect.element(screen.getByText('By', { exact: true })).not.toBeInTheDocument();
  await screen.getByRole('checkbox', { name: 'Empty ones too' }).click();
  await expect.element(screen.getByText('By', { exact: true })).toBeVisible();
  await screen.getByRole('textbox', { name: 'Search the fields' }).fill('ærø');
  await expect.element(screen.getByText('By', { exact: true })).not.toBeInTheDocument();
  await expect.element(screen.getByText('Ærø Energi')).toBeVisible();

  await screen.rerender(
    <LeadDetails row={{ number: 8, cells: ['New', 'Ærø Vind', null, null] }} columns={columns} onClose={onClose} />,
  );
  await expect.element(screen.getByText('Ærø Vind')).toBeVisible();
  await screen.getByRole('button', { name: 'Close the details' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  await screen.rerender(<p>The grid alone</p>);
  await expect.element(screen.getByText('The grid alone')).toBeVisible();
});
