import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import type { ChannelInput, ChannelResult, CoreChannelName } from '../../shared/contract/channels.ts';
import type { JobSummary } from '../../shared/contract/jobs/jobs.ts';
import type { Core } from '../../electron/core/core.ts';
import { loneCore, memorySettings, realClock } from '../../electron/core/core-fixture.ts';
import { IS_WHOLE } from '../../electron/core/imports/jobs/journal/records/job-records.ts';
import { takeLease } from '../../electron/core/storage/lease.ts';
import type { PracticeService } from '../../electron/practice/practice-service.ts';
import { createSessionSecrets } from '../../electron/host/session-secrets.ts';
import { accountFolder } from '../campaign/imports.ts';
import type { FailingWrites } from './failing-writes.ts';

/** Speed of the clocks of the core and of the practice service: the pace is not what is tested. */
export const SPEED = 40;
const PASSWORD = 'secret word';
/** Milliseconds after which something hangs. */
const LONGEST = 8_000;
const MOST_TRIES = 4;
/** What a person may read when a write failed: the cause in plain words. */
const PLAIN = /\b(full|disk|busy|written|saved|being started|another Lead Console|data folder)\b/i;
const TECHNICAL = /went wrong|sqlite|database|ENOSPC|EIO|i\/o|errcode/i;

/** A core over a data folder, whose writes fail, and what became wrong. */
export class World implements AsyncDisposable {
  /** Promises that were broken. */
  readonly broken: string[] = [];
  /** Sentences that a person read. */
  readonly said = new Set<string>();
  readonly #dataFolder: string;
  readonly #service: PracticeService;
  readonly #writes: FailingWrites;
  readonly #settings = memorySettings();
  readonly #secrets = createSessionSecrets();
  readonly #speed: number;
  #core: Core | null = null;
  #files = 0;

  constructor(dataFolder: string, service: PracticeService, writes: FailingWrites, speed = SPEED) {
    this.#speed = speed;
    this.#dataFolder = dataFolder;
    this.#service = service;
    this.#writes = writes;
  }

  /** Starts the program; the account is signed in. */
  async open(): Promise<void> {
    this.#core = loneCore({
      dataFolder: this.#dataFolder,
      clock: realClock(this.#speed),
      random: () => 0.5,
      // A restart of this program does not forget them, as a vault does not.
      secrets: { ...this.#secrets, read: async (id) => (await this.#secrets.read(id)) ?? PASSWORD },
      settings: this.#settings,
      log: { bug: (where, error) => this.#note(where, error), note: () => undefined },
    });
    await this.#tryUntilDone('signIn', () =>
      this.core.signIn(this.#service.url, { username: 'anna', password: PASSWORD }),
    );
  }

  get core(): Core {
    if (this.#core === null) throw new Error('The program is closed.');
    return this.#core;
  }

  /** Calls the core as a person does, who reads the sentence of a failure, makes room, and tries again. */
  async act<Name extends CoreChannelName>(name: Name, args: ChannelInput<Name>): Promise<ChannelResult<Name>> {
    return (await this.#tryUntilDone(name, () => this.core.call(name, args))) as ChannelResult<Name>;
  }

  grant(path: string, access: 'read' | 'write'): string {
    this.#files += 1;
    const token = `file-${String(this.#files).padStart(8, '0')}`;
    this.core.grant({ token, path, name: basename(path), access });
    return token;
  }

  /**
   * Waits for a job to be as wanted. A job that is held for its journal is read and gets room, and the person does `again` what
   * they wanted of it.
   */
  async until(
    jobId: string,
    isWanted: (job: JobSummary) => boolean,
    again: 'job:resume' | 'job:stop' = 'job:resume',
  ): Promise<JobSummary> {
    for (const end = Date.now() + LONGEST; ;) {
      const { summary } = await this.act('job:get', { jobId });
      if (isWanted(summary)) return summary;
      if (summary.state === 'needsYou' && summary.holdKind !== undefined) {
        await this.read(`job ${summary.holdKind}`, summary.reason);
        if (again === 'job:stop') await this.act(again, { jobId });
        else await this.act(again, { jobId, goOn: true });
      }
      // A start that was not begun; no story waits for a job that it paused.
      if (summary.state === 'paused') await this.act('job:resume', { jobId, goOn: true });
      if (Date.now() > end) throw new Error(`does not go on: ${JSON.stringify(summary)}`);
      await turn();
    }
  }

  /** A person reads why something did not go on, looks whether it is true, and makes room. */
  async read(where: string, sentence: string): Promise<void> {
    if (this.#writes.hits === 0) this.broken.push(`${where} failed while every write worked: ${sentence}`);
    if (!PLAIN.test(sentence) || TECHNICAL.test(sentence)) this.broken.push(`${where} says: ${sentence}`);
    this.said.add(sentence);
    await this.compare(where);
    this.#writes.heal();
  }

  /** The counts that are shown are those that are written. */
  async compare(where: string): Promise<void> {
    if (this.#core === null) return;
    let trouble = '';
    // Rows are answered between two looks; what differs for good stays different.
    for (let tries = 0; tries < 20; tries += 1) {
      const before = this.#written();
      const listed = await this.core.call('job:list', {});
      if (!listed.ok) return;
      const shown = (listed.value as ChannelResult<'job:list'>).jobs.map((job) => countsOf(job)).sort();
      trouble =
        JSON.stringify(shown) === JSON.stringify(before) ? '' : `shown ${shown.join()} written ${before.join()}`;
      if (trouble === '') return;
      await turn();
    }
    this.broken.push(`${where}: ${trouble}`);
  }

  /** Ends the program, starts it again, and looks whether it shows what it showed, and holds nothing. */
  async end(): Promise<void> {
    this.#writes.heal();
    await this.compare('at the end');
    const shown = await this.#shown();
    this.#checkLocks('at rest', (name) => name.startsWith('job-'));
    await this[Symbol.asyncDispose]();
    this.#checkLocks('closed', () => true);
    await this.open();
    const after = await this.#shown();
    if (after !== shown) this.broken.push(`shown ${shown}, after a restart ${after}`);
    await this.#checkLeftovers();
    await this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const core = this.#core;
    this.#core = null;
    await core?.close();
  }

  async #tryUntilDone(name: string, work: () => ReturnType<Core['call']>): Promise<unknown> {
    for (let tries = 1; ; tries += 1) {
      const before = this.#written();
      const outcome = await within(work(), name);
      if (outcome.ok) return outcome.value;
      const { code, message } = outcome.error;
      if (code === 'internal') this.broken.push(`${name} answers internal`);
      if (/Nothing was changed/.test(message) && this.#written().join() !== before.join())
        this.broken.push(`${name} changed rows and says: ${message}`);
      await this.read(name, message);
      if (tries === MOST_TRIES) throw new Error(`${name} does not go on with room: ${message}`);
    }
  }

  async #shown(): Promise<string> {
    const { jobs } = await this.act('job:list', {});
    const { exports } = await this.act('export:list', {});
    return JSON.stringify([
      jobs.map((job) => countsOf(job)).sort(),
      exports.map(({ id, name, state, rows, reason }) => JSON.stringify([id, name, state, rows, reason])).sort(),
    ]);
  }

  #written(): readonly string[] {
    return this.#ask(
      `SELECT id || ':' || coalesce((SELECT group_concat(state || rows, ' ') FROM
         (SELECT state, sum(rows) AS rows FROM (SELECT CASE state WHEN 'intent' THEN 'waiting' WHEN 'ready' THEN 'waiting' ELSE state END AS state, 1 AS rows
          FROM import_row WHERE job = import_job.id) GROUP BY state ORDER BY state)), '') AS text FROM import_job
       WHERE ${IS_WHOLE} ORDER BY text`,
    );
  }

  /** What an import left that was not made, or not removed, to its end is gone soon after the account is opened. */
  async #checkLeftovers(): Promise<void> {
    for (const end = Date.now() + LONGEST; Date.now() < end; await turn())
      if (this.#ask(`SELECT id AS text FROM import_job WHERE NOT (${IS_WHOLE})`).length === 0) return;
    this.broken.push('after a restart something is left of an import that was not made');
  }

  #ask(sql: string): readonly string[] {
    const path = join(accountFolder(this.#dataFolder), 'journal.sqlite');
    if (!existsSync(path)) return [];
    using journal = new DatabaseSync(path, { readOnly: true, timeout: 2_000 });
    try {
      return journal
        .prepare(sql)
        .all()
        .map(({ text }) => String(text));
    } catch (error) {
      // The tables are not made yet.
      if (error instanceof Error && error.message.startsWith('no such table')) return [];
      throw error;
    }
  }

  #checkLocks(where: string, isMeant: (name: string) => boolean): void {
    const folder = join(accountFolder(this.#dataFolder), 'locks');
    for (const name of existsSync(folder) ? readdirSync(folder) : []) {
      if (!name.endsWith('.sqlite') || !isMeant(name)) continue;
      using lease = takeLease(join(folder, name));
      if (lease === null) this.broken.push(`${where}: the lock ${name} is held`);
    }
  }

  #note(where: string, error: unknown): string {
    // A failure of this campaign may be logged; anything else is a bug.
    const text =
      error instanceof Error ? `${error.message} ${String(error.cause)} ${error.stack ?? ''}` : String(error);
    if (!/disk is full|disk I\/O|database is locked|ENOSPC|EIO/.test(text))
      this.broken.push(`${where} logs a bug: ${text.slice(0, 300)}`);
    return 'bug';
  }
}

const turn = () => setTimeout(5);

function countsOf({ id, counts }: JobSummary): string {
  const { created, refused, unknown, skipped, excluded, waiting } = counts;
  const states = Object.entries({ created, excluded, rejected: refused, skipped, unknown, waiting });
  return `${id}:${states
    .filter(([, rows]) => rows > 0)
    .map(([state, rows]) => `${state}${rows}`)
    .join(' ')}`;
}

async function within<Value>(work: Promise<Value>, name: string): Promise<Value> {
  const done = new AbortController();
  const hangs = setTimeout(LONGEST, undefined, { signal: done.signal }).then(() => {
    throw new Error(`${name} hangs`);
  });
  // Rejects when the work is done, and nobody waits for it any more.
  hangs.catch(() => undefined);
  try {
    return await Promise.race([work, hangs]);
  } finally {
    done.abort();
  }
}
