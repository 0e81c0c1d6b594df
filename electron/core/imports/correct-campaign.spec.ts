import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Mapping } from '../../../shared/contract/imports/mapping.ts';
import { USUAL_TERMS } from '../../../shared/contract/imports/imports.ts';
import { benches, CAMPAIGN, column, type CoreUnderTest, expectEachOnce, isOver, prepare } from './import-fixture.ts';
import { HeldJob } from './jobs/held-job.ts';
import { JobsBench, type Program } from './jobs/jobs-fixture.ts';
import { answeredIn, detail, edit, FILE } from './jobs/repairs-fixture.ts';
import { created, rejected, turn, unknown } from './jobs/run/runner-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const bench = benches();
const WRONG = 'EU-MESE-26';
const MAPPING: Mapping = [
  column(0, 'FullName'),
  { ...column(1, 'Phone'), cleaning: [{ kind: 'trim' }, { kind: 'phone', country: 'DK' }] },
  { field: 'Kilde', source: { kind: 'constant', value: 'Messe' }, cleaning: [] },
];
const SIX = ['FullName,Phone', ...Array.from({ length: 6 }, (_, row) => `P${row},3011220${row}`), ''].join('\n');
/** The fourth line is empty. */
const PEOPLE = [
  'FullName,Phone',
  'Anna,30112233',
  'Bent,siehe Notiz',
  '',
  '"Cara,\nCarl",12',
  'Dora,30112266',
  '',
].join('\n');

/** All rows were sent into a campaign that the service does not know. */
async function refusedJob() {
  const { desk, core } = await bench.started();
  const draft = await prepare(core, desk, 0, { content: PEOPLE, mapping: MAPPING, campaignCode: WRONG });
  await core.call('check:run', {
    draftId: draft.id,
    settings: {
      country: null,
      duplicateKey: null,
      fields: [{ field: 'FullName', required: true, unique: false, longest: 40, allowed: null }],
    },
  });
  const job = await core.call('import:start', { draftId: draft.id });
  const held = await core.until(job.id, (now) => now.state === 'needsYou' || isOver(now));
  // It stops at the first refusal; a person sends the others all the same.
  if (held.counts.waiting > 0) await core.call('job:resume', { jobId: job.id });
  expect(await core.until(job.id, isOver)).toMatchObject({ counts: { refused: 4, created: 0 } });
  return { desk, core, job };
}

const repaired = (row: number, value: string) => ({ row, column: 1, value });
const rowsOf = async (core: CoreUnderTest, jobId: string) =>
  (await core.call('job:rows', { jobId, state: 'all', offset: 0, limit: 50 })).rows;

describe('correcting the campaign of a job', () => {
  it('can go on with a length for a field, beside the rules it had, and the check offers to shorten to it', async () => {
    const { core, job } = await refusedJob();
    const longest = { field: 'FullName', characters: 3 };
    const draft = await core.call('job:correctCampaign', { jobId: job.id, campaignCode: CAMPAIGN, longest });
    const found = await core.call('check:run', { draftId: draft.id });
    expect(found.settings.fields).toMatchObject([{ field: 'FullName', required: true, longest: 3 }]);
    const tooLong = found.reasons.find(({ id }) => id === 'tooLong:FullName');
    expect(tooLong?.repair).toMatchObject({ id: 'shorten', rows: 4, example: { before: 'Anna', after: 'Ann' } });
  });

  it('makes a draft of its open rows, with repairs, lines, mapping, plan, rules and country', async () => {
    const { core, job } = await refusedJob();
    await core.call('job:repair', { jobId: job.id, edits: [repaired(2, '30112244'), repaired(3, '30112255')] });
    const draft = await core.call('job:correctCampaign', { jobId: job.id, campaignCode: CAMPAIGN });
    expect(draft).toMatchObject({
      fileName: 'people.csv',
      rows: 4,
      step: 'columns',
      mapping: MAPPING,
      plan: { campaignCode: CAMPAIGN, poolName: 'Spring' },
      goesOn: { jobId: job.id, name: 'people.csv', campaignCode: WRONG },
      phoneCountry: { value: 'DK', source: 'you' },
    });
    const found = await core.call('check:run', { draftId: draft.id });
    expect(found).toMatchObject({ rowsWithProblem: 0, editedRows: 2, undo: null });
    expect(found.settings).toMatchObject({ country: 'DK', fields: [{ field: 'FullName', longest: 40 }] });
    const page = { reasonId: null, filter: 'all' as const, offset: 0, limit: 10 };
    const { rows } = await core.call('check:rows', { draftId: draft.id, ...page });
    expect(rows.map(({ line, cells, edited }) => [line, cells[1], edited[0]?.inFile])).toEqual([
      [2, '30112233', undefined],
      [3, '30112244', 'siehe Notiz'],
      [5, '30112255', '12'],
      [6, '30112266', undefined],
    ]);
    expect(rows[2]?.cells[0]).toBe('Cara,\nCarl');
    await expect(core.call('import:reread', { draftId: draft.id, choices: {} })).rejects.toThrow('keep their repairs');
    // Until it is started, the job is as before.
    expect((await core.call('job:get', { jobId: job.id })).summary.counts).toMatchObject({ refused: 4 });
  });

  it('shows no draft before it knows the job that its rows come from: it could be started beside that job', async () => {
    const { core, job } = await refusedJob();
    const answer = core.call('job:correctCampaign', { jobId: job.id, campaignCode: CAMPAIGN });
    const seen: string[] = [];
    let isMade = false;
    const ended = answer.finally(() => {
      isMade = true;
    });
    while (!isMade) {
      const { drafts } = await core.call('import:drafts', {});
      seen.push(...drafts.map(({ step, campaignCode }) => `${step} ${campaignCode}`));
      await setImmediate();
    }
    await ended;
    expect(seen.filter((words) => words !== `columns ${CAMPAIGN}`)).toEqual([]);
  });

  it('sends what was repaired, and nothing twice', async () => {
    const { desk, core, job } = await refusedJob();
    await core.call('job:rename', { jobId: job.id, name: 'Fair' });
    await core.call('job:repair', { jobId: job.id, edits: [repaired(2, '30112244'), repaired(3, '30112255')] });
    const draft = await core.call('job:correctCampaign', { jobId: job.id, campaignCode: CAMPAIGN });
    const next = await core.call('import:start', { draftId: draft.id, sendAgain: false });
    const done = await core.until(next.id, isOver);
    expect(done).toMatchObject({ name: 'Fair', campaignCode: CAMPAIGN, counts: { created: 4 }, by: job.by });
    expect(desk.practice.ledger.entries().map(({ data }) => [data['Phone'], data['Kilde']])).toEqual(
      ['30112233', '30112244', '30112255', '30112266'].map((phone) => [`+45${phone}`, 'Messe']),
    );
    const [before, after] = await Promise.all([job.id, next.id].map((jobId) => core.call('job:receipt', { jobId })));
    expect(after?.file).toEqual(before?.file);
    expect((await rowsOf(core, next.id)).map(({ line }) => line)).toEqual([2, 3, 5, 6]);
    // A later repair is judged by the rules that the first import had.
    // The first import created no lead, so it has sent nothing otherwise than the file has it.
    const sent = before?.mapping.map((rule) => ({ ...rule, rewritten: rule.field === 'Phone' ? 4 : 0 }));
    expect((await core.call('job:receipt', { jobId: next.id })).mapping).toEqual(sent);

    // The first import says where its rows went, and has none left to send into the wrong campaign.
    const old = await core.call('job:get', { jobId: job.id });
    expect(old).toMatchObject({ refusals: [], summary: { state: 'stopped', counts: { refused: 0, excluded: 4 } } });
    const again = core.call('job:correctCampaign', { jobId: job.id, campaignCode: CAMPAIGN });
    await expect(again).rejects.toThrow('nothing to send');
  });

  it('leaves out leads that another job created there, until a person sends them', async () => {
    const { desk, core, job } = await refusedJob();
    const right = await prepare(core, desk, 0, { content: PEOPLE, mapping: MAPPING });
    const other = await core.call('import:start', { draftId: right.id });
    await core.until(other.id, ({ counts }) => counts.waiting === 0);
    const sent = desk.practice.ledger.entries().length;
    expect(sent).toBe(2);
    const draft = await core.call('job:correctCampaign', { jobId: job.id, campaignCode: CAMPAIGN });
    expect(await core.call('check:run', { draftId: draft.id })).toMatchObject({ sentBefore: { rows: 2, leftOut: 2 } });
    await core.call('import:deleteDraft', { draftId: draft.id });

    // Without a look at the rows, too.
    const blind = await core.call('job:correctCampaign', { jobId: job.id, campaignCode: CAMPAIGN });
    const next = await core.call('import:start', { draftId: blind.id, sendAgain: false });
    await core.until(next.id, ({ counts }) => counts.waiting === 0);
    expect(desk.practice.ledger.entries()).toHaveLength(sent);
  });

  it('skips the rows that waited, and leaves alone what was decided since', async () => {
    const { desk, core } = await bench.started();
    const prepared = await prepare(core, desk, 0, { content: SIX, mapping: MAPPING, campaignCode: WRONG });
    const job = await core.call('import:start', { draftId: prepared.id });
    await core.until(job.id, ({ state }) => state === 'needsYou');
    // Rows may still be on their way.
    const draft = await core.call('job:correctCampaign', { jobId: job.id, campaignCode: CAMPAIGN });
    const { refused, waiting } = (await core.call('job:get', { jobId: job.id })).summary.counts;
    expect([refused >= 1, waiting > 0, refused + waiting]).toEqual([true, true, 6]);
    await core.call('job:leaveOut', { jobId: job.id, rows: [1] });
    const next = await core.call('import:start', { draftId: draft.id, sendAgain: false });
    const done = await core.until(next.id, isOver);
    expect(done.counts).toMatchObject({ created: 5, skipped: 1 });
    const [first] = await rowsOf(core, next.id);
    expect(first).toMatchObject({
      state: 'skipped',
      reason: expect.stringMatching(/^Sent or decided meanwhile/) as string,
    });
    const old = (await core.call('job:get', { jobId: job.id })).summary;
    expect(old).toMatchObject({ state: 'stopped', counts: { waiting: 0, skipped: waiting, excluded: refused } });
    const reasons = new Set((await rowsOf(core, job.id)).slice(1).map((row) => row.reason));
    expect([...reasons]).toEqual([`Goes on in the import into ${CAMPAIGN}, because the campaign was corrected.`]);
    await expect(core.call('job:correctCampaign', { jobId: next.id, campaignCode: 'OTHER' })).rejects.toThrow(
      'nothing to send',
    );
  });
});

describe('changing the mapping after a trial', () => {
  /** Six rows, of which two were sent as a trial; a draft sends the others without their source. */
  async function changed() {
    const { desk, core } = await bench.started();
    const prepared = await prepare(core, desk, 0, { content: SIX, mapping: MAPPING });
    await core.call('import:saveDraft', {
      draftId: prepared.id,
      plan: { ...prepared.plan, terms: { ...USUAL_TERMS, trial: 2 } },
    });
    const job = await core.call('import:start', { draftId: prepared.id });
    await core.until(job.id, ({ holdKind }) => holdKind === 'trial');
    const draft = await core.call('job:correctCampaign', { jobId: job.id, campaignCode: CAMPAIGN });
    expect(draft).toMatchObject({ rows: 4, goesOn: { campaignCode: CAMPAIGN }, mapping: MAPPING });
    const plan = { ...draft.plan, terms: { ...USUAL_TERMS, trial: 0 } };
    await core.call('import:saveDraft', { draftId: draft.id, plan, mapping: MAPPING.slice(0, 2) });
    return { desk, core, job, draft };
  }

  it('goes on with the rows that wait, into the same campaign; what the trial created is not sent again', async () => {
    const { desk, core, job, draft } = await changed();
    const next = await core.call('import:start', { draftId: draft.id, sendAgain: false });
    expect((await core.until(next.id, isOver)).counts).toMatchObject({ created: 4, skipped: 0 });
    const sent = desk.practice.ledger.entries().map(({ data }) => [data['Phone'], data['Kilde']]);
    expect(new Set(sent.map(([phone]) => phone)).size).toBe(6);
    expect(sent.map(([, source]) => source)).toEqual(['Messe', 'Messe', undefined, undefined, undefined, undefined]);
    const old = (await core.call('job:get', { jobId: job.id })).summary;
    expect(old).toMatchObject({ state: 'stopped', counts: { created: 2, waiting: 0, skipped: 4 } });
    const reasons = new Set((await rowsOf(core, job.id)).slice(2).map((row) => row.reason));
    expect([...reasons]).toEqual(['Goes on in another import, because the mapping was changed.']);
  });

  it('leaves no row to be sent twice by a program that ends before it has passed the rows on', async () => {
    const { desk, core, job, draft } = await changed();
    const passing = vi.spyOn(HeldJob.prototype, 'goesOnIn').mockRejectedValueOnce(new Error('The program ends.'));
    await expect(core.call('import:start', { draftId: draft.id, sendAgain: false })).rejects.toThrow('log');
    passing.mockRestore();
    await core.close();
    const next = await desk.start({ mode: 'interactive' });
    expect((await next.until(draft.id, isOver)).counts).toMatchObject({ created: 4 });
    await next.until(job.id, ({ counts }) => counts.waiting === 0);
    await next.call('job:resume', { jobId: job.id });
    expectEachOnce(desk, 6);
  });
});

describe('a job that is held while its rows go on elsewhere', () => {
  let jobs: JobsBench;
  let program: Program;
  afterEach(() => jobs[Symbol.asyncDispose]());
  const open = async () => {
    using held = await program.jobs.hold('job');
    const { rows, carried } = held.openRows('RIGHT');
    const found = [];
    for await (const part of carried()) found.push(...part);
    expect(found).toHaveLength(rows);
    return found;
  };

  it('is none that runs, here or elsewhere', async () => {
    jobs = new JobsBench();
    program = await jobs.running(2);
    await expect(program.jobs.hold('job')).rejects.toThrow('Pause it first');
    await program.pause();
    await turn();
    using held = await program.jobs.hold('job');
    expect(jobs.isFree()).toBe(false);
    held[Symbol.dispose]();
    expect(jobs.isFree()).toBe(true);
    using _other = jobs.otherProgram();
    const [refused] = await Promise.all([Promise.allSettled([program.jobs.hold('job')]), jobs.pass(60_000)]);
    expect(refused).toMatchObject([{ status: 'rejected', reason: { error: { code: 'validation' } } }]);
  });

  it('goes on with refused and waiting rows as they are repaired, and with no unknown one', async () => {
    jobs = new JobsBench();
    program = await answeredIn(jobs, FILE);
    await edit(program, 2, '30112244');
    expect(await open()).toEqual([
      { row: 2, line: 3, edits: [{ column: 0, value: '30112244' }] },
      { row: 3, line: 4, edits: [] },
      { row: 4, line: 5, edits: [] },
    ]);
    expect((await detail(program)).summary.counts.refused).toBe(3);
    jobs.at.store.setWish('job', 'pause');
    await program.call('job:sendAgain', { jobId: 'job', rows: [3], onlyFixed: false });
    jobs.at.store.setWish('job', 'run');
    jobs.at.store.rows.step('job', 3, 'send', { at: 1, run: 'r' });
    jobs.at.store.rows.step('job', 3, 'unknown', { at: 1, run: 'r' });
    expect((await open()).map(({ row }) => row)).toEqual([2, 4]);
  });

  it('knows of its last rows what the disk could not take at the end of the run', async () => {
    jobs = new JobsBench();
    program = await jobs.running(3);
    const [first, second, third] = program.client.open();
    for (const call of [first, second, third]) call?.send();
    await program.pause();
    jobs.at.journal.exec('PRAGMA query_only=ON');
    await first?.answer(created('L-1'));
    await second?.answer({ ...rejected, message: 'There is no campaign with the code "WRONG".' });
    await third?.answer(unknown);
    jobs.at.journal.exec('PRAGMA query_only=OFF');
    expect((await open()).map(({ row }) => row)).toEqual([2]);
    expect(program.summary().counts).toMatchObject({ created: 1, refused: 1, unknown: 1 });
  });
});
