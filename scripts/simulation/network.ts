import { Dispatcher } from 'undici';
import { latency } from '../../electron/core/api/simulation/quota-server.ts';
import type { VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';
import type { Connections, Sockets } from '../../electron/core/api/transport/transport.ts';
import type { Random } from '../../electron/core/foundation/ports.ts';
import { as, type Owner } from './owners.ts';
import type { Service, ServiceAnswer } from './service.ts';

/** What goes wrong with one request. */
export type Fault =
  /** No connection. */
  | 'refused'
  /** The connection breaks before the service has the request, or after it did the work. */
  | 'lostBefore'
  | 'lostAfter'
  /** The request takes up to half a minute to arrive. */
  | 'late'
  /** The answer never comes. */
  | 'silent'
  /** The answer breaks off in its body. */
  | 'cut'
  /** The service fails before or after the work. */
  | 'failsBefore'
  | 'failsAfter'
  /** A gateway answers with a page. */
  | 'page'
  /** The service does not know the password, or asks for another address. */
  | 'signedOut'
  | 'moved';

export const FAULTS: readonly Fault[] = [
  ...(['refused', 'lostBefore', 'lostAfter', 'lostAfter', 'late', 'silent', 'cut', 'failsBefore'] as const),
  ...(['failsAfter', 'page', 'signedOut', 'moved'] as const),
];

/** How answers come in a life: at once, behind a note that they will come (103), or piece by piece within many seconds. */
export type Answers = 'whole' | 'early' | 'drips';

/** A request for a lead, and what its program can know of it. */
export interface Sent {
  readonly owner: Owner;
  readonly phone: string;
  readonly campaign: string;
  /** When it left, milliseconds of the wall clock from the beginning of the life. */
  readonly at: number;
  /** The service has decided about it and its whole answer was handed to the program. */
  isAnswered: boolean;
  /** It left the program: the connection stood, and the program's own step did not fail. */
  hasLeft: boolean;
  /** The record of what was sent had it when its first byte left. */
  isRecorded: boolean;
}

/** A request that puts leads into a segment, or takes them out, and what its program can know of it. */
export interface SentChange {
  readonly owner: Owner;
  readonly kind: 'add' | 'remove';
  readonly ids: readonly string[];
  isAnswered: boolean;
  hasLeft: boolean;
}

/** Milliseconds. The longest way of a late request: shorter than the time for which a look waits. */
const LATE = 30_000;
/** Milliseconds. Beyond them a program takes a request of another one to have arrived (broker/period-border.ts). */
const TRAVEL = 2_000;

/** An answer that drips: the largest part of what is left that comes at once, and the longest pause behind it, milliseconds. */
const DRIPS = 4;
const LONGEST_PAUSE = 2_000;

interface Way {
  /** Monotonic milliseconds. */
  readonly arrivesAt: number;
  readonly arrive: () => void;
}

/** All the ways between programs and the service. */
export class Wires {
  readonly sent: Sent[] = [];
  readonly sentChanges: SentChange[] = [];
  /** What goes wrong with the next requests of a kind, one each. */
  readonly faults: Record<Asked['kind'], Fault[]> = { leads: [], segments: [], questions: [] };
  /** Nobody can be reached before this, monotonic milliseconds. */
  outUntil = 0;
  /** Whether the record of what was sent has a request at this moment. */
  isRecorded: (sent: Sent) => boolean = () => true;
  /**
   * Requests that arrived when nobody waited for their answers any more, or so late that another program took them to have
   * arrived: no count that was read before has them.
   */
  strays = 0;
  /** All programs that were ever open. */
  readonly owners: Owner[] = [];
  /** Requests on their way to the service. The world goes on while the computer of the programs sleeps. */
  readonly #ways = new Set<Way>();
  /** Requests that left in the day before the one that counts them: whose day they are of, no program can know. */
  overnight = 0;
  /** Unix milliseconds of the beginning of the life. */
  readonly begunAt: number;
  readonly clock: VirtualClock;
  readonly service: Service;
  readonly random: Random;
  readonly answers: Answers;
  readonly tell: (line: string) => void;
  readonly open = new Set<Exchange>();

  constructor(options: Pick<Wires, 'clock' | 'service' | 'random' | 'answers' | 'tell'>) {
    this.clock = options.clock;
    this.begunAt = options.clock.wallNow();
    this.service = options.service;
    this.random = options.random;
    this.answers = options.answers;
    this.tell = options.tell;
  }

  get isOut(): boolean {
    return this.clock.monotonicNow() < this.outUntil;
  }

  /** Every connection breaks. */
  breakAll(): void {
    for (const exchange of this.open) exchange.fail(reset());
  }

  /** A request goes its way: it arrives after this number of milliseconds. */
  travel(milliseconds: number, arrive: () => void): void {
    const way: Way = {
      arrivesAt: this.clock.monotonicNow() + milliseconds,
      arrive: () => {
        if (this.#ways.delete(way)) arrive();
      },
    };
    this.#ways.add(way);
    this.clock.after(milliseconds, way.arrive);
  }

  /** The computer of the programs is about to sleep: what arrives meanwhile arrives before they go on. */
  sleep(milliseconds: number): void {
    const awake = this.clock.monotonicNow() + milliseconds;
    const due = [...this.#ways].filter(({ arrivesAt }) => arrivesAt <= awake);
    for (const way of due.sort((one, other) => one.arrivesAt - other.arrivesAt)) way.arrive();
  }

  /** The network of one program. */
  of(owner: Owner): Sockets {
    this.owners.push(owner);
    return {
      open: (): Connections => ({ reading: new Line(this, owner), writing: new Line(this, owner) }),
      reach: () =>
        new Promise((resolve, reject) => {
          this.clock.after(latency(this.random), () => {
            if (owner.isDead) return;
            as(owner, () => (this.isOut ? reject(refusal()) : resolve()));
          });
        }),
    };
  }
}

/** Connections of one program of one kind. */
class Line extends Dispatcher {
  readonly #wires: Wires;
  readonly #owner: Owner;
  readonly #open = new Set<Exchange>();

  constructor(wires: Wires, owner: Owner) {
    super();
    this.#wires = wires;
    this.#owner = owner;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const exchange = new Exchange(this.#wires, this.#owner, options, handler, () => {
      this.#open.delete(exchange);
      this.#wires.open.delete(exchange);
    });
    this.#open.add(exchange);
    this.#wires.open.add(exchange);
    exchange.begin();
    return true;
  }

  override destroy(): Promise<void> {
    for (const exchange of this.#open) exchange.fail(reset());
    return Promise.resolve();
  }
}

/** One request on a connection of its own. */
class Exchange implements Dispatcher.DispatchController {
  aborted = false;
  reason: Error | null = null;
  paused = false;
  readonly rawHeaders = null;
  readonly rawTrailers = null;
  #isOver = false;
  readonly #wires: Wires;
  readonly #owner: Owner;
  readonly #options: Dispatcher.DispatchOptions;
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #onEnd: () => void;
  readonly #asked: Asked;
  readonly #fault: Fault | null;

  constructor(
    wires: Wires,
    owner: Owner,
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
    onEnd: () => void,
  ) {
    this.#wires = wires;
    this.#owner = owner;
    this.#options = options;
    this.#handler = handler;
    this.#onEnd = onEnd;
    this.#asked = askedBy(options);
    this.#fault = wires.faults[this.#asked.kind].shift() ?? null;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  abort(reason: Error): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.fail(reason);
  }

  /** The connection breaks; what is on its way to the service arrives all the same. */
  fail(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    if (!this.#owner.isDead) as(this.#owner, () => this.#handler.onResponseError?.(this, error));
  }

  begin(): void {
    this.#after(this.#way(), () => {
      if (this.#isOver || this.#owner.isDead) return;
      if (this.#wires.isOut || this.#fault === 'refused') return this.fail(refusal());
      as(this.#owner, () => this.#leave());
    });
  }

  #leave(): void {
    const asked = this.#asked;
    const sent = this.#sent();
    this.#handler.onRequestStart?.(this, {});
    if (this.#owner.isDead) return;
    if (this.aborted) {
      if (asked.kind === 'leads') this.#wires.sent.splice(this.#wires.sent.indexOf(sent as Sent), 1);
      return;
    }
    sent.hasLeft = true;
    if ('isRecorded' in sent) sent.isRecorded = this.#wires.isRecorded(sent);
    const fault = this.#fault === null ? '' : ` (${this.#fault})`;
    this.#wires.tell(`${this.#owner.name} sends ${asked.words}${fault}`);
    if (this.#fault === 'lostBefore') return this.#after(this.#way(), () => this.fail(reset()));
    const way = this.#fault === 'late' ? this.#wires.random() * LATE : this.#way();
    const { dayEnds } = this.#wires.service;
    const wereOthersAlive = this.#othersAlive();
    this.#wires.travel(way, () => {
      if (this.#wires.service.dayEnds !== dayEnds) this.#wires.overnight += 1;
      this.#arrive(sent, way > TRAVEL && wereOthersAlive());
    });
    this.#after(Number(this.#options.headersTimeout ?? 60_000), () => {
      if (!this.#hasHeaders) this.fail(timeout());
    });
  }

  #hasHeaders = false;

  /** Noted before its own step: who dies in it may have written that the request left. */
  #sent(): Pick<Sent, 'isAnswered' | 'hasLeft'> | Sent {
    const asked = this.#asked;
    const unsent = { owner: this.#owner, isAnswered: false, hasLeft: false };
    switch (asked.kind) {
      case 'leads': {
        const at = this.#wires.clock.wallNow() - this.#wires.begunAt;
        const sent = { ...unsent, phone: asked.phone, campaign: asked.campaign, at, isRecorded: false };
        this.#wires.sent.push(sent);
        return sent;
      }
      case 'segments': {
        const sent = { ...unsent, kind: asked.change, ids: asked.ids };
        this.#wires.sentChanges.push(sent);
        return sent;
      }
      case 'questions':
        return unsent;
    }
  }

  /** Answers later whether another program was alive in between. */
  #othersAlive(): () => boolean {
    const { owners } = this.#wires;
    const before = owners.length;
    const isAny = owners.some((owner) => owner !== this.#owner && !owner.isDead);
    return () => isAny || owners.length > before;
  }

  #arrive(sent: Pick<Sent, 'isAnswered'>, isMissed: boolean): void {
    const fault = this.#fault;
    const { service } = this.#wires;
    const { method, path } = this.#options;
    if (this.#asked.kind !== 'segments' && (isMissed || this.#isOver || this.#owner.isDead)) this.#wires.strays += 1;
    const order = this.#wires.sent.indexOf(sent as Sent);
    const answer = undone(fault) ?? service.handle(method, path, bodyOf(this.#options), order);
    this.#after(this.#way(), () => this.#answer(sent, fault === 'failsAfter' ? failure(502) : answer));
  }

  #answer(sent: Pick<Sent, 'isAnswered'>, answer: ServiceAnswer): void {
    const fault = this.#fault;
    if (this.#isOver || this.#owner.isDead || fault === 'silent') return;
    if (fault === 'lostAfter') return this.fail(reset());
    as(this.#owner, () => {
      this.#hasHeaders = true;
      if (this.#wires.answers === 'early') this.#handler.onResponseStart?.(this, 103, {}, 'Early Hints');
      const bytes = Buffer.from(answer.body);
      const headers = { 'content-type': 'application/json', date: new Date(this.#wires.clock.wallNow()).toUTCString() };
      this.#handler.onResponseStart?.(this, answer.status, { ...headers, ...answer.headers }, '');
      if (fault === 'cut') {
        this.#handler.onResponseData?.(this, bytes.subarray(0, bytes.length >> 1));
        return this.#after(this.#way(), () => this.fail(reset()));
      }
      this.#give(bytes, () => (sent.isAnswered = answer.status < 500 && fault !== 'page'));
    });
  }

  /** @param whole is called before the last piece of an answer */
  #give(bytes: Buffer, whole: () => void): void {
    const size = this.#wires.answers === 'drips' ? Math.max(1, Math.ceil(bytes.length / DRIPS)) : bytes.length;
    if (bytes.length <= size) whole();
    this.#handler.onResponseData?.(this, bytes.subarray(0, size));
    if (this.#isOver) return;
    if (bytes.length > size)
      return this.#after(this.#wires.random() * LONGEST_PAUSE, () => {
        if (!this.#isOver && !this.#owner.isDead) as(this.#owner, () => this.#give(bytes.subarray(size), whole));
      });
    this.#end();
    this.#handler.onResponseEnd?.(this, {});
  }

  #end(): void {
    this.#isOver = true;
    this.#onEnd();
  }

  #way(): number {
    return latency(this.#wires.random);
  }

  #after(milliseconds: number, work: () => void): void {
    this.#wires.clock.after(milliseconds, work);
  }
}

function undone(fault: Fault | null): ServiceAnswer | null {
  switch (fault) {
    case 'failsBefore':
      return failure(500);
    case 'page':
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in to the network</html>' };
    case 'signedOut':
      return failure(401);
    case 'moved':
      return { ...failure(307), headers: { location: 'https://elsewhere.example/api/leads' } };
    default:
      return null;
  }
}

function failure(status: number): ServiceAnswer {
  return { status, headers: {}, body: '{"message":"It failed."}' };
}

function bodyOf({ body }: Dispatcher.DispatchOptions): string {
  return typeof body === 'string' ? body : '';
}

/** What a request is about. */
type Asked = { readonly words: string } & (
  | { readonly kind: 'leads'; readonly phone: string; readonly campaign: string }
  | { readonly kind: 'segments'; readonly change: SentChange['kind']; readonly ids: readonly string[] }
  | { readonly kind: 'questions' }
);

function askedBy(options: Dispatcher.DispatchOptions): Asked {
  const { method, path } = options;
  const question = { kind: 'questions', words: `${method} ${path}` } as const;
  if (method === 'GET') return question;
  const body = JSON.parse(bodyOf(options)) as {
    readonly CampaignCode: string;
    readonly data?: Record<string, string>;
    readonly leadUniqueIds?: readonly string[];
  };
  if (body.leadUniqueIds !== undefined) {
    const change = method === 'POST' ? 'add' : 'remove';
    const words = `${change} ${body.leadUniqueIds.join(' ')}`;
    return { kind: 'segments', change, ids: body.leadUniqueIds, words };
  }
  const phone = body.data?.['Phone'] ?? '';
  return { kind: 'leads', phone, campaign: body.CampaignCode, words: phone };
}

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });
const refusal = () => withCode('connect ECONNREFUSED', 'ECONNREFUSED');
const reset = () => withCode('read ECONNRESET', 'ECONNRESET');
const timeout = () => withCode('Headers Timeout Error', 'UND_ERR_HEADERS_TIMEOUT');
