import { randomBytes } from 'node:crypto';

/** The build writes this word into the page where the nonce goes. */
export const NONCE_PLACEHOLDER = '__CSP_NONCE__';

export function freshNonce(): string {
  return randomBytes(18).toString('base64');
}

/**
 * The page may load only its own files; styles that components insert have the nonce of this response. Without
 * `unsafe-inline` and `unsafe-eval`, text from a hostile file or service cannot run as a script.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every answer with content: pages, their files, downloads and answers to the page, in both hosts. */
export function securityHeaders(nonce: string): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(nonce),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
