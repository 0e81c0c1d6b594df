import { rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachTime } from '../../../../foundation/world-fixture.ts';
import { phones } from '../job-fixture.ts';
import {
  compare,
  expectSame,
  NOW,
  rowsOf,
  sentOf,
  type Side,
  START,
  statesOf,
  WitnessBench,
} from './witness-fixture.ts';

let bench: WitnessBench;
eachTime(() => (bench = new WitnessBench()));

const reasonOf = (side: Side, n: number, job = 'a') => rowsOf(side, job)[n - 1]?.reason;
const writeLines = (kept: readonly string[]) =>
  writeFileSync(bench.witnessPath, kept.map((line) => `${line}\n`).join(''));

describe('a witness that cannot be believed', () => {
  beforeEach(() => {
    bench.at.add(phones(3), { id: 'a' });
    bench.send(1);
    bench.send(2);
  });

  it('because it is missing is made anew under its number', () => {
    const { position } = bench.at.store.sentRecord;
    rmSync(bench.witnessPath);
    expect(compare(bench.at)).toEqual({
      forgotten: [],
      lost: [],
      isOlder: false,
      witness: 'missing',
      memories: { journal: { rows: 2, lastAt: START + 1000 }, witness: null },
    });
    expect([bench.at.store.sentRecord.position, sentOf(bench.at)]).toEqual([position, [1, 2]]);
    expectSame(bench.at);
  });

  it('because a line of it changed is made anew', () => {
    writeFileSync(bench.witnessPath, bench.witnessText().replace('"n":1', '"n":3'));
    expect(compare(bench.at)).toMatchObject({ witness: 'damaged' });
    expect(sentOf(bench.at)).toEqual([1, 2]);
    expectSame(bench.at);
  });

  it('because its first line is lost is made anew', () => {
    writeLines(bench.lines().slice(1));
    expect(compare(bench.at)).toMatchObject({ witness: 'damaged' });
    expectSame(bench.at);
  });

  it('because it lost its end is made anew', () => {
    writeLines(bench.lines().slice(0, -1));
    expect(compare(bench.at)).toMatchObject({ witness: 'shorter', isOlder: false });
    expect(sentOf(bench.at)).toEqual([1, 2]);
    expectSame(bench.at);
  });

  it('because it is that of another journal is left behind', () => {
    const { id, last } = bench.at.store.sentRecord.position;
    bench.setPosition('another', last);
    expect(compare(bench.at)).toMatchObject({ witness: 'another' });
    const now = bench.at.store.sentRecord.position;
    expect([now.id === id, now.id === 'another', now.last]).toEqual([false, false, last]);
    expectSame(bench.at);
  });

  it('and lost a job with its journal: every row of it may have left', () => {
    const open = bench.backup();
    bench.at.add(phones(5), { id: 'b' });
    bench.send(3, 'b');
    // The line with which the job began.
    writeLines(bench.lines().filter((line) => !line.includes(' began {"job":"b"')));
    const older = open();
    expect(compare(older)).toMatchObject({
      witness: 'damaged',
      lost: [{ jobId: 'b', file: 'a file whose name is lost', rows: 3, sent: 1 }],
    });
    expect(older.store.find('b')).toMatchObject({
      fileSize: 0,
      fileHash: '',
      campaignCode: '',
      poolName: null,
      createdAt: NOW,
    });
    const rows = older.store.lists.rowsAfter('b', 0, 9);
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['unknown', 0],
      ['unknown', 0],
      ['unknown', 1],
    ]);
    expect(reasonOf(older, 1, 'b')).toMatch(/the record of what was sent is damaged/);
    expectSame(older);
  });

  it('may have lost what left of a job of which it says nothing', () => {
    const open = bench.backup();
    bench.at.add(phones(2), { id: 'b' });
    bench.at.store.rows.step('b', 1, 'send', { at: NOW, run: 'former' });
    writeLines(
      bench
        .lines()
        .filter((line) => !line.includes('"job":"b","n":1'))
        .concat(bench.lines().at(-1)?.slice(0, 9) ?? ''),
    );
    const older = open();
    expect(compare(older)).toMatchObject({ witness: 'damaged', lost: [{ jobId: 'b', rows: 2, sent: 0 }] });
    expect(statesOf(older, 'b')).toEqual(['unknown', 'unknown']);
  });
});
