import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { codeOf } from './host-trouble.ts';
import { freshNonce, NONCE_PLACEHOLDER, securityHeaders } from './content-security-policy.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Answers a request for a file of the built page, for both hosts.
 * @param pathname path of the address, still percent-encoded; no file outside `folder` is read, whatever it is
 */
export async function answerPageRequest(folder: string, pathname: string): Promise<PageAnswer> {
  const nonce = freshNonce();
  const path = await locate(folder, pathname);
  const type = path === null ? undefined : contentTypes[extname(path)];
  if (path === null || type === undefined) return plainAnswer(404, 'There is no page at this address.', nonce);
  const content = await readFile(path);
  const body = type.startsWith('text/html') ? withNonce(content, nonce) : content;
  return { status: 200, headers: { ...securityHeaders(nonce), 'content-type': type }, body };
}

export function plainAnswer(status: number, text: string, nonce: string = freshNonce()): PageAnswer {
  const headers = { ...securityHeaders(nonce), 'content-type': 'text/plain; charset=utf-8' };
  return { status, headers, body: Buffer.from(`${text}\n`) };
}

function withNonce(html: Buffer, nonce: string): Buffer {
  return Buffer.from(html.toString('utf8').replaceAll(NONCE_PLACEHOLDER, nonce));
}

/** The real path of a file inside `folder`, or null. */
async function locate(folder: string, pathname: string): Promise<string | null> {
  const relative = decode(pathname);
  if (relative === null) return null;
  const parts = relative.split('/').filter((part) => part !== '');
  if (parts.some(isForbiddenPart)) return null;
  const wanted = parts.length === 0 ? 'index.html' : join(...parts);
  try {
    const root = await realpath(folder);
    // The real path is compared, so that no symbolic link leads out of the folder.
    const path = await realpath(join(root, wanted));
    return path.startsWith(root + sep) ? path : null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(codeOf(error))) return null;
    throw error;
  }
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

/** True for dot files, parent folders, Windows drives and streams, backslashes and control characters. */
function isForbiddenPart(part: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return part.startsWith('.') || /[\\:\u0000-\u001f]/.test(part);
}
