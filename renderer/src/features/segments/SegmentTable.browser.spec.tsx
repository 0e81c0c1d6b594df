import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DAY } from '../../../../shared/domain/time/time.ts';
import { show } from '../../testing/show.tsx';
import { SegmentTable } from './SegmentTable.tsx';

const segment = {
  uniqueId: 'SEG-1',
  name: 'Callback list',
  isActive: true,
  activeFrom: null,
  activeTill: null,
  goalTargetValue: 44,
  goalCurrentValue: 40,
};

test('today’s mark covers no name of a month, on any day and at any width, and most names are shown', async () => {
  for (const width of [720, 1366]) {
    await page.viewport(width, 768);
    for (let day = 0; day < 32; day += 1) {
      const now = Date.UTC(2026, 10, 1) + day * DAY;
      const { screen } = await show(
        <SegmentTable segments={[segment]} now={now} chosenId={null} onChoose={() => undefined} />,
      );
      const [head] = screen.container.querySelectorAll('th:nth-of-type(3) [aria-hidden]');
      const boxes = [...(head?.children ?? [])].map((part) => part.getBoundingClientRect());
      const today = boxes.pop() ?? new DOMRect();
      const shown = boxes.filter((box) => box.width > 5);
      expect(today.width).toBeGreaterThan(20);
      for (const { left, right } of shown)
        expect([width, day, right <= today.left || left >= today.right]).toEqual([width, day, true]);
      if (width > 720) expect(shown.length).toBeGreaterThan(1);
      await screen.unmount();
    }
  }
});
