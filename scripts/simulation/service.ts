import { QuotaServer } from '../../electron/core/api/simulation/quota-server.ts';
import { ENDPOINT } from '../../shared/domain/service/services.ts';
import { DAY } from '../../shared/domain/time/time.ts';

/* A model of the service: its leads, its two limits, and its counts. */

export interface Lead {
  readonly id: string;
  readonly campaign: string;
  readonly phone: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Place of its request among those that left. */
  readonly order: number;
  readonly data: Readonly<Record<string, string>>;
}

/** A segment and the leads that are in it. */
interface Segment {
  readonly id: string;
  readonly members: Set<string>;
}

/** A change of a segment as the service made it. */
interface Move {
  readonly kind: 'add' | 'remove';
  readonly id: string;
}

export const SEGMENTS = ['SEG-A', 'SEG-B'] as const;

/** What the service shows of its leads to those who look: not every one does so at once, or in full. */
export type Shown =
  | { readonly kind: 'all' }
  /** Leads are in the list after this number of milliseconds. */
  | { readonly kind: 'late'; readonly milliseconds: number }
  /** The list ends after this number of leads. */
  | { readonly kind: 'oldest' | 'newest'; readonly leads: number }
  | { readonly kind: 'phonesMasked' | 'phonesMissing' };

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Units a day; above 10,000 the fair use policy rates the minute. */
const DAY_LIMIT = 20_000;
const MINUTE_LIMIT = 240;

export class Service {
  readonly leads: Lead[] = [];
  /** In their order. */
  readonly moves: Move[] = [];
  /** Ids of the leads that each question for leads was answered with, and when, Unix milliseconds. */
  readonly lists: { readonly at: number; readonly ids: readonly string[] }[] = [];
  readonly #segments: readonly Segment[] = SEGMENTS.map((id) => ({ id, members: new Set() }));
  /** Phones and lead ids that the service refuses. */
  readonly refuses: ReadonlySet<string>;
  /** Another client has used the account at some time. */
  isUsedByOthers = false;
  #ownUse = 0;
  #othersUse = 0;
  /** Unix milliseconds. */
  #dayEnds: number;
  readonly #minute: QuotaServer;
  readonly #shown: Shown;
  readonly #wallNow: () => number;
  readonly #monotonicNow: () => number;

  constructor(options: {
    readonly refuses: ReadonlySet<string>;
    readonly shown: Shown;
    readonly phase: number;
    /** Unix milliseconds; the days after it are whole ones. */
    readonly dayEnds: number;
    readonly wallNow: () => number;
    readonly monotonicNow: () => number;
  }) {
    this.refuses = options.refuses;
    this.#shown = options.shown;
    this.#wallNow = options.wallNow;
    this.#monotonicNow = options.monotonicNow;
    this.#dayEnds = options.dayEnds;
    this.#minute = new QuotaServer('anchored', MINUTE_LIMIT, options.phase);
  }

  /** Unix milliseconds: when the running day ends. */
  get dayEnds(): number {
    this.#endOldDay();
    return this.#dayEnds;
  }

  /** Units that the programs under test have used in the running day, as the service counts them. */
  get ownUse(): number {
    this.#endOldDay();
    return this.#ownUse;
  }

  /** Another client of the account creates leads: with these it uses the minute and the day. */
  useByOthers(units: number): void {
    this.#endOldDay();
    for (let count = 0; count < Math.min(units, MINUTE_LIMIT); count += 1)
      this.#minute.arrive(this.#monotonicNow(), 'others');
    this.isUsedByOthers = true;
    this.#othersUse = Math.min(this.#othersUse + units, DAY_LIMIT - this.#ownUse);
  }

  /** A request arrives. @param order its place among those that left */
  handle(method: string, path: string, body: string, order: number): ServiceAnswer {
    if (path.startsWith('/api/leadsegments')) return method === 'GET' ? this.#listSegments() : this.#move(method, body);
    if (method === 'POST' && path.startsWith('/api/leads')) return this.#create(body, order);
    if (path.startsWith('/api/simpleleads')) return this.#list();
    if (path.startsWith('/api/myaccount/request/limits')) return ok({ [ENDPOINT.createLeads]: DAY_LIMIT });
    if (path.startsWith('/api/myaccount/request/counts')) {
      const count = this.ownUse + this.#othersUse;
      return ok([{ service: ENDPOINT.createLeads, count, secondsLeft: this.#daySeconds() }]);
    }
    return { status: 404, headers: {}, body: '{"message":"not found"}' };
  }

  #list(): ServiceAnswer {
    const leads = this.#listed();
    this.lists.push({ at: this.#wallNow(), ids: leads.map(({ id }) => id) });
    return ok(leads.map(exported));
  }

  #listed(): readonly Lead[] {
    const shown = this.#shown;
    switch (shown.kind) {
      case 'all':
        return this.leads;
      case 'late':
        return this.#withOvertaken(this.leads.filter(({ at }) => at + shown.milliseconds <= this.#wallNow()));
      case 'oldest':
        return this.#withOvertaken(this.leads.slice(0, shown.leads));
      case 'newest':
        return this.#withOvertaken(this.leads.slice(Math.max(0, this.leads.length - shown.leads)));
      case 'phonesMasked':
        return this.leads.map((lead) => ({
          ...lead,
          data: { ...lead.data, Phone: `${lead.phone.slice(0, 5)}******` },
        }));
      case 'phonesMissing':
        return this.leads.map((lead) => ({ ...lead, data: {} }));
    }
  }

  /** A list that ends between a lead and one that it overtook deceives the evidence (docs/evidence/simulation.md): none does so here. */
  #withOvertaken(shown: readonly Lead[]): readonly Lead[] {
    const orders = shown.map(({ order }) => order);
    const [first, last] = [Math.min(...orders), Math.max(...orders)];
    return this.leads.filter(({ order }) => order >= first && order <= last);
  }

  #create(body: string, order: number): ServiceAnswer {
    this.#endOldDay();
    if (this.#ownUse + this.#othersUse >= DAY_LIMIT) return throttled(DAY_LIMIT, this.#daySeconds());
    const verdict = this.#minute.arrive(this.#monotonicNow(), 'programs');
    const { limit, remaining, secondsLeft } = verdict.headers;
    if (verdict.status === 429) return throttled(limit, secondsLeft);
    this.#ownUse += 1;
    const { CampaignCode: campaign, data } = JSON.parse(body) as { CampaignCode: string; data: Record<string, string> };
    const phone = data['Phone'] ?? '';
    const headers = rateHeaders(limit, remaining, secondsLeft);
    if (this.refuses.has(phone))
      return { status: 200, headers, body: '{"success":false,"message":"The phone is not valid."}' };
    const lead = { id: `L${this.leads.length + 1}`, campaign, phone, at: this.#wallNow(), order, data };
    this.leads.push(lead);
    return { status: 200, headers, body: JSON.stringify({ success: true, uniqueId: lead.id }) };
  }

  #listSegments(): ServiceAnswer {
    return ok(
      this.#segments.map(({ id, members }) => ({
        uniqueId: id,
        name: id,
        isActive: true,
        goalCurrentValue: members.size,
      })),
    );
  }

  /** All of them, or none: a refusal names those that it does not know. */
  #move(method: string, body: string): ServiceAnswer {
    const { uniqueId, leadUniqueIds } = JSON.parse(body) as { uniqueId: string; leadUniqueIds: string[] };
    const segment = this.#segments.find(({ id }) => id === uniqueId);
    if (segment === undefined) return { status: 404, headers: {}, body: '{"message":"No such segment."}' };
    const unknown = leadUniqueIds.filter((id) => this.refuses.has(id));
    if (unknown.length > 0)
      return { status: 400, headers: {}, body: JSON.stringify({ message: `No such leads: ${unknown.join(', ')}` }) };
    const kind = method === 'POST' ? 'add' : 'remove';
    for (const id of leadUniqueIds) {
      this.moves.push({ kind, id });
      if (kind === 'add') segment.members.add(id);
      else segment.members.delete(id);
    }
    return ok([]);
  }

  #endOldDay(): void {
    if (this.#wallNow() < this.#dayEnds) return;
    this.#dayEnds += DAY;
    this.#ownUse = 0;
    this.#othersUse = 0;
  }

  #daySeconds(): number {
    return Math.max(1, Math.ceil((this.#dayEnds - this.#wallNow()) / 1000));
  }
}

function exported({ id, campaign, at, data }: Lead) {
  const time = new Date(at).toISOString();
  return { uniqueId: id, campaign: { code: campaign }, data, uploadTime: time, lastModifiedTime: time };
}

function ok(value: unknown): ServiceAnswer {
  return { status: 200, headers: {}, body: JSON.stringify(value) };
}

function throttled(limit: number, seconds: number): ServiceAnswer {
  const headers = { ...rateHeaders(limit, 0, seconds), 'retry-after': String(seconds) };
  return { status: 429, headers, body: '{"message":"too many requests"}' };
}

function rateHeaders(limit: number, remaining: number, seconds: number): Record<string, string> {
  return {
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': String(seconds),
  };
}
