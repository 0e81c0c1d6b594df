import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import type { ChannelInput, ChannelResult, CoreChannelName, EventName } from '../../../shared/contract/channels.ts';
import type { Mapping } from '../../../shared/contract/imports/mapping.ts';
import type { Draft } from '../../../shared/contract/imports/imports.ts';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import type { ReadingChoices } from '../../../shared/contract/imports/reading.ts';
import { createPracticeClock } from '../../practice/foundation/clock.ts';
import { type PracticeOptions, type PracticeService, startPracticeService } from '../../practice/practice-service.ts';
import type { Core } from '../core.ts';
import { loneCore, memorySettings, realClock } from '../core-fixture.ts';
import { systemClock } from '../system/system-clock.ts';
import type { Clock, SecretStore, SettingsStore } from '../foundation/ports.ts';
import { people } from './people-fixture.ts';

export { column } from './fields/column-fixture.ts';
export { people } from './people-fixture.ts';

/** For specs: a core and a practice service whose clocks run faster than the wall's, over real HTTP and real files. */

export const SPEED = 12;

/** Real time, faster: an hour of an import is over in minutes, in the same order of events. */
export const fastClock = (speed = SPEED): Clock => realClock(speed);

/** Milliseconds of real time. A busy machine takes long for many rows, and not for one. */
const STANDSTILL = 20_000;
const standOf = ({ state, counts }: JobSummary): string => JSON.stringify([state, counts]);

export interface CoreUnderTest {
  readonly core: Core;
  readonly events: { readonly name: EventName; readonly payload: unknown }[];
  readonly bugs: unknown[];
  call<Name extends CoreChannelName>(name: Name, args: ChannelInput<Name>): Promise<ChannelResult<Name>>;
  /** Resolves when the job's snapshot is as wanted; rejects with the last one when it has stood still for 20 s. */
  until(jobId: string, isWanted: (summary: JobSummary) => boolean): Promise<JobSummary>;
  /** Grants a file for reading and opens it as a draft. */
  openFile(path: string, choices?: ReadingChoices, queueId?: string): Promise<Draft>;
  target(name: string): { token: string; path: string };
  close(): Promise<void>;
}

export interface Bench {
  readonly folder: string;
  readonly practice: PracticeService;
  /** A core on this bench's data folder; several may be open at once, as the app and a scheduled run are. */
  start(options?: Partial<Pick<StartOptions, 'mode' | 'password' | 'secrets'>>): Promise<CoreUnderTest>;
  file(name: string, content: string | Uint8Array): string;
  close(): Promise<void>;
}

export async function createBench(options: PracticeOptions = {}): Promise<Bench> {
  const folder = specFolder('imports');
  const practice = await startPracticeService({
    clock: createPracticeClock({ speed: SPEED }),
    leads: 0,
    username: 'anna',
    password: 'secret word',
    ...options,
  });
  const settings = memorySettings();
  const open: CoreUnderTest[] = [];

  return {
    folder,
    practice,
    async start({ mode = 'unattended', password = 'secret word', ...options } = {}) {
      const started = await startCore({ folder, practice, settings, mode, password, ...options });
      open.push(started);
      return started;
    },
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
    async close() {
      for (const entry of open) await entry.close();
      await practice.close();
    },
  };
}

interface StartOptions {
  readonly folder: string;
  readonly practice: PracticeService;
  readonly settings: SettingsStore;
  readonly mode: 'interactive' | 'unattended';
  readonly password: string;
  /** Left out: no password is kept. */
  readonly secrets?: SecretStore;
}

async function startCore({
  folder,
  practice,
  settings,
  mode,
  password,
  ...options
}: StartOptions): Promise<CoreUnderTest> {
  const bugs: unknown[] = [];
  const events: { name: EventName; payload: unknown }[] = [];
  const core = loneCore({
    dataFolder: join(folder, 'data'),
    clock: fastClock(),
    settings,
    practice: {
      start: () => Promise.reject(new Error('not used')),
      samples: async () => SAMPLES,
      forget: async () => undefined,
    },
    log: { bug: (_, error) => `bug-${bugs.push(error)}`, note: () => undefined },
    mode,
    ...options,
  });
  core.onEvent((name, payload) => events.push({ name, payload }));
  const signedIn = await core.signIn(practice.url, { username: 'anna', password });
  if (!signedIn.ok) throw new Error(signedIn.error.message);
  let files = 0;
  let isClosed = false;

  async function call<Name extends CoreChannelName>(
    name: Name,
    args: ChannelInput<Name>,
  ): Promise<ChannelResult<Name>> {
    const outcome = await core.call(name, args);
    if (!outcome.ok) throw Object.assign(new Error(outcome.error.message), { error: outcome.error });
    return outcome.value as ChannelResult<Name>;
  }

  function grant(path: string, access: 'read' | 'write'): string {
    files += 1;
    const token = `file-${String(files).padStart(8, '0')}`;
    core.grant({ token, path, name: basename(path), access });
    return token;
  }

  return {
    core,
    events,
    bugs,
    call,
    async until(jobId, isWanted) {
      let deadline = systemClock.monotonicNow() + STANDSTILL;
      let last = (await call('job:get', { jobId })).summary;
      while (!isWanted(last)) {
        if (systemClock.monotonicNow() > deadline) throw new Error(`The job stayed as it is: ${JSON.stringify(last)}`);
        await new Promise<void>((resolve) => {
          const timer = systemClock.after(25, resolve);
          const stop = core.onEvent((name) => {
            if (name !== 'job:progress') return;
            timer.cancel();
            stop();
            resolve();
          });
        });
        const next = (await call('job:get', { jobId })).summary;
        if (standOf(next) !== standOf(last)) deadline = systemClock.monotonicNow() + STANDSTILL;
        last = next;
      }
      return last;
    },
    openFile: (path, choices, queueId) => call('import:open', { token: grant(path, 'read'), choices, queueId }),
    target: (name) => {
      const path = join(folder, name);
      return { path, token: grant(path, 'write') };
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await core.close();
    },
  };
}

const SAMPLES = [
  { name: 'sample.csv', description: 'Two people.', bytes: new TextEncoder().encode('Name,Phone\nAnna,1\nBent,2\n') },
];

export const CAMPAIGN = 'EU-MESSE-26';

export interface ImportChoices {
  readonly stopAfterSameRefusal?: number;
  readonly campaignCode?: string;
  readonly content?: string;
  readonly mapping?: Mapping;
}

/** A draft that can be started. */
export async function prepare(core: CoreUnderTest, desk: Bench, rows: number, choices: ImportChoices = {}) {
  const draft = await core.openFile(desk.file('people.csv', choices.content ?? people(rows)));
  return core.call('import:saveDraft', {
    draftId: draft.id,
    ...(choices.mapping === undefined ? {} : { mapping: choices.mapping }),
    plan: {
      campaignCode: choices.campaignCode ?? CAMPAIGN,
      poolName: 'Spring',
      stopAfterSameRefusal: choices.stopAfterSameRefusal ?? 0,
    },
  });
}

export async function startImport(
  core: CoreUnderTest,
  desk: Bench,
  rows: number,
  choices: ImportChoices = {},
): Promise<JobSummary> {
  const draft = await prepare(core, desk, rows, choices);
  return core.call('import:start', { draftId: draft.id });
}

export const isOver = ({ state }: JobSummary): boolean => state === 'complete' || state === 'needsYou';

/** Phone numbers as the service took them, in its order. */
export const sentPhones = (desk: Bench): string[] =>
  desk.practice.ledger.entries().map((entry) => entry.data['Phone'] ?? '');

/** Rows of the job that are on their way. */
async function underWay(core: CoreUnderTest, jobId: string): Promise<number> {
  const { rows } = await core.call('job:rows', { jobId, state: 'waiting', offset: 0, limit: 500 });
  return rows.filter((row) => row.state === 'intent').length;
}

interface Benches {
  (options?: PracticeOptions): Promise<Bench>;
  /** A bench with a core on it. */
  started(options?: PracticeOptions): Promise<{ readonly desk: Bench; readonly core: CoreUnderTest }>;
}

/** Makes benches that are closed after the test that asked for them. Call it where a spec file begins. */
export function benches(usual: PracticeOptions = {}): Benches {
  const open: Bench[] = [];
  afterEach(async () => {
    for (const entry of open.splice(0)) await entry.close();
  });
  const make = async (options: PracticeOptions = {}) => {
    const created = await createBench({ ...usual, ...options });
    open.push(created);
    return created;
  };
  const started = async (options?: PracticeOptions) => {
    const desk = await make(options);
    return { desk, core: await desk.start() };
  };
  return Object.assign(make, { started });
}

export function expectEachOnce(desk: Bench, rows: number): void {
  const phones = sentPhones(desk);
  expect(new Set(phones).size).toBe(phones.length);
  expect(phones.length).toBe(rows);
}

/** Resolves when no row of the job is on its way any more. */
export async function expectQuiet(core: CoreUnderTest, jobId: string): Promise<void> {
  await expect.poll(() => underWay(core, jobId)).toBe(0);
}
