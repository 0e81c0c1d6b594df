import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { FollowTools } from '../program/follow-tools.ts';
import { watchSignals } from '../program/interruption.ts';
import { changeSegment } from './segment-command.ts';

it.each([
  ['finds nothing', null],
  ['finds the change of an earlier run', { id: 'earlier' }],
])('sends nothing when a signal comes while --repair looks for an earlier change and %s', async (_what, change) => {
  const signals = new EventEmitter();
  const called: string[] = [];
  const call = async (name: string) => {
    called.push(name);
    if (name === 'segment:leftOpen') signals.emit('SIGINT');
    return name === 'segment:leftOpen' ? { change } : { id: 'prepared' };
  };
  const tools = {
    core: { call, on: () => () => undefined, grant: () => 'token' },
    clock: { monotonicNow: () => 0 },
    output: { say: () => undefined, tell: () => undefined },
    interruption: watchSignals(signals, { monotonicNow: () => 0 }, () => undefined),
  } as unknown as FollowTools;
  const options = { kind: 'add', segment: 'S 1', ids: 'ids.txt', repair: true } as const;
  await expect(changeSegment(tools, options, Readable.from([]))).rejects.toMatchObject({ exitCode: 130 });
  expect(called).toEqual(['segment:prepare', 'segment:leftOpen']);
});
