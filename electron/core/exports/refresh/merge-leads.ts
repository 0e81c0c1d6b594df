// Why: decision 0131.
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { FilterCheck } from '../../../../shared/contract/exports/answered.ts';
import type { Refresh } from '../../../../shared/contract/exports/refresh.ts';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';
import { AnswerCheck } from '../intake/answer-check.ts';
import type { AskedFilter } from '../intake/question.ts';
import { isOlder, serviceMoment } from '../queries/service-moment.ts';
import { openResult } from '../result/open-result.ts';
import { LeadMatch } from './lead-match.ts';
import { type Cells, MergedRows } from './merged-rows.ts';

/** Rows that are looked at between two turns of the thread. */
const STEP = 2000;

export interface MergeRequest {
  /** File of a result with the leads that came, each once. */
  readonly from: string;
  /** Paths of the columns of the result as it will be: its own first, in their order, then those that came. */
  readonly paths: readonly string[];
  /** By column of the leads that came: its position in `paths`. */
  readonly places: readonly number[];
  /** Position of the lead's id in `paths`, and of the time of its last change; -1 when no lead has one. */
  readonly ids: number;
  readonly times: number;
  /**
   * What the service's wall clock showed when the leads of the result came, `yyyy-MM-ddTHH:mm:ss`. A later time among them is of
   * a clock that was set back since, and says nothing of what changed last.
   */
  readonly fetchedAt: string;
  /** What the result asked for, in the order of its bits, and the zone of the times. */
  readonly filters: readonly AskedFilter[];
  readonly zone: string;
  /** Bits of the filters that the service was not asked for again: a lead that does not fit them leaves the result. */
  readonly leaves: number;
  /** Position in `paths` of the closure, when a lead that shows none leaves the result, too; -1: it stays. */
  readonly closure: number;
}

/** What became of the leads that came. `filters` and `asked`: by how much the figures of the answer change. */
export interface MergedLeads extends Readonly<Refresh['merged']> {
  readonly filters: readonly FilterCheck[];
  readonly asked: number;
}

export interface MergeContext {
  readonly signal: AbortSignal;
  readonly letOtherWorkRun: () => Promise<void>;
}

/**
 * Merges leads into a result by their ids: the state that was changed last stays. It is one transaction on a connection of
 * its own: other readers see the result as it was until all is done, and after an error or a cancel it is as it was.
 * Memory does not grow with the leads.
 *
 * @throws FileTrouble `badChoice` for leads without an id; the signal's reason
 */
export async function mergeLeads(path: string, request: MergeRequest, context: MergeContext): Promise<MergedLeads> {
  using database = openResult(path);
  database.prepare('ATTACH ? AS came').run(`${pathToFileURL(request.from).href}?mode=rw`);
  database.exec('BEGIN IMMEDIATE');
  try {
    const merged = await new Merging(database, request, context).run();
    database.exec('COMMIT');
    return merged;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

class Merging {
  readonly #request: MergeRequest;
  readonly #context: MergeContext;
  readonly #rows: MergedRows;
  readonly #match: LeadMatch;
  readonly #check: AnswerCheck;
  readonly #counts = { new: 0, changed: 0, unchanged: 0, removed: 0, others: 0 };

  constructor(database: DatabaseSync, request: MergeRequest, context: MergeContext) {
    this.#request = request;
    this.#context = context;
    this.#rows = new MergedRows(database, request);
    this.#match = new LeadMatch(database, request);
    this.#check = new AnswerCheck(request.filters, request.zone);
  }

  async run(): Promise<MergedLeads> {
    const { paths } = this.#request;
    if (this.#match.withoutId() > 0)
      throw new FileTrouble(
        'badChoice',
        'Leads came without their ids, so it is not known which leads of the result they are.',
      );
    await this.#dropRepeated();
    await this.#match.find(STEP, () => this.#pause());
    await this.#mergeKnown();
    await this.#addNew();
    this.#rows.closeGaps();
    this.#rows.countEdit();
    return { ...this.#counts, filters: this.#check.checks(paths), asked: this.#check.asked };
  }

  /** The result may have a lead twice, as its one answer had: then only its latest state stays. */
  async #dropRepeated(): Promise<void> {
    // Without a column for ids the result has no leads.
    if (this.#request.ids === -1) return;
    for (const numbers of this.#match.repeated()) {
      const states = numbers.map((number) => ({ number, cells: this.#rows.cells(number) }));
      const latest = states.reduce((one, other) => (this.#isOlder(other.cells, one.cells) ? one : other));
      for (const state of states) if (state !== latest) this.#drop(state.number, state.cells);
    }
    await this.#pause();
  }

  async #mergeKnown(): Promise<void> {
    const { paths } = this.#request;
    if (this.#rows.came === 0) return;
    for (let from = 1; from <= this.#rows.before; from += STEP) {
      const { differing, same } = this.#match.met(from, from + STEP - 1);
      this.#counts.unchanged += same;
      for (const { at, number } of differing) {
        const before = this.#rows.cells(at);
        const after = this.#rows.cellsThatCame(number);
        if (this.#isOlder(after, before) && !this.#isOfFormerClock(before)) {
          this.#counts.unchanged += 1;
          continue;
        }
        const missed = this.#check.look(after, paths);
        if (!this.#leaves(after, missed)) {
          this.#check.look(before, paths, -1);
          this.#rows.put(at, after, missed);
          this.#counts.changed += 1;
        } else {
          this.#check.look(after, paths, -1);
          this.#drop(at, before);
          this.#counts.removed += 1;
        }
      }
      await this.#pause();
    }
  }

  async #addNew(): Promise<void> {
    const { paths } = this.#request;
    for (let from = 1; from <= this.#rows.came; from += STEP) {
      for (const number of this.#match.fresh(from, from + STEP - 1)) {
        const cells = this.#rows.cellsThatCame(number);
        const missed = this.#check.look(cells, paths);
        if (!this.#leaves(cells, missed)) {
          this.#rows.add(cells, missed);
          this.#counts.new += 1;
        } else {
          this.#check.look(cells, paths, -1);
          this.#counts.others += 1;
        }
      }
      await this.#pause();
    }
  }

  #leaves(cells: Cells, missed: number): boolean {
    const { leaves, closure } = this.#request;
    return (missed & leaves) !== 0 || (closure !== -1 && (cells[closure] ?? '') === '');
  }

  #drop(number: number, cells: Cells): void {
    this.#check.look(cells, this.#request.paths, -1);
    this.#rows.drop(number);
  }

  #isOfFormerClock(before: Cells): boolean {
    const { times, fetchedAt, zone } = this.#request;
    return (serviceMoment(before[times] ?? '', zone) ?? '') > fetchedAt;
  }

  #isOlder(one: Cells, other: Cells): boolean {
    const { times, zone } = this.#request;
    return isOlder(one[times] ?? '', other[times] ?? '', zone);
  }

  async #pause(): Promise<void> {
    await this.#context.letOtherWorkRun();
    this.#context.signal.throwIfAborted();
  }
}
