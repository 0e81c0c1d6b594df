import { expect, test } from 'vitest';
import { LEAD_MOVES, LEAD_STATUSES } from '../../../../shared/domain/service/lead-life-cycle.ts';
import { boxes, drawing, lines, neighbours, nodeHeight, nodes, stepBy } from './diagram-model.ts';

test('every status stands in exactly one box, and none covers another', () => {
  expect(nodes).toHaveLength(LEAD_STATUSES.length);
  for (const node of nodes) {
    const around = boxes.filter(
      (box) =>
        node.x > box.x &&
        node.x + node.width < box.x + box.width &&
        node.y > box.y &&
        node.y + nodeHeight < box.y + box.height,
    );
    expect([node.status.name, around.length]).toEqual([node.status.name, 1]);
    for (const other of nodes.filter((entry) => entry !== node))
      expect(
        node.x + node.width <= other.x ||
          other.x + other.width <= node.x ||
          node.y + nodeHeight <= other.y ||
          other.y + nodeHeight <= node.y,
      ).toBe(true);
  }
  for (const box of boxes) {
    expect(box.x + box.width).toBeLessThanOrEqual(drawing.width);
    expect(box.y + box.height).toBeLessThanOrEqual(drawing.height);
  }
});

test('every move of the specification ends in a drawn arrow at its status', () => {
  for (const { to } of LEAD_MOVES) {
    const node = nodes.find(({ status }) => status.name === to);
    const ends = lines
      .filter(({ hasHead, of }) => hasHead && of.includes(to))
      .map(({ path }) => endOf(path))
      .filter(
        ([x, y]) =>
          node !== undefined && x >= node.x && x <= node.x + node.width && y >= node.y && y <= node.y + nodeHeight,
      );
    expect([to, ends.length]).toEqual([to, 1]);
  }
});

test('the keys follow the moves', () => {
  expect(neighbours('Unresolved', 'to')).toEqual([
    'Abandoned',
    'Failed',
    'Removed',
    'Anonymized',
    'DoNotCall',
    'GlobalDoNotCall',
  ]);
  expect(neighbours('Abandoned', 'from')).toEqual(['Unresolved']);
  const start = { at: 'Unresolved', alternatives: [] } as const;
  const right = stepBy('ArrowRight', start);
  expect(right?.at).toBe('Abandoned');
  expect(stepBy('ArrowDown', right ?? start)?.at).toBe('Failed');
  expect(stepBy('ArrowUp', right ?? start)).toBeNull();
  expect(stepBy('ArrowDown', start)?.at).toBe('UserProcessed');
  expect(stepBy('ArrowLeft', { at: 'New', alternatives: [] })).toBeNull();
});

/** Where a path of M, H and V ends. */
function endOf(path: string): readonly [number, number] {
  let at: [number, number] = [0, 0];
  for (const [, command, numbers = ''] of path.matchAll(/([MHV])([\d ]+)/g)) {
    const [first = 0, second = 0] = numbers.trim().split(' ').map(Number);
    if (command === 'M') at = [first, second];
    else if (command === 'H') at = [first, at[1]];
    else at = [at[0], first];
  }
  return at;
}
