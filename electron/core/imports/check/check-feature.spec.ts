import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CAMPAIGN, column, createBench, type Bench, type CoreUnderTest } from '../import-fixture.ts';

let bench: Bench;
beforeEach(async () => void (bench = await createBench()));
afterEach(() => bench.close());

const mapping = ['FullName', 'Phone', 'Email'].map((field, index) => column(index, field, { kind: 'trim' }));

const people = [
  'FullName,Phone,Email',
  'Anna,+4530000001,anna@example.dk',
  'Bent,4.530000002E+9,bent@example.dk',
  'Cara,+4530000001,cara@example.dk',
  'Dora,not known,',
  '',
].join('\n');

async function prepared(desk: CoreUnderTest, name: string, campaignCode: string): Promise<string> {
  const draft = await desk.openFile(bench.file(name, people));
  const plan = { campaignCode, poolName: null, stopAfterSameRefusal: 0 };
  await desk.call('import:saveDraft', { draftId: draft.id, step: 'check', mapping, plan });
  return draft.id;
}

describe('a checked draft', () => {
  it('keeps every change in another program, and becomes a job with them; the file stays as it is', async () => {
    const first = await bench.start();
    const draftId = await prepared(first, 'people.csv', CAMPAIGN);
    const found = await first.call('check:run', { draftId, callId: 'look' });
    expect(found.standing).toEqual({ leftOut: 0, problem: 2, repeated: 1, sentBefore: 0, ready: 1 });
    expect(first.events.filter(({ name }) => name === 'check:progress').at(-1)?.payload).toEqual({
      callId: 'look',
      rows: 4,
      rowsTotal: 4,
    });
    await first.call('check:repair', { draftId, reasonId: 'exponent:Phone' });
    await first.call('check:edit', { draftId, edits: [{ row: 1, column: 0, value: 'Anna Lund' }] });
    await first.call('check:leaveOut', { draftId, choice: { reasonId: 'phoneInvalid:Phone' }, isOut: true });
    await first.close();

    const second = await bench.start();
    expect((await second.call('import:draft', { draftId })).step).toBe('check');
    expect((await second.call('import:sentRow', { draftId, row: 1 })).fields[0]).toMatchObject({
      value: 'Anna Lund',
      inFile: 'Anna Lund',
    });
    const kept = await second.call('check:run', { draftId });
    expect(kept).toMatchObject({ editedRows: 2, undo: { steps: 3 }, standing: { leftOut: 1, problem: 0 } });
    const job = await second.call('import:start', { draftId });
    const done = await second.until(job.id, ({ state }) => state === 'complete');
    expect(done.counts).toMatchObject({ rows: 4, created: 3, excluded: 1, waiting: 0 });
    const { rows } = await second.call('job:rows', { jobId: job.id, state: 'all', offset: 0, limit: 10 });
    expect(rows.map(({ state, cells, reason }) => [state, cells[0], cells[1], reason])).toEqual([
      ['created', 'Anna Lund', '+4530000001', ''],
      ['created', 'Bent', '4530000002', ''],
      ['created', 'Cara', '+4530000001', ''],
      ['excluded', 'Dora', 'not known', 'Left out: Phone is not a number'],
    ]);
    const target = second.target('result.csv');
    await second.call('job:saveResult', { jobId: job.id, token: target.token });
    const result = readFileSync(target.path, 'utf8');
    expect(result).toContain('Anna Lund');
    expect(result).not.toContain('4.530000002E+9');
    expect(readFileSync(bench.file('again.csv', people), 'utf8')).toContain('4.530000002E+9');
  }, 60_000);

  it('is compared with what was sent to its campaign', async () => {
    const desk = await bench.start();
    const job = await desk.call('import:start', { draftId: await prepared(desk, 'spring.csv', CAMPAIGN) });
    await desk.until(job.id, ({ state }) => state === 'complete');
    const again = await prepared(desk, 'again.csv', CAMPAIGN);
    const found = await desk.call('check:run', { draftId: again });
    expect(found.sentBefore).toMatchObject({
      campaignCode: CAMPAIGN,
      compared: 2,
      rows: 2,
      jobs: [{ jobId: job.id, name: 'spring.csv', rows: 2 }],
    });
    expect(found.sentBefore?.jobs[0]?.at).toBeGreaterThan(job.createdAt - 1);
    const edited = await desk.call('check:edit', {
      draftId: again,
      edits: [
        { row: 1, column: 1, value: '+4530000009' },
        { row: 1, column: 2, value: 'new@example.dk' },
      ],
    });
    expect(edited.sentBefore).toMatchObject({ rows: 1, leftOut: 1 });
    const other = await prepared(desk, 'other.csv', 'AUTUMN');
    expect((await desk.call('check:run', { draftId: other })).sentBefore).toMatchObject({ compared: 0, rows: 0 });
  }, 60_000);

  it('leaves out by default what was sent before, and sends it again only as a step of a person', async () => {
    const desk = await bench.start();
    const job = await desk.call('import:start', { draftId: await prepared(desk, 'spring.csv', CAMPAIGN) });
    await desk.until(job.id, ({ state }) => state === 'complete');
    const again = await prepared(desk, 'again.csv', CAMPAIGN);
    const found = await desk.call('check:run', { draftId: again });
    // Row 1 and, by its phone, row 3.
    expect(found).toMatchObject({ sentBefore: { rows: 2, leftOut: 2 }, standing: { leftOut: 2 }, undo: null });
    expect(found.leftOut).toEqual([{ reasonId: 'sentBefore', title: 'Sent before', rows: 2 }]);
    const choice = { reasonId: 'sentBefore', keep: null };
    const sent = await desk.call('check:leaveOut', { draftId: again, choice, isOut: false });
    expect(sent).toMatchObject({ sentBefore: { rows: 2, leftOut: 0 }, standing: { leftOut: 0 } });
    expect(sent.undo?.title).toBe('Sending 2 rows that were sent before');
    const undone = await desk.call('check:undo', { draftId: again });
    expect(undone).toMatchObject({ sentBefore: { leftOut: 2 }, undo: null, redo: { title: sent.undo?.title } });
    expect(await desk.call('check:undo', { draftId: again })).toMatchObject({ standing: { leftOut: 2 } });
    await desk.call('check:redo', { draftId: again });
    // What a person says of one campaign does not hold in another.
    const move = (campaignCode: string) =>
      desk.call('import:saveDraft', {
        draftId: again,
        plan: { campaignCode, poolName: null, stopAfterSameRefusal: 0 },
      });
    await move('AUTUMN');
    expect(await desk.call('check:run', { draftId: again })).toMatchObject({ standing: { leftOut: 0 } });
    await move(CAMPAIGN);
    expect(await desk.call('check:run', { draftId: again })).toMatchObject({ sentBefore: { rows: 2, leftOut: 0 } });
    const next = await desk.call('import:start', { draftId: again, sendAgain: false });
    const done = await desk.until(next.id, ({ state }) => state === 'complete');
    expect(done.counts).toMatchObject({ created: 2, excluded: 0, skipped: 0 });
  }, 60_000);

  it('starts without the rows that were sent before, when nobody says otherwise', async () => {
    const desk = await bench.start();
    const job = await desk.call('import:start', { draftId: await prepared(desk, 'spring.csv', CAMPAIGN) });
    await desk.until(job.id, ({ state }) => state === 'complete');
    const again = await prepared(desk, 'again.csv', CAMPAIGN);
    await desk.call('check:run', { draftId: again });
    const next = await desk.call('import:start', { draftId: again, sendAgain: false });
    const done = await desk.until(next.id, ({ counts }) => counts.waiting === 0);
    expect(done.counts).toMatchObject({ created: 0, excluded: 2 });
    const { rows } = await desk.call('job:rows', { jobId: next.id, state: 'excluded', offset: 0, limit: 10 });
    expect(rows.map(({ reason }) => reason)).toEqual(['Left out: Sent before', 'Left out: Sent before']);
  }, 60_000);

  it('begins anew when the file is read with other choices, and leaves nothing when it is deleted', async () => {
    const desk = await bench.start();
    const draftId = await prepared(desk, 'anew.csv', CAMPAIGN);
    await desk.call('check:edit', { draftId, edits: [{ row: 1, column: 0, value: 'Anna Lund' }] });
    await desk.call('import:reread', { draftId, choices: { keepSpaces: false } });
    expect(await desk.call('check:run', { draftId })).toMatchObject({ editedRows: 0, undo: null });
    await desk.call('import:deleteDraft', { draftId });
    await expect(desk.call('check:run', { draftId })).rejects.toThrow('This draft is not here');
  }, 60_000);

  it('stops looking when it is told to, and looks again when it is asked', async () => {
    const desk = await bench.start();
    const draft = await desk.openFile(
      bench.file(
        'many.csv',
        ['Phone', ...Array.from({ length: 30_000 }, (_, row) => String(20_000_000 + row))].join('\n'),
      ),
    );
    const running = desk.core.call('check:run', {
      draftId: draft.id,
      callId: 'slow',
      settings: { country: 'AT', duplicateKey: null, fields: [] },
    });
    // It has begun: one that waits for its turn is not begun at all.
    while (!desk.events.some(({ name }) => name === 'check:progress')) await setImmediate();
    await desk.call('call:cancel', { callId: 'slow' });
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    // A rule whose effect nobody saw is not kept.
    expect((await desk.call('import:draft', { draftId: draft.id })).phoneCountry.source).toBe('guess');
    const again = await desk.call('check:run', { draftId: draft.id });
    expect(again).toMatchObject({ rows: 30_000, country: { source: 'guess' } });
  }, 60_000);
});

describe('an edit beside another change of the draft', () => {
  const editName = (desk: CoreUnderTest, draftId: string) =>
    desk.core.call('check:edit', { draftId, edits: [{ row: 1, column: 0, value: 'Anna Lund' }] });

  async function nameSent(desk: CoreUnderTest, jobId: string): Promise<string | undefined> {
    const { rows } = await desk.call('job:rows', { jobId, state: 'all', offset: 0, limit: 1 });
    return rows[0]?.cells[0];
  }

  it('that follows dropped changes is part of the import, every time', async () => {
    const desk = await bench.start();
    for (let round = 0; round < 6; round += 1) {
      const draftId = await prepared(desk, `people-${round}.csv`, CAMPAIGN);
      await desk.call('check:run', { draftId });
      await editName(desk, draftId);
      const dropped = desk.call('check:dropChanges', { draftId });
      const ran = desk.call('check:run', { draftId });
      const edited = editName(desk, draftId);
      const outcomes = await Promise.all([dropped, ran, edited]);
      const job = await desk.call('import:start', { draftId });
      expect(await nameSent(desk, job.id)).toBe(outcomes[2].ok ? 'Anna Lund' : 'Anna');
    }
  });

  it('that follows dropped changes at once is part of the import, and every page hears of each', async () => {
    const desk = await bench.start();
    const draftId = await prepared(desk, 'people.csv', CAMPAIGN);
    const saved = () => desk.events.filter(({ name }) => name === 'import:draftChanged').length;
    const before = saved();
    await editName(desk, draftId);
    await desk.call('check:dropChanges', { draftId });
    expect(saved() - before).toBe(2);
    expect(await editName(desk, draftId)).toMatchObject({ ok: true, value: { undo: { steps: 1 } } });
    expect(saved() - before).toBe(3);
    const job = await desk.call('import:start', { draftId });
    expect(await nameSent(desk, job.id)).toBe('Anna Lund');
  });

  it('that is answered while the import starts is part of it, or refused', async () => {
    const desk = await bench.start();
    const draftId = await prepared(desk, 'people.csv', CAMPAIGN);
    await desk.call('check:run', { draftId });
    const starting = desk.call('import:start', { draftId });
    const edits = await Promise.all(Array.from({ length: 20 }, () => editName(desk, draftId)));
    const job = await starting;
    expect(await nameSent(desk, job.id)).toBe(edits.some(({ ok }) => ok) ? 'Anna Lund' : 'Anna');
  });
});
