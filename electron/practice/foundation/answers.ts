import type { Dialect } from './options.ts';

/** What an endpoint answers. Rows are pulled while the connection takes them, so an export of any size needs no memory. */
export type AnswerBody =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string }
  | {
      readonly kind: 'rows';
      readonly contentType: string;
      readonly before: string;
      readonly between: string;
      readonly after: string;
      /** null = one lead was looked at and left out; lets the sender take a breath in a long search without finds. */
      readonly rows: Iterable<string | null>;
    };

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
}

export interface FieldProblem {
  readonly fieldName: string;
  readonly message: string;
}

export const jsonType = 'application/json; charset=utf-8';
export const htmlType = 'text/html; charset=utf-8';
export const csvType = 'text/csv; charset=utf-8';

export function ok(value: unknown): Answer {
  return { status: 200, body: { kind: 'value', value } };
}

/** A request that the service does not carry out; endpoints throw it and the service answers it. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';
  readonly status: number;
  readonly code: string;
  readonly problems: readonly FieldProblem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { problems?: readonly FieldProblem[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.problems = more.problems ?? [];
    this.headers = more.headers ?? {};
  }
}

/** The error as the dialect words it: the framework's envelope, a bare message, or a page. Always the same status. */
export function problemAnswer(problem: RequestProblem, dialect: Dialect): Answer {
  const { status, headers, message, code, problems } = problem;
  if (dialect.errorForm === 'html') {
    const text = `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>${escapeHtml(message)}</p></body></html>`;
    return { status, headers, body: { kind: 'text', text, contentType: htmlType } };
  }
  const value =
    dialect.errorForm === 'message'
      ? { message }
      : { responseStatus: { errorCode: code, message, errors: problems.map((one) => ({ errorCode: code, ...one })) } };
  return { status, headers, body: { kind: 'value', value } };
}

export type MediaType = 'application/json' | 'text/html' | 'text/csv';

/** The best of the offered types for an Accept header; null when none is accepted. A missing header takes the first. */
export function negotiate(accept: string | undefined, offered: readonly MediaType[]): MediaType | null {
  if (accept === undefined || accept.trim() === '') return offered[0] ?? null;
  const ranges = accept.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { range, quality: Number.isFinite(quality) ? quality : 0 };
  });
  let best: { type: MediaType; quality: number } | null = null;
  for (const type of offered) {
    const wholeGroup = `${type.slice(0, type.indexOf('/'))}/*`;
    // The most exact range decides (RFC 9110, 12.5.1).
    const match = [type, wholeGroup, '*/*']
      .map((wanted) => ranges.find(({ range }) => range === wanted))
      .find((found) => found !== undefined);
    const quality = match?.quality ?? 0;
    if (quality > 0 && (best === null || quality > best.quality)) best = { type, quality };
  }
  return best?.type ?? null;
}

/** JSON text in the dialect's case. Keys inside `data` belong to the user and keep theirs. */
export function toJson(value: unknown, dialect: Dialect): string {
  return JSON.stringify(dialect.keyCase === 'camel' ? value : pascalKeys(value));
}

function pascalKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pascalKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.charAt(0).toUpperCase() + key.slice(1),
      key === 'data' ? inner : pascalKeys(inner),
    ]),
  );
}

/** An array as the dialect wraps it. */
export function inEnvelope(list: readonly unknown[], dialect: Dialect): unknown {
  return dialect.envelope === null ? list : { [dialect.envelope]: list };
}

/** The same data for a browser: JSON is the content, HTML only the paper. */
export function toHtmlPage(json: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Practice service</title></head><body><pre>${escapeHtml(json)}</pre></body></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The result of a lead that fails validation. */
export function refusal(message: string, errors: readonly FieldProblem[] = []): unknown {
  return { success: false, message, errors };
}

export function invalidParameter(fieldName: string, message: string, code = 'InvalidParameter'): RequestProblem {
  return new RequestProblem(400, code, message, { problems: [{ fieldName, message }] });
}
