import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { TeamTrouble } from '../link/team-link.ts';
import { TeamDatabase } from '../team-database-fixture.ts';
import { digestOf, SpecOffice } from '../team-fixture.ts';

/*
 * Lives of a team, drawn by a seed: offices claim, send, are refused, get no answer and let go, and take over what a silent one did
 * not send; answers of the database are lost, it and folders are put back. Whatever comes, no lead is created twice, and in the end
 * every lead that is left can be sent by somebody.
 */

const LEADS = 60;
const STEPS = 120;
const LOGINS = ['anna', 'bent', 'carla'];

let team: TeamDatabase;
let empty: Blob;

beforeAll(async () => {
  team = await TeamDatabase.open();
  empty = await team.files();
}, 120_000);

afterAll(() => team[Symbol.asyncDispose]());

interface Computer {
  readonly login: string;
  path: string;
  office: SpecOffice;
  claimed: Set<number>;
  /** A copy of its folder, and what it had sent then. */
  copy: {
    readonly path: string;
    readonly created: ReadonlySet<number>;
    readonly unanswered: ReadonlySet<number>;
  } | null;
}

class Life implements Disposable {
  readonly computers: Computer[] = [];
  /** By lead: who created it. */
  readonly created = new Map<number, string[]>();
  readonly done = { cut: 0, folderBack: 0, databaseBack: 0, sent: 0, refused: 0, unanswered: 0, takenOver: 0 };
  readonly #folder = specFolder('team-life');
  #state: number;
  #copies = 0;
  #database: Blob | null = null;

  constructor(seed: number) {
    this.#state = seed;
  }

  async begin(): Promise<void> {
    for (const login of LOGINS) {
      const path = join(this.#folder, `${login}.sqlite`);
      const office = new SpecOffice(team, login, path);
      await office.join(team, login);
      this.computers.push({ login, path, office, claimed: new Set(), copy: null });
    }
  }

  #random(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }

  async step(): Promise<void> {
    const computer = this.computers[this.#random(this.computers.length)];
    if (computer === undefined) throw new Error('there is no computer');
    const draw = this.#random(100);
    if (draw < 37) await this.claim(computer, this.#someLeads(computer));
    else if (draw < 70) this.#send(computer);
    else if (draw < 73) this.findOut(computer);
    else if (draw < 78) await this.#takeOver(computer);
    else if (draw < 85) this.#letGo(computer);
    else if (draw < 91) {
      team.cuts.push(this.#random(2) === 0 ? 'before' : 'after');
      this.done.cut += 1;
    } else if (draw < 96) await this.#copyFolder(computer);
    else if (draw < 98) this.#database = await team.files();
    else await this.#putDatabaseBack();
  }

  #someLeads({ office }: Computer): number[] {
    const drawn = Array.from({ length: 4 }, () => 1 + this.#random(LEADS));
    return [...new Set(drawn)].filter((lead) => !office.sent.created.has(lead));
  }

  async claim({ office, claimed }: Computer, leads: readonly number[]): Promise<void> {
    try {
      for (const lead of await office.claim(leads)) claimed.add(lead);
    } catch (error) {
      if (!(error instanceof TeamTrouble)) throw error;
    }
  }

  #send(computer: Computer): void {
    const { office, claimed } = computer;
    const lead = [...claimed][this.#random(claimed.size)];
    if (lead === undefined) return;
    claimed.delete(lead);
    if (!office.sendUnanswered(lead)) return;
    const draw = this.#random(8);
    if (draw < 2) {
      this.done.refused += 1;
      office.neverArrived(lead);
    } else if (draw < 4) {
      this.done.unanswered += 1;
      if (draw === 2) this.#arrives(computer, lead);
    } else this.create(computer, lead);
  }

  #arrives({ login }: Computer, lead: number): void {
    this.created.set(lead, [...(this.created.get(lead) ?? []), login]);
  }

  create(computer: Computer, lead: number): void {
    this.done.sent += 1;
    computer.office.sent.created.add(lead);
    computer.office.arrived(lead);
    this.#arrives(computer, lead);
  }

  /** What became of the leads without an answer. */
  findOut({ office }: Computer): void {
    for (const lead of [...office.sent.unanswered])
      if (this.created.has(lead)) office.arrived(lead);
      else office.neverArrived(lead);
  }

  /** At a person's word, who looked for the leads: their computers are silent, and their claims are old by now. */
  async #takeOver(computer: Computer): Promise<void> {
    const leads = this.#someLeads(computer).filter((lead) => !this.created.has(lead));
    for (const other of this.computers) if (other !== computer) for (const lead of leads) other.claimed.delete(lead);
    for (const lead of leads) computer.office.journal.insist('job', lead);
    await team.run(
      `UPDATE lead_team.office SET heard_at = now() - interval '1 hour' WHERE login <> '${computer.login}'`,
    );
    const before = computer.claimed.size;
    await this.claim(computer, leads);
    this.done.takenOver += computer.claimed.size - before;
  }

  #letGo({ office, claimed }: Computer): void {
    office.journal.letGo('job', (digest) => office.sent.mayHaveArrived(digest));
    claimed.clear();
  }

  /** Copies a folder, or puts back the copy that was made of it. The team hears of the office in between. */
  async #copyFolder(computer: Computer): Promise<void> {
    const { copy, office, login, path } = computer;
    if (copy === null) {
      office.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      const fresh = join(this.#folder, `${login}-${(this.#copies += 1)}.sqlite`);
      copyFileSync(path, fresh);
      const before = office.journal.self()?.no;
      await this.claim(computer, []);
      if (office.journal.self()?.no !== before) {
        const { created, unanswered } = office.sent;
        computer.copy = { path: fresh, created: new Set(created), unanswered: new Set(unanswered) };
      }
      return;
    }
    this.done.folderBack += 1;
    // Two memories that are put back together have forgotten the same sends: nothing is promised of that.
    this.#database = null;
    office[Symbol.dispose]();
    computer.office = new SpecOffice(team, login, copy.path);
    for (const lead of copy.created) computer.office.sent.created.add(lead);
    for (const lead of copy.unanswered) computer.office.sent.unanswered.add(lead);
    computer.path = copy.path;
    computer.claimed = new Set();
    computer.copy = null;
  }

  /** To an earlier copy, on another server, as everybody can notice. */
  async #putDatabaseBack(): Promise<void> {
    if (this.#database === null) return;
    this.done.databaseBack += 1;
    await team.putBack(this.#database);
    this.#database = null;
    for (const computer of this.computers) computer.copy = null;
    await team.run(`UPDATE lead_team.team SET cluster = 'another'`);
  }

  [Symbol.dispose](): void {
    team.cuts.length = 0;
    for (const { office } of this.computers) office[Symbol.dispose]();
  }
}

test.each([1, 2, 3, 5])(
  'no lead is created twice in the life %i',
  async (seed) => {
    await team.putBack(empty);
    using life = new Life(seed);
    await life.begin();
    for (let step = 0; step < STEPS; step += 1) await life.step();

    expect([...life.created].filter(([, by]) => by.length > 1)).toEqual([]);
    expect(life.done.sent + life.done.unanswered).toBeGreaterThan(5);

    // In calm weather everybody finds out and lets go, and one computer sends what is left: what others created stays theirs.
    team.cuts.length = 0;
    for (const computer of life.computers) life.findOut(computer);
    for (let round = 0; round < 3; round += 1)
      for (const { office } of life.computers) {
        office.journal.letGo('job', (digest) => office.sent.mayHaveArrived(digest));
        await office.tell().catch(() => undefined);
      }
    const [anna] = life.computers;
    if (anna === undefined) throw new Error('there is no computer');
    const left = Array.from({ length: LEADS }, (_, index) => index + 1).filter(
      (lead) => !anna.office.sent.created.has(lead),
    );
    for (const lead of await anna.office.claim(left)) life.create(anna, lead);
    expect([...life.created].filter(([, by]) => by.length > 1)).toEqual([]);
    // Open stays only a lead that a computer took before its folder was put back.
    const gone = (await anna.office.chain.offices()).filter(({ leftAt }) => leftAt !== null).map(({ id }) => id);
    const open = await team.rows(
      `SELECT count(*)::int AS open FROM lead_team.claim WHERE state <> 'c' AND office <> ALL ('{${gone.join()}}')
       AND encode(key, 'hex') <> ALL ('{${[...life.created.keys()].map((lead) => anna.office.keys.ofLead(digestOf(lead))).join()}}')`,
    );
    expect(open).toEqual([{ open: 0 }]);
  },
  240_000,
);
