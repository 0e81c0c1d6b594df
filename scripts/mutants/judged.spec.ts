import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/project.ts';
import { oneLine } from '../lib/syntax.ts';
import { figures, judge, percent, readJudged, sentenceOf } from './judged.ts';
import type { Mutant } from './judged.ts';

const survivor: Mutant = {
  path: 'electron/core/api/broker/broker.ts',
  line: 12,
  original: 'left > 0',
  mutated: 'left >= 0',
  outcome: 'survived',
};
const killed: Mutant = { ...survivor, line: 40, original: 'a + b', mutated: 'a - b', outcome: 'killed' };
const code = () => 'if (left > 0) send(a + b);';
const list = `# Mutants

Words around the list.

- \`electron/core/api/broker/broker.ts\` \`left > 0\` → \`left >= 0\`: nothing is left at 0 either.
`;

test('reads the list and ignores the text around it', () => {
  expect(readJudged(list)).toEqual([
    {
      path: survivor.path,
      original: 'left > 0',
      mutated: 'left >= 0',
      reason: 'nothing is left at 0 either.',
    },
  ]);
});

test('every line of the list is about code that is there', () => {
  const gone = readJudged(readFileSync(join(root, 'docs/mutants.md'), 'utf8')).filter(
    ({ path, original }) => !oneLine(readFileSync(join(root, path), 'utf8')).includes(original),
  );
  expect(gone).toEqual([]);
});

test.each(['- `a.ts` `x` → `y`', '- `a.ts` `x` → `y`: ', '- a.ts x → y: because'])(
  'a line without all its parts is an error: %s',
  (line) => {
    expect(() => readJudged(line)).toThrow(line);
  },
);

test('a survivor that nobody has judged is open', () => {
  expect(judge([survivor, killed], [], code)).toEqual({ open: [survivor], stale: [] });
});

test('a judged survivor is not open, on whichever line it stands', () => {
  expect(judge([{ ...survivor, line: 90 }, killed], readJudged(list), code)).toEqual({ open: [], stale: [] });
});

test('a line is stale when its change is killed or its code is gone', () => {
  const judged = readJudged(list);
  expect(judge([{ ...survivor, outcome: 'killed' }], judged, code).stale).toEqual(judged);
  expect(judge([killed], judged, () => 'send(a + b);').stale).toEqual(judged);
});

test('a line whose change was not tried is not stale while its code is there', () => {
  expect(judge([killed], readJudged(list), code).stale).toEqual([]);
});

test('a line for a file that was not in the run is not stale', () => {
  expect(judge([{ ...killed, path: 'shared/domain/jobs/job-row.ts' }], readJudged(list), () => '').stale).toEqual([]);
});

test('counts by folder', () => {
  const other = { ...killed, path: 'electron/core/api/client.ts' };
  expect([...figures([survivor, killed, other])]).toEqual([
    ['electron/core/api', { killed: 1, all: 1 }],
    ['electron/core/api/broker', { killed: 1, all: 2 }],
  ]);
});

test('rounds down', () => {
  expect(percent(8499, 10_000)).toBe(84.9);
  expect(percent(85, 100)).toBe(85);
  expect(percent(0, 0)).toBe(100);
});

test('names a survivor with its place', () => {
  expect(sentenceOf(survivor)).toBe('electron/core/api/broker/broker.ts:12 left > 0 → left >= 0');
});
