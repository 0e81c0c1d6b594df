import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { specFolder } from '../electron/core/foundation/folder-fixture.ts';
import { atLeast, atMost, within } from './frame.ts';
import { benchNames, runBench } from './runner.ts';

let folder = '';
let out = '';
let err = '';
let installed: string[] = [];
let speed = 1;

beforeEach(() => {
  folder = specFolder('bench-frame');
  out = '';
  err = '';
  installed = [];
  speed = 1;
});

function plant(name: string, checks: string, peers = '[]'): void {
  writeFileSync(
    join(folder, `${name}.ts`),
    `export const bench = { name: '${name}', title: 'Planted', peers: ${peers}, async run(context) {
      context.log('measuring');
      return { columns: ['reader', 'ms'], rows: [['ours', 12.3456], ['theirs', null]], notes: ['Two rows.'], checks: ${checks} };
    } };`,
  );
}

function run(...args: string[]): Promise<number> {
  const output = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  const installPeers = async (at: string) => {
    installed.push(at);
    return true;
  };
  return runBench(args, folder, output, { installPeers, machineSpeed: () => speed });
}

describe('a bench whose checks hold', () => {
  beforeEach(() => plant('reading', `[{ id: 'first-row-ms', value: 12, bound: 50, ok: true, direction: 'at most' }]`));

  test('prints a table for people and one JSON object last, and ends with 0', async () => {
    expect(await run('reading')).toBe(0);
    expect(out).toContain('Planted');
    expect(out).toMatch(/ours +12\.35/);
    expect(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      ok: true,
      checks: [{ id: 'first-row-ms', value: 12, bound: 50, ok: true }],
    });
  });

  test('prints nothing but the object for machines', async () => {
    expect(await run('reading', '--json')).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(out)).toHaveProperty('rows', [
      ['ours', 12.3456],
      ['theirs', null],
    ]);
    expect(err).toBe('measuring\n');
  });

  test('installs nothing when it is measured beside nothing', async () => {
    await run('reading', '--json');
    expect(installed).toEqual([]);
  });
});

test('a check that falls short ends with 1 and is named', async () => {
  plant('slow', `[{ id: 'rows-per-second', value: 3, bound: 1000, ok: false, direction: 'at least' }]`);
  expect(await run('slow')).toBe(1);
  expect(out).toMatch(/BROKEN +rows-per-second: 3 \(at least 1000\)/);
});

describe('a time', () => {
  beforeEach(() => plant('timed', JSON.stringify([within('opened-ms', 120, 100), atMost('peak-mib', 90, 100)])));

  test('is held against the speed of the machine, and both figures are told', async () => {
    expect(await run('timed')).toBe(1);
    expect(out).toMatch(/BROKEN +opened-ms: 120 \(at most 100\)/);
    out = '';
    speed = 0.75;
    expect(await run('timed')).toBe(0);
    expect(out).toMatch(/holds +opened-ms: 120, 90 at full speed \(at most 100\)/);
    expect(out).toMatch(/holds +peak-mib: 90 \(at most 100\)/);
    expect(out).toContain('This machine ran at 75 percent of the speed');
  });

  test('holds at no speed that is too slow to tell', async () => {
    speed = 0.45;
    expect(await run('timed')).toBe(1);
    expect(out).toContain('too slow to say whether they hold');
    expect(out).toMatch(/UNSURE +opened-ms: 120/);
  });

  test('that is not a number never holds', async () => {
    speed = 0.6;
    plant('timed', `[{ id: 'opened-ms', value: NaN, bound: 1, ok: false, direction: 'at most', speed: 1 }]`);
    expect(await run('timed')).toBe(1);
  });
});

test('peers are installed before the run', async () => {
  plant('beside', '[]', `['other-reader']`);
  expect(await run('beside')).toBe(0);
  expect(installed).toEqual([folder]);
});

test.each([[[]], [['missing']], [['reading', 'slow']], [['frame']]])(
  'refuses %j as usage and lists what there is',
  async (args) => {
    plant('reading', '[]');
    expect(await run(...args)).toBe(2);
    expect(err).toContain('reading');
    expect(out).toBe('');
  },
);

test('the frame is not a bench, nor are specs', () => {
  expect(benchNames(import.meta.dirname)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(frame|report|run|runner)$/)]),
  );
});

test('a figure that is no number never holds', () => {
  expect(atMost('a', Number.NaN, 1).ok).toBe(false);
  expect(atLeast('a', Number.NaN, 1).ok).toBe(false);
  expect([atMost('a', 1, 1).ok, atMost('a', 2, 1).ok, atLeast('a', 1, 1).ok, atLeast('a', 0, 1).ok]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
