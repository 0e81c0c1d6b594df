// Why: decision 0193.
import type { ChannelArgs, ChannelResult } from '../../../../shared/contract/channels.ts';
import type { RefusedCellsChange, Repaired } from '../../../../shared/contract/jobs/repair-channels.ts';
import type { CellsPreview } from '../../../../shared/contract/check/check-acts.ts';
import { actWords, cellChanger } from '../../../../shared/domain/check/cell-act.ts';
import { editedCells } from '../../../../shared/domain/check/edited-cells.ts';
import { format } from '../../../../shared/domain/words/format.ts';
import { invalid } from '../../foundation/failure.ts';
import { letOtherWorkRun } from '../../threads/thread-server.ts';
import type { JobCommands } from './job-commands.ts';
import type { JobRecord } from './journal/records/job-records.ts';
import { leadOf } from './journal/records/lead-payload.ts';
import { editsOf, type RefusedRow, valueIn } from './journal/rows/repairs.ts';
import type { ChangedRows, RepairedCells, RowChange } from './journal/rows/row-changes.ts';
import { RowConflict } from './journal/rows/row-steps.ts';
import { RepairJudge } from './repair-judge.ts';
import type { RunningJobs } from './running-jobs.ts';

type Moved = ChannelResult<'job:sendAgain'>;

/** Rows that are moved before other work has a turn: each is a commit of its own, a few milliseconds. */
const ROWS_IN_A_TURN = 10;
/** Cells that a preview shows. */
const EXAMPLES = 8;
/** Characters of a value in the words of a change. */
const SHOWN = 60;

interface RowsRepair {
  /** Under the lock of the journal: another program may put the rows into the queue again, and send them, before it is had. */
  readonly read: () => readonly RefusedRow[];
  readonly editsFor: (row: number) => RepairedCells;
  /** For the screen. */
  readonly wordsFor: (refused: readonly RefusedRow[]) => string;
}

/** What a person can do with the rows that the service refused, while the job runs or later. */
export class RepairCommands {
  readonly #jobs: RunningJobs;
  readonly #commands: JobCommands;

  constructor(jobs: RunningJobs, commands: JobCommands) {
    this.#jobs = jobs;
    this.#commands = commands;
  }

  values({ jobId, reason, column, offset, limit }: ChannelArgs<'job:refusedValues'>) {
    this.#jobs.job(jobId);
    return this.#jobs.store.repairs.values(jobId, { reason }, column, offset, limit);
  }

  /** Sets values of refused rows. Rows that are not refused any more stay as they are. */
  repair({ jobId, edits }: ChannelArgs<'job:repair'>): Repaired {
    const job = this.#jobs.wholeJob(jobId);
    for (const { column } of edits) this.#refuseColumn(job, column);
    const byRow = new Map<number, RepairedCells>();
    for (const { row, column, value } of edits) byRow.set(row, { ...byRow.get(row), [column]: value });
    const [first] = edits;
    return this.#put(job, {
      read: () => this.#jobs.store.repairs.refused(jobId, { rows: [...byRow.keys()] }),
      editsFor: (row) => byRow.get(row) ?? {},
      wordsFor: ([refused]) =>
        byRow.size === 1 && first !== undefined && refused !== undefined
          ? becameWords(job, first.column, valueIn(refused.cells, refused.edits, first.column), first.value)
          : 'Values of refused rows were changed',
    });
  }

  /** Sets the same value in every refused row that has `from` in the column. */
  repairValue({ jobId, reason, column, from, to }: ChannelArgs<'job:repairValue'>): Repaired {
    const job = this.#jobs.wholeJob(jobId);
    this.#refuseColumn(job, column);
    return this.#put(job, {
      read: () => this.#jobs.store.repairs.withValue(jobId, { reason }, column, from),
      editsFor: () => ({ [column]: to }),
      wordsFor: () => becameWords(job, column, from, to),
    });
  }

  /** Changes cells of many refused rows. Without `fillDown`: rows that are not refused lie between those that are. */
  changeCells({ jobId, change }: ChannelArgs<'job:changeCells'>): Repaired {
    const job = this.#jobs.wholeJob(jobId);
    const byRow = new Map<number, RepairedCells>();
    let count = 0;
    return this.#put(job, {
      read: () => {
        const cells = this.#changedCells(job, change);
        count = cells.length;
        for (const { row, column, after } of cells) byRow.set(row.row, { ...byRow.get(row.row), [column]: after });
        return [...new Set(cells.map(({ row }) => row))];
      },
      editsFor: (row) => byRow.get(row) ?? {},
      wordsFor: () => actWords(change.act, count),
    });
  }

  previewCells({ jobId, change }: ChannelArgs<'job:previewCells'>): CellsPreview {
    const cells = this.#changedCells(this.#jobs.wholeJob(jobId), change);
    const lines = this.#jobs.store.lists.rowsAt(
      jobId,
      cells.slice(0, EXAMPLES).map(({ row }) => row.row),
    );
    const lineOf = new Map(lines.map(({ row, line }) => [row, line]));
    return {
      rows: new Set(cells.map(({ row }) => row)).size,
      cells: cells.length,
      examples: cells.slice(0, EXAMPLES).map(({ row, column, before, after }) => ({
        line: lineOf.get(row.row) ?? row.row,
        column,
        before,
        after,
      })),
    };
  }

  #changedCells(job: JobRecord, { act, column, reason }: RefusedCellsChange) {
    if (column !== null) this.#refuseColumn(job, column);
    const sent = job.mapping.flatMap(({ source }) => (source.kind === 'columns' ? source.columns : []));
    const columns = column === null ? [...new Set(sent)] : [column];
    const changer = cellChanger(act);
    return this.#jobs.store.repairs.refused(job.id, { reason }).flatMap((row) =>
      columns.flatMap((at) => {
        const before = valueIn(row.cells, row.edits, at);
        const after = changer(before, before);
        return after === before ? [] : [{ row, column: at, before, after }];
      }),
    );
  }

  /**
   * Puts refused rows into the queue again. Each row is a transaction of its own, so that journal and witness are never more
   * than one step apart: a program that is killed here leaves the other rows refused and repaired.
   */
  async sendAgain({ jobId, rows, reason, onlyFixed }: ChannelArgs<'job:sendAgain'>): Promise<Moved> {
    const jobs = this.#jobs;
    const { repairs } = jobs.store;
    jobs.wholeJob(jobId);
    const which = { rows, reason };
    const chosen = onlyFixed ? repairs.fixed(jobId, which) : repairs.refused(jobId, which).map(({ row }) => row);
    const asked = rows?.length ?? chosen.length;
    if (chosen.length === 0) return { summary: jobs.summary(jobId), changed: 0, stayed: asked };
    const words = `${format.count(chosen.length, 'row')} ${chosen.length === 1 ? 'was' : 'were'} put into the queue again`;
    this.#note(jobId, 'sendAgain', words, withoutCells(chosen));
    using _spared = await this.#commands.stops.skipFirst(jobId);
    const changed = await this.#queue(jobId, chosen);
    return { summary: await this.#commands.goOnWith(jobId), changed, stayed: asked - changed };
  }

  /** Answers how many rows wait again; the others are not refused any more. */
  async #queue(jobId: string, rows: readonly number[]): Promise<number> {
    let changed = 0;
    for (const [index, row] of rows.entries()) {
      if (index > 0 && index % ROWS_IN_A_TURN === 0) await letOtherWorkRun();
      this.#jobs.inTransaction(() => {
        if (!this.#step(jobId, row, 'tryAgain', 'A person sends it again.')) return;
        this.#jobs.store.repairs.setSent(jobId, row, true);
        changed += 1;
      });
    }
    return changed;
  }

  leaveOut({ jobId, rows, reason }: ChannelArgs<'job:leaveOut'>): Moved {
    const jobs = this.#jobs;
    jobs.job(jobId);
    let chosen: number[] = [];
    // Read under the lock, as for a repair.
    jobs.inTransaction(() => {
      chosen = jobs.store.repairs.refused(jobId, { rows, reason }).map(({ row }) => row);
      if (chosen.length === 0) return;
      for (const row of chosen) this.#leaveRowOut(jobId, row);
      this.#note(jobId, 'leaveOut', `${format.count(chosen.length, 'row')} left out`, withoutCells(chosen));
    });
    const asked = rows?.length ?? chosen.length;
    if (chosen.length === 0) return { summary: jobs.summary(jobId), changed: 0, stayed: asked };
    return { summary: jobs.settled(jobId), changed: chosen.length, stayed: asked - chosen.length };
  }

  #leaveRowOut(jobId: string, row: number): boolean {
    const refusal = this.#jobs.store.repairs.refusalOf(jobId, row);
    return this.#step(jobId, row, 'leaveOut', `Left out by hand. The service refused it: ${refusal}`);
  }

  /** Takes back the last change that can be, as far as its rows were not sent since. */
  undo({ jobId, change: id }: ChannelArgs<'job:undoChange'>): Moved {
    const jobs = this.#jobs;
    const job = jobs.wholeJob(jobId);
    const { changes } = jobs.store.repairs;
    const change = changes.toUndo(jobId, id);
    if (change === null) throw invalid(`${CHANGED_SINCE} Nothing was undone. Look at the list again.`);
    if (change.rows.length === 0) throw invalid(change.words);
    const rows = change.rows.map(([row]) => row);
    // In this turn no row can leave: those that only wait in the client's queue come back first.
    if (change.kind === 'sendAgain') jobs.runner(jobId)?.callBack(new Set(rows));
    let takenBack: ChangedRows = [];
    jobs.inTransaction(() => {
      // Under the lock of the journal: who begins to run the job in this moment waits for it, and finds the rows taken back.
      if (change.kind === 'sendAgain' && jobs.runsElsewhere(jobs.job(jobId)))
        throw invalid('Another Lead Console on this computer sends the rows of this job. Pause it first, then undo.');
      takenBack = this.#undo(job, change);
      // One for which it is too late stands.
      if (takenBack.length > 0) changes.undone(id, takenBack, jobs.now());
    });
    jobs.runner(jobId)?.look();
    if (jobs.runner(jobId) === null && !jobs.hasRowsLeft(jobId) && job.endedAt === null)
      jobs.store.setEnded(jobId, jobs.now());
    return { summary: jobs.settled(jobId), changed: takenBack.length, stayed: rows.length - takenBack.length };
  }

  /** Makes the change again that was undone last, for the rows that are still as they were then. */
  async redo({ jobId, change: id }: ChannelArgs<'job:redoChange'>): Promise<Moved> {
    const jobs = this.#jobs;
    const job = jobs.wholeJob(jobId);
    const { changes } = jobs.store.repairs;
    const change = changes.toRedo(jobId, id);
    if (change === null) throw invalid(`${CHANGED_SINCE} Nothing was done again. Look at the list again.`);
    const { kind, rows } = change;
    const answer = (changed: number) => ({ summary: jobs.settled(jobId), changed, stayed: rows.length - changed });
    if (kind === 'sendAgain') {
      changes.madeAgain(id);
      using _spared = await this.#commands.stops.skipFirst(jobId);
      const changed = await this.#queue(
        jobId,
        rows.map(([row]) => row),
      );
      return { ...answer(changed), summary: await this.#commands.goOnWith(jobId) };
    }
    let changed = 0;
    jobs.inTransaction(() => {
      changed =
        kind === 'repair'
          ? this.#setAll(job, rows).length
          : rows.filter(([row]) => this.#leaveRowOut(jobId, row)).length;
      changes.madeAgain(id);
    });
    return answer(changed);
  }

  /** Answers the rows that were taken back, with their repaired cells as they were before that. */
  #undo(job: JobRecord, { kind, rows }: RowChange): ChangedRows {
    if (kind === 'repair') return this.#setAll(job, rows);
    const { repairs } = this.#jobs.store;
    return rows.flatMap(([row]) => {
      const step = kind === 'sendAgain' ? 'refusedStill' : 'takeIn';
      if (!this.#step(job.id, row, step, repairs.refusalOf(job.id, row))) return [];
      if (kind === 'sendAgain') repairs.setSent(job.id, row, false);
      return [[row, null] as const];
    });
  }

  /** Gives rows that are refused these repaired cells, and answers what they had. */
  #setAll(job: JobRecord, rows: ChangedRows): ChangedRows {
    const numbers = rows.map(([row]) => row);
    const refused = new Map(this.#jobs.store.repairs.refused(job.id, { rows: numbers }).map((row) => [row.row, row]));
    const judge = this.#judge(job);
    return rows.flatMap(([row, cells]) => {
      const found = refused.get(row);
      if (found === undefined) return [];
      this.#set(job, judge, found, cells);
      return [[row, found.edits] as const];
    });
  }

  #put(job: JobRecord, { read, editsFor, wordsFor }: RowsRepair): Repaired {
    const judge = this.#judge(job);
    const result = { changed: 0, fixed: 0, problem: '' };
    this.#jobs.inTransaction(() => {
      const refused = read();
      result.changed = refused.length;
      if (refused.length === 0) return;
      for (const row of refused) {
        const problem = this.#set(job, judge, row, { ...row.edits, ...editsFor(row.row) });
        if (problem === '') result.fixed += 1;
        else result.problem ||= problem;
      }
      this.#note(
        job.id,
        'repair',
        wordsFor(refused),
        refused.map(({ row, edits }) => [row, edits] as const),
      );
    });
    if (result.changed > 0) this.#jobs.settled(job.id);
    return result;
  }

  /** Values that are those of the file again are not a repair. Answers what the check says against the values. */
  #set(job: JobRecord, judge: RepairJudge, { row, cells }: RefusedRow, wanted: RepairedCells | null): string {
    const edits = Object.fromEntries(
      Object.entries(wanted ?? {}).filter(([column, value]) => value !== (cells[Number(column)] ?? '')),
    );
    const { repairs } = this.#jobs.store;
    const at = this.#jobs.now();
    if (Object.keys(edits).length === 0) {
      repairs.put(job.id, row, null, at);
      this.#jobs.store.changedLead(job, row);
      return NOT_CHANGED;
    }
    const changes = editsOf(edits);
    const problem = judge.problemOf(cells, changes);
    const lead = JSON.stringify(leadOf(job, { n: row, cells: editedCells(cells, changes), payload: null }));
    repairs.put(job.id, row, { edits, problem, lead }, at);
    this.#jobs.store.changedLead(job, row);
    return problem;
  }

  #judge(job: JobRecord): RepairJudge {
    return new RepairJudge(job, this.#jobs.store.originOf(job.id).rules);
  }

  /** False when the row is not in a state for it: it was moved in the meantime. */
  #step(
    jobId: string,
    row: number,
    step: 'tryAgain' | 'refusedStill' | 'leaveOut' | 'takeIn',
    reason: string,
  ): boolean {
    try {
      this.#jobs.store.rows.step(jobId, row, step, { at: this.#jobs.now(), run: this.#jobs.run, reason });
      return true;
    } catch (error) {
      if (error instanceof RowConflict) return false;
      throw error;
    }
  }

  #note(jobId: string, kind: RowChange['kind'], words: string, rows: RowChange['rows']): void {
    const { changes } = this.#jobs.store.repairs;
    changes.add(jobId, { kind, words, rows }, this.#jobs.now(), this.#jobs.run);
  }

  #refuseColumn(job: JobRecord, column: number): void {
    const isSent = job.mapping.some(({ source }) => source.kind === 'columns' && source.columns.includes(column));
    if (!isSent) throw invalid('No field of the lead is filled from this column, so a change of it is not sent.');
  }
}

const CHANGED_SINCE = 'Something else was changed since.';
const NOT_CHANGED = 'The value is the one that the service refused';

const withoutCells = (rows: readonly number[]): ChangedRows => rows.map((row) => [row, null]);

function becameWords({ columns }: JobRecord, column: number, from: string, to: string): string {
  return `${columns[column] ?? 'Column'}: ${quoted(from)} became ${quoted(to)}`;
}

function quoted(value: string): string {
  if (value === '') return 'empty';
  return `“${value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value}”`;
}
