import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { atOnce, createJournal, type JournalUnderTest, phones, remove } from '../job-fixture.ts';
import { SentRecord } from './sent-record.ts';

let at: JournalUnderTest;
beforeEach(() => {
  at = createJournal();
  at.add(phones(3), { id: 'a' });
  at.add(phones(3), { id: 'b' });
  for (const job of ['a', 'b']) at.store.rows.step(job, job === 'a' ? 1 : 2, 'send', by);
});
afterEach(() => at[Symbol.dispose]());

const by = { at: Date.UTC(2026, 10, 22, 10), run: 'spec' };
const witness = () => at.store.sentRecord.witness;
/** The line of the row that left first. */
function loseLine(): void {
  const lines = readFileSync(witness().path, 'utf8').split('\n');
  writeFileSync(witness().path, lines.filter((line) => !line.includes('"n":1')).join('\n'));
}

it('forgets a deleted job and keeps the others', () => {
  remove(at.store, 'a', by);
  expect([...witness().read().jobs.keys()]).toEqual(['b']);
  expect(readFileSync(witness().path, 'utf8')).not.toContain('"a"');
});

it.each([
  [
    'a line of it changed',
    () => writeFileSync(witness().path, readFileSync(witness().path, 'utf8').replace('"n":2', '"n":3')),
  ],
  ['it lost a line', () => loseLine()],
  ['it ends in half a line', () => appendFileSync(witness().path, '9 sent {"job"')],
])('deletes nothing and writes nothing over when %s since the account was opened', (_, damage) => {
  damage();
  const before = readFileSync(witness().path, 'utf8');
  expect(() => remove(at.store, 'a', by)).toThrow(/was damaged while the account was open. Nothing was deleted/);
  expect(readFileSync(witness().path, 'utf8')).toBe(before);
  expect(at.store.find('a')).toBeDefined();
});

it('begins no file for a deleted job when there is none', () => {
  rmSync(witness().path);
  remove(at.store, 'a', by);
  expect([at.store.find('a'), existsSync(witness().path)]).toEqual([undefined, false]);
});

it('becomes short, and says the same', () => {
  const { position } = at.store.sentRecord;
  atOnce(at.store.sentRecord.compacting());
  expect(readFileSync(witness().path, 'utf8').trimEnd().split('\n')).toHaveLength(3);
  expect([at.store.sentRecord.position, witness().read().last]).toEqual([position, position.last]);
  expect([...witness().read().jobs].map(([job, { sent }]) => [job, [...sent]])).toEqual([
    ['a', [1]],
    ['b', [2]],
  ]);
});

it('short, and without a deleted job, it still tells which step the end of its program undid', () => {
  const { sentRecord, rows } = at.store;
  at.journal.exec('BEGIN');
  sentRecord.sent('a', 2, by.at);
  at.journal.exec('ROLLBACK');
  // Another program goes on with the number of that step.
  rows.step('a', 3, 'send', by);
  const undone = () => [...(witness().read().jobs.get('a')?.undone ?? [])];
  expect(undone()).toEqual([2]);
  atOnce(sentRecord.compacting());
  expect(undone()).toEqual([2]);
  remove(at.store, 'b', by);
  expect(undone()).toEqual([2]);
  sentRecord.free('a', 2, by.at);
  expect(undone()).toEqual([]);
});

const setPosition = (change: string) => at.journal.exec(`UPDATE sent_witness SET ${change}`);

it.each([
  [
    'a line of it changed',
    () => writeFileSync(witness().path, readFileSync(witness().path, 'utf8').replace('"n":1', '"n":3')),
  ],
  ['it lost a line', () => loseLine()],
  ['it ends in half a line', () => appendFileSync(witness().path, '9 sent {"job"')],
  ['it is that of another journal', () => setPosition(`id = 'another'`)],
  ['the journal goes further', () => setPosition('last = last + 1')],
  ['the journal does not go as far', () => setPosition('last = last - 1')],
  [
    'it is empty, and the journal has none',
    () => {
      setPosition('id = NULL, last = 0');
      writeFileSync(witness().path, '');
    },
  ],
])('is not made short when %s', (_, damage) => {
  damage();
  const before = readFileSync(witness().path, 'utf8');
  atOnce(at.store.sentRecord.compacting());
  expect(readFileSync(witness().path, 'utf8')).toBe(before);
});

it('is not there for a journal in memory', () => {
  using journal = new DatabaseSync(':memory:');
  expect(() => new SentRecord(journal)).toThrow('a journal in memory has no witness');
});
