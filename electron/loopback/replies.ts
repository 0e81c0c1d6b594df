import type { ServerResponse } from 'node:http';
import type { AppError, Outcome } from '../../shared/contract/errors.ts';
import { freshNonce, securityHeaders } from '../host/content-security-policy.ts';
import { plainAnswer } from '../host/page-files.ts';

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const headers = { ...securityHeaders(freshNonce()), 'content-type': 'application/json; charset=utf-8' };
  response.writeHead(status, headers).end(JSON.stringify(value));
}

/** The error as the outcome of a call, which is how the page reads it. */
export function sendError(response: ServerResponse, status: number, error: AppError): void {
  const outcome: Outcome<never> = { ok: false, error };
  sendJson(response, status, outcome);
}

/** Plain text, and the end of the connection. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  const answer = plainAnswer(status, text);
  response.writeHead(answer.status, { ...answer.headers, connection: 'close' }).end(answer.body);
}
