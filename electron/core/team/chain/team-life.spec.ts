import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { TeamTrouble } from '../link/team-link.ts';
import { TeamDatabase } from '../team-database-fixture.ts';
import { digestOf, SpecOffice } from '../team-fixture.ts';

/*
 * Lives of a team, drawn by a seed: offices claim, send, are refused and let go; answers are lost, the database and folders are put
 * back. Whatever comes, no lead is created twice, and in the end every lead that is left can be sent by somebody.
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
  copy: { readonly path: string; readonly created: ReadonlySet<number> } | null;
}

class Life implements Disposable {
  readonly computers: Computer[] = [];
  /** By lead: who created it. */
  readonly created = new Map<number, string[]>();
  readonly done = { cut: 0, folderBack: 0, databaseBack: 0, sent: 0, refused: 0 };
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
    if (draw < 40) await this.claim(computer, this.#someLeads(computer));
    else if (draw < 75) this.#send(computer);
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
    if (!office.journal.use('job', lead, office.run, digestOf(lead))) return;
    if (this.#random(4) === 0) {
      this.done.refused += 1;
      office.journal.giveLater(digestOf(lead));
      return;
    }
    this.create(computer, lead);
  }

  create({ office, login }: Computer, lead: number): void {
    this.done.sent += 1;
    office.sent.created.add(lead);
    office.journal.createdLater(digestOf(lead));
    this.created.set(lead, [...(this.created.get(lead) ?? []), login]);
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
      if (office.journal.self()?.no !== before) computer.copy = { path: fresh, created: new Set(office.sent.created) };
      return;
    }
    this.done.folderBack += 1;
    // Two memories that are put back together have forgotten the same sends: nothing is promised of that.
    this.#database = null;
    office[Symbol.dispose]();
    computer.office = new SpecOffice(team, login, copy.path);
    for (const lead of copy.created) computer.office.sent.created.add(lead);
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

test.each([1, 2, 3, 4])(
  'no lead is created twice in the life %i',
  async (seed) => {
    await team.putBack(empty);
    using life = new Life(seed);
    await life.begin();
    for (let step = 0; step < STEPS; step += 1) await life.step();

    expect([...life.created].filter(([, by]) => by.length > 1)).toEqual([]);
    expect(life.done.sent).toBeGreaterThan(5);

    // In calm weather everybody lets go, and one computer sends what is left: what others created stays theirs.
    team.cuts.length = 0;
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
