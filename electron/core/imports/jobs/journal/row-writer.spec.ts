import { afterEach, beforeEach, expect, it } from 'vitest';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { createJournal, type JournalUnderTest, phones } from './job-fixture.ts';
import { RowConflict } from './row-steps.ts';
import { RowWriter } from './row-writer.ts';

let at: JournalUnderTest;
let writer: RowWriter;
beforeEach(() => {
  at = createJournal();
  at.add(phones(2));
  at.store.rows.step('job', 1, 'send', { at: 1, run: 'r' });
  writer = new RowWriter(at.store.rows, new VirtualClock(), 'job', 'r');
});
afterEach(() => at[Symbol.dispose]());

/** A disk that takes no writes during `work`. */
function onAFullDisk(work: () => void): void {
  at.journal.exec('PRAGMA query_only=ON');
  try {
    work();
  } finally {
    at.journal.exec('PRAGMA query_only=OFF');
  }
}

it('keeps the answer of a row that cannot be written, and writes it later', () => {
  onAFullDisk(() => expect(() => writer.write(1, 'created', { leadId: 'L' })).toThrow(/readonly/));
  expect(writer.isAllWritten).toBe(false);
  expect(at.store.rows.stateOf('job', 1)).toBe('intent');
  writer.flush();
  expect(writer.isAllWritten).toBe(true);
  expect(at.store.lists.rowsAfter('job', 0, 1)).toMatchObject([{ state: 'created', leadId: 'L' }]);
});

it.each(['skip', 'sentElsewhere'] as const)('does not keep %s: the row still waits and is looked at again', (name) => {
  onAFullDisk(() => expect(() => writer.write(2, name, { reason: 'Empty.' })).toThrow(/readonly/));
  expect(writer.isAllWritten).toBe(true);
  writer.flush();
  expect(at.store.rows.stateOf('job', 2)).toBe('ready');
});

it('does not keep a step that the state of the row will never allow', () => {
  expect(() => writer.write(2, 'created', { leadId: 'L' })).toThrow(RowConflict);
  expect(writer.isAllWritten).toBe(true);
});
