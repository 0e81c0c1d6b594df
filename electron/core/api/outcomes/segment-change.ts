import type { AppError, Outcome } from '../../../../shared/contract/errors.ts';
import { errorBeside } from '../../../../shared/domain/service/answers/answers.ts';
import { ENDPOINT, type ServiceId } from '../../../../shared/domain/service/services.ts';
import { readJsonBody } from '../requests/json-body.ts';
import { troubleOf } from '../requests/exchange-trouble.ts';
import type { RequestOptions, RequestTools } from '../requests/request-tools.ts';
import type { OpenAnswer } from '../requests/requester.ts';
import { pathSegment } from '../transport/path-segment.ts';
import { redact } from '../transport/redact.ts';
import type { Method } from '../transport/transport.ts';

export interface SegmentChangeOptions extends RequestOptions {
  /** Called in the turn in which the request goes to the socket; if it throws, nothing is sent. */
  readonly beforeSend?: () => void;
}

/** The leads that are put into a segment or taken out of it. */
interface SegmentChange {
  readonly id: string;
  readonly leadIds: readonly string[];
  readonly options: SegmentChangeOptions | undefined;
}

export function addToSegment(tools: RequestTools, change: SegmentChange): Promise<Outcome<unknown>> {
  return sendChange(tools, ENDPOINT.addToSegments, 'POST', change);
}

/** The specification promises the segments for an answer; a 200 is a yes without them, too. */
export function removeFromSegment(tools: RequestTools, change: SegmentChange): Promise<Outcome<unknown>> {
  return sendChange(tools, ENDPOINT.removeFromSegments, 'DELETE', change);
}

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
async function sendChange(
  tools: RequestTools,
  service: ServiceId,
  method: Method,
  change: SegmentChange,
): Promise<Outcome<unknown>> {
  const { signal, beforeSend } = change.options ?? {};
  const exchange = await tools.requester.perform({
    service,
    lane: change.options?.lane ?? 'person',
    method,
    path: `/leadsegments/${pathSegment(change.id)}/leads`,
    accept: 'application/json',
    body: JSON.stringify({ uniqueId: change.id, leadUniqueIds: change.leadIds }),
    deadline: tools.transport.timeouts.answer,
    ...(signal === undefined ? {} : { signal }),
    ...(beforeSend === undefined ? {} : { beforeSend }),
  });
  if (exchange.kind === 'answer' && exchange.answer.status >= 200 && exchange.answer.status < 300) {
    const answer = await readJsonBody(tools, exchange, { isEmptyFine: true });
    const no = answer.ok ? errorBeside(answer.value) : null;
    if (answer.ok && no === null && exchange.answer.status === 202) return { ok: false, error: NOT_DONE_YET };
    return no === null ? answer : { ok: false, error: refusedBy(exchange, redact(no, exchange.credentials)) };
  }
  return { ok: false, error: (await troubleOf(tools, service, exchange, method)).error };
}
