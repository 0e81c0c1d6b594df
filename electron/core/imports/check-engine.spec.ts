import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckSettings, CheckSummary } from '../../../shared/contract/check.ts';
import { checkSettingsSchema, checkSummarySchema } from '../../../shared/contract/check.ts';
import type { Mapping } from '../../../shared/contract/mapping.ts';
import { StagingWriter } from '../files/staging-writer.ts';
import { openStaged, stageFile } from '../files/staging.ts';
import { createCheckEngine, type CheckEngine } from './check-engine.ts';
import { removeLayer } from './check-layer.ts';
import type { CheckAnswers, CheckKindOfQuestion, CheckQuestions, CheckRequest, CheckTarget } from './check-messages.ts';
import { readPhone } from './phone-reader.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'check-engine-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const engines: CheckEngine[] = [];

function ask<Kind extends CheckKindOfQuestion>(
  engine: CheckEngine,
  target: CheckTarget,
  kind: Kind,
  question: CheckQuestions[Kind],
): Promise<CheckAnswers[Kind]> {
  const hooks = {
    readPhone,
    pause: async () => undefined,
    breathe: async () => undefined,
    onProgress: () => undefined,
  };
  return engine.answer({ kind, target, question } as CheckRequest, hooks) as Promise<CheckAnswers[Kind]>;
}

function newEngine(): CheckEngine {
  const engine = createCheckEngine(() => 0);
  engines.push(engine);
  return engine;
}

const columns = ['Name', 'Phone', 'Phone2', 'Email', 'PostalCode', 'Website'] as const;
const mapping: Mapping = columns.map((field, index) => ({
  field,
  source: { kind: 'columns', columns: [index], join: null },
  cleaning: [{ kind: 'trim' }],
}));

async function stage(name: string, rows: readonly (readonly string[])[]): Promise<CheckTarget> {
  const path = join(folder, `${name}.csv`);
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  writeFileSync(path, [columns, ...rows].map(line).join('\n'));
  const stagedPath = join(folder, `rows-${name}.sqlite`);
  await stageFile({
    path,
    choices: { headerLine: 1, firstDataLine: 2, lastDataLine: rows.length + 1 },
    target: stagedPath,
  });
  return { draftId: name, stagedPath, mapping, fields: [], campaignCode: '', journalPath: null };
}

const settings = (change: Partial<CheckSettings>): CheckSettings => checkSettingsSchema.parse(change);
const counts = (summary: CheckSummary) => Object.fromEntries(summary.reasons.map(({ id, count }) => [id, count]));

const berlin = [
  ['Anna', '901838210', '', 'anna@schule.de', '10115', 'https://a.de'],
  ['Bent', '030 90299 2354', '', 'bent@schule.de', '10117', 'b.de'],
  ['Cara', '398840', '901838210', 'anna@schule.de', '10119', ''],
  ['Dora', '4.5E+11', '', 'dora(at)schule.de', '10119', ''],
  ['Emil,', ' ', '', '', '10119', ''],
];

describe('the check of a draft', () => {
  it('finds problems, duplicates and the country, and adds up', async () => {
    const target = await stage('berlin', berlin);
    const summary = checkSummarySchema.parse(await ask(newEngine(), target, 'run', { settings: undefined }));
    expect(summary.country).toMatchObject({ value: 'DE', isYours: false });
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

  it('repairs every row of a reason, shows it before, and takes it back', async () => {
    const target = await stage('repair', berlin);
    const engine = newEngine();
    const before = await ask(engine, target, 'run', { settings: undefined });
    const reasonId = 'areaCodeMissing:Phone';
    const page = { reasonId, filter: 'problem', parameters: { areaCode: '0331' }, offset: 0, limit: 10 } as const;
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
    expect({ ...undone, revision: before.revision }).toEqual(before);
  });

  it('puts a typed value in place of one that occurs often', async () => {
    const target = await stage('values', [
      ['A', '#REF!', '', '', '', ''],
      ['B', '#REF!', '', '', '', ''],
      ['C', '#N/A', '', '', '', ''],
    ]);
    const engine = newEngine();
    const reasonId = 'formulaError:Phone';
    const found = await ask(engine, target, 'values', { reasonId, parameters: undefined, offset: 0, limit: 10 });
    expect(found).toEqual({
      total: 2,
      values: [
        { value: '#REF!', count: 2, after: '' },
        { value: '#N/A', count: 1, after: '' },
      ],
    });
    const values = [{ from: '#REF!', to: '+4530123456' }];
    const summary = await ask(engine, target, 'repair', { reasonId, parameters: undefined, values });
    expect(counts(summary)).toMatchObject({ [reasonId]: 1, duplicatePhone: 2 });
  });

  it('leaves rows out and takes them back; a row left out has no part in anything', async () => {
    const target = await stage('leave', berlin);
    const engine = newEngine();
    const whole = await ask(engine, target, 'run', { settings: undefined });
    const choice = { reasonId: 'duplicatePhone', keep: 'first' } as const;
    const less = await ask(engine, target, 'leaveOut', { choice, isOut: true });
    expect(less.leftOut).toEqual([{ reasonId: 'duplicatePhone', title: 'Phone repeats in this file', rows: 1 }]);
    expect(less.duplicates).toEqual([]);
    const out = await ask(engine, target, 'rows', {
      reasonId: null,
      filter: 'leftOut',
      parameters: undefined,
      offset: 0,
      limit: 9,
    });
    expect(out.rows.map(({ row, leftOut, marks }) => ({ row, leftOut, marks }))).toEqual([
      { row: 3, leftOut: true, marks: [] },
    ]);
    const back = await ask(engine, target, 'leaveOut', { choice: { ...choice, keep: null }, isOut: false });
    expect(counts(back)).toEqual(counts(whole));
    expect(back.undo).toEqual({ title: 'Taking back 1 row', steps: 2 });
  });

  it('shows groups of duplicates and leads from row to row', async () => {
    const target = await stage('groups', berlin);
    const engine = newEngine();
    const groups = await ask(engine, target, 'groups', { reasonId: 'duplicatePhone', offset: 0, limit: 5 });
    expect(groups.groups.map(({ count, rows }) => [count, rows.map(({ line }) => line)])).toEqual([[2, [2, 4]]]);
    const next = (row: number, direction: 'next' | 'previous') =>
      ask(engine, target, 'next', { reasonId: 'areaCodeMissing:Phone', row, direction });
    expect(await next(0, 'next')).toEqual({ row: 1, index: 0 });
    expect(await next(1, 'next')).toEqual({ row: 3, index: 1 });
    expect(await next(3, 'next')).toEqual({ row: null, index: 2 });
    expect(await next(3, 'previous')).toEqual({ row: 1, index: 0 });
    expect(await next(1, 'previous')).toEqual({ row: null, index: 0 });
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
    expect(summary.country).toMatchObject({ value: 'DK', isYours: true });
    expect(counts(summary)).toMatchObject({
      'required:Email': 1,
      'notUnique:Email': 2,
      'tooLong:PostalCode': 5,
      'notAllowed:PostalCode': 4,
      'duplicateKey:PostalCode': 3,
    });
    expect(counts(summary)['areaCodeMissing:Phone']).toBeUndefined();
  });

  it('says nothing about reasons, rows and columns that are not there', async () => {
    const target = await stage('nothing', berlin);
    const engine = newEngine();
    const page = { parameters: undefined, offset: 0, limit: 10 };
    const none = { ...page, reasonId: 'phoneShort:Nowhere' };
    expect(await ask(engine, target, 'rows', { ...none, filter: 'problem' })).toMatchObject({ total: 0, rows: [] });
    expect(await ask(engine, target, 'values', none)).toEqual({ total: 0, values: [] });
    const edits = [
      { row: 99, column: 1, value: 'x' },
      { row: 1, column: 99, value: 'x' },
      { row: 1, column: 0, value: 'Anna' },
    ];
    expect(await ask(engine, target, 'edit', { edits })).toMatchObject({ editedCells: 0, undo: null });
    expect(await ask(engine, target, 'undo', {})).toMatchObject({ undo: null });
  });
});

describe('after any changes', () => {
  const cell = fc.constantFrom(
    ...['', ' ', '901838210', '030 901838210', '+4530123456', '30123456', '4.5E+11', '4.530123456E+9', '4530123456.0'],
    ...[
      '12.05.2026',
      '1711234567',
      '030 901838; 0171 1234567',
      'a@b.de',
      'a@b',
      'x,',
      '10115',
      '1067',
      '#REF!',
      'b.de',
    ],
  );
  const row = fc.integer({ min: 1, max: 12 });
  const reasonId = fc.constantFrom(
    ...['areaCodeMissing:Phone', 'leadingZeroLost:Phone2', 'exponent:Phone', 'pointZero:Phone', 'emailInvalid:Email'],
    ...['duplicatePhone', 'duplicateEmail', 'notUnique:Name', 'formulaError:Phone', 'commaAtEnd:Name', 'noPhone'],
  );
  const step = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), row, column: fc.nat(5), value: cell }),
    fc.record({ kind: fc.constant('repair' as const), reasonId }),
    fc.record({ kind: fc.constant('out' as const), reasonId, keep: fc.constantFrom('first' as const, null) }),
    fc.record({ kind: fc.constant('rows' as const), row, isOut: fc.boolean() }),
    fc.record({ kind: fc.constant('undo' as const) }),
  );

  it(
    'what is known row by row equals a check of the whole, and undo leads back exactly',
    { timeout: 120_000 },
    async () => {
      const table = fc.array(fc.tuple(cell, cell, cell, cell, cell, cell), { minLength: 12, maxLength: 12 });
      const template = await stage(
        'any',
        Array.from({ length: 12 }, () => ['N', '', '', '', '', '']),
      );
      const staged = openStaged(template.stagedPath);
      const { reading } = staged;
      staged.close();
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(table, fc.array(step, { minLength: 1, maxLength: 8 }), async (rows, steps) => {
          runs += 1;
          const target = { ...template, stagedPath: join(folder, `rows-any-${runs}.sqlite`) };
          const writer = new StagingWriter(target.stagedPath);
          for (const [place, cells] of rows.entries()) writer.add(place + 1, place + 2, cells);
          writer.finish(reading);
          const fields = [{ field: 'Name', required: false, unique: true, longest: null, allowed: null }];
          const engine = newEngine();
          const states = [await ask(engine, target, 'run', { settings: settings({ country: 'DE', fields }) })];
          for (const entry of steps) states.push(await take(engine, target, entry));
          const last = states.at(-1) as CheckSummary;
          const fresh = newEngine();
          expect({ ...(await ask(fresh, target, 'run', { settings: undefined })), revision: 0 }).toEqual({
            ...last,
            revision: 0,
          });
          const everything = { reasonId: null, filter: 'all', parameters: undefined, offset: 0, limit: 50 } as const;
          const pages = await Promise.all([engine, fresh].map((one) => ask(one, target, 'rows', everything)));
          expect(pages[0]?.rows).toEqual(pages[1]?.rows);
          for (let left = last.undo?.steps ?? 0; left > 0; left -= 1) await ask(engine, target, 'undo', {});
          const first = await ask(engine, target, 'run', { settings: undefined });
          expect({ ...first, revision: 0 }).toEqual({ ...states[0], revision: 0 });
          for (const one of [engine, fresh]) one.close();
          removeLayer(target.stagedPath);
        }),
        { numRuns: 20 },
      );
    },
  );

  function take(
    engine: CheckEngine,
    target: CheckTarget,
    entry: typeof step extends fc.Arbitrary<infer Value> ? Value : never,
  ): Promise<CheckSummary> {
    switch (entry.kind) {
      case 'edit':
        return ask(engine, target, 'edit', { edits: [entry] });
      case 'repair':
        return ask(engine, target, 'repair', {
          reasonId: entry.reasonId,
          parameters: { areaCode: '030' },
          values: undefined,
        });
      case 'out':
        return ask(engine, target, 'leaveOut', { choice: { reasonId: entry.reasonId, keep: entry.keep }, isOut: true });
      case 'rows':
        return ask(engine, target, 'leaveOut', { choice: { rows: [entry.row] }, isOut: entry.isOut });
      case 'undo':
        return ask(engine, target, 'undo', {});
    }
  }
});

afterAll(() => {
  for (const engine of engines) engine.close();
});
