import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { type Bench, benches, CAMPAIGN, type CoreUnderTest, isOver, people } from '../../import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const bench = benches();

async function start(desk: Bench, core: CoreUnderTest, content = people(3)): Promise<JobSummary> {
  const draft = await core.openFile(desk.file('people.csv', content));
  const terms = { ...USUAL_TERMS, saveResult: true };
  const plan = { campaignCode: CAMPAIGN, poolName: 'Spring', stopAfterSameRefusal: 0, terms };
  await core.call('import:saveDraft', { draftId: draft.id, plan });
  return core.call('import:start', { draftId: draft.id });
}

const isSaved = ({ resultFile }: JobSummary) => resultFile?.state === 'saved';
const isFailed = ({ resultFile }: JobSummary) => resultFile?.state === 'failed';

/** An import whose second row is unknown: what is said of it changes the result file that was saved. */
async function savedOnce(desk: Bench): Promise<{ core: CoreUnderTest; job: JobSummary }> {
  desk.practice.faults.add({ kind: 'reset', when: 'after', match: { path: '/leads', bodyIncludes: '000002' } });
  const core = await desk.start();
  const job = await start(desk, core);
  await core.until(job.id, isSaved);
  return { core, job };
}

const results = (folder: string) => readdirSync(folder).filter((name) => name.includes('result'));

/** As if the program had ended before it wrote that the file was saved. */
function forget(journalPath: string): void {
  using journal = new DatabaseSync(journalPath);
  journal.exec("UPDATE import_result SET basis = '', name = '', saved_at = NULL");
}

describe('the result file beside the imported one', () => {
  it('is saved when no row waits any more, and again when something became of a row since', async () => {
    const desk = await bench();
    desk.practice.faults.add({ kind: 'reset', when: 'after', match: { path: '/leads', bodyIncludes: '000002' } });
    const core = await desk.start();
    const job = await start(desk, core);
    expect(job.resultFile).toEqual({ state: 'due', name: '', savedAt: null, trouble: '' });
    const saved = await core.until(job.id, isSaved);
    expect(saved.resultFile).toMatchObject({ name: 'people-result.csv', trouble: '' });
    const text = () => readFileSync(join(desk.folder, 'people-result.csv'), 'utf8');
    expect(text()).toMatch(/000002,2,unknown,/);
    await core.call('job:decide', { jobId: job.id, rows: [2], decision: 'exists' });
    await vi.waitFor(() => expect(text()).toMatch(/000002,2,created,/));
    expect(results(desk.folder)).toEqual(['people-result.csv']);
    expect(core.bugs).toEqual([]);
  });

  it('never replaces a file of another, nor its own after somebody changed it', async () => {
    const desk = await bench();
    desk.practice.faults.add({ kind: 'reset', when: 'after', match: { path: '/leads', bodyIncludes: '000002' } });
    writeFileSync(join(desk.folder, 'people-result.csv'), 'mine');
    const core = await desk.start();
    const job = await start(desk, core);
    expect((await core.until(job.id, isSaved)).resultFile?.name).toBe('people-result-2.csv');
    const changed = join(desk.folder, 'people-result-2.csv');
    const { atimeMs, mtimeMs } = statSync(changed);
    appendFileSync(changed, 'a note of mine');
    // A disk whose times are coarse shows the moment of the save still.
    utimesSync(changed, atimeMs / 1000, (Math.trunc(mtimeMs) + 0.5) / 1000);
    await core.call('job:decide', { jobId: job.id, rows: [2], decision: 'exists' });
    await core.until(job.id, ({ resultFile }) => resultFile?.name === 'people-result-3.csv');
    expect(readFileSync(join(desk.folder, 'people-result.csv'), 'utf8')).toBe('mine');
    expect(readFileSync(join(desk.folder, 'people-result-2.csv'), 'utf8')).toMatch(/a note of mine$/);
  });

  it('never replaces a file whose name is not one of its own, whatever the journal has of it', async () => {
    const desk = await bench();
    const { core, job } = await savedOnce(desk);
    mkdirSync(join(desk.folder, 'beside'));
    const other = desk.file('beside/other.csv', 'mine');
    const { size, mtimeMs } = statSync(other);
    {
      using journal = new DatabaseSync(join(desk.folder, 'data', 'account', job.accountId, 'journal.sqlite'));
      journal
        .prepare('UPDATE import_result SET name = ?, bytes = ?, modified_at = ?')
        .run('beside/other.csv', size, Math.trunc(mtimeMs));
    }
    await core.call('job:decide', { jobId: job.id, rows: [2], decision: 'exists' });
    await core.until(job.id, ({ resultFile }) => resultFile?.name === 'people-result-2.csv');
    expect(readFileSync(other, 'utf8')).toBe('mine');
  });

  it('is saved in its folder only, whatever path the journal has for the name of the imported file', async () => {
    const desk = await bench();
    const { core, job } = await savedOnce(desk);
    mkdirSync(join(desk.folder, 'beside'));
    {
      using journal = new DatabaseSync(join(desk.folder, 'data', 'account', job.accountId, 'journal.sqlite'));
      journal.exec("UPDATE import_job SET file_name = 'beside/made.csv'");
    }
    await core.call('job:decide', { jobId: job.id, rows: [2], decision: 'exists' });
    await core.until(job.id, ({ resultFile }) => resultFile?.name === 'made-result.csv');
    expect([results(desk.folder), results(join(desk.folder, 'beside'))]).toEqual([
      ['made-result.csv', 'people-result.csv'],
      [],
    ]);
  });

  it.skipIf(process.platform === 'win32')('says it when the saved one cannot be looked at any more', async () => {
    const desk = await bench();
    const { core, job } = await savedOnce(desk);
    const path = join(desk.folder, 'people-result.csv');
    rmSync(path);
    symlinkSync(path, path);
    await core.call('job:decide', { jobId: job.id, rows: [2], decision: 'exists' });
    const failed = await core.until(job.id, isFailed);
    expect(failed.resultFile?.trouble).toMatch(/"people-result\.csv" could not be written/);
    expect(core.bugs).toEqual([]);
  });

  it('is saved at the next start when the program ended before', async () => {
    const { desk, core: batch } = await bench.started();
    const job = await start(desk, batch);
    await batch.until(job.id, isSaved);
    await batch.close();
    const path = join(desk.folder, 'people-result.csv');
    const journal = join(desk.folder, 'data', 'account', job.accountId, 'journal.sqlite');
    rmSync(path);
    forget(journal);
    const app = await desk.start({ mode: 'interactive' });
    await app.until(job.id, isSaved);
    expect(existsSync(path)).toBe(true);
  });

  it('says why it could not be saved, and is tried again on a click', async () => {
    const desk = await bench();
    const folder = join(desk.folder, 'leads');
    mkdirSync(folder);
    const core = await desk.start();
    const draft = await core.openFile(desk.file('leads/people.csv', people(2)));
    const terms = { ...USUAL_TERMS, saveResult: true };
    const plan = { campaignCode: CAMPAIGN, poolName: 'Spring', stopAfterSameRefusal: 0, terms };
    await core.call('import:saveDraft', { draftId: draft.id, plan });
    rmSync(folder, { recursive: true, maxRetries: 10 });
    const job = await core.call('import:start', { draftId: draft.id });
    const failed = await core.until(job.id, isFailed);
    expect(failed.resultFile?.trouble).toMatch(/people-result\.csv/);
    expect((await core.until(job.id, isOver)).state).toBe('complete');
    mkdirSync(folder);
    await core.call('job:keepResult', { jobId: job.id });
    await core.until(job.id, isSaved);
    expect(results(folder)).toEqual(['people-result.csv']);
    expect(core.bugs).toEqual([]);
  });

  it('is offered for a file that lies in a folder of its own, not for a copy in the data folder', async () => {
    const { desk, core } = await bench.started();
    expect((await core.openFile(desk.file('people.csv', people(2)))).isInFolder).toBe(true);
    const pasted = await core.call('import:openPasted', { text: 'Name\tPhone\nAnna\t1\n' });
    expect(pasted.isInFolder).toBe(false);
  });

  it('is forgotten with its job', async () => {
    const { desk, core } = await bench.started();
    const job = await start(desk, core);
    await core.until(job.id, isSaved);
    await core.call('job:delete', { jobId: job.id });
    expect(results(desk.folder)).toEqual(['people-result.csv']);
  });
});
