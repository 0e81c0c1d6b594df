import { expect, it } from 'vitest';
import type { ChannelArgs } from '../../../../shared/contract/channels.ts';
import type { Failure } from '../../foundation/failure.ts';
import { eachTime } from '../../foundation/world-fixture.ts';
import type { JobChannel } from './jobs.ts';
import { JobsBench, type Program } from './jobs-fixture.ts';

/* What every command answers about a job that is not here any more, and where the journal takes nothing. */

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

const jobId = 'job';
const page = { jobId, offset: 0, limit: 10 };
const rows = [1];
const change = { act: { kind: 'digits' }, column: null } as const;

/** Each channel that names one job, with arguments that are right for one with refused rows. */
const COMMANDS: { readonly [Name in JobChannel]?: ChannelArgs<Name> } = {
  'job:get': { jobId },
  'job:rows': { ...page, state: 'all' },
  'job:pause': { jobId },
  'job:resume': { jobId },
  'job:stop': { jobId },
  'job:decide': { jobId, rows, decision: 'leave' },
  'job:answers': page,
  'job:receipt': { jobId },
  'job:rename': { jobId, name: 'a' },
  'job:share': { jobId, share: 50 },
  'job:delete': { jobId },
  'job:look': { jobId, callId: 'call' },
  'job:verdicts': page,
  'job:applyVerdicts': { jobId },
  'job:compareWaiting': { jobId, callId: 'call' },
  'job:trial': { jobId },
  'job:readTrial': { jobId, callId: 'call' },
  'job:countAtEnd': { jobId },
  'job:keepResult': { jobId },
  'job:saveResult': { jobId, token: 'token', callId: 'call' },
  'job:outcomes': { jobs: [jobId], by: null },
  'job:readOutcomes': { jobs: [jobId], by: null, changed: false, callId: 'call' },
  'job:saveOutcomes': { jobs: [jobId], token: 'token' },
  'job:refusedValues': { ...page, column: 0 },
  'job:repair': { jobId, edits: [{ row: 1, column: 0, value: '1' }] },
  'job:repairValue': { jobId, column: 0, from: '1 2', to: '2' },
  'job:changeCells': { jobId, change },
  'job:previewCells': { jobId, change },
  'job:sendAgain': { jobId, onlyFixed: false },
  'job:leaveOut': { jobId, rows },
  'job:undoChange': { jobId, change: 1 },
  'job:redoChange': { jobId, change: 1 },
};

/** What each of these commands is refused with: its message, or the reason of a trouble with a file. */
async function refusals(program: Program, names: readonly JobChannel[]): Promise<Map<JobChannel, string>> {
  const found = new Map<JobChannel, string>();
  for (const name of names) {
    const asked = (async () => program.call(name, COMMANDS[name] as never))();
    const said = await asked.then(
      () => 'done',
      ({ error }: Failure) => (error.code === 'file' ? error.reason : error.message),
    );
    found.set(name, said);
  }
  return found;
}

const each = (names: readonly JobChannel[], said: string) => new Map(names.map((name) => [name, said]));

it('says that a job is not here, whatever is asked of it', async () => {
  bench.add(1, { id: 'other' });
  const names = Object.keys(COMMANDS) as JobChannel[];
  expect(await refusals(bench.program(), names)).toEqual(
    each(names, 'This import is not here. It was deleted, or it is of another account or data folder.'),
  );
});

it('says that the journal cannot be written, and changes nothing', async () => {
  bench.at.add([['1 2'], ['2']]);
  bench.at.journal.exec(`UPDATE import_row SET state = 'rejected', reason = 'No.' WHERE n = 1`);
  const program = bench.program();
  const before = program.summary();
  bench.at.journal.exec('PRAGMA query_only=ON');
  const names: readonly JobChannel[] = [
    ...(['job:pause', 'job:stop', 'job:resume', 'job:rename', 'job:share', 'job:delete'] as const),
    ...(['job:repair', 'job:repairValue', 'job:changeCells', 'job:sendAgain', 'job:leaveOut'] as const),
  ];
  expect(await refusals(program, names)).toEqual(each(names, 'journal'));
  bench.at.journal.exec('PRAGMA query_only=OFF');
  expect({ ...program.summary(), sequence: 0 }).toEqual({ ...before, sequence: 0 });
});

it('says that a job is damaged where its columns or its plan count, and changes nothing', async () => {
  bench.at.add([['1 2'], ['2']]);
  bench.at.journal.exec(`UPDATE import_row SET state = 'rejected', reason = 'No.' WHERE n = 1`);
  bench.at.journal.exec(`UPDATE import_job SET mapping = ''`);
  const program = bench.program();
  const before = program.summary();
  const names: readonly JobChannel[] = [
    ...(['job:resume', 'job:share', 'job:look', 'job:compareWaiting', 'job:repair', 'job:repairValue'] as const),
    ...(['job:changeCells', 'job:previewCells', 'job:sendAgain', 'job:undoChange', 'job:redoChange'] as const),
  ];
  expect(await refusals(program, names)).toEqual(each(names, 'damaged'));
  expect({ ...program.summary(), sequence: 0 }).toEqual({ ...before, sequence: 0 });
});
