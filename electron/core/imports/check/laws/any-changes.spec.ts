import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckFilter, RowOrder } from '../../../../../shared/contract/check/check-acts.ts';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { StagingWriter } from '../../../files/staging/staging-writer.ts';
import { openStaged } from '../../../files/staging/staging.ts';
import type { CheckEngine } from '../check-engine.ts';
import { ask, checkFolder, newEngine, stage, journalOfSent, settings, wholePage } from '../check-fixture.ts';
import type { CheckTarget } from '../check-messages.ts';
import { removeLayer } from '../layer-file.ts';

/** Every list is as long as its count says, whatever its order, and each row of the file has one standing. */
async function addsUp(engine: CheckEngine, target: CheckTarget, summary: CheckSummary): Promise<void> {
  const total = async (filter: CheckFilter, reasonId: string | null = null, order: RowOrder = 'file') => {
    const page = await ask(engine, target, 'rows', { ...wholePage, filter, reasonId, order });
    expect(page.rows).toHaveLength(page.total);
    expect(new Set(page.rows.map(({ row }) => row)).size).toBe(page.total);
    return page.total;
  };
  const { standing, rows } = summary;
  expect(standing.leftOut + standing.problem + standing.repeated + standing.sentBefore + standing.ready).toBe(rows);
  expect(await total('all')).toBe(rows);
  expect(await total('problem')).toBe(summary.rowsWithProblem);
  expect(standing.problem).toBe(summary.rowsWithProblem);
  expect(await total('leftOut')).toBe(standing.leftOut);
  expect(await total('repaired')).toBe(summary.editedRows);
  for (const { id, count } of summary.reasons)
    for (const order of ['file', 'oddest'] as const) expect(await total('reason', id, order)).toBe(count);
}

describe('after any changes', () => {
  const cell = fc.constantFrom(
    ...['', ' ', '901838210', '030 901838210', '+4530123456', '30123456', '4.5E+11', '4.530123456E+9', '4530123456.0'],
    ...[
      ...['12.05.2026', '1711234567', '030 901838; 0171 1234567', 'a@b.de'],
      ...['a@b', 'x,', '10115', '20095', '1067', '#REF!', 'NULL', 'b.de'],
    ],
  );
  const date = fc.constantFrom('', '03/04/2026', '25/04/2026', '04/25/2026', '2026-04-03', '30.02.2026', '05/05/2026');
  const row = fc.integer({ min: 1, max: 12 });
  const reasonId = fc.constantFrom(
    ...['areaCodeMissing:Phone', 'leadingZeroLost:Phone2', 'exponent:Phone', 'pointZero:Phone', 'emailInvalid:Email'],
    ...['duplicatePhone', 'duplicateEmail', 'notUnique:Name', 'formulaError:Phone', 'commaAtEnd:Name', 'noPhone'],
    ...['placeholder:Name', 'noValue:Phone'],
    ...['dateMixed:DateOfBirth', 'dateAmbiguous:DateOfBirth', 'tooLong:Name', 'sentBefore', 'sentBefore'],
  );
  const often = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary });
  const step = fc.oneof(
    often(2, fc.record({ kind: fc.constant('edit' as const), row, column: fc.nat(5), value: cell })),
    often(1, fc.record({ kind: fc.constant('edit' as const), row, column: fc.constant(6), value: date })),
    often(2, fc.record({ kind: fc.constant('repair' as const), reasonId })),
    often(
      2,
      fc.record({
        kind: fc.constant('out' as const),
        reasonId,
        keep: fc.constantFrom('first' as const, null),
        isOut: fc.boolean(),
      }),
    ),
    often(1, fc.record({ kind: fc.constant('rows' as const), row, isOut: fc.boolean() })),
    // What many rows are judged by in another way than one.
    often(
      12,
      fc.record({
        kind: fc.constant('cells' as const),
        column: fc.constantFrom(0, 1, 1, 2, 3, 4, 5, 6, null),
        act: fc.constantFrom(
          { kind: 'replace', find: 'b', to: ';', place: 'anywhere', isExact: false } as const,
          { kind: 'replace', find: '03/', to: '$&25/', place: 'start', isExact: true } as const,
          { kind: 'empty' } as const,
          { kind: 'digits' } as const,
          { kind: 'fillDown' } as const,
          { kind: 'case', to: 'upper' } as const,
          { kind: 'replace', find: '90183821', to: '30123456', place: 'end', isExact: true } as const,
          { kind: 'replace', find: '10115', to: '20095', place: 'whole', isExact: true } as const,
          { kind: 'split', at: ';', keep: 'before' } as const,
        ),
      }),
    ),
    often(3, fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const) })),
    often(2, fc.record({ kind: fc.constant('goTo' as const), back: fc.nat(8) })),
  );

  it(
    'what is known row by row equals a check of the whole; undo leads back to the start, and redo to the end',
    { timeout: 240_000 },
    async () => {
      const table = fc.array(fc.tuple(cell, cell, cell, cell, cell, cell, date), { minLength: 12, maxLength: 12 });
      const template = await stage(
        'any',
        Array.from({ length: 12 }, () => ['N', '', '', '', '', '', '']),
      );
      using staged = openStaged(template.stagedPath);
      const { reading } = staged;
      using journal = journalOfSent('+4930901838210', '+4530123456');
      let runs = 0;
      // With 0, as in a file of more rows than are judged one by one.
      const many = fc.constantFrom(0, 0, 0, 3, 5000);
      const filled = (columns: number[], join: string | null) => [
        ...template.mapping.filter(({ field }) => field !== 'Phone' && field !== 'PostalCode'),
        { field: 'Phone', source: { kind: 'columns' as const, columns, join }, cleaning: [] },
      ];
      const mappings = fc.constantFrom(template.mapping, filled([1, 4], ' '), filled([1, 2], null));
      const journals = fc.constantFrom({}, { campaignCode: 'SPRING', journalPath: journal.path });
      await fc.assert(
        fc.asyncProperty(
          table,
          fc.array(step, { minLength: 1, maxLength: 8 }),
          many,
          fc.record({ mapping: mappings, known: journals }),
          async (rows, steps, mostTouched, { mapping, known }) => {
            runs += 1;
            const target = {
              ...template,
              ...known,
              mapping,
              stagedPath: join(checkFolder, `rows-any-${runs}.sqlite`),
            };
            const writer = new StagingWriter(target.stagedPath);
            for (const [place, cells] of rows.entries()) writer.add(place + 2, cells);
            writer.finish(reading);
            const fields = [
              { field: 'Name', required: false, unique: runs % 2 === 0, longest: 12, allowed: null },
              { field: 'Phone2', required: runs % 3 === 0, unique: runs % 5 === 0, longest: null, allowed: null },
            ];
            const engine = newEngine(mostTouched);
            const states = [await ask(engine, target, 'run', { settings: settings({ country: 'DE', fields }) })];
            for (const entry of steps) states.push(await take(engine, target, entry));
            const last = states.at(-1) as CheckSummary;
            const fresh = newEngine();
            expect({ ...(await ask(fresh, target, 'run', { settings: undefined })), revision: 0 }).toEqual({
              ...last,
              revision: 0,
            });
            const pages = await Promise.all(
              [engine, fresh].map((one) => ask(one, target, 'rows', { ...wholePage, filter: 'all' })),
            );
            expect(pages[0]?.rows).toEqual(pages[1]?.rows);
            await addsUp(fresh, target, last);
            let end = last;
            for (let left = last.redo?.steps ?? 0; left > 0; left -= 1) end = await ask(engine, target, 'redo', {});
            for (let left = end.undo?.steps ?? 0; left > 0; left -= 1) await ask(engine, target, 'undo', {});
            const first = await ask(engine, target, 'run', { settings: undefined });
            expect({ ...first, revision: 0, redo: null }).toEqual({ ...states[0], revision: 0 });
            for (let left = end.undo?.steps ?? 0; left > 0; left -= 1) await ask(engine, target, 'redo', {});
            const again = await ask(engine, target, 'run', { settings: undefined });
            expect({ ...again, revision: 0 }).toEqual({ ...end, revision: 0 });
            for (const one of [engine, fresh]) one.close();
            removeLayer(target.stagedPath);
          },
        ),
        { numRuns: 40 },
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
        return ask(engine, target, 'leaveOut', {
          choice: { reasonId: entry.reasonId, keep: entry.keep },
          isOut: entry.isOut,
        });
      case 'rows':
        return ask(engine, target, 'leaveOut', { choice: { rows: [entry.row] }, isOut: entry.isOut });
      case 'cells': {
        const { act, column } = entry;
        return ask(engine, target, 'changeCells', { change: { act, column, reasonId: null, filter: 'all' } });
      }
      case 'undo':
      case 'redo':
        return ask(engine, target, entry.kind, {});
      case 'goTo':
        return goBack(engine, target, entry.back);
    }
  }

  /** To a step of the history, counted back from the newest; further than there are: to the beginning. */
  async function goBack(engine: CheckEngine, target: CheckTarget, back: number): Promise<CheckSummary> {
    const { steps } = await ask(engine, target, 'history', { offset: 0, limit: 50 });
    return ask(engine, target, 'goTo', { step: steps[back]?.id ?? 0 });
  }
});
