import { describe, expect, it } from 'vitest';
import type { CheckSummary } from '../../../../shared/contract/check/check.ts';
import { ask, berlin, counts, newEngine, opened, settings, stage, wholePage } from './check-fixture.ts';
import type { CheckQuestions, CheckTarget } from './check-messages.ts';

const born = (...dates: readonly string[]) =>
  dates.map((date, row) => [`P${row}`, '+4530123456', '', '', '', '', date]);

function withOrder(target: CheckTarget, order: 'day-month' | 'month-day'): CheckTarget {
  const changed = target.mapping.map((rule) =>
    rule.field === 'DateOfBirth' ? { ...rule, cleaning: [{ kind: 'date' as const, order }] } : rule,
  );
  return { ...target, mapping: changed };
}

describe('the order of day and month', () => {
  const reasons = (summary: CheckSummary) => summary.reasons.filter(({ field }) => field === 'DateOfBirth');

  it('is asked for when dates fit both ways, with what the other dates tell', async () => {
    const target = await stage('dates', born('03/04/1980', '2026-04-03', '25/04/1980', '05/05/1980', '3 April 1980'));
    const [reason, ...others] = reasons(await ask(newEngine(), target, 'run', { settings: undefined }));
    expect(others).toEqual([]);
    expect(reason).toMatchObject({
      kind: 'dateAmbiguous',
      severity: 'warning',
      count: 1,
      dates: { order: null, dayFirst: 1, monthFirst: 0, either: 1 },
      title: 'DateOfBirth: day or month first?',
      sentence: expect.stringContaining(
        '03/04/1980 can be 3 April 1980 or 4 March 1980. 1 other date fits only day first',
      ),
    });
  });

  it('once chosen is said, is what is sent, and its misfits are a problem that can be repaired', async () => {
    const target = withOrder(await stage('order', born('03/04/1980', '25/04/1980', '04/25/1980')), 'month-day');
    const engine = newEngine();
    const summary = await ask(engine, target, 'run', { settings: undefined });
    expect(reasons(summary).map(({ kind, severity, count }) => [kind, severity, count])).toEqual([
      ['dateMixed', 'problem', 1],
      ['dateOrder', 'note', 1],
    ]);
    const shown = (reasonId: string) => ask(engine, target, 'rows', { ...wholePage, reasonId, filter: 'reason' });
    const both = [...(await shown('dateOrder:DateOfBirth')).rows, ...(await shown('dateMixed:DateOfBirth')).rows];
    expect(both.map(({ change }) => [change?.now, change?.after])).toEqual([
      ['1980-03-04', null],
      ['25/04/1980', '1980-04-25'],
    ]);
    const question = { reasonId: 'dateMixed:DateOfBirth', parameters: undefined, values: undefined };
    const repaired = await ask(engine, target, 'repair', question);
    expect(reasons(repaired).map(({ kind }) => kind)).toEqual(['dateOrder']);
    const other = reasons(await ask(engine, withOrder(target, 'day-month'), 'run', { settings: undefined }));
    expect(other.map(({ kind, count }) => [kind, count])).toEqual([
      ['dateMixed', 1],
      ['dateOrder', 1],
    ]);
  });

  it('that differs inside a column is a problem: the fewer of two that cannot both be right', async () => {
    const { engine, target } = await opened('mixed', born('25/04/1980', '26/04/1980', '04/25/1980', '03/04/1980'));
    const summary = await ask(engine, target, 'run', { settings: undefined });
    expect(reasons(summary)).toMatchObject([
      { kind: 'dateMixed', severity: 'problem', count: 1, repair: { rows: 1, example: { after: '1980-04-25' } } },
      { kind: 'dateAmbiguous', count: 1 },
    ]);
    const { rows } = await ask(engine, target, 'rows', { ...wholePage, filter: 'all' });
    expect(rows.map(({ marks }) => marks.flatMap(({ column, kind }) => (column === 6 ? [kind] : [])))).toEqual([
      [],
      [],
      ['dateMixed'],
      ['dateAmbiguous'],
    ]);
    // One more of the other kind, and nobody knows which are right; then the first are the fewer.
    const edit = (row: number) => ({ edits: [{ row, column: 6, value: '04/27/1980' }] });
    await ask(engine, target, 'edit', edit(1));
    const turned = await ask(engine, target, 'rows', {
      ...wholePage,
      filter: 'reason',
      reasonId: 'dateMixed:DateOfBirth',
    });
    expect(turned.rows.map(({ row }) => row)).toEqual([2]);
  });
});

describe('the oddest rows', () => {
  it('come first and lead from one to the next, corrected or not', async () => {
    const phones = ['398840', '493070', '517 355', '398840', '9018382'];
    const { engine, target } = await opened(
      'odd',
      phones.map((phone) => ['N', phone, '', 'a@b.de', '10115', '', '']),
    );
    const reasonId = 'areaCodeMissing:Phone';
    const summary = await ask(engine, target, 'run', { settings: settings({ country: 'DE' }) });
    expect(summary.reasons.find(({ id }) => id === reasonId)).toMatchObject({ hasOddest: true, distinct: 4 });
    expect(summary.reasons.find(({ kind }) => kind === 'noPhone')?.hasOddest ?? false).toBe(false);
    const page = { ...wholePage, reasonId, filter: 'reason', order: 'oddest' } as const;
    const order = async () => (await ask(engine, target, 'rows', page)).rows.map(({ row }) => row);
    expect(await order()).toEqual([3, 5, 2, 1, 4]);
    expect((await ask(engine, target, 'rows', { ...page, offset: 3, limit: 1 })).rows[0]?.row).toBe(1);
    const next = (row: number, direction: 'next' | 'previous', index?: number) =>
      ask(engine, target, 'next', { reasonId, filter: 'reason', order: 'oddest', row, index, direction });
    expect(await next(0, 'next')).toMatchObject({ row: 3, index: 0, ordinal: 1, total: 5 });
    expect(await next(5, 'next')).toMatchObject({ row: 2, index: 2 });
    expect(await next(4, 'next')).toMatchObject({ row: null });
    expect(await next(6, 'previous')).toMatchObject({ row: 4, index: 4 });
    await ask(engine, target, 'edit', { edits: [{ row: 5, column: 1, value: '+49301234567' }] });
    expect(await order()).toEqual([3, 2, 1, 4]);
    expect(await next(5, 'next', 1)).toMatchObject({ row: 2, index: 1 });
    expect(await next(5, 'previous', 1)).toMatchObject({ row: 3, index: 0 });
  });
});

describe('what is typed', () => {
  it('is shown as it would be sent before it is kept', async () => {
    const { engine, target } = await opened('typed', berlin);
    const typed = (value: string) =>
      ask(engine, target, 'typed', {
        reasonId: 'areaCodeMissing:Phone',
        parameters: undefined,
        edit: { row: 1, column: 1, value },
      });
    expect(await typed('902992354')).toEqual({ now: '902992354', after: '+4930902992354' });
    expect(await typed('+4530123456')).toEqual({ now: '+4530123456', after: null });
    expect(await ask(engine, target, 'run', { settings: undefined })).toMatchObject({ editedCells: 0 });
  });
});

describe('the values of a field', () => {
  it('are listed as they are sent, the most frequent first, without rows that are left out', async () => {
    const { engine, target } = await opened('listed', berlin);
    const question = { field: 'PostalCode', offset: 0, limit: 2 };
    expect(await ask(engine, target, 'fieldValues', question)).toEqual({
      total: 3,
      values: [
        { value: '10119', count: 3 },
        { value: '10115', count: 1 },
      ],
    });
    await ask(engine, target, 'leaveOut', { choice: { rows: [1] }, isOut: true });
    expect(await ask(engine, target, 'fieldValues', { ...question, offset: 1 })).toEqual({
      total: 2,
      values: [{ value: '10117', count: 1 }],
    });
    expect(await ask(engine, target, 'fieldValues', { ...question, field: 'Nowhere' })).toEqual({
      total: 0,
      values: [],
    });
  });
});

describe('a column with very many values', () => {
  it('has no list of them when there are more than five thousand', async () => {
    const many = Array.from({ length: 5001 }, (_, at) => [`N${at}`, '', '', '', '', '', '']);
    const { engine, target } = await opened('many-values', many);
    const question = { field: 'Name', offset: 0, limit: 1 };
    expect(await ask(engine, target, 'fieldValues', question)).toEqual({ total: null, values: [] });
    await ask(engine, target, 'leaveOut', { choice: { rows: [1] }, isOut: true });
    expect(await ask(engine, target, 'fieldValues', question)).toEqual({
      total: 5000,
      values: [{ value: 'N1', count: 1 }],
    });
  });

  it('shows three rows of a reason as examples, each as far as its 200th character', async () => {
    const long = `${'x'.repeat(250)},`;
    const target = await stage(
      'examples',
      [['A,'], [long], ['B'], ['C,'], ['D,']].map((cells) => [...cells, '']),
    );
    const { reasons } = await ask(newEngine(), target, 'run', { settings: undefined });
    const [reason] = reasons.filter(({ id }) => id === 'commaAtEnd:Name');
    expect(reason).toMatchObject({ count: 4, distinct: 4, repair: { rows: 4 } });
    expect(reason?.examples).toEqual([
      { row: 1, line: 2, value: 'A,' },
      { row: 2, line: 3, value: 'x'.repeat(200) },
      { row: 4, line: 5, value: 'C,' },
    ]);
  });
});

describe('rows that repeat in several groups', () => {
  it.each(['first', 'last'] as const)('are counted once, as they are left out when the %s stays', async (keep) => {
    const pair = ['+4530123456', '+4530123457'] as const;
    const target = await stage(`overlap-${keep}`, [
      ['A', ...pair, 'a@b.dk', '', ''],
      ['B', ...pair, 'a@b.dk', '', ''],
      ['C', '+4530123458', pair[1], 'c@b.dk', '', ''],
      ['D', '+4530123458', '', 'd@b.dk', '', ''],
    ]);
    const engine = newEngine();
    const { duplicates } = await ask(engine, target, 'run', { settings: undefined });
    const said = duplicates.find(({ reasonId }) => reasonId === 'duplicatePhone')?.extra[keep];
    const choice = { reasonId: 'duplicatePhone', keep };
    const less = await ask(engine, target, 'leaveOut', { choice, isOut: true });
    expect(less.standing.leftOut).toBe(said);
    // D stays in either case: nobody else who stays has its number.
    expect(said).toBe(2);
  });

  it.each(['first', 'last'] as const)('are marked as staying in each, as the %s is kept', async (keep) => {
    const target = await stage(`tied-${keep}`, [
      ['A', '+4530123456', '', 'a@b.dk', '', ''],
      ['B', '+4530123456', '+4530123457', 'b@b.dk', '', ''],
      ['C', '', '+4530123457', 'c@b.dk', '', ''],
    ]);
    const engine = newEngine();
    await ask(engine, target, 'run', { settings: undefined });
    const reasonId = 'duplicatePhone';
    const { groups } = await ask(engine, target, 'groups', { reasonId, keep, offset: 0, limit: 10 });
    const staying = groups.map(({ rows }) => rows.filter(({ stays }) => stays).map(({ row }) => row));
    // B shares a number with each of the others, so either may stay, and the first and the last row say the same.
    expect(staying).toEqual([[1], [3]]);
    await ask(engine, target, 'leaveOut', { choice: { reasonId, keep }, isOut: true });
    const { rows } = await ask(engine, target, 'rows', { ...wholePage, filter: 'leftOut' });
    expect(rows.map(({ row }) => row)).toEqual([2]);
  });
});

it('the title of a step counts its rows as the page does', async () => {
  const { engine, target } = await opened(
    'titles',
    Array.from({ length: 1_201 }, (_, row) => [`P${row}`, '+4530123456', '', '', '', '']),
  );
  await ask(engine, target, 'run', { settings: undefined });
  const choice = { reasonId: 'duplicatePhone', keep: 'first' } as const;
  const { undo } = await ask(engine, target, 'leaveOut', { choice, isOut: true });
  expect(undo?.title).toMatch(/^Leaving out 1,200 rows/);
});

describe('a missing area code', () => {
  const reasonId = 'areaCodeMissing:Phone';
  const phones = [
    '3039884177',
    '35139884177',
    '351398841',
    ...Array.from({ length: 29 }, (_, row) => `${39884100 + row}`),
  ];
  const rows = (elsewhere: readonly string[]) =>
    [...phones, ...elsewhere.map((_, row) => `${39884200 + row}`)].map((phone, row) => {
      const postcode = elsewhere[row - phones.length] ?? '10115';
      return [`P${row}`, phone, '', `p${row}@a.de`, postcode, '', ''];
    });

  it('is put only before numbers that lack it, in rows that are in its place; the button counts these', async () => {
    const { engine, target } = await opened('area', rows(['01067', '80331']));
    const summary = await ask(engine, target, 'run', { settings: undefined });
    const reason = summary.reasons.find(({ id }) => id === reasonId);
    expect(reason?.sentence).toContain('32 of 34 post codes are in Berlin');
    const question = { reasonId, parameters: undefined, values: undefined };
    const repaired = await ask(engine, target, 'repair', question);
    expect(repaired.editedRows).toBe(reason?.repair?.rows);
    expect(counted(repaired)).toBe(2);
    const { rows: all } = await ask(engine, target, 'rows', { ...wholePage, filter: 'all' });
    const now = all.map(({ cells }) => cells[1]);
    expect(now.slice(0, 4)).toEqual(['+493039884177', '+4935139884177', '+4930351398841', '+493039884100']);
    expect(now.slice(-2)).toEqual(['39884200', '39884201']);
    // Once its post code is corrected, the row is in the place, too, and counts at once.
    const moved = await ask(engine, target, 'edit', { edits: [{ row: 33, column: 4, value: '10117' }] });
    expect(moved.reasons.find(({ id }) => id === reasonId)?.repair?.rows).toBe(1);
  });

  it('is said of every post code only when it is true of every one', async () => {
    const target = await stage('area-all', rows([]));
    const summary = await ask(newEngine(), target, 'run', { settings: undefined });
    expect(summary.reasons.find(({ id }) => id === reasonId)?.sentence).toContain('every post code is in Berlin');
  });

  const counted = (summary: CheckSummary) => summary.reasons.find(({ id }) => id === reasonId)?.count;
});

describe('a country that is not known', () => {
  it('judges phones by what holds in all countries, and counts those that wait for it', async () => {
    const phones = ['39884177', '12', '030 90', '+4530123456', ''];
    const { engine, target } = await opened(
      'unknown',
      phones.map((phone, row) => [`P${row}`, phone, '', '', '', '', '']),
    );
    const asked = await ask(engine, target, 'run', { settings: undefined });
    expect(asked).toMatchObject({
      country: { value: null, likely: 'DK', reason: 'Perhaps Denmark: 1 number with +45.' },
      unprefixedPhones: 3,
      cleanedPhones: 0,
    });
    expect(counts(asked)).toEqual({ noPhone: 1, 'phoneShort:Phone': 1, 'empty:Email': 5 });
    expect(asked.reasons.find(({ kind }) => kind === 'phoneShort')?.sentence).toBe(
      'These numbers have too few digits for a phone. Look up the missing digits, or leave the rows out.',
    );
    const left = await ask(engine, target, 'leaveOut', { choice: { rows: [1] }, isOut: true });
    expect(left.unprefixedPhones).toBe(2);
    const chosen = await ask(engine, target, 'run', { settings: settings({ country: 'DK' }) });
    expect(chosen.country).toMatchObject({ value: 'DK', source: 'you' });
    expect(counts(chosen)).toMatchObject({ 'phoneShort:Phone': 2 });
    expect(chosen.reasons.find(({ kind }) => kind === 'phoneShort')?.sentence).toBe(
      'Phone numbers in Denmark have 8 digits; these have fewer. Look up the missing digits, or leave the rows out.',
    );
  });
});

describe('duplicates', () => {
  const found = async (name: string, rows: readonly (readonly string[])[]) => {
    const { engine, target } = await opened(name, rows);
    const { duplicates, standing } = await ask(engine, target, 'run', { settings: undefined });
    const groups = await Promise.all(
      duplicates.map(({ reasonId }) =>
        ask(engine, target, 'groups', { reasonId, keep: 'first', offset: 0, limit: 10 }),
      ),
    );
    return {
      standing,
      duplicates: duplicates.map(({ by }, place) => [
        by,
        ...(groups[place]?.groups.map(({ key, rows: found }) => `${key}: ${found.map(({ row }) => row).join(' ')}`) ??
          []),
      ]),
    };
  };

  it('are found by digits while nothing shows the country', async () => {
    const { duplicates } = await found('digits', [
      ['A', '0301838210', '', ''],
      ['B', '030 / 18 38 210', '', ''],
      ['C', '0301838211', '', ''],
    ]);
    expect(duplicates).toEqual([['phone', '0301838210: 1 2']]);
  });

  it('stand side by side, group by group, after a change too', async () => {
    const phones = ['+4530000001', '+4530000002', '+4530000003', '+4530000002', '+4530000001', '+4530000001'];
    const { engine, target } = await opened(
      'groups',
      phones.map((phone) => ['A', phone, '', '']),
    );
    await ask(engine, target, 'run', { settings: undefined });
    const page = { ...wholePage, reasonId: 'duplicatePhone', filter: 'reason', order: 'oddest' } as const;
    const order = async () => (await ask(engine, target, 'rows', page)).rows.map(({ row }) => row);
    expect(await order()).toEqual([1, 5, 6, 2, 4]);
    await ask(engine, target, 'edit', { edits: [{ row: 3, column: 1, value: '+4530000002' }] });
    expect(await order()).toEqual([1, 5, 6, 2, 3, 4]);
    await ask(engine, target, 'edit', { edits: [{ row: 5, column: 1, value: '+4530000009' }] });
    expect(await order()).toEqual([1, 6, 2, 3, 4]);
    const starts = async (change: Partial<CheckQuestions['rows']> = {}) =>
      (await ask(engine, target, 'rows', { ...page, ...change })).rows.flatMap(({ row, startsGroup }) =>
        startsGroup ? [row] : [],
      );
    expect(await starts()).toEqual([1, 2]);
    expect(await starts({ offset: 1 })).toEqual([2]);
    // In another order no rows of a group are beside each other.
    expect(await starts({ order: 'file' })).toEqual([]);
  });

  it('are found by e-mail address and name where a row has no valid phone', async () => {
    const { duplicates, standing } = await found('names', [
      ['Anna Hansen', '', '', ''],
      ['HANSEN, anna', 'none', '', ''],
      ['Bo Berg', 'ask', '', 'bo@berg.dk'],
      ['Bo B.', '', '', 'BO@berg.dk'],
      // Comparable otherwise: a name alone says nothing.
      ['Anna Hansen', '+4530123456', '', ''],
      ['Cara', '', '', ''],
    ]);
    expect(duplicates).toEqual([
      ['email', 'bo@berg.dk: 3 4'],
      ['name', 'Anna Hansen: 1 2'],
    ]);
    expect(standing).toMatchObject({ problem: 5 });
  });
});
