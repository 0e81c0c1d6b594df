import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

test('a double click confirms once, and a key once more', async () => {
  const confirm = vi.fn<() => void>();
  const { screen } = await show(
    <ConfirmDialog opened title="Delete it?" confirmLabel="Delete" onConfirm={confirm} onClose={() => undefined}>
      It goes.
    </ConfirmDialog>,
  );
  const button = screen.getByRole('button', { name: 'Delete' });
  await button.dblClick();
  expect(confirm).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Enter}');
  expect(confirm).toHaveBeenCalledTimes(2);
});
