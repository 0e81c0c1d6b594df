import type { SegmentChange } from '../../shared/contract/segments/segment-changes.ts';
import { Broken } from './broken.ts';
import type { PeoplesWorld } from './people.ts';
import type { Program } from './program.ts';
import type { SegmentLaws, ToldChange } from './segment-laws.ts';
import type { ChangeAsk, PlannedChange } from './segment-plan.ts';
import { answered, awaited } from './waiting.ts';

interface SegmentWorld extends Omit<PeoplesWorld, 'laws'> {
  readonly laws: SegmentLaws;
  readonly counts: { commands: number; refusedCommands: number };
}

/** What people ask of the programs about segments, and what they are told. */
export class SegmentPeople {
  readonly #world: SegmentWorld;

  constructor(world: SegmentWorld) {
    this.#world = world;
  }

  /** Nothing happens when the program or the change is not there. @param draw of what is asked in particular, from 0 to 1 */
  async ask(index: number, what: ChangeAsk, planned: PlannedChange, draw: number): Promise<void> {
    const { programs, laws, counts, tell } = this.#world;
    const program = programs[index];
    if (program == null) return;
    const known = laws.told.get(planned.id);
    if (what === 'begin' ? known !== undefined : known?.is !== 'made') return;
    const told = known ?? laws.asks(planned);
    counts.commands += 1;
    const mayRun = !['pause', 'stop'].includes(what);
    if (mayRun) told.beingAsked.add(program.owner);
    const answer = await this.#asked(program, what, told, draw);
    if (mayRun) told.beingAsked.delete(program.owner);
    if (answer !== 'done') counts.refusedCommands += 1;
    tell(`${program.name} says to ${what} ${planned.id}: ${answer}`);
  }

  /** @returns "done", or why not */
  async #asked(program: Program, what: ChangeAsk, told: ToldChange, draw: number): Promise<string> {
    const { laws } = this.#world;
    const { id } = told;
    told.rests = null;
    switch (what) {
      case 'begin': {
        const answer = await program.begins(told);
        if (answer.kind === 'done') told.is = 'made';
        return wordsOf(answer);
      }
      case 'pause':
      case 'stop': {
        const answer = await program.changes((changes) => changes[what](id));
        const mayGoOn = [...told.beingAsked].some(({ isDead }) => !isDead);
        const isResting = answer.kind === 'done' && ['paused', 'stopped'].includes(answer.value.state);
        if (isResting && told.rests === null && !mayGoOn && !told.isLeaving) told.rests = what;
        return wordsOf(answer);
      }
      case 'resume':
        return wordsOf(await program.changes((changes) => changes.start(id)));
      case 'repair':
        // Those that become unknown in this moment, too.
        laws.allow(told, told.leads);
        return wordsOf(await program.changes((changes) => changes.repair(id)));
      case 'resolve':
        return this.#resolve(program, told, draw);
      case 'undo': {
        const done = laws.doneOf(told);
        const undo = await program.undo(told);
        if (undo.kind !== 'done') return wordsOf(undo);
        const taken = laws.undoes(told, undo.value, done);
        const answer = await program.changes((changes) => changes.start(taken.id));
        if (answer.kind === 'done') taken.is = 'made';
        return wordsOf(answer);
      }
      case 'remove': {
        const mayBeGone = told.isLeaving;
        told.isLeaving = true;
        const answer = await program.changes((changes) => changes.remove(id));
        if (answer.kind === 'done') told.is = 'gone';
        else told.isLeaving = mayBeGone;
        return wordsOf(answer);
      }
    }
  }

  /** A person decides about one batch. */
  async #resolve(program: Program, told: ToldChange, draw: number): Promise<string> {
    const { laws } = this.#world;
    const open = laws.batches(told.id).filter(({ state }) => state === 'unknown' || state === 'refused');
    const batch = open[Math.floor(draw * open.length)];
    if (batch === undefined) return 'nothing to decide';
    const ways = batch.state === 'unknown' ? (['again', 'left'] as const) : (['again', 'halves', 'singly'] as const);
    const way = ways[Math.floor(draw * 97) % ways.length] ?? 'left';
    if (way !== 'left') laws.allow(told, batch.ids);
    const answer = await program.changes((changes) => changes.resolve(told.id, batch.number, way));
    return `${wordsOf(answer)} (${way} batch ${batch.number})`;
  }

  /** What a person does with changes that stand still. Answers whether all are settled. */
  async lookAfter(program: Program): Promise<boolean> {
    const { laws, run } = this.#world;
    let isSettled = true;
    for (const told of [...laws.told.values()]) {
      if (told.is === 'gone') continue;
      // One that begins in this moment may be in no list yet.
      const wasMade = told.is === 'made';
      const all = await awaited(
        run,
        program.changes(async (changes) => changes.all()),
      );
      const change = all.find(({ id }) => id === told.id);
      if (change !== undefined && !(await this.#settle(program, told, change))) isSettled = false;
      if (change !== undefined) continue;
      if (wasMade && !told.isLeaving) throw new Broken('kept', `${told.id} is not in the list`);
      if (told.isLeaving) told.is = 'gone';
    }
    return isSettled;
  }

  async #settle(program: Program, told: ToldChange, { id, state, reason, counts }: SegmentChange): Promise<boolean> {
    const { run, tell, laws } = this.#world;
    told.isLeaving = false;
    if (state === 'running') return false;
    told.rests = null;
    if (state === 'paused' && counts.waiting > 0) {
      tell(`a person resumes ${id}: ${reason}`);
      await answered(
        run,
        program.changes((changes) => changes.start(id)),
      );
      return false;
    }
    for (const { number, state: became } of laws.batches(id)) {
      if (became !== 'unknown') continue;
      tell(`a person leaves batch ${number} of ${id}`);
      await awaited(
        run,
        program.changes((changes) => changes.resolve(id, number, 'left')),
      );
    }
    return state !== 'paused';
  }
}

function wordsOf(answer: { readonly kind: 'done' } | { readonly kind: 'refused'; readonly words: string }): string {
  return answer.kind === 'done' ? 'done' : `no: ${answer.words}`;
}
