import type { IncomingMessage } from 'node:http';
import type { AppError } from '../../shared/contract/errors.ts';

/** Bytes. Nobody who has no session yet needs to say more than a token. */
export const STRANGER_LIMIT_BYTES = 64 * 1024;
/** Bytes. The arguments of a call are choices and mappings; files are sent to `/files` and are not limited by this. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: number; readonly error: AppError };

/**
 * Reads a JSON body. Another content type is refused: the page of another site can send plain text and forms across
 * origins without a preflight request, but not JSON.
 */
export async function readJson(request: IncomingMessage, limit = BODY_LIMIT_BYTES): Promise<Body> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    return refused(415, 'Calls are sent as JSON.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The body of a page is read to its end even when it is too large: otherwise it would not receive the answer.
    if (size <= limit) chunks.push(chunk);
    else if (limit === STRANGER_LIMIT_BYTES) break;
  }
  if (size > limit) return refused(413, 'The call is larger than Lead Console accepts. Nothing was done.');
  try {
    return { ok: true, value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return refused(400, 'The call is not readable JSON. Nothing was done.');
  }
}

function refused(status: number, message: string): Body {
  return { ok: false, status, error: { code: 'validation', message, issues: [] } };
}
