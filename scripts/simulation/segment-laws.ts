import type { DatabaseSync } from 'node:sqlite';
import { Broken } from './broken.ts';
import type { SentChange, Wires } from './network.ts';
import type { Owner } from './owners.ts';
import type { Plan } from './plan.ts';
import type { PlannedChange } from './segment-plan.ts';

/* What must hold of the changes of segments in every life. */

/** What a person was told of a change, and said about it. */
export interface ToldChange extends PlannedChange {
  /** `made`: that it runs. `gone`: that it is deleted. */
  is: 'asked' | 'made' | 'gone';
  isLeaving: boolean;
  /** That it is paused or stopped, with nothing asked since. */
  rests: 'pause' | 'stop' | null;
  readonly beingAsked: Set<Owner>;
  /** By lead: how often a person's word lets it go once more. */
  readonly words: Map<string, number>;
}

interface Batch {
  readonly change: string;
  readonly number: number;
  readonly state: string;
  readonly leads: number;
  readonly ids: readonly string[];
  /** Refused by name, or unknown to the service. */
  readonly without: readonly string[];
}

export class SegmentLaws {
  readonly told = new Map<string, ToldChange>();
  readonly #wires: Wires;
  readonly #plan: Plan;
  readonly #moved = new Map<string, number>();
  readonly #done = new Set<string>();
  #movesSeen = 0;
  #sentSeen = 0;
  #reader: DatabaseSync | null = null;

  constructor(wires: Wires, plan: Plan) {
    this.#wires = wires;
    this.#plan = plan;
  }

  read(reader: DatabaseSync): void {
    this.#reader = reader;
  }

  asks(change: PlannedChange): ToldChange {
    const nothing = { beingAsked: new Set<Owner>(), words: new Map<string, number>() };
    const told: ToldChange = { ...change, is: 'asked', isLeaving: false, rests: null, ...nothing };
    this.told.set(change.id, told);
    return told;
  }

  /** Leads of a change that were done by now. */
  doneOf({ id, leads }: ToldChange): readonly string[] {
    return leads.filter((lead) => this.#done.has(`${id} ${lead}`));
  }

  /** A person wants a change undone: with all that was done when they asked, and nothing that the service did not do. */
  undoes({ id, kind }: ToldChange, undo: PlannedChange, done: readonly string[]): ToldChange {
    const strange = undo.leads.find((lead) => (this.#moved.get(`${kind} ${lead}`) ?? 0) === 0);
    if (strange !== undefined)
      throw new Broken('true', `the undo of ${id} has ${strange}, which the service did not do`);
    const left = done.find((lead) => !undo.leads.includes(lead));
    if (left !== undefined) throw new Broken('lost', `the undo of ${id} lacks ${left}, which was done`);
    return this.asks(undo);
  }

  /** A person says that these leads may go once more. */
  allow({ words }: ToldChange, leads: readonly string[]): void {
    for (const lead of leads) words.set(lead, (words.get(lead) ?? 0) + 1);
  }

  batches(change?: string): Batch[] {
    if (this.told.size === 0 || this.#reader === null) return [];
    const rows = this.#reader
      .prepare(
        `SELECT b.change, b.number, b.state, b.leads, l.ids, l.missing, l.refused FROM segment_batch b
         JOIN segment_change c ON c.id = b.change JOIN segment_ids l ON l.change = b.change AND l.number = b.number
         WHERE c.state <> 'prepared' ORDER BY b.change, b.number`,
      )
      .all();
    const listed = (text: unknown) => JSON.parse(String(text)) as string[];
    return rows
      .map((row) => ({
        change: String(row['change']),
        number: Number(row['number']),
        state: String(row['state']),
        leads: Number(row['leads']),
        ids: listed(row['ids']),
        without: [...listed(row['missing']), ...listed(row['refused'])],
      }))
      .filter((batch) => change === undefined || batch.change === change);
  }

  /** What left, and what the service did: nothing of a change that rests, and nothing twice without a person's word. */
  checkSent(): void {
    const { sentChanges, service } = this.#wires;
    for (; this.#sentSeen < sentChanges.length; this.#sentSeen += 1) {
      const sent = sentChanges[this.#sentSeen];
      if (sent?.hasLeft !== true) continue;
      const told = this.#begunOf(sent.kind).at(-1);
      if (told?.rests != null)
        throw new Broken('rests', `a batch of ${told.id} left after a person was told: ${told.rests}`);
    }
    for (; this.#movesSeen < service.moves.length; this.#movesSeen += 1) {
      const move = service.moves[this.#movesSeen];
      if (move === undefined) continue;
      const key = `${move.kind} ${move.id}`;
      const count = (this.#moved.get(key) ?? 0) + 1;
      this.#moved.set(key, count);
      const words = this.#begunOf(move.kind).reduce((sum, told) => sum + (told.words.get(move.id) ?? 0), 0);
      if (count > 1 + words) {
        this.#movesSeen += 1;
        throw new Broken('twice', `${key} was done ${count} times`);
      }
    }
  }

  /** After each commit. */
  check(): void {
    if (this.told.size === 0) return;
    const states = this.#states();
    const batches = this.batches();
    for (const told of this.told.values()) {
      const state = states.get(told.id) ?? 'prepared';
      if (told.is === 'gone' && states.has(told.id)) throw new Broken('ghost', `${told.id} was deleted and is there`);
      if (told.isLeaving || told.is === 'gone') continue;
      if (told.is === 'made' && state === 'prepared') throw new Broken('kept', `${told.id} was begun and is not there`);
      if (told.rests !== null && state === 'running')
        throw new Broken('kept', `a person was told of ${told.id}: ${told.rests}, and it runs`);
      if (state !== 'prepared') this.#checkBatches(told, batches);
    }
  }

  #checkBatches(told: ToldChange, all: readonly Batch[]): void {
    const batches = all.filter(({ change }) => change === told.id);
    const ids = batches.flatMap((batch) => batch.ids).sort();
    if (ids.join() !== [...told.leads].sort().join())
      throw new Broken('lost', `${told.id} has ${ids.join(' ')} of ${told.leads.join(' ')}`);
    for (const batch of batches) {
      if (batch.leads !== batch.ids.length)
        throw new Broken('counts', `batch ${batch.number} of ${told.id} counts ${batch.leads} leads`);
      for (const lead of batch.ids) this.#checkLead(told, batch, lead);
    }
  }

  #checkLead(told: ToldChange, { number, state, without }: Batch, lead: string): void {
    const name = `${lead} in batch ${number} of ${told.id}`;
    const moves = this.#moved.get(`${told.kind} ${lead}`) ?? 0;
    const isOwn = !told.words.has(lead);
    const isOut = without.includes(lead);
    const key = `${told.id} ${lead}`;
    if (this.#done.has(key) && state !== 'done') throw new Broken('kept', `${name} was done, and is ${state} now`);
    if (isOut && isOwn && !this.#plan.refused.has(lead)) throw new Broken('true', `${name} is refused by nobody`);
    if (state === 'done' && !isOut) {
      this.#done.add(key);
      if (moves === 0 && isOwn) throw new Broken('true', `${name} is done, and the service did not do it`);
    }
    if (!isOwn) return;
    if (moves > 0 && (isOut || state === 'waiting' || state === 'refused'))
      throw new Broken('forgotten', `${name} is ${isOut ? 'refused' : state}, and the service did it`);
    if (state === 'unknown' && !isOut && !this.#mayBeUnknown(told, lead))
      throw new Broken('unknown', `${name} is unknown, and its answer was read`);
  }

  /** As with rows: a request of it had no answer, or its program died or had no room to write it. */
  #mayBeUnknown(told: ToldChange, lead: string): boolean {
    if (this.#plan.events.some(({ deed }) => deed.kind === 'full')) return true;
    return this.#wires.sentChanges.some(
      (sent) => sent.kind === told.kind && sent.ids.includes(lead) && (!sent.isAnswered || sent.owner.isDead),
    );
  }

  /** Changes of a kind that may send. An undo whose program died before it began is left as prepared, and made once more. */
  #begunOf(kind: SentChange['kind']): ToldChange[] {
    const states = this.#states();
    const mayHaveBegun = ({ id, is }: ToldChange) => is !== 'asked' || (states.get(id) ?? 'prepared') !== 'prepared';
    return [...this.told.values()].filter((told) => told.kind === kind && mayHaveBegun(told));
  }

  #states(): Map<string, string> {
    const rows = this.#reader?.prepare('SELECT id, state FROM segment_change').all() ?? [];
    return new Map(rows.map((row) => [String(row['id']), String(row['state'])]));
  }

  /** Whether there are changes that were not kept to the end. */
  hasUnfinished(): boolean {
    return [...this.#states().values()].includes('prepared');
  }

  /** At the end, with every change settled and every program closed. */
  checkEnd(): void {
    this.check();
    const states = this.#states();
    for (const { change, number, state } of this.batches()) {
      const isLeft = state === 'waiting' && states.get(change) === 'stopped';
      if (['waiting', 'sent', 'unknown'].includes(state) && !isLeft && this.told.get(change)?.isLeaving === false)
        throw new Broken('settles', `batch ${number} of ${change} is ${state} at the end`);
    }
    for (const { id, is } of this.told.values())
      for (const table of ['batch', 'ids'])
        if (
          is === 'gone' &&
          this.#reader?.prepare(`SELECT 1 FROM segment_${table} WHERE change = ?`).get(id) !== undefined
        )
          throw new Broken('ghost', `segment_${table} has rows of ${id}, which was deleted`);
  }
}
