import { type Asked, MOST_TEST_REQUESTS } from '../../../../shared/contract/account/discovery.ts';
import type { AppError } from '../../../../shared/contract/errors.ts';
import { evidenceOf } from '../../../../shared/domain/service/discovery/evidence.ts';
import type { Question, Seen } from '../../../../shared/domain/service/discovery/seen.ts';
import type { ServiceId } from '../../../../shared/domain/service/services.ts';
import type { Credentials } from '../../foundation/ports.ts';
import { troubleOf } from '../requests/exchange-trouble.ts';
import type { RequestTools } from '../requests/request-tools.ts';
import type { OpenAnswer } from '../requests/requester.ts';
import { foreignAnswer } from '../requests/json-body.ts';
import { foreignForm } from '../transport/foreign-form.ts';
import { redact } from '../transport/redact.ts';
import { CallCancelled, describeFailure, overdue, toNetworkError } from '../transport/transport-failure.ts';

export interface QuestionCall {
  readonly question: Question;
  readonly service: ServiceId;
  readonly path: string;
  readonly accept: string;
  /** Bytes of the answer that are read; the rest is cut off. */
  readonly limit: number;
}

/** Milliseconds for one answer: a person waits for the test, and an optional question is not worth a minute. */
const LONGEST_WAIT = 30_000;

/** What came of a question. `unasked`: no request was left, or the quota allows none now. */
export type Reply =
  | { readonly kind: 'seen'; readonly seen: Seen }
  | { readonly kind: 'trouble'; readonly error: AppError }
  | { readonly kind: 'unasked'; readonly why: string };

/**
 * The requests of one connection test: at most six, each sent once and never again, each read up to a limit, with what
 * is kept of it as evidence.
 */
export class Questions {
  readonly asked: Asked[] = [];
  readonly seen: Seen[] = [];
  readonly #tools: RequestTools;
  readonly #signal: AbortSignal | undefined;
  #credentials: Credentials | null = null;
  readonly #throttled = new Set<ServiceId>();

  constructor(tools: RequestTools, signal: AbortSignal | undefined) {
    this.#tools = tools;
    this.#signal = signal;
  }

  /**
   * A text for a person without any form of the secret. The answers that are judged lose the header's value only: a short
   * password may be part of a name.
   */
  clean(text: string): string {
    return redact(text, this.#credentials);
  }

  get #deadline(): number {
    return Math.min(LONGEST_WAIT, this.#tools.transport.timeouts.answer);
  }

  async ask(call: QuestionCall): Promise<Reply> {
    const { requester, clock } = this.#tools;
    if (this.asked.length === MOST_TEST_REQUESTS)
      return { kind: 'unasked', why: `The ${MOST_TEST_REQUESTS} requests of a test were used up.` };
    // A throttled service would be waited for until its minute ends.
    if (this.#throttled.has(call.service)) return { kind: 'unasked', why: 'The quota of this service is used up now.' };
    const since = clock.monotonicNow();
    const exchange = await requester.perform({
      service: call.service,
      lane: 'person',
      method: 'GET',
      path: call.path,
      accept: call.accept,
      deadline: this.#deadline,
      ...(this.#signal === undefined ? {} : { signal: this.#signal }),
    });
    if (exchange.kind !== 'answer') {
      const { error } = await troubleOf(this.#tools, call.service, exchange, 'GET');
      if (exchange.kind === 'failed' && exchange.failure.sent === 'maybe') this.#keep(call, since, null);
      return error.code === 'rateLimited' ? { kind: 'unasked', why: error.message } : { kind: 'trouble', error };
    }
    this.#credentials = exchange.credentials;
    const read = await this.#beginning(exchange, call.limit);
    if ('error' in read) {
      this.#keep(call, since, null);
      return { kind: 'trouble', error: read.error };
    }
    const seen = seenOf(exchange, this.asked.length + 1, call, read);
    if (seen.status === 429) this.#throttled.add(call.service);
    this.seen.push(seen);
    this.#keep(call, since, seen, read.bytes);
    return { kind: 'seen', seen };
  }

  #keep(call: QuestionCall, since: number, seen: Seen | null, bytes = 0): void {
    this.asked.push({
      number: this.asked.length + 1,
      path: call.path,
      status: seen?.status ?? null,
      contentType: seen?.contentType ?? '',
      milliseconds: Math.round(this.#tools.clock.monotonicNow() - since),
      bytes,
      answer: seen === null ? '' : this.clean(evidenceOf(seen)),
    });
  }

  async #beginning(
    exchange: OpenAnswer,
    limit: number,
  ): Promise<{ text: string; bytes: number; isCut: boolean } | { error: AppError }> {
    const { answer } = exchange;
    const { transport } = this.#tools;
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const piece of answer.body) {
        const foreign = bytes === 0 ? foreignForm((name) => answer.header(name), piece, 'csv') : null;
        if (foreign !== null) {
          exchange.conclude('unreadable');
          answer.discard();
          return { error: foreignAnswer(transport.host, foreign) };
        }
        pieces.push(piece);
        bytes += piece.byteLength;
        if (bytes >= limit) break;
      }
    } catch (error) {
      exchange.conclude('answer broken off');
      const failure = describeFailure(
        answer.signal?.aborted === true ? new CallCancelled() : error,
        true,
        transport.host,
      );
      const told = exchange.isOverdue() ? overdue(failure, transport.host, this.#deadline) : failure;
      return { error: toNetworkError(told) };
    }
    const isCut = bytes >= limit;
    if (isCut) answer.discard();
    const text = Buffer.concat(pieces)
      .subarray(0, limit)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
    const { status } = answer;
    if (status >= 400) exchange.conclude(status === 429 ? 'throttled' : `refused (${status})`, text);
    else exchange.conclude(isCut ? 'beginning read' : 'done');
    return { text, bytes: Math.min(bytes, limit), isCut };
  }
}

function seenOf(
  { answer, credentials }: OpenAnswer,
  number: number,
  { question, path }: QuestionCall,
  { text, isCut }: { readonly text: string; readonly isCut: boolean },
): Seen {
  const date = Date.parse(answer.header('date') ?? '');
  const type = redact(answer.header('content-type') ?? '', credentials).split(';', 1)[0] ?? '';
  return {
    number,
    question,
    path: path.split('?', 1)[0] ?? path,
    status: answer.status,
    contentType: type.trim().toLowerCase().slice(0, 100),
    text,
    isCut,
    reset: redact(answer.header('x-rate-limit-reset') ?? '', credentials).slice(0, 40),
    date: Number.isFinite(date) ? date : null,
  };
}
