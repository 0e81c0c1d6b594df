import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BatchBench, createBatchBench } from './batch-fixture.ts';

// A process is started for each run, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

let bench: BatchBench;
beforeEach(async () => void (bench = await createBatchBench()));
afterEach(() => bench.close());

const temporary = () => {
  const folder = bench.path('temporary');
  mkdirSync(folder, { recursive: true });
  return folder;
};
/** Node, and whatever it uses, keeps its temporary files there. */
const environment = () => ({ TMPDIR: temporary(), TEMP: temporary(), TMP: temporary() });

/** Files below the folder, with something in them. */
function filled(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found?.isFile() === true && found.size > 0;
  });
}

const holds = (folder: string, text: string) =>
  filled(folder).some((name) => readFileSync(join(folder, name)).includes(text));

/** Ends the program as a power cut would, as soon as the copy holds rows. */
function killOnceRead(child: ChildProcess): void {
  const look = setInterval(() => {
    if (!holds(join(bench.dataFolder, 'reading'), 'Person 77')) return;
    child.kill('SIGKILL');
    clearInterval(look);
  }, 5);
  child.once('exit', () => clearInterval(look));
}

test('what a killed inspect left of a file lies in the data folder and goes with the next start', async () => {
  const rows = Array.from({ length: 400_000 }, (_, row) => `Person ${row},${30_000_000 + row},street ${row}`);
  const big = bench.file('big.csv', `Name,Phone,Street\n${rows.join('\n')}\n`);
  const small = bench.file('small.csv', 'Name,Phone\nBo,30000001\n');
  const inspect = ['inspect', big, '--data-dir', bench.dataFolder, '--json'];
  const killed = await bench.runProgram(inspect, { bare: true, environment: environment(), onStart: killOnceRead });
  expect(killed.code).toBeNull();
  expect(holds(bench.dataFolder, 'Person 77')).toBe(true);
  expect(filled(temporary())).toEqual([]);

  const next = await bench.runProgram(['inspect', small, '--data-dir', bench.dataFolder], { bare: true });
  expect(next.code).toBe(0);
  expect(holds(bench.dataFolder, 'Person')).toBe(false);

  await bench.runProgram(inspect, { bare: true, environment: environment(), onStart: killOnceRead });
  expect(holds(bench.dataFolder, 'Person 77')).toBe(true);
  expect((await bench.runProgram(['jobs'])).code).toBe(0);
  expect(holds(bench.dataFolder, 'Person')).toBe(false);
});

test('ids on standard input are copied into the data folder, and the copy goes', async () => {
  const seen = new Set<string>();
  const ended = await bench.runProgram(['segments', 'add', 'SEG-0148', '--ids', '-', '--json'], {
    environment: environment(),
    onStart: (child) => {
      const look = setInterval(() => {
        for (const name of filled(join(bench.dataFolder, 'reading'))) if (!name.includes('.lock')) seen.add(name);
        // The rest comes once a copy of the beginning was seen.
        if (seen.size > 0 && child.stdin?.writableEnded === false) child.stdin.end('ID-2\n');
      }, 5);
      child.once('exit', () => clearInterval(look));
      child.stdin?.write(`${'ID-1\n'.repeat(40_000)}`);
    },
  });
  expect([...seen]).toEqual([expect.stringContaining('standard input')]);
  expect(ended.last).not.toBeNull();
  expect([...filled(join(bench.dataFolder, 'reading')), ...filled(temporary())]).toEqual([]);
});
