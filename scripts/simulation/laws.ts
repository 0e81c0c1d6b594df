import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { RowState } from '../../shared/contract/jobs/jobs.ts';
import { ENDPOINT } from '../../shared/domain/service/services.ts';
import { MINUTE } from '../../shared/domain/time/time.ts';
import { Witness, WITNESS_FILE } from '../../electron/core/imports/jobs/witness/witness.ts';
import { takeLease } from '../../electron/core/storage/lease.ts';
import { commitsOf } from './databases.ts';
import { outside, type Owner } from './owners.ts';
import type { Sent, Wires } from './network.ts';
import type { Plan, PlannedJob } from './plan.ts';
import { Broken } from './broken.ts';
import { ExportLaws } from './export-laws.ts';
import { SegmentLaws } from './segment-laws.ts';

/* What must hold in every life, whatever happens in it. */

/** What a person was told of an import, and said about it. */
export interface Told {
  readonly id: string;
  readonly campaign: string;
  readonly phones: readonly string[];
  /** Phones that a person has put into refused rows since: each may be kept or not. */
  readonly repaired: Map<number, string[]>;
  /** The phone that a row has since, as a person was told. */
  readonly shown: Map<number, string>;
  /** `made`: that it runs. `gone`: that it is deleted. */
  is: 'asked' | 'made' | 'gone';
  /** A deletion was asked for: it may be there or not. */
  isLeaving: boolean;
  /** How it is to be sent, until a person asks for something that may change it. */
  terms: PlannedJob['terms'];
  /** That it is paused or stopped, with nothing asked since. */
  rests: 'pause' | 'stop' | null;
  /** The programs that were asked for what may let it run again, and have not answered. */
  readonly beingAsked: Set<Owner>;
  /** Rows about which a person was told that their word is kept. */
  readonly decided: Map<number, readonly RowState[]>;
}

export interface Row {
  readonly job: string;
  readonly n: number;
  readonly state: RowState;
  readonly leadId: string | null;
}

export class Laws {
  readonly told = new Map<string, Told>();
  readonly segments: SegmentLaws;
  readonly exports: ExportLaws;
  /** By campaign and phone: how often a person's word lets it leave once more. */
  readonly #words = new Map<string, number>();
  /** Phones of deleted imports, by campaign. */
  readonly #deleted = new Set<string>();
  /** Rows that were created, as the journal said. */
  readonly #created = new Set<string>();
  readonly #wires: Wires;
  readonly #plan: Plan;
  #folder = '';
  #log = '';
  #reader: DatabaseSync | null = null;
  #statements: ReturnType<typeof statementsOf> | null = null;
  /** Commits of the programs that the laws have seen, and what the imports were held against with them. */
  #seen = -1;
  #seenImports = '';
  #sentSeen = 0;
  #leadsSeen = 0;
  readonly #leads = new Map<string, number>();

  constructor(wires: Wires, plan: Plan) {
    this.#wires = wires;
    this.#plan = plan;
    this.segments = new SegmentLaws(wires, plan);
    this.exports = new ExportLaws(wires);
    wires.isRecorded = (sent) => this.#isRecorded(sent);
  }

  /** Reads another folder from now on: it was opened, or a power cut put an image in its place. */
  read(folder: string): void {
    this.close();
    this.#folder = folder;
    this.#log = join(folder, 'journal.sqlite-wal');
    const reader = outside(() => new DatabaseSync(join(folder, 'journal.sqlite'), { timeout: 0 }));
    this.#reader = reader;
    this.#statements = outside(() => statementsOf(reader));
    outside(() => this.segments.read(reader));
    outside(() => this.exports.read(folder, reader));
    this.#seen = -1;
    this.#seenImports = '';
  }

  close(): void {
    this.#reader?.close();
    this.#reader = null;
  }

  /** An import is asked for. */
  asks({ id, campaign, phones, terms }: PlannedJob): void {
    const nothing = { decided: new Map(), repaired: new Map(), shown: new Map(), beingAsked: new Set<Owner>() };
    this.told.set(id, { id, campaign, phones, is: 'asked', isLeaving: false, rests: null, terms, ...nothing });
    // A deleted import leaves no trace of its leads but for rows that waited then: they may leave once more.
    for (const phone of phones) if (this.#deleted.has(keyOf(campaign, phone))) this.allow(campaign, phone);
  }

  /** An import is gone, or may be: what it sent is forgotten on purpose. */
  forgets(id: string): void {
    const told = this.told.get(id);
    const repaired = [...(told?.repaired.values() ?? [])].flat();
    for (const phone of [...(told?.phones ?? []), ...repaired]) this.#deleted.add(keyOf(told?.campaign ?? '', phone));
  }

  /** A person says that this lead may leave once more. */
  allow(campaign: string, phone: string): void {
    const key = keyOf(campaign, phone);
    this.#words.set(key, (this.#words.get(key) ?? 0) + 1);
  }

  /** Whether another import has the same lead. */
  isShared(campaign: string, phone: string): boolean {
    let count = 0;
    for (const job of this.told.values()) if (job.campaign === campaign && job.phones.includes(phone)) count += 1;
    return count > 1;
  }

  leadsOf(campaign: string, phone: string): number {
    this.#countLeads();
    return this.#leads.get(keyOf(campaign, phone)) ?? 0;
  }

  rows(): Row[] {
    return listed(this.#statements?.rows).map(([job, n, state, leadId]) => ({
      job: String(job),
      n: Number(n),
      state: state as RowState,
      leadId: typeof leadId === 'string' && leadId !== '' ? leadId : null,
    }));
  }

  /**
   * Something is said to be in doubt: only another client gives cause for that, and a request that arrives after its program
   * has died; no death alone does.
   */
  doubted(words: string): void {
    if (!this.#wires.service.isUsedByOthers && this.#wires.strays === 0) throw new Broken('doubt', words);
  }

  /** After each step of the world. */
  check(): void {
    this.#checkSent();
    this.segments.checkSent();
    this.#countLeads();
    if (this.#statements === null) return;
    const { all, imports } = commitsOf(this.#log);
    if (all === this.#seen) return;
    this.#seen = all;
    this.#checkLedger();
    this.segments.check();
    this.exports.check();
    const told = [...this.told.values()].map(({ is, isLeaving, rests, decided }) => [
      is,
      isLeaving,
      rests,
      decided.size,
    ]);
    const basis = [imports, this.#leadsSeen, ...told].join();
    if (basis === this.#seenImports) return;
    this.#seenImports = basis;
    const jobs = this.#statements.jobs.all();
    const rows = this.rows();
    this.#checkJobs(jobs, rows);
    for (const row of rows) this.#checkRow(row);
  }

  /** What left: nothing of an import that rests, as a person was told. */
  #checkSent(): void {
    const { sent } = this.#wires;
    for (; this.#sentSeen < sent.length; this.#sentSeen += 1) {
      const one = sent[this.#sentSeen];
      if (one?.hasLeft !== true) continue;
      if (!one.isRecorded) throw new Broken('record', `${one.phone} left, and the record of what was sent lacks it`);
      if (this.isShared(one.campaign, one.phone)) continue;
      for (const job of this.told.values()) {
        const row = rowOf(job, one.phone);
        if (job.campaign !== one.campaign || row === 0) continue;
        const shown = job.shown.get(row) ?? one.phone;
        if (shown !== one.phone)
          throw new Broken('shown', `row ${row} of ${job.id} left as ${one.phone}, and was shown as ${shown}`);
        this.#checkTerms(job, one);
        if (job.rests !== null)
          throw new Broken('rests', `${one.phone} of ${job.id} left after a person was told: ${job.rests}`);
      }
    }
  }

  /** Nothing leaves before its time, and no more than a trial has, until a person lets the rest go. */
  #checkTerms(job: Told, { phone, at }: Sent): void {
    const { startMinute = 0, trial = 0 } = job.terms;
    if (at < startMinute * MINUTE) throw new Broken('terms', `${phone} of ${job.id} left before its time`);
    const own = this.#wires.sent.filter(
      (sent) => sent.hasLeft && sent.campaign === job.campaign && !this.isShared(job.campaign, sent.phone),
    );
    const rows = new Set(own.map((sent) => rowOf(job, sent.phone)));
    rows.delete(0);
    if (trial > 0 && rows.size > trial)
      throw new Broken('terms', `${rows.size} rows of ${job.id} left in a trial of ${trial}`);
  }

  /** A journal that loses its end is found out by the record. The lead of several imports may be of any of them. */
  #isRecorded({ campaign, phone }: Sent): boolean {
    const memory = outside(() => new Witness(join(this.#folder, WITNESS_FILE)).read());
    return [...this.told.values()].some(
      (job) => job.campaign === campaign && memory.jobs.get(job.id)?.sent.has(rowOf(job, phone)) === true,
    );
  }

  /** Nothing twice without a person's word. */
  #countLeads(): void {
    const { leads } = this.#wires.service;
    for (; this.#leadsSeen < leads.length; this.#leadsSeen += 1) {
      const lead = leads[this.#leadsSeen];
      if (lead === undefined) continue;
      const key = keyOf(lead.campaign, lead.phone);
      const count = (this.#leads.get(key) ?? 0) + 1;
      this.#leads.set(key, count);
      if (count > 1 + (this.#words.get(key) ?? 0)) {
        this.#leadsSeen += 1;
        throw new Broken('twice', `${key} was created ${count} times`);
      }
    }
  }

  /** An import that a person was told of is there, and its counts add up. */
  #checkJobs(jobs: readonly Record<string, unknown>[], rows: readonly Row[]): void {
    const seen = new Set<string>();
    const tallies = new Map<string, Map<string, number>>();
    for (const [job, state, count] of listed(this.#statements?.tally))
      addTo(tallies, String(job), String(state), Number(count));
    const counts = new Map<string, Map<string, number>>();
    for (const { job, state } of rows) addTo(counts, job, state, 1);
    const none = new Map<string, number>();
    for (const job of jobs) {
      const id = String(job['id']);
      if (job['wish'] === 'make' || job['wish'] === 'delete') continue;
      seen.add(id);
      const told = this.told.get(id);
      if (told?.is === 'gone') throw new Broken('ghost', `${id} was deleted and is there`);
      const own = counts.get(id) ?? none;
      const tally = tallies.get(id) ?? none;
      for (const state of new Set([...own.keys(), ...tally.keys()]))
        if ((tally.get(state) ?? 0) !== (own.get(state) ?? 0))
          throw new Broken('counts', `${id} counts ${tally.get(state) ?? 0} rows as ${state}`);
      const found = [...own.values()].reduce((sum, count) => sum + count, 0);
      if (found !== Number(job['rows'])) throw new Broken('lost', `${id} has ${found} of ${Number(job['rows'])} rows`);
      if (job['hold'] === 'older') this.doubted(`${id} waits: ${String(job['hold_reason'])}`);
      if (told?.rests === 'pause' && job['wish'] === 'run')
        throw new Broken('kept', `a person was told that ${id} is paused, and it is to run`);
    }
    for (const { id, is, isLeaving } of this.told.values())
      if (is === 'made' && !isLeaving && !seen.has(id)) throw new Broken('kept', `${id} was begun and is not there`);
  }

  #checkRow(row: Row): void {
    const job = this.told.get(row.job);
    if (job === undefined || row.n > job.phones.length || job.isLeaving) return;
    const name = `row ${row.n} of ${row.job}`;
    const phones = phonesOf(job, row.n);
    const leads = phones.reduce((sum, phone) => sum + (this.#leads.get(keyOf(job.campaign, phone)) ?? 0), 0);
    const rowKey = `${row.job} ${row.n}`;
    if (this.#created.has(rowKey) && row.state !== 'created')
      throw new Broken('kept', `${name} was created, and is ${row.state} now`);
    const decided = job.decided.get(row.n);
    if (decided?.includes(row.state) === false)
      throw new Broken('kept', `a person was told that ${name} is ${decided.join(' or ')}, and it is ${row.state}`);
    if (row.state === 'created') {
      this.#created.add(rowKey);
      if (leads === 0) throw new Broken('true', `${name} is created, and the service has no lead of it`);
      if (
        row.leadId !== null &&
        !this.#wires.service.leads.some((lead) => lead.id === row.leadId && phones.includes(lead.phone))
      )
        throw new Broken('true', `${name} has the lead ${row.leadId}, which is another one`);
    }
    const isOwn = phones.every(
      (phone) => !this.isShared(job.campaign, phone) && !this.#words.has(keyOf(job.campaign, phone)),
    );
    if (isOwn && leads > 1) throw new Broken('twice', `${name} was created ${leads} times`);
    if (isOwn && leads > 0 && ['ready', 'rejected', 'skipped'].includes(row.state))
      throw new Broken('forgotten', `${name} is ${row.state}, and the service has its lead`);
    if (row.state === 'unknown' && isOwn && !phones.some((phone) => this.#mayBeUnknown(job.campaign, phone)))
      throw new Broken('unknown', `${name} is unknown, and its answer was read`);
  }

  /**
   * Whether a request of it had no answer, or its program died: it may not have written the answer. While the disk is full a
   * program that lives cannot either, and another one may settle its rows first when there is room (docs/evidence/simulation.md).
   */
  #mayBeUnknown(campaign: string, phone: string): boolean {
    const { programs, events } = this.#plan;
    const mayBeFirst = programs > 1 && events.some(({ deed }) => deed.kind === 'full');
    const own = (sent: Sent) => sent.phone === phone && sent.campaign === campaign;
    return this.#wires.sent.some((sent) => own(sent) && (mayBeFirst || !sent.isAnswered || sent.owner.isDead));
  }

  /**
   * The quota's ledger is never below the service's count of what came from here, of one program or several. A request that
   * arrives after its program has died is in no count that was read meanwhile, and one that left in the day before is in
   * the ledger of that day.
   */
  #checkLedger(): void {
    const ledger = this.#statements?.ledger.get(ENDPOINT.createLeads);
    // Requests around the end of a day may count in the next one: the ledger has them apart.
    const used = Number(ledger?.['used'] ?? 0) + borderIn(String(ledger?.['details'] ?? ''));
    const { service, strays, overnight } = this.#wires;
    const { ownUse } = service;
    if (used + strays + overnight < ownUse)
      throw new Broken('quota', `the ledger says ${used}, the service counted ${ownUse}`);
  }

  /** Whether there are jobs or changes that a program did not make, or remove, to the end. */
  hasUnfinished(): boolean {
    const isImport = this.#statements?.unfinished.get() !== undefined;
    return isImport || this.segments.hasUnfinished() || this.exports.hasUnfinished();
  }

  /** At the end, with every import settled and every program closed. */
  checkEnd(): void {
    this.#seen = -1;
    this.#seenImports = '';
    this.check();
    if (this.hasUnfinished()) throw new Broken('ghost', 'what is left of something is still there after an opening');
    for (const row of this.rows()) {
      const job = this.told.get(row.job);
      const name = `row ${row.n} of ${row.job}`;
      if (job === undefined || job.isLeaving) continue;
      if (['ready', 'intent', 'unknown'].includes(row.state))
        throw new Broken('settles', `${name} is ${row.state} at the end`);
      if (row.state === 'rejected' && !phonesOf(job, row.n).some((phone) => this.#plan.refused.has(phone)))
        throw new Broken('true', `${name} is refused, and nobody refuses it`);
    }
    this.segments.checkEnd();
    this.exports.checkEnd();
    const locks = join(this.#folder, 'locks');
    for (const name of existsSync(locks) ? readdirSync(locks).filter((file) => file.endsWith('.sqlite')) : []) {
      using lease = takeLease(join(locks, name));
      if (lease === null) throw new Broken('lease', `${name} is held, and nobody is there`);
    }
    const witness = join(this.#folder, WITNESS_FILE);
    const record = existsSync(witness) ? readFileSync(witness, 'utf8') : '';
    for (const { id, is } of this.told.values()) {
      if (is !== 'gone') continue;
      if (record.includes(`"${id}"`))
        throw new Broken('ghost', `the record of what was sent names ${id}, which was deleted`);
      for (const table of ['row', 'cell', 'attempt', 'tally', 'lead', 'word'])
        if (this.#reader?.prepare(`SELECT 1 FROM import_${table} WHERE job = ?`).get(id) !== undefined)
          throw new Broken('ghost', `import_${table} has rows of ${id}, which was deleted`);
    }
  }
}

/** Requests around the end of a day, as the ledger keeps them: it stays the same for long. */
function borderIn(details: string): number {
  if (details === '') return 0;
  if (details !== lastBorder.details) {
    const { byWhom } = JSON.parse(details) as { readonly byWhom?: { readonly border?: number } };
    lastBorder = { details, border: byWhom?.border ?? 0 };
  }
  return lastBorder.border;
}

let lastBorder = { details: '', border: 0 };

function addTo(sums: Map<string, Map<string, number>>, job: string, state: string, count: number): void {
  const own = sums.get(job) ?? new Map<string, number>();
  sums.set(job, own.set(state, (own.get(state) ?? 0) + count));
}

/** Rows as lists of their values: there are many. */
function listed(statement: StatementSync | undefined): SQLOutputValue[][] {
  return (statement?.all() ?? []) as unknown as SQLOutputValue[][];
}

/** All that a row may have as its phone. */
export function phonesOf({ phones, repaired }: Told, n: number): string[] {
  return [...phones.slice(n - 1, n), ...(repaired.get(n) ?? [])];
}

/** The number of the row that may have this phone; 0: none has. */
function rowOf(job: Told, phone: string): number {
  const repaired = [...job.repaired].find(([, phones]) => phones.includes(phone));
  return repaired?.[0] ?? job.phones.indexOf(phone) + 1;
}

function keyOf(campaign: string, phone: string): string {
  return `${campaign} ${phone}`;
}

function statementsOf(reader: DatabaseSync) {
  const lists = (sql: string) => {
    const statement = reader.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  return {
    jobs: reader.prepare('SELECT id, rows, wish, hold, hold_reason FROM import_job'),
    unfinished: reader.prepare("SELECT 1 FROM import_job WHERE wish IN ('make', 'delete')"),
    rows: lists('SELECT job, n, state, lead_id FROM import_row ORDER BY job, n'),
    tally: lists('SELECT job, state, rows FROM import_tally'),
    ledger: reader.prepare('SELECT used, details FROM quota_ledger WHERE service = ?'),
  };
}
