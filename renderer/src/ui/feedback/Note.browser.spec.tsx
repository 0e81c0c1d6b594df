import { Button } from '@mantine/core';
import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import './toast.css';
import { Note } from './Note.tsx';

/** Shows a note of this width, in pixels. */
async function noteOf(width: number) {
  const { screen } = await show(
    <div style={{ width }}>
      <Note
        tone="warning"
        role="status"
        title="Two pools will appear."
        actions={
          <>
            <Button size="xs">Use “customers of the north 2026-11”</Button>
            <Button size="xs">Start 22:10 instead, done 23:51</Button>
          </>
        }
      >
        The run passes midnight: about 709 leads go to the pool of today and 491 to that of tomorrow.
      </Note>
    </div>,
  );
  const note = screen.getByRole('status');
  await expect.element(note).toBeVisible();
  const box = (element: Element) => element.getBoundingClientRect();
  return {
    note: box(note.element()),
    title: box(screen.getByText('Two pools will appear.').element()),
    buttons: screen.getByRole('button').elements().map(box),
  };
}

test.each([560, 400, 330])('a note of %i pixels keeps room for its sentences, above its buttons', async (width) => {
  const { note, title, buttons } = await noteOf(width);
  expect(title.width).toBeGreaterThan(Math.min(280, width - 60));
  for (const button of buttons) {
    expect(button.top).toBeGreaterThan(title.bottom);
    expect(button.right).toBeLessThanOrEqual(note.right);
    expect(button.left).toBeGreaterThanOrEqual(note.left);
  }
});

test('where there is room, the buttons stand beside the sentences', async () => {
  const { title, buttons } = await noteOf(1000);
  for (const button of buttons) expect(button.left).toBeGreaterThanOrEqual(title.right);
});

test('in one line it says what happened and what it means, also where toasts are lines', async () => {
  const { screen } = await show(
    <Note
      isLine
      tone="info"
      role="status"
      title="Mobile is empty in most rows."
      actions={<Button size="xs">Back</Button>}
    >
      14 of 60 filled.
    </Note>,
  );
  await expect.element(screen.getByText('Mobile is empty in most rows.')).toBeVisible();
  await expect.element(screen.getByText('14 of 60 filled.')).toBeVisible();
});
