import { column } from '../fields/column-fixture.ts';
import { type JobsBench, type Program } from './jobs-fixture.ts';
import type { NewJob } from './journal/records/job-records.ts';
import { created, rejected } from './run/runner-fixture.ts';

/* For specs: a job with refused rows, and what a person does with them. */

export const TWO_COLUMNS: Partial<NewJob> = {
  columns: ['Phone', 'Town'],
  mapping: [column(0, 'Phone', { kind: 'phone', country: 'DK' }), column(1, 'Town')],
};

/** A program with a job of these rows; those whose phone is not a number are refused, the others created. */
export async function answeredIn(
  bench: JobsBench,
  rows: readonly (readonly string[])[],
  change: Partial<NewJob> = {},
): Promise<Program> {
  const program = bench.program();
  await program.jobs.start('job', async () => void bench.at.add(rows, { ...TWO_COLUMNS, ...change }));
  await answerOpen(program);
  return program;
}

export async function answerOpen(program: Program): Promise<void> {
  for (let [call] = program.client.open(); call; [call] = program.client.open()) {
    if (!call.isSent) call.send();
    await call.answer(
      call.phone.startsWith('+45') ? created(`L-${call.phone}`) : { ...rejected, message: 'Bad phone.' },
    );
  }
}

export const detail = (program: Program) => program.call('job:get', { jobId: 'job' });
export const refusedRows = async (program: Program) =>
  (await program.call('job:rows', { jobId: 'job', state: 'refused', offset: 0, limit: 100 })).rows;
export const edit = (program: Program, row: number, value: string, column = 0) =>
  program.call('job:repair', { jobId: 'job', edits: [{ row, column, value }] });
export const sendFixed = (program: Program) => program.call('job:sendAgain', { jobId: 'job', onlyFixed: true });

export const FILE = [
  ['30112233', 'Ribe'],
  ['siehe Notiz', 'Vejle'],
  ['siehe Notiz', 'Aarhus'],
  ['12', 'Odense'],
];
