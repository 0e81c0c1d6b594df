import { expect, onTestFinished, test, vi } from 'vitest';
import { whenReleased } from './when-released.ts';

/** A button of the pointer is down until the spec says otherwise. */
function pressed() {
  const matches = vi.spyOn(document.documentElement, 'matches').mockReturnValue(true);
  onTestFinished(() => matches.mockRestore());
  return matches;
}

const tasks = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('waits for the end of a press, and of the next one that begins before its click was answered', async () => {
  const matches = pressed();
  const ended = vi.fn<() => void>();
  const released = whenReleased().then(ended);
  await tasks(50);
  expect(ended).not.toHaveBeenCalled();
  document.dispatchEvent(new PointerEvent('pointerup'));
  await tasks(50);
  expect(ended).not.toHaveBeenCalled();
  matches.mockReturnValue(false);
  document.dispatchEvent(new PointerEvent('pointercancel'));
  await released;
});

test('a press whose end nobody tells is not waited for without end', async () => {
  const matches = pressed();
  await whenReleased();
  expect(matches).toHaveBeenCalledTimes(1);
});
