import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../shared/domain/service/queries/query-fixture.ts';
import {
  type Bench,
  benches,
  CAMPAIGN,
  type CoreUnderTest,
  isOver,
  prepare,
  startImport,
} from './imports/import-fixture.ts';

const bench = benches();

const MARKER = 'Zebulon Quist';
const FILE = `FullName,Phone\n${MARKER},+4530123456\nAnna,+4530123457\n`;

const dataOf = (desk: Bench) => join(desk.folder, 'data');

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Files that hold the marker, as UTF-8 or UTF-16. */
function filesWith(desk: Bench, ...markers: readonly string[]): string[] {
  const wanted = markers.flatMap((marker) => [Buffer.from(marker), Buffer.from(marker, 'utf16le')]);
  return filesIn(dataOf(desk)).filter((path) => {
    const bytes = readFileSync(path);
    return wanted.some((words) => bytes.includes(words));
  });
}

async function finishedImport(core: CoreUnderTest, desk: Bench, content = FILE) {
  const job = await startImport(core, desk, 0, { content });
  return core.until(job.id, isOver);
}

describe('a job that is deleted', () => {
  it('leaves no cell on the disk, also of a journal that was set aside or copied, and every page is told', async () => {
    const { desk, core } = await bench.started();
    const job = await finishedImport(core, desk);
    const account = join(dataOf(desk), 'account', job.accountId);
    const aside = (at: number) => `journal.damaged-${new Date(at).toISOString().replace(/[:.]/g, '-')}.sqlite`;
    writeFileSync(join(account, aside(job.createdAt + 60_000)), MARKER);
    writeFileSync(join(account, aside(job.createdAt - 60_000)), 'of a time before the job');
    writeFileSync(join(account, 'journal.before-0a1b2c3d.sqlite'), MARKER);
    expect(filesWith(desk, MARKER)).not.toEqual([]);
    await core.call('job:delete', { jobId: job.id });
    expect(filesWith(desk, MARKER, '30123456', job.id, 'people.csv')).toEqual([]);
    expect(readdirSync(account)).toContain(aside(job.createdAt - 60_000));
    expect(core.events).toContainEqual({ name: 'job:removed', payload: { accountId: job.accountId, jobId: job.id } });
    expect(core.bugs).toEqual([]);
  });

  it('gives the room of a long file back to the disk', async () => {
    const { desk, core } = await bench.started();
    const rows = Array.from({ length: 4000 }, (_, index) => `${MARKER} ${index},${'x'.repeat(300)}`);
    const job = await startImport(core, desk, 0, { content: ['FullName,Phone', ...rows, ''].join('\n') });
    await core.call('job:stop', { jobId: job.id });
    await core.until(job.id, ({ counts }) => counts.waiting === 0);
    const journal = join(dataOf(desk), 'account', job.accountId, 'journal.sqlite');
    const before = statSync(journal).size;
    await core.call('job:delete', { jobId: job.id });
    expect(filesWith(desk, MARKER)).toEqual([]);
    expect(statSync(journal).size).toBeLessThan(before / 4);
    // One page: that there is no room left to give back.
    expect(statSync(`${journal}-wal`).size).toBeLessThan(8192);
    expect(core.bugs).toEqual([]);
  });

  it('is still remembered: the same file asks before it is sent again, another one does not', async () => {
    const { desk, core } = await bench.started();
    const job = await finishedImport(core, desk);
    await core.call('job:delete', { jobId: job.id });
    const again = await prepare(core, desk, 0, { content: FILE });
    await expect(core.call('import:start', { draftId: again.id, sendAgain: false })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^2 rows of "people\.csv" were sent to .* on \d{1,2} [A-Z][a-z]{2} \d{4} by an import that was deleted\./,
      ),
      error: { code: 'validation', issues: [{ path: 'sendAgain' }] },
    });
    const elsewhere = await prepare(core, desk, 0, { content: FILE, campaignCode: `${CAMPAIGN}-B` });
    await core.call('import:start', { draftId: elsewhere.id, sendAgain: false });
    const other = await prepare(core, desk, 0, { content: FILE.replace('Anna', 'Bent') });
    await core.call('import:start', { draftId: other.id, sendAgain: false });
    expect(await core.call('import:start', { draftId: again.id })).toMatchObject({ counts: { rows: 2 } });
  });

  it('is not called lost when an older record of what was sent comes back', async () => {
    const { desk, core } = await bench.started();
    const job = await finishedImport(core, desk);
    const witness = join(dataOf(desk), 'account', job.accountId, 'sent.log');
    const older = readFileSync(witness);
    await core.call('job:delete', { jobId: job.id });
    await core.close();
    writeFileSync(witness, older);
    const later = await desk.start();
    expect((await later.call('job:doubt', {})).doubt).toBeNull();
    expect((await later.call('job:list', {})).jobs).toEqual([]);
    expect(filesWith(desk, 'people.csv')).toEqual([]);
  });
});

describe('an export and the import into its campaign', () => {
  /** Values of leads that the fields of the campaign are shown with. */
  async function examples(core: CoreUnderTest, draftId: string): Promise<string[]> {
    const { fields } = await core.call('import:draft', { draftId });
    return fields.flatMap(({ source, example }) => (source === 'export' && example !== undefined ? [example] : []));
  }
  /** Whole values, with what is too short or too usual to be of one person left out. */
  const telling = (values: readonly string[]) => values.filter((value) => /\d{6}|@|\p{L} \p{Lu}/u.test(value));

  async function exported(core: CoreUnderTest): Promise<string> {
    const learned = new Promise<void>((resolve) =>
      core.core.onEvent((name) => name === 'import:fieldsLearned' && resolve()),
    );
    const { id } = await core.call('export:start', { query: EVERYTHING });
    await learned;
    return id;
  }

  it('leave nothing of any lead, wherever the examples of fields came from', async () => {
    const { desk, core } = await bench.started({ leads: 2000 });
    const campaignCode = 'DK-ENERGI-26';
    const first = await exported(core);
    const job = await startImport(core, desk, 0, { content: FILE, campaignCode });
    await core.until(job.id, isOver);
    const draft = await prepare(core, desk, 1, { campaignCode });
    const learned = telling(await examples(core, draft.id));
    expect(learned.length).toBeGreaterThan(2);
    expect(filesWith(desk, ...learned)).not.toEqual([]);

    const second = await exported(core);
    await core.call('export:delete', { exportId: first });
    // The values of the deleted one go, though another export taught the same fields.
    expect(await examples(core, draft.id)).toEqual([]);
    await core.call('import:lookUpFields', { campaignCode });
    const looked = telling(await examples(core, draft.id));
    expect(looked.length).toBeGreaterThan(2);
    await core.call('export:delete', { exportId: second });
    expect(telling(await examples(core, draft.id))).toEqual(looked);
    await core.call('job:delete', { jobId: job.id });
    await core.call('import:deleteDraft', { draftId: draft.id });
    expect(filesWith(desk, ...learned, ...looked, MARKER)).toEqual([]);
    // The names of the fields stay.
    const next = await prepare(core, desk, 1, { campaignCode });
    expect(next.known.count).toBeGreaterThan(3);
    expect(core.bugs).toEqual([]);
  });

  it('goes also when the import is deleted last, or the look-up was made without one', async () => {
    const { desk, core } = await bench.started({ leads: 2000 });
    const campaignCode = 'DK-ENERGI-26';
    const draft = await prepare(core, desk, 1, { campaignCode });
    await core.call('import:lookUpFields', { campaignCode });
    const looked = telling(await examples(core, draft.id));
    const job = await core.call('import:start', { draftId: draft.id });
    await core.until(job.id, isOver);
    expect(filesWith(desk, ...looked)).not.toEqual([]);
    await core.call('job:delete', { jobId: job.id });
    expect(filesWith(desk, ...looked)).toEqual([]);
  });
});

describe('a draft that is deleted', () => {
  it('leaves no cell, no name and no choice on the disk', async () => {
    const { desk, core } = await bench.started();
    const draft = await prepare(core, desk, 0, { content: FILE });
    await core.call('check:run', { draftId: draft.id });
    expect(filesWith(desk, MARKER)).not.toEqual([]);
    await core.call('import:deleteDraft', { draftId: draft.id });
    expect(filesWith(desk, MARKER, 'people.csv', CAMPAIGN)).toEqual([]);
  });
});

describe('an account that is removed', () => {
  it('takes its whole folder with it, and the drafts that became its jobs', async () => {
    const { desk, core } = await bench.started();
    const job = await finishedImport(core, desk);
    const folder = join(dataOf(desk), 'account', job.accountId);
    expect(existsSync(folder)).toBe(true);
    await core.call('account:remove', { accountId: job.accountId });
    expect(existsSync(folder)).toBe(false);
    expect(filesWith(desk, MARKER, CAMPAIGN)).toEqual([]);
    expect((await core.call('account:list', {})).accounts).toEqual([]);
    expect(core.bugs).toEqual([]);
  });

  it('stays with everything while another program runs one of its jobs', async () => {
    const { desk, core } = await bench.started();
    const other = await desk.start();
    const job = await startImport(core, desk, 40);
    await core.until(job.id, ({ counts }) => counts.created >= 2);
    await expect(other.call('account:remove', { accountId: job.accountId })).rejects.toThrow(
      /Another Lead Console on this computer works with this account/,
    );
    expect((await other.call('account:list', {})).accounts).toHaveLength(1);
    expect(await core.until(job.id, isOver)).toMatchObject({ counts: { created: 40 } });
  });

  it('stays with everything while another program has it open, which would write its next import into nothing', async () => {
    const { desk, core } = await bench.started();
    const job = await finishedImport(core, desk);
    const other = await desk.start();
    const remove = () => other.call('account:remove', { accountId: job.accountId });
    await expect(remove()).rejects.toThrow(/Another Lead Console on this computer works with this account/);
    const next = await finishedImport(core, desk, 'FullName,Phone\nBent,+4530123458\n');
    await core.close();
    expect((await other.call('job:list', {})).jobs.map(({ id, state }) => [id, state])).toEqual([
      [next.id, 'complete'],
      [job.id, 'complete'],
    ]);
    await remove();
    expect(existsSync(join(dataOf(desk), 'account', job.accountId))).toBe(false);
    expect([...core.bugs, ...other.bugs]).toEqual([]);
  });
});
