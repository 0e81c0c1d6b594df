import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LeadIdSource } from '../../../shared/contract/segments/segment-changes.ts';
import { SegmentsBench, type SegmentsProgram } from './segments-fixture.ts';

let bench: SegmentsBench;
let program: SegmentsProgram;
let path: string;

beforeEach(async () => {
  bench = await SegmentsBench.open();
  program = bench.program();
  path = join(bench.folder, 'ids.csv');
});
afterEach(() => bench[Symbol.asyncDispose]());

const prepare = (source: LeadIdSource) => program.prepare({ source });
const list: LeadIdSource = { from: 'list', token: 'file-00000000' };
const file: LeadIdSource = { from: 'file', token: 'file-00000000', column: null };

async function leadsOf({ id }: { readonly id: string }): Promise<string[]> {
  const page = { changeId: id, state: null, search: '', offset: 0, limit: 10 };
  return (await program.call('segment:leads', page)).leads.map(({ leadId }) => leadId);
}

describe('a list of ids in a file', () => {
  it.each(['latin1', 'utf16le', 'utf8'] as const)('is read in whatever encoding it has: %s', async (encoding) => {
    writeFileSync(path, Buffer.from(`${encoding === 'utf16le' ? '\ufeff' : ''}Sørensen-1\r\nKjær-2\r\n`, encoding));
    expect(await leadsOf(await prepare(list))).toEqual(['Sørensen-1', 'Kjær-2']);
  });

  it('is refused when it is larger than 64 MB', async () => {
    writeFileSync(path, '1\n');
    truncateSync(path, 64 * 1024 * 1024 + 1);
    await expect(prepare(list)).rejects.toMatchObject({
      error: { message: expect.stringMatching(/"ids.csv" is larger than 64 MB/) },
    });
  });
});

it('names the first twelve columns of a table in which none is named like an id', async () => {
  const names = Array.from({ length: 14 }, (_, at) => `Name ${String.fromCharCode(65 + at)}`);
  writeFileSync(path, `${names.join(';')}\n${names.map(() => 'Åse').join(';')}\n`);
  await expect(prepare(file)).rejects.toMatchObject({
    error: { message: expect.stringMatching(/Choose the one with the ids: Name A, Name B, .*, Name K, Name L\.$/) },
  });
});

describe('lists that are looked at', () => {
  const ofOne = (id: number) => program.prepare({ text: String(id), leaveOutEarlier: false });

  it('are kept eight at a time: of an older one nothing is sent, and that is said', async () => {
    const [first, second] = [await ofOne(1), await ofOne(2)];
    for (let id = 3; id <= 9; id += 1) await ofOne(id);
    await expect(program.act('start', first)).rejects.toThrow(/not kept any more.*Nothing was sent/);
    await program.act('start', second);
    await program.until(second, ({ state, after }) => state === 'ended' && after !== null);
    expect(bench.taken).toEqual([['2']]);
  });

  it('take no place any more when a person has dropped them', async () => {
    const [first, dropped] = [await ofOne(1), await ofOne(2)];
    await program.remove(dropped);
    for (let id = 3; id <= 9; id += 1) await ofOne(id);
    await program.act('start', first);
    await program.until(first, ({ state, after }) => state === 'ended' && after !== null);
    expect(bench.taken).toEqual([['1']]);
  });
});

it('waits as a whole before it is sent, and has nothing repeated or unusable when it takes a change back', async () => {
  const prepared = await program.prepare({ text: '1\n2\n2\n3\n4' });
  const waiting = { waiting: 4, moved: 0, missing: 0, refused: 0, unknown: 0 };
  expect(prepared).toMatchObject({ listed: 5, repeated: 1, unusable: 0, earlier: 0, counts: waiting });
  expect(prepared.batches.map(({ number, leads, state, counts }) => [number, leads, state, counts.waiting])).toEqual([
    [1, 3, 'waiting', 3],
    [2, 1, 'waiting', 1],
  ]);
  await program.act('start', prepared);
  await program.until(prepared, ({ state, after }) => state === 'ended' && after !== null);
  const figures = { listed: 4, repeated: 0, unusable: 0, earlier: 0, counts: waiting };
  expect(await program.act('prepareUndo', prepared)).toMatchObject(figures);
});
