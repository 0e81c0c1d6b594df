import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/project.ts';
import { plants } from './plants.ts';
import { type BrokenLife, simulate } from './simulation.ts';

/** Ends of the command, whatever its exit code. @returns its last line as JSON, and its first */
function command(...args: readonly string[]): { readonly figures: Record<string, unknown>; readonly first: string } {
  const out = run([join(root, 'scripts/tasks/simulate.ts'), ...args])
    .trimEnd()
    .split('\n');
  return { figures: JSON.parse(out.at(-1) ?? '{}') as Record<string, unknown>, first: out[0] ?? '' };
}

function run(args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout ?? '');
  }
}

describe('simulated lives of imports', () => {
  it('keep every law', async () => {
    const { broken, figures, lives } = await simulate({ lives: 100, seed: 1, most: 1 });
    expect(broken).toEqual<BrokenLife[]>([]);
    expect(lives).toBe(100);
    // Lives in which nothing happens would prove nothing.
    expect(figures.leads).toBeGreaterThan(500);
    expect(figures.deaths).toBeGreaterThan(25);
  }, 240_000);

  it('leave nothing of an import that a program did not make to the end, while the disk was full at the next opening', async () => {
    const { broken } = await simulate({ lives: 1, seed: 461_684, only: new Set([2, 3, 7]), most: 1 });
    expect(broken).toEqual<BrokenLife[]>([]);
  });

  it('are lived again in the same way from the same seed', async () => {
    const stories: (readonly string[])[] = [];
    const again = () => simulate({ lives: 5, seed: 40, most: 1, onLife: ({ story }) => stories.push(story) });
    await again();
    await again();
    expect(stories.slice(5)).toEqual(stories.slice(0, 5));
  }, 60_000);

  it('find a planted bug, and say how to meet it again with fewer events', () => {
    const { figures, first } = command('--plant', 'left-rows-wait-again');
    expect(figures).toMatchObject({ broken: 0 });
    expect(first).toMatch(/^life \d+: (?:twice|forgotten): /);
    const line = run([join(root, 'scripts/tasks/simulate.ts'), '--plant', 'left-rows-wait-again']).split('\n')[1] ?? '';
    const [, seed = '', only = ''] = /--seed (\d+) --only ([\d,]+)/.exec(line) ?? [];
    const again = command('--lives', '1', '--seed', seed, '--only', only, '--plant', 'left-rows-wait-again');
    expect(again.first).toBe(first);
  }, 120_000);
});

it.each(plants)('the place of the planted bug $name is in the source, once', ({ file, find }) => {
  expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2);
});
