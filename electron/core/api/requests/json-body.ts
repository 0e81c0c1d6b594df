import type { AppError, Outcome } from '../../../../shared/contract/errors.ts';
import { messageIn, parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import { isTooDeep, TOO_DEEP } from '../../../../shared/domain/service/answers/deep-json.ts';
import { redact } from '../transport/redact.ts';
import { overdue, toNetworkError } from '../transport/transport-failure.ts';
import type { OpenAnswer } from './requester.ts';
import type { RequestTools } from './request-tools.ts';

/** Bytes. An answer that is read whole; longer lists are streamed. */
const LARGEST_ANSWER = 64 * 1024 * 1024;

/** The body of a 2xx as a value, and the exchange closed in the log. `isEmptyFine`: an empty body is null. */
export async function readJsonBody(
  tools: RequestTools,
  exchange: OpenAnswer,
  { isEmptyFine }: { isEmptyFine: boolean },
): Promise<Outcome<unknown>> {
  const read = await tools.transport.readText(exchange.answer, LARGEST_ANSWER);
  if ('failure' in read) {
    exchange.conclude('answer broken off');
    const { host, timeouts } = tools.transport;
    const failure = exchange.isOverdue() ? overdue(read.failure, host, timeouts.answer) : read.failure;
    return { ok: false, error: toNetworkError(failure) };
  }
  if (read.foreign !== null) {
    exchange.conclude('unreadable');
    return { ok: false, error: foreignAnswer(tools.transport.host, read.foreign) };
  }
  if (isEmptyFine && read.text.trim() === '') {
    exchange.conclude('done');
    return { ok: true, value: null };
  }
  const value = parseJson(read.text);
  if (value === undefined) {
    exchange.conclude('unreadable');
    return { ok: false, error: unreadable(tools.transport.host, redact(read.text, exchange.credentials)) };
  }
  if (isTooDeep(read.text)) {
    exchange.conclude('unreadable');
    return { ok: false, error: foreignAnswer(tools.transport.host, TOO_DEEP) };
  }
  exchange.conclude('done');
  return { ok: true, value };
}

/** A 200 whose body is `foreign`, as `foreignForm` names it, or `TOO_DEEP`. */
export function foreignAnswer(host: string, foreign: string): AppError {
  const message = `${host} answered with ${foreign}, which Lead Console did not ask for and does not read. A proxy between this computer and the service may do that; tell its administrator.`;
  return { code: 'network', message, sent: 'maybe' };
}

/** Characters of an answer in plain text that a person is shown. */
const SHOWN_TEXT = 200;

/**
 * A 200 that is not JSON. A web page means that something else than the service answers at this address; text are words of
 * the service, or of something before it.
 *
 * @param text without secrets; it need not be whole
 */
export function unreadable(host: string, text: string): AppError {
  return { code: 'network', message: unreadableWords(host, text), sent: 'maybe' };
}

function unreadableWords(host: string, text: string): string {
  if (/^\s*</.test(text))
    return `${host} answered with a web page instead of data. The address may be wrong or lack /api, or a sign-in page of the network answered.`;
  if (/^\s*[\p{L}\p{N}]/u.test(text)) {
    const words = (messageIn(text)?.message ?? '').slice(0, SHOWN_TEXT);
    return `${host} answered with text instead of data: "${words}". Check the address of the account and what you asked for.`;
  }
  return `The answer of ${host} ended early or is damaged. Try again; if it happens again, tell the service's administrator.`;
}
