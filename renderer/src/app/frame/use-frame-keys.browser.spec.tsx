import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { shortcutKey } from '../../lib/shortcuts.ts';
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

test('pages are chosen by digits of keyboards where those need Shift, and in other scripts', async () => {
  await show(<Asked isAsked={false} />);
  const press = (key: string, code: string) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { key, code, ctrlKey: true, cancelable: true }));
  for (const [key, code, page] of [
    ['2', 'Digit2', 'jobs'],
    ['"', 'Digit3', 'export'],
    ['ç', 'Digit5', 'quota'],
    ['٦', 'Digit6', 'account'],
  ] as const) {
    press(key, code);
    await expect.poll(() => window.location.hash).toBe(`#/${page}`);
  }
  // The end of a text, and a digit that opens nothing.
  press('End', 'Numpad1');
  press('0', 'Digit0');
  await new Promise((resolve) => window.setTimeout(resolve, 50));
  expect(window.location.hash).toBe('#/account');
});

test.each([
  ['a letter', 'k', 'KeyK', 'k'],
  ['a letter with capitals locked', 'K', 'KeyK', 'k'],
  ['a German Z, which stands where others have Y', 'z', 'KeyY', 'z'],
  ['a letter of a Dvorak keyboard', 'k', 'KeyV', 'k'],
  ['a Russian letter', 'л', 'KeyK', 'k'],
  ['a Greek capital', 'Κ', 'KeyK', 'k'],
  ['an Arabic key of two letters', 'لا', 'KeyB', 'b'],
  ['a Japanese letter', 'の', 'KeyK', 'k'],
  ['a Turkish letter, which is a Latin one', 'ı', 'KeyS', 'ı'],
  ['a letter of another script where Latin has none', 'ж', 'Semicolon', 'ж'],
  ['a digit', '1', 'Digit1', '1'],
  ['a digit of the number pad', '1', 'Numpad1', '1'],
  ['the same key as an arrow', 'End', 'Numpad1', 'end'],
  ['a French digit without Shift', '&', 'Digit1', '1'],
  ['a French digit without Shift, with a letter on it', 'é', 'Digit2', '2'],
  ['a Czech digit without Shift', 'ě', 'Digit2', '2'],
  ['a Persian digit', '۱', 'Digit1', '1'],
  ['a key with a name', 'Enter', 'Enter', 'enter'],
  ['a composed letter', 'Process', 'KeyK', 'process'],
])('a shortcut has the letter or digit of %s', (_, key, code, name) => {
  expect(shortcutKey({ key, code })).toBe(name);
});

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
