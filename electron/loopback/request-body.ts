import type { IncomingMessage } from 'node:http';
import type { AppError } from '../../shared/contract/errors.ts';

/** Arguments of a call are choices and mappings; rows and files travel another way. */
const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

export type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: number; readonly error: AppError };

/**
 * Reads a JSON body. Another content type is refused: a page elsewhere can send plain text and forms without asking
 * the browser first, but not JSON.
 */
export async function readJson(request: IncomingMessage): Promise<Body> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    return refused(415, 'Calls are sent as JSON.');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to its end all the same: a connection that is cut off would take the reason with it.
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  if (size > BODY_LIMIT_BYTES) return refused(413, 'The call is larger than Lead Console takes. Nothing was done.');
  try {
    return { ok: true, value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return refused(400, 'The call is not readable JSON. Nothing was done.');
  }
}

function refused(status: number, message: string): Body {
  return { ok: false, status, error: { code: 'validation', message, issues: [] } };
}
