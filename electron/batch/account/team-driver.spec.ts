import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eachTime } from '../../core/foundation/world-fixture.ts';
import { type BatchBench, createBatchBench, importOf, people, type RunOptions } from '../batch-fixture.ts';

/** Writes the driver's modules to standard error as they are loaded; in the built program they have other names. */
const watching = `import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
  if (/node_modules.pg/.test(url)) process.stderr.write('driver ' + url + '\\n');
  return next(url, context);
} });`;
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(watching)}`;

let bench: BatchBench;
eachTime(async () => (bench = await createBatchBench()));

const run = (args: readonly string[], environment: RunOptions['environment'] = {}) =>
  bench.runProgram(args, { program, environment: { NODE_OPTIONS, ...environment } });

test('without a team the driver of its database is not loaded', async () => {
  const file = bench.file('people.csv', people(3));
  const { code, stderr } = await run(importOf(file, bench.path('result.csv')));
  expect(code).toBe(0);
  expect(bench.practice.ledger.accepted).toBe(3);
  expect(stderr).not.toContain('driver ');
}, 60_000);

test('whoever begins a team loads it', async () => {
  const login = { LEAD_CONSOLE_TEAM_LOGIN: 'anna', LEAD_CONSOLE_TEAM_PASSWORD: 'a word' };
  // Nobody listens there.
  const { stderr } = await run(['team', 'begin', '--database', '127.0.0.1:1/leads'], login);
  expect(stderr).toMatch(/^driver .*node_modules.pg/m);
}, 60_000);
