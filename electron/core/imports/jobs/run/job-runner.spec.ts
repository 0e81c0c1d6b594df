import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dialectSchema } from '../../../../../shared/contract/account/account.ts';
import { createPracticeClock } from '../../../../practice/foundation/clock.ts';
import {
  type PracticeOptions,
  type PracticeService,
  startPracticeService,
} from '../../../../practice/practice-service.ts';
import { type ApiClient, createApiClient } from '../../../api/client.ts';
import { createLedgerStore } from '../../../api/broker/ledger/ledger-store.ts';
import { specFolder } from '../../../foundation/folder-fixture.ts';
import { NO_TEAM } from '../../../foundation/lead-claims.ts';
import { openDurable } from '../../../storage/database.ts';
import { systemRandom } from '../../../system/system-clock.ts';
import { CAMPAIGN, fastClock, SPEED } from '../../import-fixture.ts';
import { JobRunner } from './job-runner.ts';
import { atOnce, JOB, newRows } from '../journal/job-fixture.ts';
import { JobStore } from '../journal/job-store.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let practice: PracticeService;
let journal: DatabaseSync;
let api: ApiClient;
let store: JobStore;
const clock = fastClock();

async function open(options: PracticeOptions = {}): Promise<void> {
  practice = await startPracticeService({ leads: 0, clock: createPracticeClock({ speed: SPEED }), ...options });
  journal = openDurable(join(specFolder('runner'), 'journal.sqlite'));
  api = createApiClient({
    baseAddress: practice.url,
    credentials: async () => ({ username: 'practice', password: 'practice' }),
    clock,
    random: systemRandom,
    ledger: createLedgerStore(journal),
    log: { bug: () => 'spec', note: () => undefined },
    dialect: dialectSchema.parse({}),
    reconcile: false,
  });
  store = new JobStore(journal);
}

async function close(): Promise<void> {
  await api.close();
  journal.close();
  await practice.close();
}

beforeEach(() => open());
afterEach(close);

function createJob(rows: number): void {
  const cells = Array.from({ length: rows }, (_, index) => [`3${String(index + 1).padStart(7, '0')}`]);
  atOnce(store.making({ ...JOB, campaignCode: CAMPAIGN }, newRows(cells)));
}

/** Runs until nothing is left to do or a person is needed. */
function runJob(runner: (onEnd: () => void) => JobRunner): Promise<JobRunner> {
  return new Promise((resolve) => {
    const started = runner(() => resolve(started));
    started.start();
  });
}

const runnerOf = (
  onEnd: () => void,
  onChange: () => void = () => undefined,
  client: Pick<ApiClient, 'createLead'> = api,
): JobRunner => {
  const job = store.find('job');
  if (!job) throw new Error('there is no job');
  const log = { bug: () => 'bug', note: () => undefined };
  return new JobRunner({
    job,
    store,
    api: client,
    claims: NO_TEAM,
    clock,
    random: systemRandom,
    log,
    run: 'spec',
    zone: 'Europe/Copenhagen',
    pacePerMinute: () => 240,
    onChange,
    onDone: onEnd,
    onHeld: onEnd,
    onUnwished: onEnd,
  });
};

describe('a job whose journal cannot be written', () => {
  it('sends no row whose intent is not on the disk, keeps the answers that came, and goes on with a disk that takes them', async () => {
    createJob(30);
    let runner: JobRunner | null = null;
    let isDone: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (isDone = resolve));
    await new Promise<void>((resolve) => {
      runner = runnerOf(
        () => isDone(),
        () => {
          // A disk that takes no more writes, in the midst of answers.
          if (store.rows.tally('job').created === 5) journal.exec('PRAGMA query_only=ON');
          if (runner?.hold?.kind === 'journal') resolve();
        },
      );
      runner.start();
    });
    const held = runner as unknown as JobRunner;
    // Whichever comes first: an answer that cannot be kept, or a row that may not leave.
    expect(held.hold?.reason).toMatch(
      /^The data folder is read-only, so the next row was not sent\.|^The journal could not be written: the data folder is read-only/,
    );
    await held.halt();
    const { accepted } = practice.ledger;
    const tally = store.rows.tally('job');
    expect(accepted).toBeLessThanOrEqual(tally.created + tally.intent + tally.unknown);
    expect(tally.ready).toBeGreaterThan(0);

    journal.exec('PRAGMA query_only=OFF');
    held.start();
    await done;
    expect(store.rows.tally('job')).toMatchObject({ created: 30, ready: 0, intent: 0, unknown: 0 });
    const phones = practice.ledger.entries().map((entry) => entry.data['Phone']);
    expect(new Set(phones).size).toBe(30);
    expect(phones).toHaveLength(30);
  });
});

describe('a job whose day is used up', () => {
  it('goes on waiting when rows that were on their way are answered afterwards', async () => {
    await close();
    await open({ limits: { Leads: 20 }, latency: 800 });
    createJob(40);
    let wasRefused = false;
    let runner: JobRunner | null = null;
    await new Promise<void>((resolve) => {
      runner = runnerOf(
        () => undefined,
        () => {
          wasRefused ||= runner?.hold?.kind === 'daily';
          // Everything is answered that had left before.
          if (wasRefused && store.rows.tally('job').intent === 0) resolve();
        },
      );
      runner.start();
    });
    const waiting = runner as unknown as JobRunner;
    expect(waiting.hold?.kind).toBe('daily');
    await waiting.halt();
  });
});

describe('a job with nothing to send', () => {
  it('looks at any number of empty rows without holding up other work', async () => {
    createJob(400);
    journal.exec(`DROP TRIGGER import_cell_kept; UPDATE import_cell SET cells = '[" "]', payload = NULL`);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await runJob((onEnd) => runnerOf(onEnd));
    clearInterval(counting);
    expect(store.rows.tally('job')).toMatchObject({ skipped: 400, ready: 0 });
    expect(turns).toBeGreaterThan(0);
    expect(practice.ledger.accepted).toBe(0);
  });
});

describe('a job whose service was out of reach', () => {
  it('sends one row alone until its answer shows that the way is clear, then many at once', async () => {
    createJob(40);
    const { port } = practice;
    await practice.close();
    const alone: number[] = [];
    let most = 0;
    let open = 0;
    const counting: Pick<ApiClient, 'createLead'> = {
      createLead(lead, options) {
        open += 1;
        most = Math.max(most, open);
        if (runner.hold !== null) alone.push(open);
        return api.createLead(lead, options).finally(() => (open -= 1));
      },
    };
    let isDone: () => void = () => undefined;
    const done = new Promise<void>((resolve) => (isDone = resolve));
    const runner = runnerOf(() => isDone(), undefined, counting);
    runner.start();
    await expect.poll(() => runner.hold?.kind).toBe('offline');
    await expect.poll(() => alone.length).toBeGreaterThan(0);
    practice = await startPracticeService({ leads: 0, port, clock: createPracticeClock({ speed: SPEED }) });
    await done;
    expect(new Set(alone)).toEqual(new Set([1]));
    expect(most).toBeGreaterThan(5);
    expect(practice.ledger.accepted).toBe(40);
  });
});
