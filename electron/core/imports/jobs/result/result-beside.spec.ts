import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { JobsBench, type Program } from '../jobs-fixture.ts';
import { created, unknown } from '../run/runner-fixture.ts';

/* The same with a real import over HTTP is in kept-results.spec.ts. */

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

const files = () => readdirSync(folder()).sort();
const folder = () => join(bench.folder, 'leads');
const text = (name = 'people-result.csv') => readFileSync(join(folder(), name), 'utf8');
const shown = (program: Program) => program.summary().resultFile;

/** A program whose import of two rows, which keeps its result, runs. */
async function running(): Promise<Program> {
  mkdirSync(folder());
  const program = bench.program();
  await program.jobs.start('job', async () => {
    bench.add(2);
    bench.at.store.results.wish('job', folder());
  });
  return program;
}

/** As `running`, after its last row was answered: the second one is unknown. */
async function answered(): Promise<Program> {
  const program = await running();
  const [one, two] = program.client.open();
  await one?.settle(created('L-1'));
  expect([files(), shown(program)]).toEqual([[], { state: 'due', name: '', savedAt: null, trouble: '' }]);
  await two?.settle(unknown);
  return program;
}

const decide = (program: Program, decision: 'exists' | 'leave' | 'reopen') =>
  program.call('job:decide', { jobId: 'job', rows: [2], decision });

it('is saved when the last row is answered, is announced, and is saved again when a row has changed', async () => {
  const program = await answered();
  await vi.waitFor(() => expect(shown(program)?.state).toBe('saved'));
  expect(shown(program)).toEqual({
    state: 'saved',
    name: 'people-result.csv',
    savedAt: bench.clock.wallNow(),
    trouble: '',
  });
  expect(text()).toMatch(/L-1.*\r\n.*unknown/);
  await vi.waitFor(() => expect(program.events.at(-1)?.payload).toMatchObject({ resultFile: { state: 'saved' } }));
  const { mtimeMs } = statSync(join(folder(), 'people-result.csv'));
  // Nothing has changed: nothing is written.
  await program.call('job:rename', { jobId: 'job', name: 'other' });
  await program.call('job:keepResult', { jobId: 'job' });
  expect(statSync(join(folder(), 'people-result.csv')).mtimeMs).toBe(mtimeMs);
  await bench.pass(5);
  await decide(program, 'leave');
  await vi.waitFor(() => expect(text()).toMatch(/left out/));
  await vi.waitFor(() => expect(shown(program)?.savedAt).toBe(bench.clock.wallNow()));
  expect([files(), program.bugs]).toEqual([['people-result.csv'], []]);
});

it.each([
  ['another size', (path: string) => writeFileSync(path, 'mine')],
  ['another time', (path: string) => utimesSync(path, 1, 1)],
  ['a folder in its place', (path: string) => (rmSync(path), mkdirSync(path))],
])('leaves a file alone that has %s since it was saved, and takes the next name that is free', async (_, change) => {
  const program = await answered();
  await vi.waitFor(() => expect(shown(program)?.state).toBe('saved'));
  const path = join(folder(), 'people-result.csv');
  change(path);
  for (const n of [2, 3]) writeFileSync(join(folder(), `people-result-${n}.csv`), 'of another');
  const before = statSync(path);
  await decide(program, 'exists');
  await vi.waitFor(() => expect(shown(program)).toMatchObject({ name: 'people-result-4.csv', trouble: '' }));
  expect(text('people-result-4.csv')).toMatch(/L-1.*\r\n.*created/);
  expect(statSync(path)).toMatchObject({ mtimeMs: before.mtimeMs, size: before.size });
  expect(text('people-result-2.csv')).toBe('of another');
});

it('is written again under its name when it was removed', async () => {
  const program = await answered();
  await vi.waitFor(() => expect(shown(program)?.state).toBe('saved'));
  rmSync(join(folder(), 'people-result.csv'));
  await decide(program, 'exists');
  await vi.waitFor(() => expect(existsSync(join(folder(), 'people-result.csv'))).toBe(true));
});

it('says why it could not be saved, is not tried again by itself, but on a click and at the next opening', async () => {
  const program = await running();
  rmSync(folder(), { recursive: true });
  for (const call of program.client.open()) await call.settle(created());
  await vi.waitFor(() => expect(shown(program)?.state).toBe('failed'));
  expect(shown(program)?.trouble).toMatch(/people-result\.csv/);
  mkdirSync(folder());
  await program.call('job:rename', { jobId: 'job', name: 'other' });
  await bench.pass(10_000);
  expect([files(), shown(program)?.state]).toEqual([[], 'failed']);
  rmSync(folder(), { recursive: true });
  await program.call('job:keepResult', { jobId: 'job' });
  expect(shown(program)).toMatchObject({ state: 'due', trouble: '' });
  await vi.waitFor(() => expect(shown(program)?.state).toBe('failed'));
  mkdirSync(folder());
  const next = bench.program({ resumeOnOpen: true });
  await vi.waitFor(() => expect(shown(next)?.state).toBe('saved'));
  expect([files(), program.bugs, next.bugs]).toEqual([['people-result.csv'], [], []]);
});

it('is saved by one of two programs, and by the next one where the account closed before', async () => {
  const program = await running();
  const other = bench.program();
  const [one, two] = program.client.open();
  await one?.settle(created());
  await two?.settle(created());
  other.summary();
  await other.call('job:keepResult', { jobId: 'job' });
  await vi.waitFor(() => expect(shown(other)?.state).toBe('saved'));
  expect(files()).toEqual(['people-result.csv']);
  rmSync(join(folder(), 'people-result.csv'));
  bench.at.journal.exec(`UPDATE import_result SET basis = '', name = '', saved_at = NULL`);
  const closing = program[Symbol.asyncDispose]();
  await program.call('job:keepResult', { jobId: 'job' });
  await closing;
  expect(files()).toEqual([]);
});
