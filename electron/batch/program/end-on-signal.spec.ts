import { expect, it } from 'vitest';
import { endOnSignal } from './end-on-signal.ts';
import type { FollowTools } from './follow-tools.ts';

/** What is said when the end rejects or resolves. */
async function said(end: () => Promise<unknown>): Promise<string[]> {
  const warnings: string[] = [];
  const listeners: (() => void)[] = [];
  const interruption = { exitCode: null, onSignal: (listener: () => void) => void listeners.push(listener) };
  const output = { warn: (text: string) => void warnings.push(text) } as FollowTools['output'];
  endOnSignal({ interruption, output }, 'The export', end);
  expect(warnings).toEqual([]);
  for (const listener of listeners) listener();
  await new Promise<void>((resolve) => setImmediate(resolve));
  return warnings;
}

it('says that what runs goes on when it cannot be ended, and why', async () => {
  expect(await said(() => Promise.reject(new Error('The data folder is read-only.')))).toEqual([
    'The export could not be ended and goes on. The data folder is read-only. A second signal ends this program at once.',
  ]);
});

it('says nothing when it ends', async () => {
  expect(await said(async () => undefined)).toEqual([]);
});
