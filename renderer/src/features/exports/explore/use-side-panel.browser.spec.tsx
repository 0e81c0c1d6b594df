import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../../testing/show.tsx';
import type { LeadGridHandle } from '../grid/LeadGrid.tsx';
import { useSidePanel } from './use-side-panel.ts';

const focus = vi.fn<LeadGridHandle['focus']>();

function Result() {
  const grid = useRef<LeadGridHandle>({
    firstVisible: () => 0,
    reveal: () => undefined,
    focus,
    focusFirst: () => undefined,
    mark: () => undefined,
  });
  const panel = useSidePanel(grid);
  return (
    <>
      <button type="button" onClick={() => panel.openColumn(1)}>
        Values
      </button>
      <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => panel.openColumn(1)}>
        Values, by pointer
      </button>
      <button type="button" onClick={() => panel.openLead(7, { number: 8, cells: [], chosen: false })}>
        Lead 8
      </button>
      {panel.shown !== null && (
        <aside data-side-panel>
          <button type="button" onClick={() => panel.openColumn(2)}>
            Next column
          </button>
          <button type="button" onClick={panel.close}>
            Close
          </button>
        </aside>
      )}
      <button type="button" onClick={panel.close}>
        Close from elsewhere
      </button>
    </>
  );
}

test('a focus in a panel that closes goes back to what opened it, another focus stays', async () => {
  focus.mockClear();
  const { screen } = await show(<Result />);
  const values = screen.getByRole('button', { name: 'Values', exact: true });
  await values.click();
  await screen.getByRole('button', { name: 'Next column' }).click();
  await screen.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(values).toHaveFocus();

  const lead = screen.getByRole('button', { name: 'Lead 8' });
  await lead.click();
  const elsewhere = screen.getByRole('button', { name: 'Close from elsewhere' });
  await elsewhere.click();
  await expect.element(elsewhere).toHaveFocus();
  expect(focus).not.toHaveBeenCalled();

  await lead.click();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  // The cell that opened it may have scrolled away: the grid finds its row.
  expect(focus).toHaveBeenCalledWith(7);
});

test('where nothing had the focus when the panel of a column was opened, the grid has it behind the panel', async () => {
  focus.mockClear();
  const { screen } = await show(<Result />);
  await screen.getByRole('button', { name: 'Values, by pointer' }).click();
  expect(document.activeElement).toBe(document.body);
  await screen.getByRole('button', { name: 'Close', exact: true }).click();
  expect(focus).toHaveBeenCalledWith(undefined);
});
