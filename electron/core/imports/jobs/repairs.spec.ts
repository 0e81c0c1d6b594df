import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import type { NewJob } from './journal/records/job-records.ts';
import { JobsBench, type Program } from './jobs-fixture.ts';
import { answeredIn, answerOpen, detail, edit, FILE, refusedRows, sendFixed, TWO_COLUMNS } from './repairs-fixture.ts';
import { created, rejected, turn, unknown } from './run/runner-fixture.ts';

let bench: JobsBench;
eachTime(() => (bench = new JobsBench()));

const answered = (rows: readonly (readonly string[])[], change: Partial<NewJob> = {}) =>
  answeredIn(bench, rows, change);
const sentPhones = (program: Program) => program.client.calls.map(({ phone }) => phone);

describe('a refused row', () => {
  it('is repaired, judged by the rules of the check, and sent again only when a person says so', async () => {
    const program = await answered(FILE);
    expect(program.summary().counts).toMatchObject({ created: 1, refused: 3 });
    expect(await edit(program, 4, '1')).toMatchObject({
      changed: 1,
      fixed: 0,
      problem: expect.stringMatching(/Phone/) as string,
    });
    expect(await edit(program, 2, '30112244')).toEqual({ changed: 1, fixed: 1, problem: '' });
    await turn();
    expect(sentPhones(program)).toHaveLength(4);
    expect((await detail(program)).refusals).toEqual([{ reason: 'Bad phone.', count: 3, fixed: 1 }]);
    const [second] = await refusedRows(program);
    expect(second).toMatchObject({
      row: 2,
      cells: ['siehe Notiz', 'Vejle'],
      data: { Phone: '+4530112244', Town: 'Vejle' },
      repair: { cells: [{ column: 0, value: '30112244' }], problem: '', isSent: false },
    });
    expect(await sendFixed(program)).toMatchObject({ changed: 1, stayed: 0, summary: { state: 'running' } });
    await answerOpen(program);
    expect(sentPhones(program).slice(4)).toEqual(['+4530112244']);
    expect(program.summary()).toMatchObject({ state: 'complete', counts: { created: 2, refused: 2, waiting: 0 } });
    expect(program.bugs).toEqual([]);
  });

  it('that is refused again is not fixed until its value is changed again', async () => {
    const program = await answered(FILE);
    await program.call('job:sendAgain', { jobId: 'job', onlyFixed: false, rows: [4] });
    await answerOpen(program);
    expect(program.summary().counts.refused).toBe(3);
    await edit(program, 4, '30112255');
    await sendFixed(program);
    await program.client.settleFirst({ ...rejected, message: 'Do not call.' });
    expect((await detail(program)).refusals).toContainEqual({ reason: 'Do not call.', count: 1, fixed: 0 });
    expect((await sendFixed(program)).changed).toBe(0);
  });

  it('is changed with many others as the preview says, and undone with them', async () => {
    const program = await answered(FILE);
    const act = { kind: 'replace', find: 'siehe', to: '3011', place: 'start', isExact: false } as const;
    const change = { act, column: 0 };
    expect(await program.call('job:previewCells', { jobId: 'job', change })).toEqual({
      rows: 2,
      cells: 2,
      examples: [
        { line: 3, column: 0, before: 'siehe Notiz', after: '3011 Notiz' },
        { line: 4, column: 0, before: 'siehe Notiz', after: '3011 Notiz' },
      ],
    });
    expect(await program.call('job:changeCells', { jobId: 'job', change })).toMatchObject({ changed: 2, fixed: 0 });
    const digits = {
      act: { kind: 'replace', find: 'Notiz', to: '2233', place: 'anywhere', isExact: true },
      column: 0,
    } as const;
    const ofReason = { ...digits, reason: 'Bad phone.' };
    expect(await program.call('job:changeCells', { jobId: 'job', change: ofReason })).toMatchObject({
      changed: 2,
      fixed: 2,
    });
    expect((await refusedRows(program))[0]).toMatchObject({ data: { Phone: '+4530112233' } });
    const { lastChange } = await detail(program);
    expect(lastChange).toMatchObject({ rows: 2, words: '“Notiz” replaced with “2233” in 2 cells' });
    await program.call('job:undoChange', { jobId: 'job', change: lastChange?.id ?? 0 });
    expect((await refusedRows(program))[0]?.repair?.cells).toEqual([{ column: 0, value: '3011 Notiz' }]);
    const elsewhere = { ...digits, reason: 'Another reason.' };
    expect(await program.call('job:previewCells', { jobId: 'job', change: elsewhere })).toMatchObject({ rows: 0 });
  });

  it('is fixed together with all rows that have its value, of a reason or of all', async () => {
    const program = await answered(FILE);
    const values = (reason?: string) =>
      program.call('job:refusedValues', { jobId: 'job', column: 0, offset: 0, limit: 10, ...(reason && { reason }) });
    expect(await values()).toEqual({
      total: 2,
      values: [
        { value: 'siehe Notiz', rows: 2, problem: '' },
        { value: '12', rows: 1, problem: '' },
      ],
    });
    expect((await values('Another reason.')).total).toBe(0);
    const { problem } = await edit(program, 4, '1');
    expect(problem).toMatch(/Phone/);
    expect((await values()).values[1]).toEqual({ value: '1', rows: 1, problem });
    const repair = { jobId: 'job', column: 0, from: 'siehe Notiz', to: '30112266' };
    expect(await program.call('job:repairValue', repair)).toEqual({ changed: 2, fixed: 2, problem: '' });
    expect((await values()).values[0]).toEqual({ value: '30112266', rows: 2, problem: '' });
    expect((await detail(program)).lastChange).toMatchObject({
      rows: 2,
      words: 'Phone: “siehe Notiz” became “30112266”',
    });
    await sendFixed(program);
    await answerOpen(program);
    expect(program.summary().counts).toMatchObject({ created: 3, refused: 1 });
  });

  it('joins the queue of the job that is running, before the rows behind it', async () => {
    const program = bench.program();
    const rows = [['12', 'Odense'], ...Array.from({ length: 40 }, (_, index) => [`301122${index + 10}`, 'Ribe'])];
    await program.jobs.start('job', async () => void bench.at.add(rows, TWO_COLUMNS));
    await program.client.settleFirst(rejected);
    await edit(program, 1, '30998877');
    expect((await sendFixed(program)).summary).toMatchObject({ state: 'running', counts: { refused: 0, waiting: 41 } });
    await answerOpen(program);
    expect(sentPhones(program).filter((phone) => phone === '+4530998877')).toHaveLength(1);
    expect(program.summary()).toMatchObject({ state: 'complete', counts: { created: 41 } });
  });

  it('keeps its repair when the program ends, and goes out with it later', async () => {
    const program = await answered(FILE);
    await edit(program, 2, '30112244');
    const later = bench.program({ resumeOnOpen: true });
    expect((await detail(later)).refusals).toEqual([{ reason: 'Bad phone.', count: 3, fixed: 1 }]);
    await sendFixed(later);
    await answerOpen(later);
    expect(sentPhones(later)).toEqual(['+4530112244']);
  });

  it('stays for a person when the job is paused or held, and goes when it is resumed', async () => {
    const program = await answered(FILE, { stopAfterSameRefusal: 3 });
    bench.at.store.setWish('job', 'pause');
    await edit(program, 2, '30112244');
    expect((await sendFixed(program)).summary).toMatchObject({ state: 'paused', counts: { waiting: 1 } });
    expect(program.client.open()).toEqual([]);
    await program.resume();
    await answerOpen(program);
    expect(program.summary().counts).toMatchObject({ created: 2, refused: 2 });
  });

  it('that became unknown after a second try is no refused row any more', async () => {
    const program = await answered(FILE);
    await edit(program, 2, '30112244');
    await sendFixed(program);
    await program.client.settleFirst(unknown);
    expect(await edit(program, 2, '30112299')).toMatchObject({ changed: 0 });
    expect(await program.call('job:sendAgain', { jobId: 'job', rows: [2], onlyFixed: false })).toMatchObject({
      changed: 0,
      stayed: 1,
    });
  });

  it('has the lead of the file again, to the letter, when its value is that of the file', async () => {
    const program = await answered(FILE);
    const payload = () => bench.at.journal.prepare('SELECT payload FROM import_cell WHERE n = 2').get()?.['payload'];
    const asMade = payload();
    expect(asMade).toContain('siehe Notiz');
    expect(await edit(program, 2, 'siehe Notiz')).toMatchObject({ changed: 1, fixed: 0 });
    expect(payload()).toBe(asMade);
    await edit(program, 2, '30112244');
    expect(payload()).not.toBe(asMade);
    await edit(program, 2, 'siehe Notiz');
    expect([payload(), (await refusedRows(program))[0]?.repair]).toEqual([asMade, undefined]);
  });

  it('is not changed in a column that no field is filled from', async () => {
    const program = await answered(FILE);
    await expect(edit(program, 2, 'x', 5)).rejects.toThrow(/No field of the lead/);
  });
});

describe('undoing', () => {
  const undo = async (program: Program) => {
    const { lastChange } = await detail(program);
    return program.call('job:undoChange', { jobId: 'job', change: lastChange?.id ?? -1 });
  };

  it('takes back one change after the other: the queue, the second value, the first value', async () => {
    const program = await answered([...FILE, ...Array.from({ length: 30 }, () => ['30556677', 'Ribe'])]);
    await program.call('job:repairValue', { jobId: 'job', column: 0, from: 'siehe Notiz', to: '30112266' });
    await edit(program, 3, '30112277');
    bench.at.store.setWish('job', 'pause');
    await sendFixed(program);
    expect(program.summary().counts).toMatchObject({ waiting: 2, refused: 1 });
    expect(await undo(program)).toMatchObject({ changed: 2, summary: { counts: { waiting: 0, refused: 3 } } });
    expect((await refusedRows(program)).map(({ reason }) => reason)).toEqual([
      'Bad phone.',
      'Bad phone.',
      'Bad phone.',
    ]);
    expect((await detail(program)).refusals[0]?.fixed).toBe(2);
    await undo(program);
    expect((await refusedRows(program)).map(({ data }) => data['Phone'])).toEqual(['+4530112266', '+4530112266', '12']);
    await undo(program);
    const rows = await refusedRows(program);
    expect(rows.map(({ data, repair }) => [data['Phone'], repair])).toEqual([
      ['siehe Notiz', undefined],
      ['siehe Notiz', undefined],
      ['12', undefined],
    ]);
    expect((await detail(program)).lastChange).toBeNull();
  });

  it('calls back rows that wait in the client, and leaves those that left', async () => {
    const program = await answered(FILE);
    await program.call('job:repairValue', { jobId: 'job', column: 0, from: 'siehe Notiz', to: '30112266' });
    await sendFixed(program);
    const [first, second] = program.client.open();
    first?.send();
    expect(second?.isAnswered).toBe(false);
    expect(await undo(program)).toMatchObject({
      changed: 1,
      stayed: 1,
      summary: { counts: { refused: 2, waiting: 1 } },
    });
    expect(second?.isAnswered).toBe(true);
    await first?.answer(created());
    await turn();
    expect(program.summary()).toMatchObject({ state: 'complete', counts: { created: 2, refused: 2 } });
    expect(program.bugs).toEqual([]);
  });

  it('refuses when something else was changed since, and takes left out rows in again', async () => {
    const program = await answered(FILE);
    await edit(program, 2, '30112244');
    const { lastChange } = await detail(program);
    expect(await program.call('job:leaveOut', { jobId: 'job', reason: 'Bad phone.' })).toMatchObject({
      changed: 3,
      summary: { counts: { refused: 0, excluded: 3 } },
    });
    await expect(program.call('job:undoChange', { jobId: 'job', change: lastChange?.id ?? -1 })).rejects.toThrow(
      /since/,
    );
    expect(await undo(program)).toMatchObject({ changed: 3, summary: { counts: { refused: 3, excluded: 0 } } });
    expect((await detail(program)).refusals).toEqual([{ reason: 'Bad phone.', count: 3, fixed: 1 }]);
  });
});

it('the result file keeps what the file said, and says what was sent in its place', async () => {
  const program = await answered(FILE);
  await edit(program, 2, '30112244');
  await sendFixed(program);
  await answerOpen(program);
  await edit(program, 4, '30112255');
  await program.call('job:saveResult', { jobId: 'job', token: 'token' });
  const lines = readFileSync(join(bench.folder, 'result.csv'), 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\r\n');
  expect(lines[2]).toMatch(
    /^siehe Notiz,Vejle,2,created,L-\+4530112244,"Sent again with Phone ""30112244"" in place of ""siehe Notiz""\.",/,
  );
  expect(lines[4]).toMatch(
    /^12,Odense,4,refused,,"Bad phone\. Repaired, not sent again yet with Phone ""30112255"" in place of ""12""\.",/,
  );
});

it('the result file names a column by its place where the job has no names any more', async () => {
  const program = await answeredIn(bench, FILE, { columns: [] });
  await edit(program, 2, '30112244');
  await program.call('job:saveResult', { jobId: 'job', token: 'token' });
  expect(readFileSync(join(bench.folder, 'result.csv'), 'utf8')).toContain(
    'Repaired, not sent again yet with Column 1 ""30112244"" in place of ""siehe Notiz""',
  );
});

it('a deleted job leaves nothing of its repairs', async () => {
  const program = await answered(FILE);
  await edit(program, 2, '30112244');
  await program.call('job:delete', { jobId: 'job' });
  for (const table of ['import_repair', 'import_change', 'import_origin'])
    expect(bench.at.journal.prepare(`SELECT count(*) AS total FROM ${table}`).get()?.['total']).toBe(0);
});

it('a row that is the lead of the file again is not the lead of another job any more, and goes', async () => {
  const program = await answered(FILE);
  const other = async () => void bench.at.add([['30112244', 'Vejle']], { ...TWO_COLUMNS, id: 'other' });
  await program.jobs.start('other', other);
  await answerOpen(program);
  await edit(program, 2, '30112244');
  await edit(program, 2, 'siehe Notiz');
  await program.call('job:sendAgain', { jobId: 'job', rows: [2], onlyFixed: false });
  await program.client.settleFirst(created());
  expect(program.summary().counts).toMatchObject({ created: 2, refused: 2 });
});

it('a repaired row that became a lead of another job waits for a person; a refused row that is left out blocks nobody', async () => {
  const program = await answered(FILE);
  await program.jobs.start(
    'other',
    async () =>
      void bench.at.add(
        [
          ['30112244', 'Vejle'],
          ['12', 'Odense'],
        ],
        { ...TWO_COLUMNS, id: 'other' },
      ),
  );
  const sent = program.client.calls.length;
  await answerOpen(program);
  expect(program.client.calls.length).toBe(sent);
  expect(program.jobs.summary('other').counts).toMatchObject({ created: 1, refused: 1 });
  await edit(program, 2, '30112244');
  await sendFixed(program);
  await answerOpen(program);
  expect(program.summary().counts).toMatchObject({ created: 1, refused: 2, skipped: 1 });
  await program.call('job:leaveOut', { jobId: 'job', rows: [4] });
  await program.call('job:sendAgain', { jobId: 'other', rows: [2], onlyFixed: false });
  await program.client.settleFirst(created());
  expect(program.jobs.summary('other').counts).toMatchObject({ created: 2, refused: 0, skipped: 0 });
});
