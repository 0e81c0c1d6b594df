import { type AccountSummary, dialectSchema } from '../../shared/contract/account/account.ts';
import type { ChannelArgs, ChannelResult } from '../../shared/contract/channels.ts';
import { AccountExports } from '../../electron/core/exports/account-exports.ts';
import { ResultDesk } from '../../electron/core/exports/threads/result-desk.ts';
import type { Results } from '../../electron/core/exports/threads/results.ts';
import { createLedgerStore } from '../../electron/core/api/broker/ledger/ledger-store.ts';
import { type ApiClient, createApiClient } from '../../electron/core/api/client.ts';
import type { VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';
import { Failure, storageTrouble } from '../../electron/core/foundation/failure.ts';
import { NO_TEAM } from '../../electron/core/foundation/lead-claims.ts';
import type { Clock, Log, Random } from '../../electron/core/foundation/ports.ts';
import { newRows } from '../../electron/core/imports/jobs/journal/job-fixture.ts';
import type { NewJob } from '../../electron/core/imports/jobs/journal/records/job-records.ts';
import { type JobChannel, type Jobs, openJobs } from '../../electron/core/imports/jobs/jobs.ts';
import type { FeatureServices } from '../../electron/core/sessions/feature.ts';
import { openJournal } from '../../electron/core/sessions/open-journal.ts';
import type { AccountSession } from '../../electron/core/sessions/session.ts';
import { AccountSegments } from '../../electron/core/segments/account-segments.ts';
import { ChangeDesk } from '../../electron/core/segments/change-desk.ts';
import type { ChangeRequest } from '../../electron/core/segments/change-messages.ts';
import type { ChangeAnswerer } from '../../electron/core/segments/change-thread.ts';
import { SegmentLists } from '../../electron/core/segments/segment-lists.ts';
import { letOtherWorkRun } from '../../electron/core/threads/thread-server.ts';
import { as, disk, type Owner } from './owners.ts';
import type { Wires } from './network.ts';
import type { PlannedChange } from './segment-plan.ts';
import type { Answer } from './waiting.ts';

const ACCOUNT: AccountSummary = {
  id: 'simulated',
  name: 'Simulated',
  kind: 'service',
  address: 'http://127.0.0.1:1/api',
  username: 'anna',
  signedIn: true,
  protection: 'session',
  dialect: dialectSchema.parse({ timeZone: 'Europe/Copenhagen', segmentBatch: 3 }),
};

export interface ProgramOptions {
  readonly name: string;
  readonly folder: string;
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly wires: Wires;
  /** People fetch leads in this life: in others nothing of it is opened. */
  readonly hasExports: boolean;
  /** Bugs that it logs. */
  readonly onBug: (words: string) => void;
}

/** What one program has for imports and segments, as the product puts it together: journal, client, jobs, changes. It lives until it is closed or dies. */
export class Program {
  readonly owner: Owner;
  readonly #options: ProgramOptions;
  readonly #journal: AccountSession['journal'];
  readonly #api: ApiClient;
  readonly #jobs: Jobs;
  readonly #lists: ChangeAnswerer;
  readonly #segments: AccountSegments;
  readonly #exports: AccountExports | null;

  /** @throws Failure when the account cannot be opened, and what a death in the opening throws */
  constructor(options: ProgramOptions, owner: Owner) {
    this.#options = options;
    this.owner = owner;
    const { clock: world, folder, random, wires } = options;
    const clock = clockOf(this.owner, world);
    const log: Log = {
      bug: (where, error) => {
        // It says that nothing could be written, and that is so.
        const isForRoom = disk.isFull && storageTrouble(error) !== null;
        if (!this.owner.isDead && !isForRoom)
          options.onBug(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        return 'bug';
      },
      note: () => undefined,
    };
    const { journal, ...damage } = openJournal(folder, clock.wallNow(), null);
    this.#journal = journal;
    this.#api = createApiClient({
      baseAddress: ACCOUNT.address,
      credentials: async () => ({ username: 'anna', password: 'a simulated word' }),
      clock,
      random,
      ledger: createLedgerStore(journal),
      log,
      dialect: ACCOUNT.dialect,
      sockets: wires.of(this.owner),
    });
    const services: FeatureServices = {
      clock,
      random,
      log,
      emit: () => undefined,
      dataFolder: folder,
      nextSequence: () => (this.#sequence += 1),
      grantedFile: () => {
        throw new Error('no files here');
      },
    };
    const session: AccountSession = { account: ACCOUNT, api: this.#api, journal, folder, ...damage };
    this.#jobs = openJobs(services, session, { resumeOnOpen: true, claims: NO_TEAM });
    this.#lists = deskIn(journal, this.owner);
    this.#segments = new AccountSegments(services, session, new SegmentLists(this.#api, clock), this.#lists);
    this.#segments.resumeLeft(true);
    this.#exports = options.hasExports ? new AccountExports(services, session, NO_FIELDS, resultsIn(this.owner)) : null;
  }

  #sequence = 0;

  get name(): string {
    return this.#options.name;
  }

  /** Begins an import of these rows. Resolves when a person is told that it runs. */
  begin(job: NewJob, rows: readonly (readonly string[])[]): Promise<void> {
    return this.#asked(async () => {
      await this.#jobs.start(job.id, async (inSlices) => {
        await inSlices(this.#jobs.store.making(job, newRows(rows), { isAgreed: false }));
      });
    });
  }

  /**
   * A campaign is corrected: the open rows of a job go on in another one.
   *
   * @param jobOf makes the other job of their phones; not called when no row is open
   */
  correct(jobId: string, jobOf: (phones: readonly string[]) => NewJob): Promise<void> {
    return this.#asked(async () => {
      using former = await this.#jobs.hold(jobId);
      const { store } = this.#jobs;
      const open = store.lists.openRows(jobId);
      if (open.length === 0) return;
      const cells = store.lists.rowsAt(jobId, open).map((row) => [...row.cells]);
      const job = jobOf(cells.map(([phone = '']) => phone));
      await this.#jobs.start(job.id, async (inSlices) => {
        await inSlices(store.making(job, newRows(cells), { isAgreed: false, beforeLast: () => former.stop() }));
        await former.goesOnIn(job.campaignCode, open);
      });
    });
  }

  /** Asks what a page or a command line asks. */
  async ask<Name extends JobChannel>(name: Name, args: ChannelArgs<Name>): Promise<Answer<ChannelResult<Name>>> {
    const { signal } = new AbortController();
    return this.#answer(() => this.#jobs.handlers[name](args, { signal }) as Promise<ChannelResult<Name>>);
  }

  /** Asks what a page asks of the changes of segments. */
  changes<Value>(work: (changes: AccountSegments) => Promise<Value>): Promise<Answer<Value>> {
    return this.#answer(() => work(this.#segments));
  }

  get hasExports(): boolean {
    return this.#exports !== null;
  }

  /** Asks what a page asks of exports. */
  exports<Value>(work: (exports: AccountExports) => Promise<Value>): Promise<Answer<Value>> {
    return this.#answer(() => {
      if (this.#exports === null) throw new Error('nobody fetches leads in this life');
      return work(this.#exports);
    });
  }

  /** Begins a change of a segment with these leads. */
  begins({ id, segment, kind, leads }: PlannedChange): Promise<Answer<unknown>> {
    return this.#answer(async () => {
      const place = { from: 'text', text: leads.join('\n') } as const;
      const figures = await this.#lists.ask('prepare', { id, place, outOf: null });
      await this.#segments.prepare({ segmentId: segment, kind }, { id, source: id, ...figures });
      return this.#segments.start(id);
    });
  }

  /** Prepares the undo of a change: what of it the service accepted goes back. */
  undo({ id, segment, kind }: PlannedChange): Promise<Answer<PlannedChange>> {
    return this.#answer(async () => {
      const undo = await this.#segments.prepareUndo(id);
      const filter = { state: null, search: '', offset: 0, limit: 100 } as const;
      const { leads } = await this.#lists.ask('page', { id: undo.id, filter });
      const back = kind === 'add' ? 'remove' : 'add';
      return { id: undo.id, segment, kind: back, leads: leads.map(({ leadId }) => leadId) };
    });
  }

  async #answer<Value>(work: () => Promise<Value>): Promise<Answer<Value>> {
    try {
      return { kind: 'done', value: await this.#asked(work) };
    } catch (error) {
      if (error instanceof Failure) return { kind: 'refused', words: error.message };
      // As the host says it of any call.
      if (disk.isFull && storageTrouble(error) !== null) return { kind: 'refused', words: 'The disk is full.' };
      throw error;
    }
  }

  /** As the product closes an account: the feature, the client, the journal. */
  async close(): Promise<void> {
    await as(this.owner, async () => {
      await this.#exports?.[Symbol.asyncDispose]();
      await this.#segments[Symbol.asyncDispose]();
      await this.#jobs[Symbol.asyncDispose]();
      await this.#api.close();
      if (!this.owner.isDead) this.#journal.close();
    });
    this.owner.die();
  }

  /** Never answers when the program dies meanwhile. */
  #asked<Value>(work: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      as(this.owner, work).then(
        (value) => !this.owner.isDead && resolve(value),
        (error: unknown) => !this.owner.isDead && reject(error as Error),
      );
    });
  }
}

/** What leads show of the fields of campaigns is of no interest here. */
const NO_FIELDS = { learn: () => undefined, forgetExport: () => undefined };

/** The desk of the thread that keeps results, in the turns of the world. Nobody looks at their leads. */
function resultsIn(owner: Owner): ConstructorParameters<typeof AccountExports>[3] {
  const desk = new ResultDesk();
  const { signal } = new AbortController();
  const results: Results = {
    ask: (request, asked) =>
      desk.answer(request, { signal: asked?.signal ?? signal, onProgress: () => undefined, transfer: [] }) as never,
    prepare: () => undefined,
    close: async () => {
      if (!owner.isDead) desk.close();
    },
  };
  return { results, views: { ask: async () => ({}) as never, prepare: () => undefined, close: async () => undefined } };
}

/** The desk of a thread, in the turns of the world: one question after the other. */
function deskIn(journal: AccountSession['journal'], owner: Owner): ChangeAnswerer {
  const desk = new ChangeDesk(letOtherWorkRun);
  const path = journal.location() ?? '';
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask: (kind, asked) => {
      const answer = last.then(() => desk.answer({ kind, journal: path, ...asked } as unknown as ChangeRequest));
      last = answer.catch(() => undefined);
      return answer as never;
    },
    close: async () => {
      await last;
      // Nothing is left to close in a program that died meanwhile.
      if (!owner.isDead) desk.close();
    },
  };
}

/** The clock of the world as one program has it: none of its timers runs out after its death. */
function clockOf(owner: Owner, world: VirtualClock): Clock {
  return {
    wallNow: () => Math.round(world.wallNow()),
    monotonicNow: () => world.monotonicNow(),
    after: (delay, callback) =>
      world.after(delay, () => {
        if (!owner.isDead) as(owner, callback);
      }),
  };
}
