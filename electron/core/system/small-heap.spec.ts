import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

/** Keeps 5 MB, makes 400 MB of garbage that lives for a while, and prints the largest heap it saw, in MB. */
const PROGRAM = `
  const kept = Array.from({ length: 50_000 }, (_, index) => ({ text: 'row ' + index }));
  let while_ = [];
  let most = 0;
  for (let round = 0; round < 4_000; round++) {
    while_.push(Array.from({ length: 2_000 }, (_, index) => 'cell ' + round + ' ' + index));
    if (while_.length > 40) while_ = [];
    most = Math.max(most, process.memoryUsage().heapUsed);
  }
  if (kept.length === 0) throw new Error();
  process.stdout.write(String(Math.round(most / 1e6)));
`;

function largestHeap(prefix: string): number {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-semi-space-size=2', '--no-warnings', '--input-type=module', '-e', `${prefix}${PROGRAM}`],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return Number(stdout);
}

describe('a small heap', () => {
  it('is collected long before V8 alone would look at it', () => {
    const module_ = new URL('./small-heap.ts', import.meta.url).href;
    const small = largestHeap(`import { keepHeapSmall } from ${JSON.stringify(module_)}; keepHeapSmall();`);
    const alone = largestHeap('');
    expect(small).toBeGreaterThan(0);
    expect(small).toBeLessThan(alone * 0.8);
  });
});
