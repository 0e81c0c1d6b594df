import { htmlType, jsonType, ok, problemAnswer, refusal, RequestProblem } from '../foundation/answers.ts';
import type { Answer } from '../foundation/answers.ts';
import type { FaultSpecification } from './faults.ts';
import type { Dialect } from '../foundation/options.ts';

/** What a fault answers instead of the endpoint. */
export function replacement(action: FaultSpecification, dialect: Dialect): Answer {
  const text = (status: number, body: string, contentType: string): Answer => ({
    status,
    body: { kind: 'text', text: body, contentType: action.contentType ?? contentType },
  });
  if (action.kind === 'refuse') return ok(refusal(action.message ?? 'The lead was refused.'));
  if (action.kind === 'html') {
    return text(
      action.status ?? 200,
      action.body ??
        '<!DOCTYPE html><html><head><title>Sign in</title></head><body><h1>Sign in to the network</h1></body></html>',
      htmlType,
    );
  }
  if (action.kind === 'body') return text(action.status ?? 200, action.body ?? '', jsonType);
  if (action.kind === 'redirect') {
    return {
      status: action.status ?? 307,
      headers: { Location: action.location ?? 'http://127.0.0.1:9/api/' },
      body: { kind: 'text', text: '', contentType: htmlType },
    };
  }
  const status = action.status ?? 500;
  if (action.body !== undefined) return text(status, action.body, htmlType);
  return problemAnswer(
    new RequestProblem(status, status < 500 ? 'Error' : 'InternalServerError', action.message ?? 'The service failed.'),
    dialect,
  );
}
