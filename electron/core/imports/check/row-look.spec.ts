import { describe, expect, it } from 'vitest';
import type { RowLook } from '../../../../shared/contract/check/check-acts.ts';
import { ask, opened, wholePage } from './check-fixture.ts';

describe('rows that are looked for and sorted', () => {
  const people = [
    ['Zoe', '2', '', '', '9000'],
    ['anna Holm', '10', '', 'Holm@x.dk', ''],
    ['Bo', '', '', '', '800'],
    ['Carl HOLM', '1', '', '', '1000'],
  ];
  const looked = async (look: RowLook, more: object = {}) => {
    const { engine, target } = await opened('looked', people);
    const page = { ...wholePage, filter: 'all' as const, look, ...more };
    const rows = async () => (await ask(engine, target, 'rows', page)).rows.map(({ row }) => row);
    return { engine, target, rows };
  };
  const by = (column: number, direction: 'asc' | 'desc') => ({ find: '', sort: { column, direction } });

  it('are found by any cell, whatever the case, and counted', async () => {
    const { engine, target } = await looked({ find: 'holm', sort: null });
    const page = { ...wholePage, filter: 'all' as const, look: { find: 'holm', sort: null }, limit: 1 };
    expect(await ask(engine, target, 'rows', page)).toMatchObject({ total: 2, rows: [{ row: 2 }] });
    expect(await ask(engine, target, 'rows', { ...page, offset: 1 })).toMatchObject({ total: 2, rows: [{ row: 4 }] });
  });

  it('are found however their letters are put together', async () => {
    const { engine, target } = await opened('looked', [['René'], ['Rene\u0301'], ['Rene']]);
    for (const find of ['RENÉ', 'rene\u0301']) {
      const page = { ...wholePage, filter: 'all' as const, look: { find, sort: null } };
      expect((await ask(engine, target, 'rows', page)).rows.map(({ row }) => row)).toEqual([1, 2]);
    }
  });

  it('are sorted as people sort, numbers by their size, empty ones last in both directions', async () => {
    expect(await (await looked(by(4, 'asc'))).rows()).toEqual([3, 4, 1, 2]);
    expect(await (await looked(by(4, 'desc'))).rows()).toEqual([1, 4, 3, 2]);
    expect(await (await looked(by(0, 'asc'))).rows()).toEqual([2, 3, 4, 1]);
  });

  it('stay in their place when one is typed in, and stand where they belong after a change of several', async () => {
    const { engine, target, rows } = await looked(by(4, 'asc'));
    expect(await rows()).toEqual([3, 4, 1, 2]);
    await ask(engine, target, 'edit', { edits: [{ row: 3, column: 4, value: '9999' }] });
    expect(await rows()).toEqual([3, 4, 1, 2]);
    const edits = [2, 4].map((row) => ({ row, column: 4, value: `${row}` }));
    await ask(engine, target, 'edit', { edits });
    expect(await rows()).toEqual([2, 4, 1, 3]);
  });

  it('are only those of the filter, and F8 goes through them in their order', async () => {
    const look = by(0, 'desc');
    const { engine, target, rows } = await looked(look, { filter: 'problem' });
    const shown = await rows();
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual([1, 4, 3, 2].filter((row) => shown.includes(row)));
    const question = { reasonId: null, filter: 'problem' as const, order: 'file' as const, look };
    const next = (row: number, direction: 'next' | 'previous') =>
      ask(engine, target, 'next', { ...question, row, direction });
    expect(await next(0, 'next')).toEqual({ row: shown[0], index: 0, ordinal: 1, total: shown.length });
    expect(await next(shown[0] ?? 0, 'next')).toMatchObject({ row: shown[1], index: 1, ordinal: 2 });
    expect(await next(shown[1] ?? 0, 'previous')).toMatchObject({ row: shown[0], index: 0, ordinal: 1 });
    expect(await next(shown.at(-1) ?? 0, 'next')).toMatchObject({ row: null });
  });
});
