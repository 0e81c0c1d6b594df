import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { cancelled, notFound } from '../../core/foundation/failure.ts';
import type { BatchCore } from './batch-core.ts';
import { callUntilSignal } from './call-until-signal.ts';
import { watchSignals } from './interruption.ts';

/** A core whose look goes on until it is cancelled or settled. */
function setUp() {
  const source = new EventEmitter();
  const interruption = watchSignals(source, { monotonicNow: () => 0 }, () => undefined);
  const calls: (readonly [name: string, callId: unknown])[] = [];
  const look = Promise.withResolvers<never>();
  const call = async (name: string, args: { readonly callId?: string }) => {
    calls.push([name, args.callId]);
    if (name !== 'call:cancel') return look.promise;
    if (args.callId === calls[0]?.[1]) look.reject(cancelled());
    return { cancelled: true };
  };
  const tools = { core: { call } as unknown as BatchCore, interruption };
  return { source, calls, look, start: () => callUntilSignal(tools, 'job:look', { jobId: 'job' }) };
}

it('is cancelled by a signal, and ends with the exit code of that signal', async () => {
  const { source, calls, start } = setUp();
  const looking = start();
  source.emit('SIGTERM');
  await expect(looking).rejects.toMatchObject({ exitCode: 143, code: 'cancelled' });
  expect(calls.map(([name]) => name)).toEqual(['job:look', 'call:cancel']);
});

it('is not begun after a signal', async () => {
  const { source, calls, start } = setUp();
  source.emit('SIGINT');
  await expect(start()).rejects.toMatchObject({ exitCode: 130 });
  expect(calls).toEqual([]);
});

it('fails with its own failure without one', async () => {
  const { look, start } = setUp();
  const looking = start();
  look.reject(notFound('There is no such import.'));
  await expect(looking).rejects.toThrow('There is no such import.');
});
