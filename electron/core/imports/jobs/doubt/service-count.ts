// Why: decisions 0161 and 0310.
import type { AppError } from '../../../../../shared/contract/errors.ts';
import type { Lane } from '../../../../../shared/domain/pacing/pacing.ts';
import { isEmpty, TIMEOUTS } from '../../../../../shared/domain/service/answers/answers.ts';
import type { ServiceFigure } from '../../../../../shared/domain/service/answers/records.ts';
import { ENDPOINT } from '../../../../../shared/domain/service/services.ts';
import type { ApiClient } from '../../../api/client.ts';
import type { Clock } from '../../../foundation/ports.ts';
import type { CounterMemory, Debited, Expected, Mark, Unlisted } from './counter-memory.ts';

/** What the service counted of the requests that create leads, held against what this computer remembers of them. */
export interface Counted {
  readonly counted: number;
  readonly remembered: number;
  /** A count below this shows nothing: it is not of the period that is remembered. */
  readonly least: number;
  /** The count has other requests for leads in it. */
  readonly isShared: boolean;
  /** Unix milliseconds. */
  readonly readAt: number;
  /** Since when the two may differ, Unix milliseconds; null: not known. */
  readonly since: number | null;
  /** They agreed after this account was opened: what differs was counted since. */
  readonly isMeanwhile: boolean;
}

/**
 * Why a service gives no count: it refuses the request, has no such counter, lists none now, which may be for want of a lead in
 * its day, or its answer cannot be read.
 */
export type NoCount = 'refused' | 'missing' | 'unlisted' | 'unreadable';

export type CountAnswer =
  | { readonly kind: 'counted'; readonly counted: Counted }
  | { readonly kind: 'notOffered'; readonly why: NoCount }
  /** It may say it later. `retryAt`: Unix milliseconds; null when the service names no time. */
  | { readonly kind: 'notYet'; readonly message: string; readonly retryAt: number | null }
  /** Any request would fail like this: no connection, no password, a journal that is closed or cannot be written. */
  | { readonly kind: 'trouble'; readonly error: AppError };

interface BeforeAsking {
  readonly underWay: number;
  readonly debited: Debited;
}

/** The counter of leads as a service leaves it out that begins a counter with the first request of its day. */
const UNLISTED = { services: [ENDPOINT.createLeads], secondsLeft: null } as const;
/** This many unreadable answers in a row count as damage. After one more, the service's form counts as unknown. */
const MOST_UNREAD = 2;

export interface ServiceCountOptions {
  readonly memory: CounterMemory;
  readonly clock: Clock;
  /** Rows on their way, of all jobs and all programs on this computer. */
  readonly underWay: () => number;
  /** Writes what a disk without room may keep from the journal. */
  readonly evenWithoutRoom: (what: string, write: () => void) => void;
}

/**
 * The service's own count, the third witness: a backup that was restored as a whole takes the journal and its witness back
 * in time, and only the service knows better.
 */
export class ServiceCount {
  readonly #options: ServiceCountOptions;
  #mark: Mark | null = null;
  #unlisted: Unlisted | null = null;
  #unread = 0;

  constructor(options: ServiceCountOptions) {
    this.#options = options;
  }

  /** The first count is held against what was remembered at the opening, a later one against the first that agreed. */
  async ask(api: Pick<ApiClient, 'readCounts'>, signal: AbortSignal, lane: Lane = 'person'): Promise<CountAnswer> {
    const before = { underWay: this.#options.underWay(), debited: this.#options.memory.debited() };
    const answer = await api.readCounts({ lane, signal });
    if (!answer.ok) return unanswered(answer.error);
    const { figures, raw } = answer.value;
    const { memory } = this.#options;
    const knowsLeads = this.#mark !== null || memory.ofDay(UNLISTED).least > 0;
    // Where leads are known, an empty answer may be that of a service that has just begun; none were listed before the first.
    const isNoList = !isEmpty(raw) || (knowsLeads && this.#unlisted === null);
    if (figures.length === 0 && isNoList) return this.#unreadable();
    this.#unread = 0;
    const counters = figures.filter(({ services }) => services.includes(ENDPOINT.createLeads));
    const figure = counters.find(({ used }) => used !== null);
    if (figure === undefined || figure.used === null) {
      if (counters.length > 0 || knowsLeads) return { kind: 'notOffered', why: 'missing' };
      this.#unlisted ??= memory.unlisted(before);
      return { kind: 'notOffered', why: 'unlisted' };
    }
    return { kind: 'counted', counted: this.#compare(figure, figure.used, before) };
  }

  #compare(figure: ServiceFigure, counted: number, before: BeforeAsking): Counted {
    const { memory, clock, evenWithoutRoom } = this.#options;
    const isFirst = this.#mark === null;
    const mark = this.#mark ?? (this.#unlisted === null ? null : memory.markUnlisted(figure, this.#unlisted));
    const isMeanwhile = mark !== null && figure.services.join() === mark.services.join();
    memory.leaveOutFormerPeriod(figure, before.debited.at);
    const expected: Expected = isMeanwhile ? memory.after(mark) : memory.ofDay(figure);
    const hasAgreed = counted <= expected.remembered;
    let givenBack = 0;
    if (isFirst) evenWithoutRoom('end what waited for the count', () => void (givenBack = memory.compared(hasAgreed)));
    // A count that lacks what must be in it may have it again later: only what goes beyond all that is remembered is of others.
    const base = counted < expected.least ? expected.remembered : counted;
    if (!isMeanwhile && hasAgreed) this.#mark = memory.mark(figure, base, { ...before, givenBack });
    else if (isFirst && isMeanwhile) this.#mark = { ...mark, units: mark.units - givenBack };
    const isShared = figure.services.length > 1;
    return { counted, ...expected, isShared, readAt: clock.wallNow(), isMeanwhile };
  }

  /** A proxy, or a body that was cut, may have no form; a service that always answers so has none that can be read. */
  #unreadable(): CountAnswer {
    this.#unread += 1;
    if (this.#unread > MOST_UNREAD) return { kind: 'notOffered', why: 'unreadable' };
    const message = 'The answer had no form that Lead Console can read.';
    return { kind: 'notYet', message, retryAt: null };
  }
}

function unanswered(error: AppError): CountAnswer {
  switch (error.code) {
    case 'forbidden':
    case 'notFound':
      return { kind: 'notOffered', why: 'refused' };
    case 'rateLimited':
      return { kind: 'notYet', message: error.message, retryAt: error.retryAt };
    case 'rejected':
      return mayPass(error.status)
        ? { kind: 'notYet', message: failedWords(error), retryAt: null }
        : { kind: 'notOffered', why: 'refused' };
    case 'network':
      return error.sent === 'no'
        ? { kind: 'trouble', error }
        : { kind: 'notYet', message: error.message, retryAt: null };
    case 'auth':
    case 'cancelled':
    case 'file':
      return { kind: 'trouble', error };
    case 'validation':
    case 'internal':
      return { kind: 'notYet', message: error.message, retryAt: null };
  }
}

/** Its own failures pass, and so may a redirect of something between; any other refusal is an answer. */
function mayPass(status: number): boolean {
  return status >= 500 || TIMEOUTS.has(status) || status < 400;
}

function failedWords({ status, detail }: AppError & { readonly code: 'rejected' }): string {
  const said = detail === undefined ? '' : ` It said: ${detail}`;
  return status < 400 ? 'It redirects to another address.' : `It failed (${status}).${said}`;
}
