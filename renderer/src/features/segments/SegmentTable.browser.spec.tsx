import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DAY } from '../../../../shared/domain/time/time.ts';
import { exampleSegment } from '../../testing/examples.ts';
import { show } from '../../testing/show.tsx';
import { SegmentTable } from './SegmentTable.tsx';

const segment = exampleSegment();

const showTable = (now: number, segments = [segment]) =>
  show(<SegmentTable segments={segments} now={now} chosenId={null} onChoose={() => undefined} />);

test('today’s mark covers no name of a month, on any day and at any width, and most names are shown', async () => {
  for (const width of [720, 1366]) {
    await page.viewport(width, 768);
    for (let day = 0; day < 32; day += 1) {
      const now = Date.UTC(2026, 10, 1) + day * DAY;
      const { screen } = await showTable(now);
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

test('a name of a month beside today’s mark is there whole or not at all, at any minute', async () => {
  await page.viewport(1366, 768);
  const first = Date.UTC(2026, 10, 1);
  const line = Date.UTC(2026, 11, 32) - Date.UTC(2026, 9, 1);
  const look = async (now: number): Promise<{ width: number; name: number; room: number }> => {
    const { screen } = await showTable(now);
    const [head] = screen.container.querySelectorAll('th:nth-of-type(3) [aria-hidden]');
    const [, november] = head?.children ?? [];
    const seen = {
      width: head?.getBoundingClientRect().width ?? 0,
      name: november?.scrollWidth ?? 0,
      room: november?.clientWidth ?? 0,
    };
    await screen.unmount();
    return seen;
  };
  const { width } = await look(first);
  const rooms = [];
  for (let away = 59.99; away < 60.1; away += 0.01) {
    const { name, room } = await look(first + (away / width) * line);
    if (room > 4) expect(room).toBeGreaterThanOrEqual(name);
    rooms.push(room > 4);
  }
  expect(new Set(rooms)).toEqual(new Set([false, true]));
});

test('a day of another year is shown with its year', async () => {
  const now = Date.UTC(2026, 10, 29);
  const rows = [
    { activeFrom: '2026-11-01T00:00:00', activeTill: '2026-12-31T00:00:00' },
    { activeFrom: '2025-01-01T00:00:00', activeTill: '2030-12-31T00:00:00' },
    { activeFrom: null, activeTill: '2099-12-31T00:00:00' },
  ].map((dates, index) => ({ ...segment, ...dates, uniqueId: `SEG-${index}` }));
  const { screen } = await showTable(now, rows);
  const windows = [...screen.container.querySelectorAll('td:nth-of-type(2)')].map((cell) => cell.textContent);
  expect(windows.map((words) => words.match(/\d{4}/g))).toEqual([null, ['2025', '2030'], ['2099']]);
});

test('the words of a window stay in the column of the windows, at any width and wherever the bar begins', async () => {
  for (const width of [683, 911, 1366]) {
    await page.viewport(width, 768);
    for (let day = -20; day < 40; day += 4) {
      const at = (days: number) => new Date(Date.UTC(2026, 10, 1) + days * DAY).toISOString().slice(0, 10);
      const moved = { ...segment, activeFrom: at(day), activeTill: at(day + 20) };
      const { screen } = await showTable(Date.UTC(2026, 10, 12), [moved]);
      const label = screen.container.querySelector('td:nth-of-type(2) [title]');
      const [words, cell] = [label, label?.closest('td')].map((part) => part?.getBoundingClientRect() ?? new DOMRect());
      expect(words?.width).toBeGreaterThan(40);
      expect([width, day, (words?.left ?? 0) >= (cell?.left ?? 0), (words?.right ?? 0) <= (cell?.right ?? 0)]).toEqual([
        width,
        day,
        true,
        true,
      ]);
      await screen.unmount();
    }
  }
});

test('a name and an id that are cut can be read whole', async () => {
  const { screen } = await showTable(Date.UTC(2026, 10, 1));
  for (const text of [segment.name, segment.uniqueId])
    await expect.element(screen.getByTitle(text, { exact: true })).toBeVisible();
});
