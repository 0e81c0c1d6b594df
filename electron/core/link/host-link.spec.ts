import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/contract/errors.ts';
import { notFound } from '../foundation/failure.ts';
import { HostLink, type HostLinkOptions } from './host-link.ts';

type Part = Partial<Pick<HostLinkOptions, 'answer' | 'onEvent' | 'onBug'>>;

/** Two ends joined by copies of what they send, as between processes. */
function pair(left: Part, right: Part = {}): { left: HostLink; right: HostLink } {
  const ends: { left?: HostLink; right?: HostLink } = {};
  const make = (part: Part, other: 'left' | 'right') =>
    new HostLink({
      send: (message) => queueMicrotask(() => ends[other]?.receive(structuredClone(message))),
      answer: async () => undefined,
      onEvent: () => undefined,
      onBug: () => 'log-1',
      ...part,
    });
  ends.left = make(left, 'right');
  ends.right = make(right, 'left');
  return { left: ends.left, right: ends.right };
}

describe('link', () => {
  it('carries requests and answers in both directions, in any order', async () => {
    const slow = Promise.withResolvers<string>();
    const { left, right } = pair(
      { answer: async (name, args) => ({ left: name, args }) },
      { answer: (name, args) => (name === 'slow' ? slow.promise : Promise.resolve({ right: name, args })) },
    );
    const first = left.request('slow', null);
    expect(await left.request('a', { n: 1 })).toEqual({ ok: true, value: { right: 'a', args: { n: 1 } } });
    expect(await right.request('b', undefined)).toEqual({ ok: true, value: { left: 'b', args: undefined } });
    slow.resolve('late');
    expect(await first).toEqual({ ok: true, value: 'late' });
  });

  it('carries expected trouble as it is and a bug as its log id', async () => {
    const { left } = pair(
      {},
      {
        answer: async (name) => {
          throw name === 'expected' ? notFound('Not there.') : new Error('secret detail');
        },
      },
    );
    expect(await left.request('expected', {})).toEqual({
      ok: false,
      error: { code: 'notFound', message: 'Not there.' },
    });
    const bug = await left.request('bug', {});
    expect(bug).toMatchObject({ ok: false, error: { code: 'internal', logId: 'log-1' } });
    expect(JSON.stringify(bug)).not.toContain('secret detail');
  });

  it('cancels on the other side, and the answer still ends the request', async () => {
    const { left } = pair(
      {},
      {
        answer: (_name, _args, signal) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped'))),
      },
    );
    const stop = new AbortController();
    const request = left.request('long', {}, stop.signal);
    queueMicrotask(() => queueMicrotask(() => stop.abort()));
    expect(await request).toEqual({ ok: true, value: 'stopped' });
    expect(await left.request('never', {}, AbortSignal.abort())).toMatchObject({ error: { code: 'cancelled' } });
  });

  it('ends everything that is open when the other side is gone', async () => {
    const gone: AppError = { code: 'internal', message: 'Gone.', logId: 'x' };
    let wasAborted = false;
    const { left, right } = pair(
      {},
      {
        answer: (_name, _args, signal) =>
          new Promise(() => signal.addEventListener('abort', () => (wasAborted = true))),
      },
    );
    const open = left.request('long', {});
    await Promise.resolve();
    left.end(gone);
    right.end(gone);
    expect(await open).toEqual({ ok: false, error: gone });
    expect(await left.request('later', {})).toEqual({ ok: false, error: gone });
    expect(wasAborted).toBe(true);
  });

  it('carries events', async () => {
    const heard: unknown[] = [];
    const { left } = pair({}, { onEvent: (name, payload) => heard.push([name, payload]) });
    left.emit('core:event', { name: 'job:progress' });
    await left.request('any', {});
    expect(heard).toEqual([['core:event', { name: 'job:progress' }]]);
  });

  it('drops what it does not understand', () => {
    const sent: unknown[] = [];
    const link = new HostLink({
      send: (message) => sent.push(message),
      answer: async () => undefined,
      onEvent: () => undefined,
      onBug: () => 'x',
    });
    fc.assert(
      fc.property(fc.anything(), (message) => {
        link.receive(message);
      }),
    );
    link.receive({ kind: 'answer', id: 99, outcome: { ok: true, value: 1 } });
    link.receive({ kind: 'cancel', id: 99 });
    expect(sent).toEqual([]);
  });
});
