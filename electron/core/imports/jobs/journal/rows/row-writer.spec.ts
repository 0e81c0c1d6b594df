import { afterEach, beforeEach, expect, it } from 'vitest';
import { VirtualClock } from '../../../../api/simulation/virtual-clock.ts';
import { createJournal, type JournalUnderTest, phones } from '../job-fixture.ts';
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

it('writes all that is left or nothing, and again when the transaction around it was undone', () => {
  at.store.rows.step('job', 2, 'send', { at: 1, run: 'r' });
  onAFullDisk(() => {
    expect(() => writer.write(1, 'created', { leadId: 'L' })).toThrow(/readonly/);
    expect(() => writer.write(2, 'takeBack', {})).toThrow(/readonly/);
  });
  const undone = () =>
    at.store.rows.together(() => {
      writer.writeRest();
      throw new Error('undone');
    });
  expect(undone).toThrow('undone');
  expect(at.store.rows.tally('job')).toMatchObject({ intent: 2 });
  writer.writeRest();
  expect(at.store.rows.tally('job')).toMatchObject({ created: 1, ready: 1 });
});

it('leaves a row as it is that another run has sent since', () => {
  onAFullDisk(() => expect(() => writer.write(1, 'created', { leadId: 'L' })).toThrow(/readonly/));
  at.store.rows.step('job', 1, 'takeBack', { at: 2, run: 'r' });
  at.store.rows.step('job', 1, 'send', { at: 3, run: 'another' });
  writer.flush();
  expect(at.store.rows.stateOf('job', 1)).toBe('intent');
});

/** Lets the journal undo the step "send" of a row, of which the witness has the line. */
function sendUndone(n: number): void {
  const send = () =>
    at.store.rows.together(() => {
      at.store.rows.step('job', n, 'send', { at: 1, run: 'r' });
      throw new Error('undone');
    });
  expect(send).toThrow('undone');
  expect(isSentByWitness(n)).toBe(true);
}

const isSentByWitness = (n: number) => at.store.sentRecord.witness.read().jobs.get('job')?.sent.has(n);

it('tells the witness that a row never left, later when it must', () => {
  sendUndone(2);
  onAFullDisk(() => expect(() => writer.undoSend(2)).toThrow(/readonly/));
  expect(writer.isAllWritten).toBe(false);
  writer.flush();
  expect(writer.isAllWritten).toBe(true);
  expect(isSentByWitness(2)).toBe(false);
});

it('does not tell the witness so of a row that left since', () => {
  sendUndone(2);
  onAFullDisk(() => expect(() => writer.undoSend(2)).toThrow(/readonly/));
  at.store.rows.step('job', 2, 'send', { at: 2, run: 'r' });
  writer.flush();
  expect(isSentByWitness(2)).toBe(true);
});
