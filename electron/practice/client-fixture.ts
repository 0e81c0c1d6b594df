import { request as httpRequest } from 'node:http';
import type { Agent, IncomingHttpHeaders, RequestOptions } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { parseJson } from '../../shared/domain/service/answers/answers.ts';
import { createPracticeClock } from './foundation/clock.ts';
import type { PracticeClock } from './foundation/clock.ts';
import { startPracticeService } from './practice-service.ts';
import type { PracticeOptions, PracticeService } from './practice-service.ts';

/** What the specs of this folder share: a service that stands still in time, and a plain HTTP client. */

/** Tuesday 17 November 2026, 13:47 in Copenhagen: production hours. */
export const tuesdayNoon = Date.parse('2026-11-17T12:47:00Z');

export interface Started {
  readonly service: PracticeService;
  readonly clock: PracticeClock;
  readonly call: (method: string, path: string, more?: CallSettings) => Promise<Reply>;
  readonly post: (lead: unknown, headers?: Record<string, string>) => Promise<Reply>;
}

export interface CallSettings {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string | Uint8Array;
  readonly agent?: Agent;
  /** Below the server's root instead of below `/api`. */
  readonly atRoot?: boolean;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; specs compare it, so no type is promised. */
  readonly json: unknown;
}

export const authorization = `Basic ${Buffer.from('practice:practice').toString('base64')}`;
export const fairUse = { 'X-Rate-Limit-Fair-Use-Policy': 'Minute rated' } as const;

const ANNA = `Basic ${Buffer.from('anna:secret word').toString('base64')}`;

/** Another program of Anna puts a lead into a campaign. @param url of the practice service */
export async function putElsewhere(url: string, CampaignCode: string, data: Readonly<Record<string, string>>) {
  const answer = await fetch(`${url}/leads`, {
    method: 'POST',
    headers: { authorization: ANNA, 'content-type': 'application/json' },
    body: JSON.stringify({ CampaignCode, data }),
  });
  expect(await answer.json()).toMatchObject({ success: true });
}

/** Leads as the service shows them to Anna. */
export async function shownLeads<Shown = Record<string, unknown>>(url: string, query = ''): Promise<Shown[]> {
  const answer = await fetch(`${url}/simpleleads${query}`, { headers: { authorization: ANNA } });
  return (await answer.json()) as Shown[];
}

export async function startForSpec(options: PracticeOptions = {}): Promise<Started> {
  const clock = options.clock ?? createPracticeClock({ start: tuesdayNoon, speed: 0 });
  const service = await startPracticeService({ leads: 50, ...options, clock });
  onTestFinished(() => service.close());
  const call: Started['call'] = (method, path, more = {}) => send(service.port, method, path, more);
  return { service, clock, call, post: (lead, headers = {}) => call('POST', '/leads', { body: lead, headers }) };
}

/** Rejects when the connection ends before the answer does. */
export function send(port: number, method: string, path: string, more: CallSettings = {}): Promise<Reply> {
  const payload = more.raw ?? (more.body === undefined ? undefined : JSON.stringify(more.body));
  const headers = {
    authorization,
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    ...more.headers,
  };
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    method,
    path: more.atRoot === true ? path : `/api${path}`,
    headers,
    agent: more.agent ?? false,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parseJson(text) });
      });
    });
    request.on('error', reject);
    request.end(payload);
  });
}

/** A lead that every check of the practice service lets pass. */
export function goodLead(name = 'Åsa'): { CampaignCode: string; data: Record<string, string> } {
  return { CampaignCode: 'EU-MESSE-26', data: { FirstName: name, Phone: '+45 12 34 56 78' } };
}
