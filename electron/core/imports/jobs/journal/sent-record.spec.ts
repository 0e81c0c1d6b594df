import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJournal, type JournalUnderTest, phones } from './job-fixture.ts';

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

it('forgets a deleted job and keeps the others', () => {
  at.store.remove('a', by);
  expect([...witness().read().jobs.keys()]).toEqual(['b']);
  expect(readFileSync(witness().path, 'utf8')).not.toContain('"a"');
});

it.each([
  [
    'a line of it changed',
    () => writeFileSync(witness().path, readFileSync(witness().path, 'utf8').replace('"n":2', '"n":3')),
  ],
  ['it ends in half a line', () => appendFileSync(witness().path, '9 sent {"job"')],
])('deletes nothing and writes nothing over when %s since the account was opened', (_, damage) => {
  damage();
  const before = readFileSync(witness().path, 'utf8');
  expect(() => at.store.remove('a', by)).toThrow(/was damaged while the account was open. Nothing was deleted/);
  expect(readFileSync(witness().path, 'utf8')).toBe(before);
  expect(at.store.find('a')).toBeDefined();
});
