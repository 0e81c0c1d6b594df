import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { DAY } from '../../../../../shared/domain/time/time.ts';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { createJournal, type JournalUnderTest, remove } from '../journal/job-fixture.ts';
import { found, imported, read, readJobs } from './outcome-fixture.ts';
import { saveOutcomes } from './outcome-file.ts';
import type { ReadJob } from './outcome-rows.ts';

let at: JournalUnderTest;
eachTime(() => (at = createJournal()));

async function save(jobs: readonly ReadJob[]): Promise<string[]> {
  const path = join(dirname(at.path), 'outcomes.csv');
  const saved = await saveOutcomes(
    at.store,
    jobs,
    { path, name: 'outcomes.csv' },
    { signal: new AbortController().signal },
  );
  const lines = readFileSync(path, 'utf8').split('\r\n').slice(0, -1);
  expect(saved).toMatchObject({ name: 'outcomes.csv', rows: lines.length - 1 });
  return lines;
}

const time = (days: number): string => new Date(days * DAY).toISOString();

it('has the rows that were read, what became of each, how its lead was found and when it was read', async () => {
  imported(at, 'one', 'SPRING', { columns: ['Phone', 'Status'], rows: [['1', 'hot'], ['2'], ['3', 'x'], ['4', 'y']] });
  read(at, 'one', 1, [found('=A'), found('B', 'success', 'tag'), found('', 'unmatched', null)]);
  // Only what changed since was asked for.
  read(at, 'one', 3, [found('=A'), found('B', 'redial', 'values')], { wholeAt: DAY });
  expect(await save(readJobs(at, ['one']))).toEqual([
    '\uFEFFPhone,Status,Row,Lead id,Outcome,Status (import),Closure,Found by,Read at',
    `1,hot,1,'=A,New,New,,id,${time(1)}`,
    `2,,2,B,To be redialed,UserProcessed,,values,${time(3)}`,
    `3,x,3,,Lead not known,UserProcessed,,,${time(1)}`,
  ]);
});

it('has the columns of all files behind import and campaign, and leaves out what nobody read', async () => {
  imported(at, 'one', 'SPRING', { columns: ['Phone', ' town '], rows: [['1', 'Vejle']] });
  imported(at, 'two', 'AUTUMN', {
    columns: ['Town', 'Mail', 'town'],
    rows: [
      ['Odense', 'b@x.dk', 'Ribe'],
      ['A', 'b'],
    ],
  });
  imported(at, 'new', 'AUTUMN', { columns: ['Town'], rows: [['Aarhus']] });
  read(at, 'one', 1, [found('A')]);
  read(at, 'two', 2, [found('B')]);
  const two = await save(readJobs(at, ['one', 'two']));
  expect(await save(readJobs(at, ['one', 'new', 'two']))).toEqual(two);
  expect(two).toEqual([
    '\uFEFFImport,Campaign,Phone," town ",Mail,Row,Lead id,Outcome,Status,Closure,Found by,Read at',
    `'=one,SPRING,1,Vejle,,1,A,New,New,,id,${time(1)}`,
    `'=two,AUTUMN,,Odense,b@x.dk,1,B,New,New,,id,${time(2)}`,
  ]);
});

it('is not written of an import that was deleted meanwhile', async () => {
  imported(at, 'one', 'SPRING', { columns: ['Phone'], rows: [['1']] });
  read(at, 'one', 1, [found('A')]);
  const jobs = readJobs(at, ['one']);
  remove(at.store, 'one', { at: 1, run: 'another program' });
  await expect(save(jobs)).rejects.toThrow('The import was deleted while its result was saved.');
});
