import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BatchBench, CAMPAIGN, createBatchBench, importOf, people } from './batch-fixture.ts';

/* The other specs run most commands in their own process; a thread or a connection that keeps a program alive shows here. */

let bench: BatchBench;
let words: Readonly<Record<string, string>>;

beforeAll(async () => {
  bench = await createBatchBench();
  const file = bench.file('people.csv', people(3));
  const run = await bench.run(importOf(file, bench.path('first.csv'), '--json'));
  const { last } = await bench.run(['account', '--json']);
  words = {
    JOB: String(run.last?.['job']),
    ACCOUNT: String(last?.['account']),
    PEOPLE: file,
    NEW: bench.file('new.csv', 'Name,Phone\nBo,39999999\n'),
  };
});
afterAll(() => bench.close());

it.each(
  [
    ['--help'],
    ['check'],
    ['doctor'],
    ['inspect', 'PEOPLE'],
    ['inspect', 'PEOPLE', '--campaign', CAMPAIGN, '--look-up'],
    ['import', 'PEOPLE', '--campaign', CAMPAIGN, '--dry-run'],
    ['import', 'NEW', '--campaign', CAMPAIGN, '--only-new', '--check', '--result', '>imported.csv'],
    ['jobs'],
    ['job', 'JOB'],
    ['reconcile', 'JOB'],
    ['resume', 'JOB'],
    ['pause', 'JOB'],
    ['stop', 'JOB'],
    ['result', 'JOB', '>later.csv'],
    ['outcomes', 'JOB', '--refresh'],
    ['export', 'simple', '--output', '>leads.csv'],
    ['export', 'simple', '--output', '>leads.ndjson', '--format', 'jsonl'],
    ['limits'],
    ['segments'],
    ['users'],
    ['account'],
    ['orgunit', 'Danmark'],
    ['team'],
    ['team', 'sql'],
    // They come last: nothing is left for the others.
    ['jobs', 'delete', 'JOB'],
    ['account', 'remove', 'ACCOUNT'],
  ].map((command) => [command.join(' '), command] as const),
)('%s ends as a program, by itself', async (_, command) => {
  const args = command.map((word) => words[word] ?? (word.startsWith('>') ? bench.path(word.slice(1)) : word));
  const ended = await bench.runProgram(args);
  expect(ended.stderr).toBe('');
  expect(ended.code).toBe(0);
  expect(ended.stdout).not.toBe('');
});

it.each([
  ['de_DE.UTF-8', '1.199 data rows'],
  ['en_US.UTF-8', '1,199 data rows'],
  ['ar_EG.UTF-8', '1,199 data rows'],
  ['C', '1,199 data rows'],
])('for %s numbers are written as %s', async (locale, words) => {
  const file = bench.file('many.csv', people(1199));
  const ended = await bench.runProgram(['inspect', file], { environment: { LC_ALL: locale } });
  expect(ended.stdout).toContain(words);
});

it('a program whose command fails ends with its code and one sentence', async () => {
  const ended = await bench.runProgram(['export', 'simple', '--output', bench.path('no/such/folder.csv')]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(/folder/);
});

// The system has no folder for a user that it does not know, as in some containers.
it.skipIf(process.getuid?.() !== 0)(
  'a program of a user without a home ends with 2, and says what is missing',
  async () => {
    const environment = { HOME: undefined, XDG_CONFIG_HOME: undefined };
    const ended = await bench.runProgram(['jobs', '--url', bench.practice.url], {
      bare: true,
      uid: 54_321,
      environment,
    });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^The home folder of this user is not known .*--data-dir\.\n$/);
  },
);
