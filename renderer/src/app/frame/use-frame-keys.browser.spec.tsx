import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { ConfirmDialog } from '../../ui/index.ts';
import { useFrameKeys } from './use-frame-keys.ts';

const nothing = (): void => undefined;

/** Two panes, and a question over them. */
function Asked({ isAsked }: { readonly isAsked: boolean }) {
  useFrameKeys(nothing);
  return (
    <>
      <nav data-pane tabIndex={-1} aria-label="Pages" />
      <main data-pane tabIndex={-1} />
      <ConfirmDialog opened={isAsked} title="Stop?" confirmLabel="Stop" onClose={nothing} onConfirm={nothing}>
        The rows stay.
      </ConfirmDialog>
    </>
  );
}

test('F6 goes from pane to pane and F1 to the help, but not under a dialog', async () => {
  const { screen } = await show(<Asked isAsked={false} />);
  await userEvent.keyboard('{F6}');
  await expect.element(screen.getByRole('navigation')).toHaveFocus();
  await userEvent.keyboard('{F6}');
  await expect.element(screen.getByRole('main')).toHaveFocus();
  await screen.rerender(<Asked isAsked />);
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await expect.element(cancel).toHaveFocus();
  await userEvent.keyboard('{F6}{F1}');
  await expect.element(cancel).toHaveFocus();
  expect(window.location.hash).not.toContain('help');
  await screen.rerender(<Asked isAsked={false} />);
  await expect.element(cancel).not.toBeInTheDocument();
  await userEvent.keyboard('{F1}');
  await expect.poll(() => window.location.hash).toBe('#/help');
});
