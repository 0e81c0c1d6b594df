import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReadingChoices } from '../../../shared/contract/imports/reading.ts';
import { stageNow } from '../files/staging/reading-job.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import type { ChangeLeads } from './change-leads.ts';
import type { IdsPlace } from './change-messages.ts';
import { PreparedLists } from './prepared-lists.ts';

const folder = specFolder('prepared-lists');
/** B is in the segment "S" by an earlier change; the change "x" moved C and D. */
const leads = {
  putInEarlier: (segmentId: string) => new Set(segmentId === 'S' ? ['B'] : []),
  moved: (changeId: string) => (changeId === 'x' ? ['C', 'D'] : []),
} as unknown as ChangeLeads;

let lists: PreparedLists;
beforeEach(() => void (lists = new PreparedLists()));

const prepare = (place: IdsPlace, id = 'list', outOf: string | null = null) =>
  lists.prepare({ journal: '', kind: 'prepare', id, place, outOf }, leads);
const text = (...ids: string[]): IdsPlace => ({ from: 'text', text: ids.join('\n') });
const asLine = (uniqueId: string) => JSON.stringify({ uniqueId });

let files = 0;
async function column(content: string, at = 0, choices: ReadingChoices = {}): Promise<IdsPlace> {
  const path = join(folder, `${(files += 1)}.csv`);
  writeFileSync(path, content);
  await stageNow({ path, choices, target: `${path}.sqlite` }, () => undefined);
  return { from: 'staged', path: `${path}.sqlite`, column: at };
}

describe('the column of a file', () => {
  it.each([
    ['a list whose first id the reader took for a header', 'A-1\nA-2\nA-3\n', 0, ['A-1', 'A-2', 'A-3']],
    ['a list below its name', 'uniqueId\nA-1\nA-2\n', 0, ['A-1', 'A-2']],
    ['a list below a title with a year', 'Kunden 2024\nA-1\nA-2\n', 0, ['A-1', 'A-2']],
    ['a list below a word', 'Kunden\nA-1\nA-2\n', 0, ['A-1', 'A-2']],
    ['a list below words with a digit', 'Ids of 2026\nA-1\nA-2\n', 0, ['A-1', 'A-2']],
    ['one of several', 'Name;Id2\nAnna;A-1\nBo;A-2\n', 1, ['A-1', 'A-2']],
    ['one that only some rows have', 'Name;Id2\nAnna;A-1\nBo\nCarl;A-2\n', 1, ['A-1', 'A-2']],
    ['one that the first rows lack', 'Name;Id2;Note\nAnna\nBo;A-2\nCarl;A-3;x\n', 1, ['A-2', 'A-3']],
    ['none that is there', 'Name;Id2\nAnna;A-1\n', 7, []],
  ])('%s', async (_, content, at, ids) => {
    for (const choices of [{}, { headerLine: 1 }]) {
      prepare(await column(content, at, choices));
      expect(lists.find('list')).toEqual(ids);
    }
  });

  it('below a title of a hundred thousand digits', { timeout: 10_000 }, async () => {
    prepare(await column(`${'1'.repeat(100_000)} x\nA-1\nA-2\n`, 0, { headerLine: 1 }));
    expect(lists.find('list')).toEqual(['A-1', 'A-2']);
  });
});

describe('a list', () => {
  const LISTED = ['A', 'B', 'A', '\u0001'];
  const written = (name: string, ...lines: string[]): string => {
    writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
    return join(folder, name);
  };

  it.each<[string, () => IdsPlace | Promise<IdsPlace>]>([
    ['a pasted text', () => text(...LISTED)],
    ['ids that were added', () => (lists.add('list', LISTED), { from: 'added' })],
    ['lines of a result', () => ({ from: 'lines', path: written('lines', ...LISTED.map(asLine)) })],
    ['a file of ids', () => ({ from: 'list', path: written('list', ...LISTED), name: 'ids.txt' })],
    ['a column of a table', () => column(['Name;Id2', ...LISTED.map((id) => `Anna;${id}`)].join('\n'), 1)],
  ])('is cleaned and counted, from wherever it comes: %s', async (_, placeOf) => {
    expect(prepare(await placeOf())).toEqual({ listed: 4, repeated: 1, unusable: 1, earlier: 0, leads: 2 });
    expect(lists.find('list')).toEqual(['A', 'B']);
  });

  it('is what is pasted, written line by line, or moved by a change, without what is in the segment', () => {
    expect(prepare(text('A', 'B', 'A', 'x'.repeat(201)), 'list', 'S')).toEqual({
      ...{ listed: 4, repeated: 1, unusable: 1, earlier: 1, leads: 1 },
    });
    expect(lists.find('list')).toEqual(['A']);
    for (const segmentId of [null, 'T'])
      expect(prepare(text('A', 'B'), 'list', segmentId)).toMatchObject({ earlier: 0, leads: 2 });
    const path = join(folder, 'ids.jsonl');
    writeFileSync(path, '{"uniqueId":"A"}\n{"uniqueId":7}\n\n{}\n{"uniqueId":"B"}');
    // Leads of a result that have no id are counted: a person chose them, too.
    expect(prepare({ from: 'lines', path })).toEqual({ listed: 4, repeated: 0, unusable: 2, earlier: 0, leads: 2 });
    writeFileSync(path, 'A\r\nB\r\n');
    expect(prepare({ from: 'list', path, name: 'ids.txt' })).toMatchObject({ listed: 2, leads: 2 });
    expect(prepare({ from: 'moved', change: 'x' }, 'back')).toEqual({
      ...{ listed: 2, repeated: 0, unusable: 0, earlier: 0, leads: 2 },
    });
    expect(lists.find('back')).toEqual(['C', 'D']);
  });

  it('of a result has the ids exactly as the service wrote them', () => {
    const ids = [' A ', '"B"', "'B'", '"B"', '\u200bC', '  ', ''];
    const path = written('exact', ...ids.map(asLine));
    expect(prepare({ from: 'lines', path })).toEqual({ listed: 7, repeated: 1, unusable: 2, earlier: 0, leads: 4 });
    expect(lists.find('list')).toEqual([' A ', '"B"', "'B'", '\u200bC']);
    // An id that a person has listed is the one inside.
    expect(prepare(text(...ids))).toEqual({ listed: 5, repeated: 2, unusable: 0, earlier: 0, leads: 3 });
  });

  it('of an import has the ids exactly as the service answered them', () => {
    lists.add('of import', [' A ', '"B"']);
    lists.add('of import', ['"B"', 'C']);
    expect(prepare({ from: 'added' }, 'of import')).toEqual({
      ...{ listed: 4, repeated: 1, unusable: 0, earlier: 0, leads: 3 },
    });
    expect(lists.find('of import')).toEqual([' A ', '"B"', 'C']);
  });

  it('in a file is read in the encoding of the file, up to 64 MB', () => {
    const path = join(folder, 'list.txt');
    const list: IdsPlace = { from: 'list', path, name: 'list.txt' };
    writeFileSync(path, Buffer.from('Sørensen-1\nKjær-2\n', 'latin1'));
    prepare(list);
    expect(lists.find('list')).toEqual(['Sørensen-1', 'Kjær-2']);
    truncateSync(path, 64 * 1024 * 1024 + 1);
    expect(() => prepare(list)).toThrow('"list.txt" is larger than 64 MB');
    expect(() => prepare({ ...list, path: join(folder, 'none.txt') })).toThrow('"list.txt"');
  });

  it('is put together part by part, once', () => {
    lists.add('list', ['A', 'B']);
    lists.add('list', ['B', 'C']);
    expect(prepare({ from: 'added' })).toMatchObject({ listed: 4, repeated: 1, leads: 3 });
    expect(prepare({ from: 'added' })).toMatchObject({ listed: 0, leads: 0 });
    lists.add('list', ['A']);
    lists.forget('list');
    expect([lists.find('list'), prepare({ from: 'added' }).listed]).toEqual([null, 0]);
  });

  it('is one of eight that are kept, the latest ones', () => {
    for (let id = 1; id <= 9; id += 1) prepare(text('A'), `${id}`);
    expect(['1', '2', '9'].map((id) => lists.find(id))).toEqual([null, ['A'], ['A']]);
  });
});
