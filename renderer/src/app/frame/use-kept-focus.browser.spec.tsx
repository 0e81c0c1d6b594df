import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../testing/show.tsx';
import { startWork } from '../../ui/index.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** A page whose buttons go, take each other's place, and are busy for a while. */
function Changing({ release }: { readonly release: Promise<void> }) {
  useKeptFocus();
  const [isPaused, setIsPaused] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [hasNote, setHasNote] = useState(true);
  return (
    <>
      <h1 tabIndex={-1} data-page-title>
        Title
      </h1>
      <section tabIndex={-1} aria-label="Actions">
        <button type="button">First</button>
        {isPaused ? (
          <button type="button">Resume</button>
        ) : (
          <button key="pause" type="button" onClick={() => setIsPaused(true)}>
            Pause
          </button>
        )}
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            setIsBusy(true);
            startWork(() => release.then(() => setIsBusy(false)));
          }}
        >
          Work
        </button>
      </section>
      {hasNote && (
        <div>
          <button type="button" onClick={() => setHasNote(false)}>
            Close note
          </button>
        </div>
      )}
      <p>Plain text</p>
    </>
  );
}

const never = new Promise<void>(() => undefined);

test('a disabled button leaves the focus to its surrounding, and has it again when it is enabled', async () => {
  const working = Promise.withResolvers<void>();
  const { screen } = await show(<Changing release={working.promise} />);
  await screen.getByRole('button', { name: 'Work' }).click();
  await expect.element(screen.getByRole('region', { name: 'Actions' })).toHaveFocus();
  working.resolve();
  await expect.element(screen.getByRole('button', { name: 'Work' })).toHaveFocus();
});

test('what takes the place of a removed button has the focus, also of one that was disabled before it went', async () => {
  const { screen } = await show(<Changing release={never} />);
  await screen.getByRole('button', { name: 'Pause' }).click();
  await expect.element(screen.getByRole('button', { name: 'Resume' })).toHaveFocus();
  const pause = document.querySelector('section')?.children[1] as HTMLButtonElement;
  pause.disabled = true;
  await expect.element(screen.getByRole('region', { name: 'Actions' })).toHaveFocus();
  const other = document.createElement('button');
  other.textContent = 'Go on';
  pause.replaceWith(other);
  await expect.element(screen.getByRole('button', { name: 'Go on' })).toHaveFocus();
  other.replaceWith(pause);
});

test('a person who went on meanwhile is not called back', async () => {
  const working = Promise.withResolvers<void>();
  const { screen } = await show(<Changing release={working.promise} />);
  await screen.getByRole('button', { name: 'Work' }).click();
  await expect.element(screen.getByRole('region', { name: 'Actions' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'First' })).toHaveFocus();
  working.resolve();
  await expect.element(screen.getByRole('button', { name: 'Work' })).toBeEnabled();
  await expect.element(screen.getByRole('button', { name: 'First' })).toHaveFocus();
});

test('where nothing takes the place, the title of the page has the focus', async () => {
  const { screen } = await show(<Changing release={never} />);
  await screen.getByRole('button', { name: 'Close note' }).click();
  await expect.element(screen.getByRole('button', { name: 'Close note' })).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement).not.toBe(document.body);
});

test('focus that a click took away stays away', async () => {
  const { screen } = await show(<Changing release={never} />);
  await screen.getByRole('button', { name: 'First' }).click();
  await screen.getByText('Plain text').click();
  expect(document.activeElement).toBe(document.body);
  document.body.append(document.createElement('hr'));
  await new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(document.activeElement).toBe(document.body);
});
