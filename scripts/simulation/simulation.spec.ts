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

  // Each broke a law once; what was mended has a spec of its own beside its code, or was a mistake of the world or its laws.
  it.each([
    [461_684, [2, 3, 7], 'an import that was not made to the end, and a full disk at the next opening'],
    [480_121, [0, 2, 3, 10], 'a stop that an opening without room could not go on with'],
    [494_426, [0, 4, 5, 7], 'units given back after a sleep'],
    [500_073, [0, 1, 2, 4], 'a count that the answer to another program has overtaken'],
    [501_375, [0, 2, 3, 8], 'two programs that die within a step, one after the other'],
    [502_470, [0, 1, 3, 4, 6, 7], 'a program that dies while it begins an import, and another one that goes on'],
    [496_549, [0, 3, 7, 8, 10, 11], 'a record whose new name was not on the disk'],
    [496_883, [0, 1, 3, 8, 10, 12], 'a request on its way while the computer sleeps'],
    [522_280, [0, 2, 4, 6, 7, 8, 9, 11], 'a row that came back within a millisecond'],
    [562_002, [0, 1, 4], 'a correction of the campaign behind a program that died within a step'],
    [573_867, [0, 4, 9, 11], 'units that are given back behind a count of the service'],
    [575_033, [0, 5, 11, 12], 'a day that another program has begun'],
    [580_260, [0, 5, 6, 8], 'a deletion behind a program that died within a step'],
    [582_877, [0, 1, 2], 'a program that gives back a row while another one asks for the count'],
    [583_642, [0, 1, 2, 5, 6, 9], 'a count that a full disk did not take, behind a later one'],
    [584_141, [0, 2, 3, 6, 9, 11], 'a program that is to die while it closes, after faults have stopped'],
    [586_490, [0, 1, 2, 3, 5, 8], 'a stop whose program dies while another one is open already'],
    [588_603, [0, 1, 2, 6, 13, 14, 17], 'a program that dies while many rows are to wait again'],
    [615_889, [0, 1, 2, 4, 10], 'a stop of an import that waits for a person, and a row that is repaired meanwhile'],
    [625_674, [0, 2, 4, 7], 'a count that a full disk did not take, and what another program sent meanwhile'],
    [504_289, [0, 1, 2, 3, 12], 'a power cut beside a full disk'],
    [1_737, [0, 1, 2, 3], 'a row that was debited before a sleep, and a program that is opened behind it'],
    [118, [12, 13, 16, 17, 19], 'a change of a segment of which nothing is left to send'],
    [3_001_265, [1, 7, 8, 10], 'a person’s word about a batch behind a program that died within a step'],
  ])('keep every law in life %i with the events %j: %s', async (seed, only) => {
    const { broken } = await simulate({ lives: 1, seed, only: new Set(only), most: 1 });
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
