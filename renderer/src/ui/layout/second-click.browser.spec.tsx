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
