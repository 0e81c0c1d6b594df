import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** One person has fewer browsers open. Beyond that the session that was unused for longest ends. */
const MOST_SESSIONS = 50;
/** Unused one-time tokens that stay valid; the oldest is dropped. */
const MOST_TOKENS = 10;

export type PageSessions = ReturnType<typeof createPageSessions>;

/**
 * Who may use this host. The address printed on the terminal carries a token that opens once; it is exchanged for a
 * cookie. Both are kept as digests only, and compared in constant time.
 * @param port goes into the cookie's name, because browsers share cookies between all ports of 127.0.0.1.
 */
export function createPageSessions(port: number) {
  const cookieName = `lead-console-${port}`;
  const tokens: Buffer[] = [];
  const sessions: Buffer[] = [];

  /** Whether the request carries the cookie of a session. */
  function isIn(cookieHeader: string | undefined): boolean {
    return cookieValues(cookieHeader, cookieName).some((session) => take(sessions, session, true));
  }

  return {
    /** A new one-time token; earlier unused ones stay valid. */
    freshToken(): string {
      const token = randomBytes(32).toString('base64url');
      tokens.push(digest(token));
      if (tokens.length > MOST_TOKENS) tokens.shift();
      return token;
    },
    /**
     * Exchanges a token for a session. A browser with a valid cookie keeps its session.
     * @returns the Set-Cookie value, an empty text when the browser's cookie stays valid, or null for no access.
     */
    enter(token: string, cookieHeader: string | undefined): string | null {
      if (!take(tokens, token, false)) return isIn(cookieHeader) ? '' : null;
      const session = randomBytes(32).toString('base64url');
      sessions.push(digest(session));
      if (sessions.length > MOST_SESSIONS) sessions.shift();
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    },
    isIn,
  };
}

export function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether `text` is among the digests. A token is removed (`keep` false), a session moves to the end. */
function take(digests: Buffer[], text: string, keep: boolean): boolean {
  const wanted = digest(text);
  const index = digests.findIndex((candidate) => timingSafeEqual(candidate, wanted));
  if (index < 0) return false;
  const found = digests.splice(index, 1);
  if (keep) digests.push(...found);
  return true;
}

/** Another port of this computer may have set one of the same name, which stands before ours. */
function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.trim().split('=', 2);
    return key === name && value ? [value] : [];
  });
}
