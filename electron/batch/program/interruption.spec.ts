import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchSignals } from './interruption.ts';

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  // A terminal that is closed, and Ctrl+Break of Windows: the command ends cleanly, too.
  ['SIGHUP', 143],
  ['SIGBREAK', 143],
])('%s asks for a clean end, and a second one ends at once', (name, code) => {
  const source = new EventEmitter();
  let now = 0;
  const ended: number[] = [];
  const watch = watchSignals(source as never, { monotonicNow: () => now }, (ending) => void ended.push(ending));
  let heard = 0;
  watch.onSignal(() => (heard += 1));
  source.emit(name);
  expect([watch.exitCode, heard, ended]).toEqual([code, 1, []]);
  now = 5_000;
  source.emit(name);
  expect(ended).toEqual([code]);
});
