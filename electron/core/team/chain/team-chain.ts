// Why: decision 0428 and decision 0431.
import type { z } from 'zod';
import { ANEW, missingSentence, NOT_YOURS } from '../../../../shared/domain/team/team-words.ts';
import type { ClaimableRow, SentLead, SentLeads } from '../../foundation/lead-claims.ts';
import type { Log } from '../../foundation/ports.ts';
import type { TeamKeys } from '../keys/team-keys.ts';
import { SCRIPT_EDITION } from '../script/team-script.ts';
import { type TeamFunction, type TeamLink, TeamTrouble } from '../link/team-link.ts';
import { checkTeam } from './check-team.ts';
import { nameOf, stateOf } from './office-state.ts';
import {
  declareSchema,
  type Hello,
  helloSchema,
  knownSchema,
  type MoveAnswer,
  moveSchema,
  type Office,
  officesSchema,
  type OtherClaim,
  setBackSchema,
  understood,
} from './team-answers.ts';
import { bytes, type TeamJournal, type TeamMove, type TeamSelf } from './team-journal.ts';

/** Leads in one part of what an office declares. */
const PART = 1000;
/** Answers that ask for another question first, one after the other. More is a database that contradicts itself. */
const MOST_QUESTIONS = 12;

export interface ChainOptions {
  readonly journal: TeamJournal;
  readonly link: TeamLink;
  readonly keys: TeamKeys;
  readonly leads: SentLeads;
  readonly log: Pick<Log, 'note'>;
  /** The address of the service. */
  readonly address: string;
  /** Time zone for the times in its messages. */
  readonly zone: string;
}

/** The rows of one job that are to be claimed. */
export interface WantedRows {
  readonly job: string;
  readonly rows: readonly ClaimableRow[];
  /** Called in the transaction that keeps the answer, for each row. @param other null: the lead is this computer's now */
  readonly settle: (row: ClaimableRow, other: OtherClaim | null) => void;
}

/**
 * All that this journal tells and asks of the team: one move at a time, each naming the one before. Its caller holds the lease
 * of the chain. Every method throws TeamTrouble when the team cannot be asked; nothing is lost then.
 */
export class TeamChain {
  /** The database goes on with the script of an earlier version, as it said when it was looked at last. */
  hasOldScript = false;
  readonly #options: ChainOptions;

  constructor(options: ChainOptions) {
    this.#options = options;
  }

  /** Claims rows, gives back and tells what there is. A move that has no answer yet is asked again first, with the same words. */
  async move({ job, rows, settle }: WantedRows): Promise<void> {
    const { journal, keys, leads } = this.#options;
    await this.#finishPending();
    for (let tries = 0; tries < MOST_QUESTIONS; tries += 1) {
      const move = journal.begin(job, rows, (digest) => leads.mayHaveArrived(digest));
      const answer = await this.#ask(move);
      if (answer === null) continue;
      await this.#know(answer);
      const others = new Map(answer.others.map((other) => [other.key, other]));
      journal.together(() => {
        this.#keep(move, answer);
        for (const row of rows) {
          const other = others.get(keys.ofLead(row.digest)) ?? null;
          if (other !== null) journal.passedOver(job, row.n, other.isCreated ? 'created' : 'taken');
          settle(row, other);
        }
      });
      return;
    }
    throw contradiction();
  }

  /** Asks again for a move of which nobody knows whether it was done. Nobody waits for its rows any more: they are given back. */
  async #finishPending(): Promise<void> {
    const { journal, leads } = this.#options;
    const move = journal.pending();
    if (move === null) return;
    const answer = await this.#ask(move);
    if (answer === null) return;
    journal.together(() => {
      this.#keep(move, answer);
      // A colleague's leads, too: this computer may have them beside that one. Of what it does not have nothing is given back.
      for (const digest of move.take) if (!leads.mayHaveArrived(bytes(digest))) journal.giveLater(bytes(digest));
    });
  }

  #keep(move: TeamMove, { moves, me }: MoveAnswer): void {
    const { journal } = this.#options;
    journal.done(move);
    journal.heard(moves, me);
  }

  /** The answer to a move that was done; null when it went with the former identity of this journal. */
  async #ask(move: TeamMove): Promise<MoveAnswer | null> {
    const { journal, zone } = this.#options;
    for (let questions = 0; questions < MOST_QUESTIONS; questions += 1) {
      const self = this.#self();
      const answer = await this.#call('move_v1', moveSchema, this.#moveRequest(self, move));
      switch (answer.verdict) {
        case 'done':
          return answer;
        case 'setBack':
        case 'undeclared':
          // Declaring sees to either.
          break;
        case 'stranger':
          // It was never told of this office, or has forgotten it.
          if (self.id !== null) await this.#setBack();
          break;
        case 'forked':
          if (answer.moveNo >= self.no) return this.#beginAnew();
          // The database is older than this journal.
          await this.#setBack();
          break;
        case 'waits': {
          const missing = answer.missing.map((office) => ({ name: this.#nameOf(office), heardAt: office.heardAt }));
          throw new TeamTrouble('team', missingSentence(missing, zone));
        }
        case 'notYours':
          throw new TeamTrouble('teamPerson', NOT_YOURS);
      }
      await this.declare();
      // Declaring may have begun a chain anew.
      if (journal.pending()?.next !== move.next) return null;
    }
    throw contradiction();
  }

  #moveRequest(self: TeamSelf, move: TeamMove): object {
    const toKeys = (digests: readonly string[]) => digests.map((digest) => this.#options.keys.ofLead(bytes(digest)));
    return {
      office: self.office,
      incarnation: self.incarnation,
      seen: self.seen,
      prev: self.head,
      next: move.next,
      give: toKeys(move.give),
      created: toKeys(move.created),
      take: toKeys(move.take),
      insist: toKeys(move.insist),
      insistTaken: toKeys(move.insistTaken),
    };
  }

  async #beginAnew(): Promise<null> {
    const { journal, log } = this.#options;
    log.note(ANEW);
    journal.beginAnew();
    await this.declare();
    return null;
  }

  /**
   * Tells the team everything that ever left this computer, and what it gave back: a database that was put back may have forgotten
   * either. From then on this office is one of those that may send.
   */
  async declare(): Promise<void> {
    await this.check();
    const { journal, keys, leads } = this.#options;
    let after: Pick<SentLead, 'job' | 'n'> = { job: '', n: 0 };
    const givenBack = () => journal.given((digest) => leads.mayHaveArrived(digest));
    let given = givenBack();
    for (let troubles = 0; troubles < MOST_QUESTIONS;) {
      const self = this.#self();
      const part = leads.sentAfter(after.job, after.n, PART);
      const isLast = part.length < PART && given.length <= PART;
      const answer = await this.#call('declare_v1', declareSchema, {
        office: self.office,
        former: self.former,
        incarnation: self.incarnation,
        seen: self.seen,
        head: self.head,
        // Perhaps it was done, and only its answer was lost.
        next: journal.pending()?.next ?? null,
        no: self.no,
        state: stateOf(keys, self),
        give: given.slice(0, PART).map((digest) => keys.ofLead(digest)),
        keys: part.map(({ digest }) => keys.ofLead(digest)),
        created: part.filter(({ isCreated }) => isCreated).map(({ digest }) => keys.ofLead(digest)),
        last: isLast,
      });
      if (answer.verdict === 'notYours') throw new TeamTrouble('teamPerson', NOT_YOURS);
      if (answer.verdict === 'done') {
        if (isLast) {
          journal.heard(answer.moves, answer.me);
          await this.offices();
          return;
        }
        after = part.at(-1) ?? after;
        given = given.slice(PART);
        continue;
      }
      troubles += 1;
      after = { job: '', n: 0 };
      if (answer.verdict === 'forked') {
        this.#options.log.note(ANEW);
        journal.beginAnew();
      } else await this.#setBack();
      given = givenBack();
    }
    throw contradiction();
  }

  /** A person knows that the database was put back, and that nobody can notice it by themselves. */
  async restored(): Promise<void> {
    await this.#setBack(true);
    await this.declare();
  }

  async #setBack(isSaid = false): Promise<void> {
    await this.check();
    const { journal } = this.#options;
    const { office, incarnation, seen, no } = this.#self();
    const known = journal.colleagues().map(({ code, login, state }) => ({ code, login, state }));
    const answer = await this.#call('set_back_v1', setBackSchema, {
      office,
      incarnation,
      seen,
      no,
      isSaid,
      known,
    });
    journal.together(() => {
      journal.enter(answer.incarnation);
      journal.heard(answer.moves, null);
    });
  }

  /** All offices of the team, this one among them. The others are remembered. */
  async offices(): Promise<Office[]> {
    const { journal } = this.#options;
    const { offices } = await this.#call('offices_v1', officesSchema, {});
    const { office } = this.#self();
    journal.setColleagues(offices.filter(({ code }) => code !== office));
    return offices;
  }

  /** @returns false when the team has no such office */
  async leave(office: number): Promise<boolean> {
    return (await this.#call('leave_v1', knownSchema, { office })).verdict === 'done';
  }

  /** Whether this is still the database of the team. @throws TeamTrouble when it is not, or cannot be used */
  async check(): Promise<Hello> {
    const hello = await this.#call('hello_v1', helloSchema, {});
    const { team, keyForm } = this.#self();
    checkTeam(hello, { keys: this.#options.keys, address: this.#options.address, team, keyForm });
    this.hasOldScript = hello.edition < SCRIPT_EDITION;
    return hello;
  }

  /**
   * Declares when the database was put back. All who send wait for that, also for a computer that has nothing to send.
   *
   * @param isKnown false: the database answered that it does not know this computer; a move finds out why
   */
  async keepUp(isKnown = true): Promise<void> {
    const { incarnation, moves } = await this.check();
    const self = this.#self();
    if (incarnation !== self.incarnation || moves < self.seen) await this.declare();
    else if (!isKnown) await this.move({ job: '', rows: [], settle: () => undefined });
  }

  /** Remembers every new office, to show its name, and to wait for it if the database forgets it. */
  async #know({ me, newest }: MoveAnswer): Promise<void> {
    const known = this.#options.journal.colleagues().map(({ id }) => id);
    if (Math.max(me ?? 0, ...known) < newest) await this.offices();
  }

  #nameOf(office: Parameters<typeof nameOf>[1]): string {
    return nameOf(this.#options.keys, office);
  }

  #self(): TeamSelf {
    const self = this.#options.journal.self();
    if (self === null)
      throw new TeamTrouble(
        'teamPerson',
        'This account is not in a team on this computer. Join the team first. Nothing is sent meanwhile.',
      );
    return self;
  }

  async #call<Schema extends z.ZodType>(name: TeamFunction, schema: Schema, request: object): Promise<z.infer<Schema>> {
    return understood(schema, await this.#options.link.call(name, request));
  }
}

function contradiction(): TeamTrouble {
  return new TeamTrouble(
    'team',
    'The team’s database keeps asking for what it was just told. Rows wait; Lead Console tries again on its own.',
  );
}
