import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { eachTime } from '../../foundation/world-fixture.ts';
import { USUAL_TERMS } from '../../../../shared/contract/imports/imports.ts';
import { copyOf } from './copy-rows.ts';
import { createJournal, type JournalUnderTest, phones } from './journal/job-fixture.ts';

let at: JournalUnderTest;
eachTime(() => (at = createJournal()));

function copy() {
  const job = at.job();
  return copyOf(at.store, job);
}

it('has every row once, each cell in quotes and as many as the header has', async () => {
  const rows = [['+4530000001', 'Say "hi"', 'more'], ['+4530000002'], ...phones(1001).slice(2)];
  at.add(rows, { columns: ['Phone', 'Note'], terms: { ...USUAL_TERMS, share: 50, startAt: '2026-11-22T10:00' } });
  const { write, plan } = copy();
  const path = join(dirname(at.path), 'copy.csv');
  await write(path);
  const lines = readFileSync(path, 'utf8').split('\r\n');
  expect(lines.slice(0, 3)).toEqual(['"Phone","Note"', '"+4530000001","Say ""hi"""', '"+4530000002",""']);
  expect(lines.slice(1).map((line) => line.slice(1, 12))).toEqual([...rows.map(([phone]) => phone), '']);
  expect(plan.terms).toMatchObject({ share: 50, startAt: null });
});
