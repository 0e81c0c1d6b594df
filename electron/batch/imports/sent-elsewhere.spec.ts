import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../core/system/system-clock.ts';
import { readArguments } from '../arguments.ts';
import { type BatchBench, CAMPAIGN, createBatchBench, csvRecords, type Ended, people, USER } from '../batch-fixture.ts';
import { type BatchCore, openBatchCore } from '../program/batch-core.ts';
import { createOutput } from '../program/output.ts';
import { importFile } from './import-command.ts';

/* One lead, two jobs of one data folder: an import with rows left, and an import of its result file. */

let desk: BatchBench;
let job: string;

const into = ['--campaign', CAMPAIGN, '--json'] as const;
const names = () => desk.practice.ledger.entries().map(({ data }) => String(data['FirstName']));
const jobIn = ({ stdout }: Ended): string => /"job":"([^"]+)"/.exec(stdout)?.[1] ?? '';
const importRest = (...more: string[]) =>
  desk.run(['import', desk.path('result.csv'), ...into, '--result', desk.path('rest.csv'), '--force', ...more]);

/** Two of six rows are sent; the result file says so, and the job waits. */
beforeEach(async () => {
  desk = await createBatchBench();
  const file = desk.file('people.csv', people(6));
  const first = await desk.run(['import', file, ...into, '--trial', '2', '--result', desk.path('result.csv')]);
  job = jobIn(first);
});
afterEach(() => desk.close());

it('the result file is sent, then the old job goes on: nothing goes twice, and each row says why', async () => {
  expect((await importRest()).last).toMatchObject({ created: 4, skipped: 2 });
  const resumed = await desk.run(['resume', job, '--json', '--result', desk.path('old.csv')]);
  expect(resumed.code).toBe(0);
  expect(resumed.last).toMatchObject({ created: 2, skipped: 4, waiting: 0, sentElsewhere: 4 });
  expect(names().toSorted()).toEqual(['Person 1', 'Person 2', 'Person 3', 'Person 4', 'Person 5', 'Person 6']);
  const [, ...records] = csvRecords(desk.path('old.csv'));
  expect(records[2]?.join()).toMatch(/skipped.*Not sent: the same lead was created on .* as row 3 of "result/);
  // A person who wants them twice says so.
  const again = await desk.run(['resume', job, '--send-again', '--json']);
  expect(again.last).toMatchObject({ created: 6, skipped: 0 });
  expect(names()).toHaveLength(10);
});

it('what another program sends after the rows were compared with the campaign is not sent again', async () => {
  const where = ['--url', desk.practice.url, '--data-dir', desk.dataFolder];
  const result = ['--result', desk.path('new.csv')];
  const command = readArguments(['import', desk.path('people.csv'), ...into, '--only-new', ...result, ...where]);
  if (command.name !== 'import') throw new Error('not an import');
  const core = openBatchCore(command.common, {});
  onTestFinished(() => core.close());
  await core.signIn({ url: desk.practice.url, ...USER });
  const call: BatchCore['call'] = async (name, args) => {
    if (name === 'import:start') await desk.run(['resume', job, '--json']);
    return core.call(name, args);
  };
  const tools = {
    core: { ...core, call },
    clock: systemClock,
    output: createOutput(true, { out: () => undefined, error: () => undefined }),
    interruption: { exitCode: null, onSignal: () => undefined },
    answerTimeout: null,
    teamWait: null,
    force: false,
  };
  expect(await importFile(tools, command.import, () => undefined)).toBe(0);
  expect(names().toSorted()).toEqual(['Person 1', 'Person 2', 'Person 3', 'Person 4', 'Person 5', 'Person 6']);
  const [, ...records] = csvRecords(desk.path('new.csv'));
  expect(records[2]?.join()).toMatch(/skipped.*Not sent: the same lead was created/);
});

it('two programs that run both jobs at once send each lead once, also when one of them is killed', async () => {
  const rest = await importRest('--trial', '1');
  desk.practice.faults.add({
    kind: 'latency',
    when: 'after',
    milliseconds: 400,
    minimum: 300,
    times: 'always',
    match: { path: '/leads' },
  });
  const both = [job, jobIn(rest)];
  await Promise.all(
    both.map((id, index) =>
      desk.runProgram(['resume', id, '--json'], {
        onOutput: (stdout, child) => {
          if (index === 0 && /"created":3/.test(stdout)) child.kill('SIGKILL');
        },
      }),
    ),
  );
  desk.practice.faults.clear();
  const ended = await Promise.all(both.map((id) => desk.run(['resume', id, '--json'])));
  expect(names()).toHaveLength(new Set(names()).size);
  const counts = ended.map(({ last }) => last as Record<string, number>);
  for (const { rows, created = 0, unknown = 0, skipped = 0, waiting } of counts) {
    expect(created + unknown + skipped).toBe(rows);
    expect(waiting).toBe(0);
  }
  // Every lead is created or unknown in one of the two.
  expect(counts.reduce((sum, { created = 0, unknown = 0 }) => sum + created + unknown, 0)).toBe(6);
});
