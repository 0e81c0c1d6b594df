import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';
import { IS_WHOLE } from '../../electron/core/imports/jobs/journal/records/job-records.ts';
import { createPracticeClock } from '../../electron/practice/foundation/clock.ts';
import { mountSmallDisk } from '../../electron/core/storage/small-disk-fixture.ts';
import { startPracticeService } from '../../electron/practice/practice-service.ts';
import { accountFolder, writePeople } from '../campaign/imports.ts';
import type { TellJob } from '../lib/told-jobs.ts';
import { type ClockNight, drawLife, FAULTS, type Life } from './lives.ts';
import { openRoughRoad } from './rough-road.ts';
import type { Orders } from './victim.ts';

/** One kill. */
export interface KillRecord {
  readonly kind: string;
  /** Rows on their way in the journal right after it. */
  readonly doubts: number;
  /** Its job stood still: nothing came forward in `PATIENCE`. What it said last, and how the life before ended; null when not. */
  readonly stuck: string | null;
  /** The moment it was to die at came. */
  readonly wasMet: boolean;
  /** The night of its lane, and whether its clocks were set by then; null: no such night. */
  readonly night: { readonly name: string; readonly isOver: boolean } | null;
}

export interface LaneResult {
  readonly kills: readonly KillRecord[];
  readonly jobs: readonly TellJob[];
  /** Leads as the service accepted them, by name. */
  readonly accepted: readonly string[];
  /** Why an opening was refused, and holds, as the program said them. */
  readonly said: readonly string[];
  readonly hasDisk: boolean;
}

const VICTIM = fileURLToPath(new URL('victim.ts', import.meta.url));
const ROWS = 40;
/** Milliseconds after which a job owes something: a life that is killed before has no time to send a row. */
const OWES = 2_000;
/**
 * Milliseconds. A life that owes something lives on until it has brought it: so a slow machine is not taken for a job that
 * stands still. No wait that this service causes lasts longer than a minute.
 */
const PATIENCE = 90_000;
/** Milliseconds between two looks at what came forward. */
const LOOK = 200;
const LONGEST_END = 60_000;
/** Lines of a life that stood still. */
const LAST_LINES = 4;
/** Rows that are sent after the last kill. */
const LAST_ROWS = 3;

/** Milliseconds of a night before its clocks are set: enough for some lives on both sides. */
const BEFORE_THE_CHANGE = 30_000;

/**
 * Kills the program `kills` times on one data folder, against one service.
 *
 * @param night both live from shortly before its clocks are set
 */
export async function runLane(
  folder: string,
  kills: number,
  seed: number,
  night: ClockNight | null,
): Promise<LaneResult> {
  const random = seededRandom(seed);
  const ahead = night === null ? 0 : night.at - BEFORE_THE_CHANGE - Date.now();
  mkdirSync(folder);
  using disk = mountSmallDisk(join(folder, 'disk'));
  const dataFolder = join(disk?.path ?? folder, 'data');
  await using service = await startPracticeService({
    leads: 40,
    username: 'anna',
    password: 'secret word',
    seed,
    latency: { minimum: 20, maximum: 120 },
    clock: createPracticeClock({ start: Date.now() + ahead }),
  });
  await using road = await openRoughRoad(service.url);
  road.roughness = () => {
    const drawn = random();
    return drawn < 0.05 ? 'drip' : drawn < 0.1 ? 'interim' : 'none';
  };
  const records: KillRecord[] = [];
  const said: string[] = [];
  let file = 0;
  let isBeginning = true;
  let former = 'none';
  while (records.length < kills) {
    const life = drawLife(random, { isBeginning, hasDisk: disk !== null });
    const path = people(folder, seed, file);
    service.faults.clear();
    for (const fault of FAULTS) service.faults.add(fault);
    if (life.disk === 'full') disk?.fill(random() * 200_000);
    if (life.disk === 'readOnly') disk?.makeReadOnly();
    const before = answered(dataFolder);
    const offset = ahead + life.offset;
    const orders = { dataFolder, url: road.url, file: path, ...life, offset } satisfies Orders & Life;
    const twin = life.hasTwin ? new Victim({ ...orders, killAt: null }) : null;
    const victim = new Victim(orders);
    road.onRequest = () => life.wire === 'request' && victim.kill();
    road.onAnswer = () => life.wire === 'answer' && victim.kill();
    const stood = await victim.live(
      life,
      () => life.task === 'send' && life.disk === 'whole' && answered(dataFolder) === before,
    );
    twin?.kill();
    await twin?.gone;
    if (life.disk !== 'whole') disk?.heal();
    said.push(...victim.lines.filter((line) => /^(refused|held)/.test(line)));
    const isDone = victim.lines.includes('done');
    isBeginning = isDone;
    if (isDone) file += 1;
    if (!victim.wasKilled) continue;
    records.push({
      kind: life.kind,
      doubts: onTheirWay(dataFolder),
      stuck: stood ? `${life.kind} after ${former}: ${victim.lines.slice(-LAST_LINES).join(' | ')}` : null,
      wasMet: life.killAt === null || victim.wasSelfKilled,
      night: night && { name: night.name, isOver: Date.now() + ahead >= night.at },
    });
    former = `${life.kind}${life.offset === 0 ? '' : ` by ${life.offset} ms`}`;
    if (life.isTorn) tearLog(dataFolder, random());
    isBeginning = victim.lines.length === 0 ? isBeginning : !hasJobOf(dataFolder, `people-${file}.csv`);
  }
  service.faults.clear();
  // However early the kills came, the program then sends rows.
  const goal = service.ledger.accepted + LAST_ROWS;
  const path = people(folder, seed, file);
  const sender = new Victim({ dataFolder, url: road.url, file: path, offset: ahead, killAt: null, task: 'send' });
  await sender.until(() => service.ledger.accepted >= goal);
  const last = new Victim({ dataFolder, url: road.url, file: '', offset: ahead, killAt: null, task: 'end' });
  await last.end(LONGEST_END);
  const accepted = service.ledger.entries().map(({ data }) => String(data['FirstName']));
  const jobs = last.lines.filter((line) => line.startsWith('job ')).map((line) => JSON.parse(line.slice(4)) as TellJob);
  if (!last.lines.includes('told')) throw new Error(`The last look failed: ${last.lines.join(' | ')} ${last.trouble}`);
  return { kills: records, jobs, accepted, said, hasDisk: disk !== null };
}

/** Answers its path. */
function people(folder: string, seed: number, file: number): string {
  const path = join(folder, `people-${file}.csv`);
  if (existsSync(path)) return path;
  const names = Array.from({ length: ROWS }, (_, index) => `Person ${seed}-${file}-${index + 1}`);
  return writePeople(path, names, 30_000_000 + file * ROWS);
}

/** The program in a process of its own. */
class Victim {
  readonly lines: string[] = [];
  readonly gone: Promise<void>;
  trouble = '';
  wasKilled = false;
  wasSelfKilled = false;
  readonly #child: ChildProcess;
  #goingAt: number | null = null;
  #onLine: () => void = () => undefined;

  constructor(orders: Orders) {
    this.#child = spawn(process.execPath, [VICTIM, JSON.stringify(orders)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let rest = '';
    this.#child.stdout?.on('data', (piece: Buffer) => {
      const lines = (rest + piece.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        this.lines.push(line);
        if (line === 'going') this.#goingAt = Date.now();
      }
      this.#onLine();
    });
    this.#child.stderr?.on('data', (piece: Buffer) => (this.trouble += piece.toString()));
    this.gone = new Promise((resolve) => {
      this.#child.on('close', (_code, signal) => {
        this.wasSelfKilled = signal === 'SIGKILL' && !this.wasKilled;
        this.wasKilled ||= signal === 'SIGKILL';
        resolve();
      });
    });
  }

  kill(): void {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.wasKilled = true;
    this.#child.kill('SIGKILL');
  }

  /**
   * Resolves when it is dead: killed as it was told, or at its own end. A life that owes something lives until it has brought
   * it, for `PATIENCE` at most; answers whether it stood still that long.
   */
  async live({ after }: Life, isStill: () => boolean): Promise<boolean> {
    let timer: NodeJS.Timeout | null = null;
    let stood = false;
    const end = (isLast: boolean) => {
      const owes = this.#ranFor >= OWES && !this.#isHindered && isStill();
      stood = owes && this.#ranFor >= PATIENCE;
      if (owes && !stood && !isLast) timer = setTimeout(() => end(false), LOOK);
      else this.kill();
    };
    const arm = () => {
      const isTime = after.since === 'start' || this.lines.includes(after.since);
      if (isTime) timer ??= setTimeout(() => end(false), after.milliseconds);
    };
    this.#onLine = arm;
    arm();
    const last = setTimeout(() => end(true), LONGEST_END + PATIENCE);
    await this.gone;
    clearTimeout(last);
    if (timer !== null) clearTimeout(timer);
    return stood;
  }

  /** Milliseconds for which its job has been running. */
  get #ranFor(): number {
    return this.#goingAt === null ? 0 : Date.now() - this.#goingAt;
  }

  /** A person was needed, or another program had the job. */
  get #isHindered(): boolean {
    return this.lines.some((line) => /^(refused|held)/.test(line));
  }

  /** Kills it when `isReached`; resolves when it is dead, or at its own end. */
  async until(isReached: () => boolean): Promise<void> {
    const look = setInterval(() => {
      if (isReached()) this.kill();
    }, 20);
    await this.end(LONGEST_END);
    clearInterval(look);
  }

  async end(most: number): Promise<void> {
    const last = setTimeout(() => this.kill(), most);
    await this.gone;
    clearTimeout(last);
  }
}

const journalOf = (dataFolder: string) => join(accountFolder(dataFolder), 'journal.sqlite');

/** Answers `fallback` while there is no journal that can be read. */
function askJournal(dataFolder: string, sql: string, values: readonly string[], fallback: number): number {
  const path = journalOf(dataFolder);
  if (!existsSync(path)) return fallback;
  try {
    using journal = new DatabaseSync(path, { readOnly: true, timeout: 2_000 });
    return Number(journal.prepare(sql).get(...values)?.['n'] ?? fallback);
  } catch {
    return fallback;
  }
}

function onTheirWay(dataFolder: string): number {
  return askJournal(dataFolder, `SELECT count(*) AS n FROM import_row WHERE state = 'intent'`, [], 0);
}

/** Rows that got an answer, or for which none came while the program lived. */
function answered(dataFolder: string): number {
  const sql = `SELECT count(*) AS n FROM import_attempt
    WHERE step IN ('created', 'rejected', 'takeBack') OR (step = 'unknown' AND detail NOT LIKE 'Sent%')`;
  return askJournal(dataFolder, sql, [], 0);
}

function hasJobOf(dataFolder: string, file: string): boolean {
  const sql = `SELECT count(*) AS n FROM import_job WHERE file_name = ? AND ${IS_WHOLE}`;
  return askJournal(dataFolder, sql, [file], 0) > 0;
}

/** Cuts the write-ahead log of the journal, as a disk that loses its last writes does. */
function tearLog(dataFolder: string, share: number): void {
  const path = `${journalOf(dataFolder)}-wal`;
  if (existsSync(path)) truncateSync(path, Math.floor(statSync(path).size * share));
}
