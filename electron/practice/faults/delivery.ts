import type { ServerResponse } from 'node:http';
import type { Answer, AnswerBody } from '../foundation/answers.ts';
import { htmlType, jsonType, toHtmlPage, toJson } from '../foundation/answers.ts';
import type { FaultSpecification } from './faults.ts';
import type { Dialect } from '../foundation/options.ts';

export interface Delivery {
  readonly response: ServerResponse;
  readonly answer: Answer;
  readonly dialect: Dialect;
  /** A value is sent as JSON, or as a page for people. */
  readonly asHtml: boolean;
  readonly isHead: boolean;
  /** Complete set; null leaves a header out that would be there. */
  readonly headers: Readonly<Record<string, string | null>>;
  readonly truncation: FaultSpecification | null;
}

type RowsBody = Extract<AnswerBody, { kind: 'rows' }>;

/** Rows are put together to about this many characters before they are written. */
const chunkSize = 64 * 1024;
/** Other requests get a turn after at most this many leads, found or not. */
const turnLength = 1000;

/** Sends the answer, or the part of it that the truncation leaves. Never rejects because the other side went away. */
export async function deliver(delivery: Delivery): Promise<void> {
  const { response, answer } = delivery;
  if (response.destroyed || response.writableEnded) return;
  response.statusCode = answer.status;
  const { body } = answer;
  if (body.kind === 'rows') {
    setHeaders(delivery, body.contentType);
    if (delivery.isHead) response.end();
    else await sendRows(response, body, delivery.truncation);
    return;
  }
  const [text, contentType] = printed(delivery, body);
  const bytes = Buffer.from(text, 'utf8');
  const { truncation } = delivery;
  const sent = truncation === null ? bytes : bytes.subarray(0, truncation.bytes ?? Math.floor(bytes.length / 2));
  const isProperEnd = truncation === null || truncation.how === 'end';
  response.setHeader('Content-Length', isProperEnd ? sent.length : bytes.length);
  setHeaders(delivery, contentType);
  if (isProperEnd) response.end(delivery.isHead ? undefined : sent);
  else {
    response.flushHeaders();
    await written(response, sent);
    breakOff(response, truncation.how);
  }
}

function printed(
  { dialect, asHtml }: Delivery,
  body: Exclude<AnswerBody, RowsBody>,
): [text: string, contentType: string] {
  if (body.kind === 'text') return [body.text, body.contentType];
  const json = toJson(body.value, dialect);
  return asHtml ? [toHtmlPage(JSON.stringify(JSON.parse(json), null, 2)), htmlType] : [json, jsonType];
}

function setHeaders({ response, answer, headers }: Delivery, contentType: string): void {
  response.setHeader('Content-Type', contentType);
  for (const [name, value] of Object.entries({ ...answer.headers, ...headers })) {
    if (value === null) response.removeHeader(name);
    else response.setHeader(name, value);
  }
}

async function sendRows(
  response: ServerResponse,
  body: RowsBody,
  truncation: FaultSpecification | null,
): Promise<void> {
  const rowLimit =
    truncation?.rows ?? (truncation === null || truncation.bytes !== undefined ? Number.POSITIVE_INFINITY : 1);
  const byteLimit = truncation?.bytes ?? Number.POSITIVE_INFINITY;
  let pending = body.before;
  let bytesSent = 0;
  let rowsSent = 0;
  let looks = 0;
  const flush = async (): Promise<boolean> => {
    const bytes = Buffer.from(pending, 'utf8');
    pending = '';
    const isOver = bytesSent + bytes.length > byteLimit;
    const part = isOver ? bytes.subarray(0, byteLimit - bytesSent) : bytes;
    bytesSent += part.length;
    // What comes before a break must have left this process, or the break would take it along.
    if (truncation !== null) await written(response, part);
    else if (part.length > 0 && !response.write(part)) await drained(response);
    await turn();
    return !isOver && !response.destroyed;
  };
  // A search may look at millions of leads before its first find; the reader knows at once that it has begun.
  response.flushHeaders();
  let isCut = false;
  for (const row of body.rows) {
    looks += 1;
    if (row !== null && rowsSent >= rowLimit) {
      isCut = true;
    } else if (row !== null) {
      pending += rowsSent === 0 ? row : body.between + row;
      rowsSent += 1;
    }
    // Rare finds are sent on at each turn, too: a reader should not wait for a full chunk.
    if ((isCut || pending.length >= chunkSize || looks % turnLength === 0) && !(await flush())) isCut = true;
    if (response.destroyed) return;
    if (isCut) break;
  }
  if (!isCut) {
    pending += body.after;
    isCut = !(await flush());
  }
  if (response.destroyed) return;
  if (!isCut || truncation?.how === 'end') response.end();
  else breakOff(response, truncation?.how);
}

/** Ends the connection in the middle. */
function breakOff(response: ServerResponse, how: FaultSpecification['how']): void {
  if (how === 'reset') response.socket?.resetAndDestroy();
  else response.socket?.destroy();
}

/** Resolves when the system has taken the bytes, or the connection is gone. */
function written(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return Promise.resolve();
  return new Promise((resolve) => response.write(bytes, () => resolve()));
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
    if (response.destroyed) done();
  });
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
