import { expect, test } from 'vitest';
import { LEAD_MOVES, LEAD_STATUSES } from '../../../../shared/domain/service/leads/lead-life-cycle.ts';
import { ARROWS, BOXES, nextOf, NODE_HEIGHT, NODES, SIZE } from './drawing.ts';

const nodes = LEAD_STATUSES.map(({ name }) => ({ name, x: NODES[name][0], y: NODES[name][1], width: NODES[name][2] }));

test('every status stands in exactly one box, and none covers another', () => {
  for (const node of nodes) {
    const around = BOXES.filter(
      (box) =>
        node.x > box.x &&
        node.x + node.width < box.x + box.width &&
        node.y > box.y &&
        node.y + NODE_HEIGHT < box.y + box.height,
    );
    expect([node.name, around.length]).toEqual([node.name, 1]);
    for (const other of nodes.filter((entry) => entry !== node))
      expect(
        node.x + node.width <= other.x ||
          other.x + other.width <= node.x ||
          node.y + NODE_HEIGHT <= other.y ||
          other.y + NODE_HEIGHT <= node.y,
      ).toBe(true);
  }
  for (const box of BOXES) {
    expect(box.x + box.width).toBeLessThanOrEqual(SIZE.width);
    expect(box.y + box.height).toBeLessThanOrEqual(SIZE.height);
  }
});

test('every move of the specification ends in a drawn arrow at its status', () => {
  for (const { to } of LEAD_MOVES) {
    const [left, top, width] = NODES[to];
    const ends = ARROWS.map(endOf).filter(
      ([x, y]) => x >= left && x <= left + width && y >= top && y <= top + NODE_HEIGHT,
    );
    expect([to, ends.length]).toEqual([to, 1]);
  }
});

test('a status knows what it can become', () => {
  expect(nextOf('Unresolved')).toEqual([
    'Abandoned',
    'Failed',
    'Removed',
    'Anonymized',
    'DoNotCall',
    'GlobalDoNotCall',
  ]);
  expect(nextOf('New')[0]).toBe('RedialAutomatic');
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
