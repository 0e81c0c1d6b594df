import type { Credentials } from '../../foundation/ports.ts';

const MASK = '•••';
/** Characters. A shorter password is part of too many words to be masked; its encoded forms are masked at any length. */
const SHORTEST_BARE = 3;

/** The value of the `Authorization` header (RFC 7617, UTF-8). */
export function authorizationFor(credentials: Credentials): string {
  return `Basic ${encoded(credentials)}`;
}

function encoded(credentials: Credentials): string {
  return Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64');
}

/**
 * Takes every form of the secret out of a text that a person, a log or a file may see. A service, a proxy or an
 * error page can echo the request that it got.
 */
export function redact(text: string, credentials: Credentials | null): string {
  if (credentials === null) return text;
  let clean = redactEncoded(text, credentials);
  const { password } = credentials;
  if (password.length < SHORTEST_BARE) return clean;
  const forms = [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1), htmlEscaped(password)];
  for (const form of forms) clean = clean.replaceAll(form, MASK);
  return clean;
}

/** Masks the header's value only: in an answer that is decoded afterwards, a short password could be part of a value. */
export function redactEncoded(text: string, credentials: Credentials | null): string {
  if (credentials === null) return text;
  const token = encoded(credentials);
  return token.length < 4 ? text : text.replaceAll(token, MASK).replaceAll(token.replace(/=+$/, ''), MASK);
}

function htmlEscaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}
