import { type AccountSummary, dialectSchema } from '../../shared/contract/account/account.ts';
import type { ChannelArgs, ChannelResult } from '../../shared/contract/channels.ts';
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
import { as, disk, type Owner } from './owners.ts';
import type { Wires } from './network.ts';

const ACCOUNT: AccountSummary = {
  id: 'simulated',
  name: 'Simulated',
  kind: 'service',
  address: 'http://127.0.0.1:1/api',
  username: 'anna',
  signedIn: true,
  protection: 'session',
  dialect: dialectSchema.parse({ timeZone: 'Europe/Copenhagen' }),
};

export interface ProgramOptions {
  readonly name: string;
  readonly folder: string;
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly wires: Wires;
  /** The app goes on with what ran; a scheduled run does not. */
  readonly resumeOnOpen: boolean;
  /** Bugs that it logs. */
  readonly onBug: (words: string) => void;
}

export type Told<Name extends JobChannel> =
  | { readonly kind: 'done'; readonly value: ChannelResult<Name> }
  /** In words for a person. */
  | { readonly kind: 'refused'; readonly words: string };

/** The import path of one program as the product puts it together: journal, client, jobs. It lives until it is closed or dies. */
export class Program {
  readonly owner: Owner;
  readonly #options: ProgramOptions;
  readonly #journal: AccountSession['journal'];
  readonly #api: ApiClient;
  readonly #jobs: Jobs;
  /** Commands that were asked and have not answered. */
  underWay = 0;

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
    const { journal, ...damage } = openJournal(folder, clock.wallNow());
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
    this.#jobs = openJobs(services, session, { resumeOnOpen: options.resumeOnOpen, claims: NO_TEAM });
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
        await inSlices(store.making(job, newRows(cells), { isAgreed: false }));
        await former.goesOnIn(job.campaignCode, open);
      });
    });
  }

  /** Asks what a page or a command line asks. */
  async ask<Name extends JobChannel>(name: Name, args: ChannelArgs<Name>): Promise<Told<Name>> {
    try {
      const { signal } = new AbortController();
      const value = await this.#asked(
        () => this.#jobs.handlers[name](args, { signal }) as Promise<ChannelResult<Name>>,
      );
      return { kind: 'done', value };
    } catch (error) {
      if (error instanceof Failure) return { kind: 'refused', words: error.message };
      throw error;
    }
  }

  /** As the product closes an account: the feature, the client, the journal. */
  async close(): Promise<void> {
    await as(this.owner, async () => {
      await this.#jobs[Symbol.asyncDispose]();
      await this.#api.close();
      if (!this.owner.isDead) this.#journal.close();
    });
    this.owner.die();
  }

  /** Never answers when the program dies meanwhile. */
  #asked<Value>(work: () => Promise<Value>): Promise<Value> {
    this.underWay += 1;
    return new Promise((resolve, reject) => {
      as(this.owner, work)
        .then(
          (value) => !this.owner.isDead && resolve(value),
          (error: unknown) => !this.owner.isDead && reject(error as Error),
        )
        .finally(() => (this.underWay -= 1));
    });
  }
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
