import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellAct, CellsChange } from '../../../../shared/contract/check/check-acts.ts';
import type { CheckSummary } from '../../../../shared/contract/check/check.ts';
import { cellChanger } from '../../../../shared/domain/check/cell-act.ts';
import { ask, berlin, newEngine, opened, settings, stage, wholePage } from './check-fixture.ts';
import type { CheckEngine } from './check-engine.ts';
import type { CheckTarget } from './check-messages.ts';

const [NAME, PHONE, , EMAIL, POSTCODE] = [0, 1, 2, 3, 4];
const removeBlanks: CellAct = { kind: 'replace', find: ' ', to: '', place: 'anywhere', isExact: true };
const inAll = (act: CellAct, column: number | null): CellsChange => ({ act, column, reasonId: null, filter: 'all' });

async function valuesIn(engine: CheckEngine, target: CheckTarget, column: number): Promise<string[]> {
  const { rows } = await ask(engine, target, 'rows', { ...wholePage, filter: 'all' });
  return rows.map(({ cells }) => cells[column] ?? '');
}

describe('a change of many cells', () => {
  it('does what its preview says, in one step that can be undone and made again', async () => {
    const { engine, target } = await opened('blanks', berlin);
    const change = inAll(removeBlanks, PHONE);
    expect(await ask(engine, target, 'previewCells', { change })).toEqual({
      rows: 2,
      cells: 2,
      examples: [
        { line: 3, column: PHONE, before: '030 90299 2354', after: '030902992354' },
        { line: 6, column: PHONE, before: ' ', after: '' },
      ],
    });
    const before = await valuesIn(engine, target, PHONE);
    const summary = await ask(engine, target, 'changeCells', { change });
    expect(summary.undo?.title).toBe('“ ” removed in 2 cells of Phone');
    const after = ['901838210', '030902992354', '398840', '4.5E+11', ''];
    expect(await valuesIn(engine, target, PHONE)).toEqual(after);
    expect(await ask(engine, target, 'previewCells', { change })).toMatchObject({ rows: 0, cells: 0, examples: [] });
    const undone = await ask(engine, target, 'undo', {});
    expect(undone.editedRows).toBe(0);
    expect(await valuesIn(engine, target, PHONE)).toEqual(before);
    await ask(engine, target, 'redo', {});
    expect(await valuesIn(engine, target, PHONE)).toEqual(after);
  });

  it('changes what stands there, also where it is another value than in the preview', async () => {
    const { engine, target } = await opened('meanwhile', berlin);
    const change = inAll(removeBlanks, PHONE);
    await ask(engine, target, 'previewCells', { change });
    expect(await ask(engine, target, 'readyColumn', { column: PHONE })).toEqual({});
    await ask(engine, target, 'edit', { edits: [{ row: 2, column: PHONE, value: '030 1' }] });
    await ask(engine, target, 'changeCells', { change });
    expect((await valuesIn(engine, target, PHONE))[1]).toBe('0301');
    await ask(engine, target, 'undo', {});
    await ask(engine, target, 'changeCells', { change });
    expect((await valuesIn(engine, target, PHONE))[1]).toBe('0301');
  });

  it('of many rows judges anew by what a row is compared that has no phone and no e-mail address', async () => {
    const rows = [
      ['Anna Holm 1', '', '', '', '', '', ''],
      ['Anna Holm', '', '', '', '', '', ''],
      ['Bent Lund', '+4520112233', '', '', '', '', ''],
    ];
    const { engine, target } = await opened('bare', rows, 2);
    const found = async (change: CellsChange) =>
      (await ask(engine, target, 'changeCells', { change })).duplicates.map(({ by, rows: count }) => [by, count]);
    expect((await ask(engine, target, 'run', { settings: settings({}) })).duplicates).toEqual([]);
    // Three rows: more than are judged one by one.
    expect(
      await found(inAll({ kind: 'replace', find: ' ', to: '  ', place: 'anywhere', isExact: true }, NAME)),
    ).toEqual([]);
    expect(await found(inAll({ kind: 'replace', find: '  1', to: '', place: 'end', isExact: true }, NAME))).toEqual([
      ['name', 2],
    ]);
    expect(await found(inAll({ kind: 'case', to: 'upper' }, NAME))).toEqual([['name', 2]]);
    expect(await found(inAll({ kind: 'fillDown' }, PHONE))).toEqual([['name', 2]]);
    expect(await found(inAll({ kind: 'replace', find: 'N', to: 'M', place: 'start', isExact: true }, NAME))).toEqual([
      ['name', 2],
    ]);
    expect(await found(inAll({ kind: 'empty' }, NAME))).toEqual([]);
  });

  it('that gives a row a number for the second time, and takes one of them away, leaves it among its duplicates', async () => {
    const rows = [
      ['Anna', '+4530123456', '+4530999999'],
      ['Bent', '', '+4530123456'],
    ];
    const { engine, target } = await opened('twice', rows, 0);
    const repeated = (summary: CheckSummary) => summary.duplicates.map(({ by, rows: count }) => [by, count]);
    const twice = inAll({ ...removeBlanks, find: '30999999', to: '30123456' }, PHONE + 1);
    expect(repeated(await ask(engine, target, 'changeCells', { change: twice }))).toEqual([['phone', 2]]);
    const once = inAll({ kind: 'empty' }, PHONE);
    expect(repeated(await ask(engine, target, 'changeCells', { change: once }))).toEqual([['phone', 2]]);
    expect(repeated(await ask(engine, target, 'changeCells', { change: inAll({ kind: 'empty' }, PHONE + 1) }))).toEqual(
      [],
    );
    await ask(engine, target, 'undo', {});
    expect(repeated(await ask(engine, target, 'undo', {}))).toEqual([['phone', 2]]);
    expect(repeated(await ask(engine, target, 'undo', {}))).toEqual([['phone', 2]]);
  });

  it('is undone with other steps at once, of the same cells and of rows that were left out', async () => {
    const { engine, target } = await opened('several', berlin, 2);
    const found = ({ standing, reasons, duplicates, leftOut }: CheckSummary) => ({
      standing,
      reasons,
      duplicates,
      leftOut,
    });
    const begun = found(await ask(engine, target, 'run', { settings: settings({}) }));
    for (const [find, to] of [
      ['9', '8'],
      ['8', '7'],
    ] as const)
      await ask(engine, target, 'changeCells', { change: inAll({ ...removeBlanks, find, to }, PHONE) });
    await ask(engine, target, 'leaveOut', { choice: { rows: [1, 2] }, isOut: true });
    const { steps } = await ask(engine, target, 'history', { offset: 0, limit: 5 });
    expect(found(await ask(engine, target, 'goTo', { step: 0 }))).toEqual(begun);
    const again = found(await ask(engine, target, 'goTo', { step: steps[0]?.id ?? 0 }));
    expect(again).toEqual(found(await ask(newEngine(), target, 'run', { settings: undefined })));
    expect(again.standing.leftOut).toBe(2);
  });

  it('of the post codes of many rows finds them in their new place', async () => {
    const phones = ['901838210', '398840', '4006957'];
    const rows = Array.from({ length: 12 }, (_, at) => {
      const phone = `${phones[at % 3]?.slice(0, -1) ?? ''}${at % 10}`;
      return [`Firma ${at}`, phone, '', `a${at}@b.de`, at === 0 ? '99999' : '10115'];
    });
    const { engine, target } = await opened('places', rows, 2);
    const missing = (summary: CheckSummary) => {
      const repair = summary.reasons.find(({ id }) => id === 'areaCodeMissing:Phone')?.repair;
      return { code: repair?.parameters[0]?.value, rows: repair?.rows };
    };
    expect(missing(await ask(engine, target, 'run', { settings: settings({ country: 'DE' }) }))).toEqual({
      code: '030',
      rows: 11,
    });
    const moved = inAll({ ...removeBlanks, find: '10115', to: '20095' }, POSTCODE);
    expect(missing(await ask(engine, target, 'changeCells', { change: moved }))).toEqual({ code: '040', rows: 11 });
    const there = inAll({ ...removeBlanks, find: '99999', to: '20095' }, POSTCODE);
    expect(missing(await ask(engine, target, 'changeCells', { change: there }))).toEqual({ code: '040', rows: 12 });
    await ask(engine, target, 'undo', {});
    expect(missing(await ask(engine, target, 'undo', {}))).toEqual({ code: '030', rows: 11 });
  });

  it('is no step when there is nothing to change', async () => {
    const { engine, target } = await opened('nothing', berlin);
    const change = inAll({ ...removeBlanks, find: 'nowhere' }, null);
    expect((await ask(engine, target, 'changeCells', { change })).undo).toBeNull();
  });

  it('concerns the rows of the reason, or those that are looked for, alone', async () => {
    const { engine, target } = await opened('scope', berlin);
    await ask(engine, target, 'run', { settings: settings({}) });
    const act: CellAct = { kind: 'empty' };
    const ofReason = { act, column: EMAIL, reasonId: 'emailInvalid:Email', filter: 'reason' as const };
    expect(await ask(engine, target, 'previewCells', { change: ofReason })).toMatchObject({
      rows: 1,
      examples: [{ before: 'dora(at)schule.de' }],
    });
    const looked = { ...inAll(act, EMAIL), look: { find: '10115', sort: null } };
    await ask(engine, target, 'changeCells', { change: looked });
    expect(await valuesIn(engine, target, EMAIL)).toEqual([
      ...['', 'bent@schule.de', 'anna@schule.de', 'dora(at)schule.de', ''],
    ]);
    const repaired = { act, column: NAME, reasonId: null, filter: 'repaired' as const };
    expect(await ask(engine, target, 'previewCells', { change: repaired })).toMatchObject({
      cells: 1,
      examples: [{ before: 'Anna' }],
    });
  });

  it('of all columns passes over those that are not sent', async () => {
    const { engine, target } = await opened('columns', berlin);
    const sent = { ...target, mapping: target.mapping.filter(({ field }) => field !== 'PostalCode') };
    const change = inAll({ ...removeBlanks, find: '1' }, null);
    await ask(engine, sent, 'changeCells', { change });
    expect(await valuesIn(engine, sent, POSTCODE)).toEqual(['10115', '10117', '10119', '10119', '10119']);
    expect((await valuesIn(engine, sent, PHONE))[0]).toBe('9083820');
  });

  it('fills down from the row above in the file, through rows that are not shown', async () => {
    const rows = [
      ['A', '1', '', '', '8000'],
      ['B', '2', '', '', ''],
      ['C', '3', '', '', '9000'],
      ['D', '4', '', '', ''],
    ];
    const { engine, target } = await opened('fill', rows);
    const change = { ...inAll({ kind: 'fillDown' }, POSTCODE), look: { find: 'D', sort: null } };
    await ask(engine, target, 'changeCells', { change });
    expect(await valuesIn(engine, target, POSTCODE)).toEqual(['8000', '', '9000', '9000']);
  });

  it('that makes a cell what the file has is no repair any more', async () => {
    const { engine, target } = await opened('back', berlin);
    const replace = (find: string, to: string) => inAll({ ...removeBlanks, find, to }, NAME);
    expect(await ask(engine, target, 'changeCells', { change: replace('Anna', 'Anne') })).toMatchObject({
      editedRows: 1,
    });
    expect(await ask(engine, target, 'changeCells', { change: replace('Anne', 'Anna') })).toMatchObject({
      editedRows: 0,
    });
  });

  it('of any kind, after any other, does to each cell what the act says', async () => {
    const target = await stage('any', berlin);
    const text = fc.constantFrom('0', '1', ' ', '@', 'a', 'schule');
    const act = fc.oneof<fc.Arbitrary<CellAct>[]>(
      fc.record({
        kind: fc.constant('replace' as const),
        find: text,
        to: text,
        place: fc.constantFrom('anywhere', 'whole', 'start', 'end'),
        isExact: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('split' as const), at: text, keep: fc.constantFrom('before', 'after') }),
      fc.constantFrom<CellAct>({ kind: 'digits' }, { kind: 'case', to: 'title' }, { kind: 'empty' }),
    );
    const engine = newEngine();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(act, fc.constantFrom(NAME, PHONE, EMAIL)), { maxLength: 4 }),
        async (steps) => {
          for (const [one, column] of steps) {
            const before = await valuesIn(engine, target, column);
            const changer = cellChanger(one);
            const expected = before.map((value) => changer(value, ''));
            const { cells } = await ask(engine, target, 'previewCells', { change: inAll(one, column) });
            await ask(engine, target, 'changeCells', { change: inAll(one, column) });
            expect(await valuesIn(engine, target, column)).toEqual(expected);
            expect(cells).toBe(expected.filter((value, index) => value !== before[index]).length);
          }
          await ask(engine, target, 'goTo', { step: 0 });
          expect(await valuesIn(engine, target, PHONE)).toEqual(berlin.map((row) => row[PHONE]));
        },
      ),
      { numRuns: 60 },
    );
  });
});
