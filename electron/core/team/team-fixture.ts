import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { SentLead, SentLeads } from '../foundation/lead-claims.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { openDurable } from '../storage/database.ts';
import { TeamChain, type WantedRows } from './chain/team-chain.ts';
import { helloSchema } from './chain/team-answers.ts';
import { TeamJournal } from './chain/team-journal.ts';
import { TeamKeys } from './keys/team-keys.ts';
import type { TeamDatabase } from './team-database-fixture.ts';

/* For specs: offices with journals on a real disk. */

export const SECRET = Uint8Array.from({ length: 32 }, (_, index) => index + 1);
export const ADDRESS = 'https://leads.example/api';
/** A lead by its number. */
export function digestOf(lead: number): Uint8Array {
  const digest = new Uint8Array(16);
  new DataView(digest.buffer).setUint32(0, lead);
  return digest;
}

/** What an office has sent, by the numbers of its leads. */
export class SentByNumber implements SentLeads {
  readonly created = new Set<number>();
  /** Those among them of which no answer came. */
  readonly unanswered = new Set<number>();

  sentAfter(_: string, n: number, limit: number): SentLead[] {
    return [...this.created]
      .sort((one, other) => one - other)
      .filter((lead) => lead > n)
      .slice(0, limit)
      .map((lead) => ({ job: 'job', n: lead, digest: digestOf(lead), isCreated: !this.unanswered.has(lead) }));
  }

  /** By the number of a lead. */
  readonly contacts = new Map<number, string[]>();

  leftAfter(after: number, limit: number) {
    const leads = [...this.created].slice(after, after + limit);
    return {
      place: after + leads.length,
      leads: leads.map((lead) => ({
        digest: digestOf(lead),
        campaignCode: 'SPRING',
        contacts: this.contacts.get(lead) ?? [],
      })),
    };
  }

  mayHaveArrived(digest: Uint8Array): boolean {
    return this.created.has(new DataView(digest.buffer, digest.byteOffset).getUint32(0));
  }
}

/** A computer: a journal and its chain. Row n of its job is the lead n. */
export class SpecOffice implements Disposable {
  readonly sent = new SentByNumber();
  readonly notes: string[] = [];
  /** The run of the program: a folder that was put back has no claims of it. */
  readonly run = randomUUID();
  readonly keys = new TeamKeys(SECRET);
  readonly database: ReturnType<typeof openDurable>;
  readonly journal: TeamJournal;
  readonly chain: TeamChain;

  constructor(team: TeamDatabase, login: string, path = join(specFolder('team'), 'journal.sqlite')) {
    this.database = openDurable(path);
    this.journal = new TeamJournal(this.database);
    this.chain = new TeamChain({
      journal: this.journal,
      link: team.link(login),
      keys: this.keys,
      leads: this.sent,
      log: { note: (text) => void this.notes.push(text) },
      address: ADDRESS,
      zone: 'UTC',
    });
  }

  /** Comes into the team, the first one begins it. */
  async join(team: TeamDatabase, login: string): Promise<void> {
    const link = team.link(login);
    await link.call('begin_v1', {
      secretCheck: this.keys.secretCheck,
      addressCheck: this.keys.addressCheck(ADDRESS),
    });
    const hello = helloSchema.parse(await link.call('hello_v1', {}));
    this.journal.join({ ...hello, place: 'db.example/leads', name: login });
    await this.chain.declare();
  }

  /** Claims leads and answers those that are this office's now. */
  async claim(leads: readonly number[], settle?: WantedRows['settle']): Promise<number[]> {
    const mine: number[] = [];
    await this.chain.move({
      job: 'job',
      rows: leads.map((n) => ({ n, digest: digestOf(n) })),
      settle: (row, other) => {
        settle?.(row, other);
        if (other !== null) return;
        mine.push(row.n);
        this.journal.claimed('job', row, this.run, 0);
      },
    });
    return mine;
  }

  /** Sends a claimed lead. False: it may not leave. */
  send(lead: number): boolean {
    if (!this.sendUnanswered(lead)) return false;
    this.arrived(lead);
    return true;
  }

  /** Sends a claimed lead of which no answer comes. False: it may not leave. */
  sendUnanswered(lead: number): boolean {
    if (!this.journal.use('job', lead, this.run, digestOf(lead))) return false;
    this.sent.created.add(lead);
    this.sent.unanswered.add(lead);
    return true;
  }

  /** It is known that a lead that was sent was created. */
  arrived(lead: number): void {
    this.sent.unanswered.delete(lead);
    this.journal.createdLater(digestOf(lead));
  }

  /** It is known that a lead that was sent was not created. */
  neverArrived(lead: number): void {
    this.sent.created.delete(lead);
    this.sent.unanswered.delete(lead);
    this.journal.giveLater(digestOf(lead));
  }

  /** Tells what there is. */
  async tell(): Promise<void> {
    await this.claim([]);
  }

  [Symbol.dispose](): void {
    this.database.close();
  }
}
