import { describe, expect, it } from 'vitest';
import { createPageSessions } from './page-sessions.ts';

const cookieOf = (set: string | null) => (set ?? '').split(';')[0] ?? '';

describe('sessions', () => {
  it('give a cookie for a token, once', () => {
    const sessions = createPageSessions(4711);
    const token = sessions.freshToken();
    const set = sessions.enter(token, undefined);
    expect(set).toMatch(/^lead-console-4711=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(sessions.isIn(cookieOf(set))).toBe(true);
    expect(sessions.enter(token, undefined)).toBeNull();
  });

  it('let a browser with a good cookie reopen the used address', () => {
    const sessions = createPageSessions(4711);
    const token = sessions.freshToken();
    const cookie = cookieOf(sessions.enter(token, undefined));
    expect(sessions.enter(token, `other=1; ${cookie}; more=2`)).toBe('');
    expect(sessions.enter('', cookie)).toBe('');
    expect(sessions.isIn(cookie)).toBe(true);
    // As another port of this computer may set one, for a longer path.
    expect(sessions.isIn(`lead-console-4711=other; ${cookie}`)).toBe(true);
  });

  it.each(['', 'x', 'a'.repeat(43), 'a'.repeat(100_000)])('take no other token: %#', (token) => {
    const sessions = createPageSessions(4711);
    sessions.freshToken();
    expect(sessions.enter(token, undefined)).toBeNull();
  });

  it.each([
    ...[undefined, '', 'lead-console-4711', 'lead-console-4711='],
    ...['lead-console-4711=x', 'lead-console-4712=y', ';;=;'],
  ])('take no other cookie: %j', (cookie) => {
    const sessions = createPageSessions(4711);
    sessions.enter(sessions.freshToken(), undefined);
    expect(sessions.isIn(cookie)).toBe(false);
  });

  it('do not take the cookie of another host on this computer', () => {
    const one = createPageSessions(4711);
    const other = createPageSessions(4711);
    const cookie = cookieOf(one.enter(one.freshToken(), undefined));
    expect(other.isIn(cookie)).toBe(false);
    expect(cookieOf(createPageSessions(80).enter('', cookie))).toBe('');
  });

  it('keep several browsers in, and several fresh addresses good', () => {
    const sessions = createPageSessions(4711);
    const tokens = [sessions.freshToken(), sessions.freshToken(), sessions.freshToken()];
    const cookies = tokens.map((token) => cookieOf(sessions.enter(token, undefined)));
    for (const cookie of cookies) expect(sessions.isIn(cookie)).toBe(true);
    expect(new Set(cookies).size).toBe(3);
  });
});
