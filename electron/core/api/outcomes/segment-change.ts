import type { AppError, Outcome } from '../../../../shared/contract/errors.ts';
import { errorBeside } from '../../../../shared/domain/service/answers/answers.ts';
import { ENDPOINT } from '../../../../shared/domain/service/services.ts';
import { readJsonBody } from '../requests/json-body.ts';
import { troubleOf } from '../requests/exchange-trouble.ts';
import type { RequestOptions, RequestTools } from '../requests/request-tools.ts';
import type { OpenAnswer } from '../requests/requester.ts';
import { pathSegment } from '../transport/path-segment.ts';
import { redact } from '../transport/redact.ts';

export interface SegmentChangeOptions extends RequestOptions {
  /** Called in the turn in which the request goes to the socket; if it throws, nothing is sent. */
  readonly beforeSend?: () => void;
}

/** The leads that are put into a segment or taken out of it. */
export interface LeadsOfSegment {
  readonly kind: 'add' | 'remove';
  readonly id: string;
  readonly leadIds: readonly string[];
}

const REQUESTS = {
  add: { service: ENDPOINT.addToSegments, method: 'POST' },
  // The specification promises the segments for an answer; a 200 is a yes without them, too.
  remove: { service: ENDPOINT.removeFromSegments, method: 'DELETE' },
} as const;

const NOT_DONE_YET: AppError = {
  code: 'network',
  sent: 'maybe',
  message: 'The service accepted the change and did not say that it is made (202).',
};

/** As the import of a lead, a change may be answered with a 200 that says no. */
function refusedBy({ answer: { status } }: OpenAnswer, detail: string): AppError {
  return { code: 'rejected', status, detail, message: `The service refused the request. It said: ${detail}` };
}

/** Never sent twice: when nobody knows whether it was done, the error is `network` with `sent: 'maybe'`. */
export async function changeSegment(
  tools: RequestTools,
  { kind, id, leadIds }: LeadsOfSegment,
  { lane = 'person', signal, beforeSend }: SegmentChangeOptions = {},
): Promise<Outcome<unknown>> {
  const { service, method } = REQUESTS[kind];
  const exchange = await tools.requester.perform({
    service,
    lane,
    method,
    path: `/leadsegments/${pathSegment(id)}/leads`,
    accept: 'application/json',
    body: JSON.stringify({ uniqueId: id, leadUniqueIds: leadIds }),
    deadline: tools.transport.timeouts.answer,
    ...(signal === undefined ? {} : { signal }),
    ...(beforeSend === undefined ? {} : { beforeSend }),
  });
  if (exchange.kind === 'answer' && exchange.answer.status >= 200 && exchange.answer.status < 300) {
    const answer = await readJsonBody(tools, exchange, { isEmptyFine: true });
    const clean = (text: string) => redact(text, exchange.credentials);
    const no = answer.ok ? errorBeside(answer.value, undefined, clean) : null;
    if (answer.ok && no === null && exchange.answer.status === 202) return { ok: false, error: NOT_DONE_YET };
    return no === null ? answer : { ok: false, error: refusedBy(exchange, no) };
  }
  return { ok: false, error: (await troubleOf(tools, service, exchange, method)).error };
}
