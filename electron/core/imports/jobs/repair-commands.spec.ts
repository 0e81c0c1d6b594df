import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beforeLock, JobsBench, type Program } from './jobs-fixture.ts';
import { answeredIn, answerOpen, detail, edit, FILE, refusedRows, sendFixed, TWO_COLUMNS } from './repairs-fixture.ts';
import { created, rejected, unknown } from './run/runner-fixture.ts';

let bench: JobsBench;
let program: Program;
beforeEach(async () => {
  bench = new JobsBench();
  program = await answeredIn(bench, FILE);
});
afterEach(() => bench[Symbol.asyncDispose]());

const lastChange = async () => (await detail(program)).lastChange;
const words = async () => (await lastChange())?.words ?? null;
const undo = async () => program.call('job:undoChange', { jobId: 'job', change: (await lastChange())?.id ?? -1 });
const leaveOut = (rows: number[]) => program.call('job:leaveOut', { jobId: 'job', rows });
const sendAgain = (rows: number[]) => program.call('job:sendAgain', { jobId: 'job', rows, onlyFixed: false });

describe('the last change in words', () => {
  it('names the value that one row had and has', async () => {
    await edit(program, 4, '');
    expect(await words()).toBe('Phone: “12” became empty');
    await edit(program, 4, 'x'.repeat(60));
    expect(await words()).toBe(`Phone: empty became “${'x'.repeat(60)}”`);
    await edit(program, 4, 'y'.repeat(61));
    expect(await words()).toBe(`Phone: “${'x'.repeat(60)}” became “${'y'.repeat(60)}…”`);
  });

  it('says of several rows only that they were changed', async () => {
    const edits = [
      { row: 2, column: 0, value: '30112244' },
      { row: 4, column: 0, value: '30112255' },
    ];
    expect(await program.call('job:repair', { jobId: 'job', edits })).toMatchObject({ changed: 2, fixed: 2 });
    expect(await words()).toBe('Values of refused rows were changed');
  });

  it('counts the rows that go again or are left out', async () => {
    bench.at.store.setWish('job', 'pause');
    await sendAgain([4]);
    expect(await words()).toBe('1 row was put into the queue again');
    await sendAgain([2, 3]);
    expect(await words()).toBe('2 rows were put into the queue again');
    await undo();
    await leaveOut([2]);
    expect(await words()).toBe('1 row left out');
    await undo();
    await leaveOut([2, 3]);
    expect(await words()).toBe('2 rows left out');
  });

  it('stays when nothing was changed', async () => {
    expect(await edit(program, 1, 'x')).toEqual({ changed: 0, fixed: 0, problem: '' });
    expect(await sendFixed(program)).toMatchObject({ changed: 0, stayed: 0 });
    expect(await sendAgain([1])).toMatchObject({ changed: 0, stayed: 1 });
    expect(await leaveOut([1])).toMatchObject({ changed: 0, stayed: 1 });
    expect(await lastChange()).toBeNull();
    await expect(undo()).rejects.toThrow('Something else was changed since');
  });
});

describe('rows that a person chose', () => {
  it('stay when they are not refused any more', async () => {
    expect(await leaveOut([1, 2])).toMatchObject({ changed: 1, stayed: 1 });
    expect(await sendAgain([1, 2, 3])).toMatchObject({ changed: 1, stayed: 2 });
  });

  it.each([
    ['a repair', () => edit(program, 4, '30112255')],
    ['leaving them out', () => leaveOut([4])],
  ])('keep what was sent of them when another program sends them again in the moment of %s', async (_, change) => {
    const { journal, store } = bench.at;
    const sent = () =>
      journal.prepare(`SELECT payload FROM import_cell WHERE job = 'job' AND n = 4`).get()?.['payload'];
    const before = sent();
    beforeLock(journal, () => {
      for (const step of ['tryAgain', 'send'] as const) store.rows.step('job', 4, step, { at: 1, run: 'other' });
    });
    expect(await change()).toMatchObject({ changed: 0 });
    expect([sent(), store.rows.stateOf('job', 4)]).toEqual([before, 'intent']);
  });

  it('go as they wait when another program begins to run their import in the moment of an undo', async () => {
    const { journal, store } = bench.at;
    store.setWish('job', 'pause');
    await sendAgain([4]);
    const change = (await lastChange())?.id ?? -1;
    let other: Disposable | null = null;
    beforeLock(journal, () => {
      other = bench.otherProgram();
      store.setWish('job', 'run');
    });
    await expect(program.call('job:undoChange', { jobId: 'job', change })).rejects.toThrow('Another Lead Console');
    expect(store.rows.stateOf('job', 4)).toBe('ready');
    (other as Disposable | null)?.[Symbol.dispose]();
  });

  it('do not go again as the lead of another import, whatever they were before', async () => {
    await program.jobs.start(
      'other',
      async () => void bench.at.add([['30119999', 'Odense']], { ...TWO_COLUMNS, id: 'other' }),
    );
    await answerOpen(program);
    await edit(program, 4, '30119999');
    await sendFixed(program);
    await answerOpen(program);
    expect(program.client.calls.filter(({ phone }) => phone === '+4530119999')).toHaveLength(1);
    expect(bench.at.store.rows.stateOf('job', 4)).toBe('skipped');
  });

  it('go again when their values are those of the file again, whatever other imports sent meanwhile', async () => {
    const other = [['30119999', 'Odense']];
    await program.jobs.start('other', async () => void bench.at.add(other, { ...TWO_COLUMNS, id: 'other' }));
    await answerOpen(program);
    await edit(program, 4, '30119999');
    await edit(program, 4, '12');
    await sendAgain([4]);
    await answerOpen(program);
    expect(program.client.calls.at(-1)?.phone).toBe('12');
    expect(bench.at.store.rows.stateOf('job', 4)).toBe('rejected');
  });

  it('are put into the queue ten at a time, and other work has a turn between', async () => {
    const rows = Array.from({ length: 25 }, () => ['12', 'Ribe']);
    const many = bench.program();
    await many.jobs.start('many', async () => void bench.at.add(rows, { ...TWO_COLUMNS, id: 'many' }));
    await answerOpen(many);
    bench.at.store.setWish('many', 'pause');
    const waiting: number[] = [];
    const look = () => {
      waiting.push(many.jobs.summary('many').counts.waiting);
      if (waiting.length < 2) setImmediate(look);
    };
    setImmediate(look);
    await many.call('job:sendAgain', { jobId: 'many', onlyFixed: false });
    expect(waiting).toEqual([10, 20]);
  });

  it('are refused as a whole when the journal cannot be written', async () => {
    bench.at.journal.exec(
      `CREATE TRIGGER spec_refusal BEFORE UPDATE ON import_row BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    await expect(sendAgain([2])).rejects.toThrow('refused');
    bench.at.journal.exec('DROP TRIGGER spec_refusal');
    expect(program.summary().counts).toMatchObject({ refused: 3, waiting: 0 });
  });

  it('are not changed in a column of no field, when a field has the same value in every row', async () => {
    const constant = { field: 'Source', source: { kind: 'constant' as const, value: 'Fair' }, cleaning: [] };
    const mapping = [...(TWO_COLUMNS.mapping ?? []), constant];
    const other = bench.program();
    await other.jobs.start(
      'constant',
      async () => void bench.at.add(FILE, { ...TWO_COLUMNS, mapping, id: 'constant' }),
    );
    const edits = [{ row: 2, column: 5, value: 'x' }];
    await expect(other.call('job:repair', { jobId: 'constant', edits })).rejects.toThrow('No field of the lead');
    await answerOpen(other);
  });
});

describe('undoing', () => {
  it('of what another program sends is refused; of values it is not', async () => {
    bench.at.store.setWish('job', 'pause');
    await edit(program, 2, '30112244');
    await sendAgain([3]);
    bench.at.store.setWish('job', 'run');
    {
      using _other = bench.otherProgram();
      await expect(undo()).rejects.toThrow('Pause it first');
      await edit(program, 2, '30112255');
      expect(await undo()).toMatchObject({ changed: 1 });
    }
    expect(await undo()).toMatchObject({ changed: 1, summary: { counts: { refused: 3, waiting: 0 } } });
  });

  it('ends a job that has nothing left then, and sets no other end', async () => {
    const { endedAt } = program.summary();
    await bench.pass(1000);
    bench.at.store.setWish('job', 'pause');
    await edit(program, 2, '30112244');
    await undo();
    expect(program.summary().endedAt).toBe(endedAt);
    bench.at.store.setWish('job', 'run');
    await sendAgain([2, 3]);
    await program.pause();
    await bench.pass(10);
    await edit(program, 4, '30112255');
    await undo();
    expect(program.summary()).toMatchObject({ state: 'paused', endedAt: null, counts: { waiting: 2 } });
    await undo();
    expect(program.summary()).toMatchObject({ state: 'complete', endedAt: bench.clock.wallNow() });
  });

  it('of values leaves rows alone that were sent since', async () => {
    const edits = [2, 3].map((row) => ({ row, column: 0, value: `3011224${row}` }));
    await program.call('job:repair', { jobId: 'job', edits });
    await sendAgain([2]);
    await program.client.settleFirst(created('again'));
    // It is too late for what was sent; what still waits for it can be undone.
    expect(await lastChange()).toMatchObject({ rows: 2, open: 1 });
    expect(await undo()).toMatchObject({ changed: 1, stayed: 1 });
    expect((await refusedRows(program)).map(({ row, repair }) => [row, repair])).toEqual([
      [3, undefined],
      [4, undefined],
    ]);
  });

  it('takes in a row that was refused with its repair: it is not fixed again', async () => {
    await edit(program, 2, '30112244');
    await sendFixed(program);
    await program.client.settleFirst({ ...rejected, message: 'Do not call.' });
    await leaveOut([2]);
    expect(await undo()).toMatchObject({ changed: 1, summary: { counts: { refused: 3, excluded: 0 } } });
    expect((await detail(program)).refusals).toContainEqual({ reason: 'Do not call.', count: 1, fixed: 0 });
  });

  it('of the queue leaves a row alone that nobody knows about', async () => {
    await sendAgain([2]);
    await program.client.settleFirst(unknown);
    expect(await lastChange()).toMatchObject({ words: '1 row was put into the queue again', rows: 1, open: 0 });
    expect(await undo()).toMatchObject({ changed: 0, stayed: 1, summary: { counts: { unknown: 1 } } });
  });

  it('is refused of a change that another one followed which can still be undone', async () => {
    await edit(program, 2, '30112244');
    const first = await lastChange();
    await edit(program, 3, '30112255');
    const early = program.call('job:undoChange', { jobId: 'job', change: first?.id ?? 0 });
    await expect(early).rejects.toThrow('Something else was changed since');
  });
});

const nextChange = async () => (await detail(program)).nextChange;
const redo = async () => program.call('job:redoChange', { jobId: 'job', change: (await nextChange())?.id ?? -1 });

describe('what was undone', () => {
  it('is made again, until something else is changed', async () => {
    bench.at.store.setWish('job', 'pause');
    await edit(program, 2, '30112244');
    await sendAgain([2]);
    await leaveOut([3]);
    for (let step = 0; step < 3; step += 1) await undo();
    expect(program.summary().counts).toMatchObject({ refused: 3, excluded: 0, waiting: 0 });
    expect(await refusedRows(program)).toMatchObject([{ row: 2, data: { Phone: 'siehe Notiz' } }, {}, {}]);
    expect(await lastChange()).toBeNull();
    expect(await nextChange()).toMatchObject({ words: 'Phone: “siehe Notiz” became “30112244”', rows: 1, open: 1 });
    expect(await redo()).toMatchObject({ changed: 1, stayed: 0 });
    expect(await redo()).toMatchObject({ changed: 1, summary: { counts: { waiting: 1 } } });
    expect(await redo()).toMatchObject({ changed: 1, summary: { counts: { excluded: 1 } } });
    expect(await nextChange()).toBeNull();
    await undo();
    await edit(program, 4, '30112266');
    expect(await nextChange()).toBeNull();
    await expect(redo()).rejects.toThrow('Something else was changed since');
    bench.at.store.setWish('job', 'run');
    await program.call('job:resume', { jobId: 'job' });
    await answerOpen(program);
    expect(program.client.calls.map(({ phone }) => phone).slice(4)).toEqual(['+4530112244']);
  });

  it('is made again only for the rows that were taken back', async () => {
    await sendAgain([2, 3]);
    await program.client.settleFirst({ ...rejected, message: 'Bad phone.' });
    expect(await undo()).toMatchObject({ changed: 1, stayed: 1 });
    // Row 2 was refused again since: nobody asked to send it a third time.
    expect(await redo()).toMatchObject({ changed: 1, stayed: 0 });
    expect(program.summary().counts).toMatchObject({ refused: 2, waiting: 1 });
    await answerOpen(program);
  });

  it('leads from the end to the start and back to the same end, whatever was done', async () => {
    const row = fc.integer({ min: 2, max: 4 });
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('edit' as const),
        row,
        value: fc.constantFrom('30112244', '12', 'siehe Notiz', ''),
      }),
      fc.record({ kind: fc.constant('all' as const), to: fc.constantFrom('30112255', '1') }),
      fc.record({ kind: fc.constant('again' as const), row }),
      fc.record({ kind: fc.constant('out' as const), row }),
      fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const) }),
    );
    const state = async () => {
      const rows = await program.call('job:rows', { jobId: 'job', state: 'all', offset: 0, limit: 10 });
      return rows.rows.map(({ row: n, state: is, data, repair }) => ({ n, is, data, repair }));
    };
    const go = async (way: 'undo' | 'redo') => {
      const change = way === 'undo' ? await lastChange() : await nextChange();
      if (change === null || change.open === 0) return false;
      await (way === 'undo' ? undo() : redo());
      return true;
    };
    bench.at.store.setWish('job', 'pause');
    const start = await state();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const one of steps)
          if (one.kind === 'edit') await edit(program, one.row, one.value);
          else if (one.kind === 'all')
            await program.call('job:repairValue', { jobId: 'job', column: 0, from: 'siehe Notiz', to: one.to });
          else if (one.kind === 'again') await sendAgain([one.row]);
          else if (one.kind === 'out') await leaveOut([one.row]);
          else await go(one.kind);
        while (await go('redo'));
        const end = await state();
        while (await go('undo'));
        expect(await state()).toEqual(start);
        while (await go('redo'));
        expect(await state()).toEqual(end);
        while (await go('undo'));
      }),
      { numRuns: 25 },
    );
  });
});
