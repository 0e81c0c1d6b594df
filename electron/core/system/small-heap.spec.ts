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

/** Keeps a function busy, and prints whether the middle compiler took it: bit 5 of its state. */
const BUSY = `
  const add = (one, other) => one + other;
  let isCompiled = false;
  let sum = 0;
  for (let round = 0; round < 3e5 && !isCompiled; round++) {
    sum = add(sum, round);
    isCompiled = (%GetOptimizationStatus(add) & (1 << 5)) !== 0;
  }
  process.stdout.write(String(isCompiled));
`;

/** Makes a heap of some 100 MB that is garbage at once, and prints by how much giving it back makes the process smaller, in MB. */
const EMPTIED = `
  let rows = Array.from({ length: 1_500_000 }, (_, index) => ({ index }));
  rows = rows.length;
  const before = process.memoryUsage.rss();
  giveGarbageBack();
  process.stdout.write(String(Math.round((before - process.memoryUsage.rss()) / 1e6)));
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
  it('has nothing compiled by the middle compiler of V8 once it is told so', () => {
    const module_ = new URL('./small-heap.ts', import.meta.url).href;
    const isCompiled = (prefix: string) =>
      spawnSync(
        process.execPath,
        [
          ...['--allow-natives-syntax', '--single-threaded', '--no-warnings', '--input-type=module', '-e'],
          `${prefix}${BUSY}`,
        ],
        { encoding: 'utf8' },
      );
    expect(isCompiled('')).toMatchObject({ stdout: 'true', stderr: '' });
    const sparing = `import { compileSparingly } from ${JSON.stringify(module_)}; compileSparingly();`;
    expect(isCompiled(sparing)).toMatchObject({ stdout: 'false', stderr: '' });
  });

  it('gives what was garbage back to the system, and leaves no collector to others', () => {
    const module_ = new URL('./small-heap.ts', import.meta.url).href;
    const prefix = `import { runInNewContext } from 'node:vm'; import { giveGarbageBack } from ${JSON.stringify(module_)};`;
    const suffix = "; process.stdout.write(' ' + runInNewContext('typeof gc') + ' ' + typeof gc);";
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--max-semi-space-size=2', '--no-warnings', '--input-type=module', '-e', `${prefix}${EMPTIED}${suffix}`],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    const [freed, ...collectors] = stdout.split(' ');
    expect(Number(freed)).toBeGreaterThan(40);
    expect(collectors).toEqual(['undefined', 'undefined']);
  });

  it('is collected long before V8 alone would look at it', () => {
    const module_ = new URL('./small-heap.ts', import.meta.url).href;
    const small = largestHeap(`import { keepHeapSmall } from ${JSON.stringify(module_)}; keepHeapSmall();`);
    const alone = largestHeap('');
    expect(small).toBeGreaterThan(0);
    expect(small).toBeLessThan(alone * 0.8);
  });
});
