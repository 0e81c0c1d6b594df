import { expect, test } from 'vitest';
import type { AppError } from '../../../../../shared/contract/errors.ts';
import { nothingRead, type ReadingEvent, type ReadingState, reduceReading } from './reading-state.ts';

const failure = { details: { code: 'internal', message: 'It broke.', logId: '' } satisfies AppError };
const cancelled = { details: { code: 'cancelled', message: 'Cancelled.' } satisfies AppError };
const after = (...events: readonly ReadingEvent[]): ReadingState => events.reduce(reduceReading, nothingRead());
const started = (callId: string): ReadingEvent => ({
  kind: 'started',
  callId,
  fileName: `${callId}.csv`,
  choices: null,
});

test('a reading counts bytes and rows until it ends', () => {
  const progressed = after(started('1'), { kind: 'progressed', callId: '1', bytesRead: 5, bytesTotal: 10, rows: 2 });
  expect(progressed.progress).toMatchObject({ fileName: '1.csv', bytesRead: 5, bytesTotal: 10, rows: 2 });
  expect(reduceReading(progressed, { kind: 'ended', callId: '1' })).toEqual(nothingRead());
});

test('a file that replaced another is not touched by how the other one ended', () => {
  const replaced = after(started('1'), started('2'));
  const late: readonly ReadingEvent[] = [
    { kind: 'progressed', callId: '1', bytesRead: 5, bytesTotal: 10, rows: 2 },
    { kind: 'failed', callId: '1', failure },
    { kind: 'ended', callId: '1' },
  ];
  for (const event of late) expect(reduceReading(replaced, event)).toBe(replaced);
});

test('a failure stays until it is closed or another file is read; a cancelled reading is none', () => {
  const failed = after(started('1'), { kind: 'failed', callId: '1', failure }, { kind: 'ended', callId: '1' });
  expect(failed).toEqual({ progress: null, failure });
  expect(reduceReading(failed, { kind: 'failureClosed' }).failure).toBeNull();
  expect(reduceReading(failed, started('2')).failure).toBeNull();
  expect(after(started('1'), { kind: 'failed', callId: '1', failure: cancelled })).toEqual(nothingRead());
});
