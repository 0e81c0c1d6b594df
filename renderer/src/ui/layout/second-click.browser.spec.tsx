import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';

test('the second click of a double click does not press the button that came in place of the first', async () => {
  const onStart = vi.fn<() => void>();
  function Foot() {
    const [isPlan, setIsPlan] = useState(false);
    return isPlan ? (
      <button key="start" type="button" onClick={onStart}>
        <span>Start</span>
      </button>
    ) : (
      <button key="plan" type="button" onClick={() => setIsPlan(true)}>
        Plan
      </button>
    );
  }
  const { screen } = await show(<Foot />);
  await screen.getByRole('button', { name: 'Plan' }).dblClick();
  const start = screen.getByRole('button', { name: 'Start' });
  await expect.element(start).toBeVisible();
  expect(onStart).not.toHaveBeenCalled();
  await start.click();
  expect(onStart).toHaveBeenCalledTimes(1);
  await start.dblClick();
  expect(onStart).toHaveBeenCalledTimes(3);
});

test('a button that somebody keeps clicking until it can be pressed is pressed', async () => {
  const onSend = vi.fn<() => void>();
  const { screen } = await show(
    <button type="button" onClick={onSend}>
      Send
    </button>,
  );
  const send = screen.getByRole('button', { name: 'Send' });
  // As after clicks while it was disabled, of which the page hears nothing.
  for (const detail of [2, 3]) send.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
  expect(onSend).toHaveBeenCalledTimes(1);
});
