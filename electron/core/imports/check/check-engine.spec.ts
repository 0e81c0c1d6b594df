import { describe, expect, it } from 'vitest';
import { checkSummarySchema } from '../../../../shared/contract/check/check.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import { column } from '../fields/column-fixture.ts';
import { readPhone } from '../fields/phone-reader.ts';
import { ask, berlin, counts, newEngine, opened, settings, stage, wholePage } from './check-fixture.ts';

describe('the check of a draft', () => {
  it('finds problems, duplicates and the country, and adds up', async () => {
    const target = await stage('berlin', berlin);
    const summary = checkSummarySchema.parse(await ask(newEngine(), target, 'run', { settings: undefined }));
    expect(summary.country).toMatchObject({ value: 'DE', source: 'guess' });
    expect(counts(summary)).toEqual({
      'areaCodeMissing:Phone': 2,
      'areaCodeMissing:Phone2': 1,
      'digitsLost:Phone': 1,
      'emailInvalid:Email': 1,
      noPhone: 1,
      duplicatePhone: 2,
      duplicateEmail: 2,
      'commaAtEnd:Name': 1,
      'urlScheme:Website': 1,
      'empty:Email': 1,
      'onlySpaces:Phone': 1,
    });
    expect(summary.standing).toEqual({ leftOut: 0, problem: 4, repeated: 0, sentBefore: 0, ready: 1 });
    expect(summary.reasons.find(({ id }) => id === 'digitsLost:Phone')).toMatchObject({
      repair: null,
      severity: 'problem',
    });
    expect(summary.reasons[0]).toMatchObject({
      id: 'areaCodeMissing:Phone',
      distinct: 2,
      repair: {
        rows: 2,
        example: { before: '901838210', after: '+4930901838210' },
        parameters: [{ value: '030' }],
      },
    });
  });

  it('lists problems first, then warnings, then notes, each by the number of their rows', async () => {
    const more = [5, 6, 7].map((at) => [`Finn ${at}`, `030 90299 235${at}`, '', '', '10119', '']);
    const { reasons } = await ask(newEngine(), await stage('order', [...berlin, ...more]), 'run', {
      settings: undefined,
    });
    const order = ['problem', 'warning', 'note'];
    const found = reasons.map(({ severity, count }) => [order.indexOf(severity), -count] as const);
    expect(found).toEqual(found.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]));
    expect(found).toContainEqual([1, -2]);
    expect(found).toContainEqual([2, -4]);
  });

  it('suggests the 0 alone where numbers begin with the area codes of their own post codes', async () => {
    const cities = [
      ['30 4006957', '10115'],
      ['40 4424377', '20095'],
      ['221 4020871', '50667'],
    ] as const;
    const rows = Array.from({ length: 30 }, (_, at) => {
      const [phone, postcode] = cities[at % cities.length] ?? cities[0];
      return [`Firma ${at}`, `${phone.slice(0, -2)}${10 + at}`, '', `a${at}@b.de`, postcode];
    });
    const areaCodeOf = async (name: string, table: readonly (readonly string[])[]) => {
      const { reasons } = await ask(newEngine(), await stage(name, table), 'run', { settings: undefined });
      const reason = reasons.find(({ id }) => id === 'areaCodeMissing:Phone');
      return { code: reason?.repair?.parameters[0]?.value, rows: reason?.repair?.rows, words: reason?.sentence };
    };
    expect(await areaCodeOf('zero', rows)).toEqual({
      code: '0',
      rows: 30,
      words:
        '30 of 30 numbers have no leading 0. They begin with the area codes of their post codes, so probably only the 0 was lost.',
    });
    // Ten numbers are enough for a guess.
    expect(await areaCodeOf('zero-ten', rows.slice(0, 10))).toMatchObject({ code: '0' });
    expect(await areaCodeOf('zero-nine', rows.slice(0, 9))).not.toMatchObject({ code: '0' });
    // One that does not begin with it, and places without a known code: nobody knows what was lost.
    const other = rows.with(4, ['Firma 4', '4424377', '', 'a4@b.de', '20095']);
    expect(await areaCodeOf('zero-not', other)).toMatchObject({ code: '' });
    const elsewhere = rows.map((row, at) => (at % 3 === 0 ? [...row.slice(0, 4), '38518'] : row));
    expect(await areaCodeOf('zero-elsewhere', elsewhere)).toMatchObject({ code: '' });
  });

  it('repairs every row of a reason, shows it before, and takes it back', async () => {
    const { engine, target } = await opened('repair', berlin);
    const before = await ask(engine, target, 'run', { settings: undefined });
    const reasonId = 'areaCodeMissing:Phone';
    const page = {
      ...wholePage,
      reasonId,
      filter: 'reason',
      parameters: { areaCode: '0331' },
    } as const;
    const shown = await ask(engine, target, 'rows', page);
    expect(shown.rows.map(({ row, change }) => [row, change?.now, change?.after])).toEqual([
      [1, '901838210', '+49331901838210'],
      [3, '398840', '+49331398840'],
    ]);
    const repaired = await ask(engine, target, 'repair', { reasonId, parameters: undefined, values: undefined });
    expect(counts(repaired)[reasonId]).toBeUndefined();
    expect(repaired).toMatchObject({ editedRows: 2, undo: { steps: 1 } });
    const edited = await ask(engine, target, 'rows', { ...page, filter: 'repaired' });
    expect(edited.rows.map(({ cells, edited: changes }) => [cells[1], changes])).toEqual([
      ['+4930901838210', [{ column: 1, inFile: '901838210' }]],
      ['+4930398840', [{ column: 1, inFile: '398840' }]],
    ]);
    const undone = await ask(engine, target, 'undo', {});
    const redo = { title: 'Repair of 2 rows: Area code is missing', steps: 1 };
    expect({ ...undone, revision: before.revision }).toEqual({ ...before, redo });
  });

  it('puts a typed value in place of one that occurs often', async () => {
    const target = await stage('values', [
      ['A', '#REF!', '', '', '', ''],
      ['B', '#REF!', '', '', '', ''],
      ['C', '#VALUE!', '', '', '', ''],
      ['D', '#N/A', '', '', '', ''],
    ]);
    const engine = newEngine();
    const reasonId = 'formulaError:Phone';
    const found = await ask(engine, target, 'values', { reasonId, parameters: undefined, offset: 0, limit: 10 });
    expect(found).toEqual({
      total: 3,
      values: [
        { value: '#REF!', count: 2, after: '' },
        { value: '#N/A', count: 1, after: '' },
        { value: '#VALUE!', count: 1, after: '' },
      ],
    });
    const values = [{ from: '#REF!', to: '+4530123456' }];
    const summary = await ask(engine, target, 'repair', { reasonId, parameters: undefined, values });
    expect(counts(summary)).toMatchObject({ [reasonId]: 2, duplicatePhone: 2 });
  });

  it('empties signs for a missing value in one step, and takes that back', async () => {
    const target = await stage('signs', [
      ['NULL', '+4530123456', '', '', '', ''],
      ['n/a', '-', '', 'NULL', '', ''],
      ['Null Jensen', '+4530123458', '', '', '', ''],
    ]);
    const engine = newEngine();
    const whole = await ask(engine, target, 'run', { settings: undefined });
    expect(counts(whole)).toMatchObject({ 'placeholder:Name': 2, 'noValue:Phone': 1 });
    expect(counts(whole)).not.toHaveProperty('phoneInvalid:Phone');
    expect(whole.reasons.find(({ id }) => id === 'noValue:Phone')).toMatchObject({
      severity: 'problem',
      sentence: '“-” is no value for Phone. The repair empties the cells.',
      repair: { id: 'makeEmpty', rows: 1 },
    });
    const reasonId = 'placeholder:Name';
    const repaired = await ask(engine, target, 'repair', { reasonId, parameters: undefined, values: undefined });
    expect(counts(repaired)).not.toHaveProperty(reasonId);
    expect(repaired).toMatchObject({ editedRows: 2, undo: { steps: 1 } });
    const edited = await ask(engine, target, 'rows', { ...wholePage, filter: 'repaired' });
    expect(edited.rows.map(({ cells }) => cells[0])).toEqual(['', '']);
    expect(counts(await ask(engine, target, 'undo', {}))).toEqual(counts(whole));
  });

  it('leaves rows out and takes them back; a row left out has no part in anything', async () => {
    const { engine, target } = await opened('leave', berlin);
    const whole = await ask(engine, target, 'run', { settings: undefined });
    const choice = { reasonId: 'duplicatePhone', keep: 'first' } as const;
    const less = await ask(engine, target, 'leaveOut', { choice, isOut: true });
    expect(less.leftOut).toEqual([{ reasonId: 'duplicatePhone', title: 'Phone repeats in this file', rows: 1 }]);
    expect(less.duplicates).toEqual([]);
    const out = await ask(engine, target, 'rows', { ...wholePage, filter: 'leftOut' });
    expect(out.rows.map(({ row, leftOut, marks }) => ({ row, leftOut, marks }))).toEqual([
      { row: 3, leftOut: true, marks: [] },
    ]);
    const back = await ask(engine, target, 'leaveOut', { choice: { ...choice, keep: null }, isOut: false });
    expect(counts(back)).toEqual(counts(whole));
    expect(back.undo).toEqual({ title: 'Taking back 1 row: Phone repeats in this file', steps: 2 });
  });

  it('shows groups of duplicates', async () => {
    const { engine, target } = await opened('groups', berlin);
    const groups = await ask(engine, target, 'groups', {
      reasonId: 'duplicatePhone',
      keep: 'first',
      offset: 0,
      limit: 5,
    });
    expect(groups.groups.map(({ key }) => key)).toEqual(['901838210']);
    expect(groups.groups.map(({ count, rows }) => [count, rows.map(({ line }) => line)])).toEqual([[2, [2, 4]]]);
  });

  it('shows twenty rows of a group', async () => {
    const rows = Array.from({ length: 21 }, (_, at) => [`Anna ${at}`, '901838210', '', '', '', '']);
    const target = await stage('large-group', rows);
    const { groups } = await ask(newEngine(), target, 'groups', {
      reasonId: 'duplicatePhone',
      keep: 'first',
      offset: 0,
      limit: 5,
    });
    expect(groups.map((group) => [group.count, group.rows.length])).toEqual([[21, 20]]);
  });

  it('does not count the rows that a repair fits where there are more different values than are kept', async () => {
    const rows = Array.from({ length: 100_001 }, (_, at) => [`Firma ${at}`, `${3_000_000 + at}`, '', '', '10115', '']);
    const { reasons } = await ask(newEngine(), await stage('many-values', rows), 'run', {
      settings: settings({ country: 'DE' }),
    });
    expect(reasons.find(({ id }) => id === 'areaCodeMissing:Phone')).toMatchObject({
      count: 100_001,
      distinct: null,
      repair: { rows: null, example: { before: '3000000' }, parameters: [{ value: '030' }] },
    });
  });

  it('tells how far a repair is, until it is written', async () => {
    const rows = Array.from({ length: 2_100 }, (_, at) => [`Firma ${at},`, '', '', '', '', '']);
    const { engine, target } = await opened('progress', rows);
    await ask(engine, target, 'run', { settings: undefined });
    const seen: (readonly number[])[] = [];
    const hooks = {
      readPhone,
      pause: async () => undefined,
      yieldTurn: async () => undefined,
      onProgress: (...progress: readonly number[]) => void seen.push(progress),
    };
    const question = { reasonId: 'commaAtEnd:Name', parameters: undefined, values: undefined };
    await engine.answer({ kind: 'repair', target, question }, hooks);
    expect(seen).toEqual([
      [1_000, 2_100],
      [2_000, 2_100],
    ]);
  });

  it('keeps what a person decided: country, required, allowed, longest, unique, key', async () => {
    const target = await stage('settings', berlin);
    const fields = [
      { field: 'Email', required: true, unique: true, longest: null, allowed: null },
      { field: 'PostalCode', required: false, unique: false, longest: 4, allowed: ['10115'] },
    ];
    const chosen = settings({ country: 'DK', duplicateKey: 'PostalCode', fields });
    await ask(newEngine(), target, 'run', { settings: chosen });
    const summary = await ask(newEngine(), target, 'run', { settings: undefined });
    expect(summary.settings).toEqual(chosen);
    expect(summary.country).toMatchObject({ value: 'DK', source: 'you' });
    expect(counts(summary)).toMatchObject({
      'required:Email': 1,
      'notUnique:Email': 2,
      'tooLong:PostalCode': 5,
      'notAllowed:PostalCode': 4,
      'duplicateKey:PostalCode': 3,
    });
    expect(counts(summary)['areaCodeMissing:Phone']).toBeUndefined();
  });

  it('finds a field empty in every row that a rule requires and nothing fills', async () => {
    const target = await stage('unfilled', berlin);
    const rule = (field: string) => ({ field, required: true, unique: false, longest: null, allowed: null });
    const engine = newEngine();
    const chosen = settings({ fields: [rule('email'), rule('LastName')] });
    const summary = await ask(engine, target, 'run', { settings: chosen });
    expect(counts(summary)).toMatchObject({ 'required:Email': 1, 'required:LastName': 5 });
    expect(summary.rowsWithProblem).toBe(5);
    const says = (id: string) => summary.reasons.find((reason) => reason.id === id)?.sentence;
    expect(says('required:Email')).toContain('Type a value, fill the field under Columns, or');
    expect(says('required:LastName')).toContain('no column fills it. Fill the field under Columns, or');
    const edits = [{ row: 5, column: 3, value: 'emil@schule.de' }];
    expect(counts(await ask(engine, target, 'edit', { edits }))).toMatchObject({ 'required:LastName': 5 });
    const whole = { act: { kind: 'case', to: 'upper' }, column: null, reasonId: null, filter: 'all' } as const;
    const changed = await ask(engine, target, 'changeCells', { change: whole });
    expect(counts(changed)).toMatchObject({ 'required:LastName': 5 });
  });

  it('judges all columns of a field that two fill, also where nothing is wrong with the first', async () => {
    const target = await stage('joined', [['Anna', '', '', '', '', 'Berg,', '']]);
    const mapping: Mapping = [
      { field: 'Name', source: { kind: 'columns', columns: [0, 5], join: ' ' }, cleaning: [{ kind: 'trim' }] },
    ];
    const engine = newEngine();
    const joined = { ...target, mapping };
    expect(counts(await ask(engine, joined, 'run', { settings: undefined }))).toEqual({ 'commaAtEnd:Name': 1 });
    // Nobody knows in which of the columns another value belongs.
    const values = [{ from: 'Anna Berg,', to: 'Anna Berg' }];
    const question = { reasonId: 'commaAtEnd:Name', parameters: undefined, values };
    expect(await ask(engine, joined, 'repair', question)).toMatchObject({ editedCells: 0, undo: null });
  });

  it('puts no part of a cell in place of the whole: the first name is not lost for a repair of the last one', async () => {
    const target = await stage('parts', [['Anna MÃ¸ller', '', '', '', '', '', '']]);
    const part = (field: string, which: 'first' | 'last') =>
      column(0, field, { kind: 'trim' }, { kind: 'split', part: which });
    const engine = newEngine();
    const parts = { ...target, mapping: [part('FirstName', 'first'), part('LastName', 'last')] };
    const found = await ask(engine, parts, 'run', { settings: undefined });
    expect(found.reasons).toMatchObject([{ id: 'readTwice:LastName', count: 1, repair: null }]);
    const question = { reasonId: 'readTwice:LastName', parameters: undefined };
    for (const values of [undefined, [{ from: 'MÃ¸ller', to: 'Møller' }]])
      expect(await ask(engine, parts, 'repair', { ...question, values })).toMatchObject({ editedCells: 0, undo: null });
  });

  it('puts back letters that were read in the wrong encoding, in every row that has them', async () => {
    const target = await stage('twice', [
      ['SÃ¸ren', '030 90299 2354', '', '', '10115', ''],
      ['Søren', '030 90299 2355', '', '', '10115', ''],
      ['Ã…se', '030 90299 2356', '', '', '10115', ''],
    ]);
    const engine = newEngine();
    const found = await ask(engine, target, 'run', { settings: undefined });
    expect(found.reasons.find(({ id }) => id === 'readTwice:Name')).toMatchObject({
      count: 2,
      severity: 'problem',
      repair: { rows: 2, example: { before: 'SÃ¸ren', after: 'Søren' } },
    });
    const question = { reasonId: 'readTwice:Name', parameters: undefined, values: undefined };
    expect(await ask(engine, target, 'repair', question)).toMatchObject({ editedCells: 2 });
    expect(counts(await ask(engine, target, 'run', { settings: undefined }))).not.toHaveProperty('readTwice:Name');
  });

  it('says nothing about reasons, rows and columns that are not there', async () => {
    const { engine, target } = await opened('nothing', berlin);
    const page = { parameters: undefined, offset: 0, limit: 10 };
    const none = { ...page, reasonId: 'phoneShort:Nowhere' };
    expect(await ask(engine, target, 'rows', { ...none, filter: 'reason', order: 'oddest' })).toMatchObject({
      total: 0,
      rows: [],
    });
    expect(await ask(engine, target, 'values', none)).toEqual({ total: 0, values: [] });
    const edits = [
      { row: 99, column: 1, value: 'x' },
      { row: 1, column: 99, value: 'x' },
      { row: 1, column: 0, value: 'Anna' },
    ];
    expect(await ask(engine, target, 'edit', { edits })).toMatchObject({ editedCells: 0, undo: null });
    expect(await ask(engine, target, 'undo', {})).toMatchObject({ undo: null });
  });

  it('names a step by the cell that it changed, or by how many it did', async () => {
    const { engine, target } = await opened('titles', berlin);
    const edit = async (...edits: { row: number; column: number; value: string }[]) =>
      (await ask(engine, target, 'edit', { edits })).undo?.title;
    expect(await edit({ row: 2, column: 3, value: 'b@x.de' })).toBe('Edit of Email in line 3');
    // The last of two edits of one cell counts.
    const twice = { row: 4, column: 0 };
    expect(await edit({ ...twice, value: 'A' }, { ...twice, value: 'B' })).toBe('Edit of Name in line 5');
    expect(await edit({ ...twice, value: 'C' }, { row: 1, column: 0, value: 'D' })).toBe('Edit of 2 cells');
    const many = Array.from({ length: 1_100 }, (_, at) => ({ row: at + 1, column: 0, value: 'E' }));
    const long = await stage(
      'long',
      many.map(({ row }) => [`Firma ${row}`, '', '', '', '', '']),
    );
    const title = async (edits: typeof many) => (await ask(engine, long, 'edit', { edits })).undo?.title;
    expect(await title(many)).toBe('Edit of 1,100 cells');
    expect(await title([{ row: 1_050, column: 0, value: 'F' }])).toBe('Edit of Name in line 1,051');
    const { rows } = await ask(engine, target, 'rows', { ...wholePage, filter: 'all' });
    expect(rows.map(({ cells }) => cells[0])).toEqual(['D', 'Bent', 'Cara', 'C', 'Emil,']);
  });
});
