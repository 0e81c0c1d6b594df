import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CheckFilter } from '../../../../../shared/contract/check/check-acts.ts';
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { CheckEngine } from '../check-engine.ts';
import { ask, berlin, newEngine, stage, endingHooks, journalOfSent, settings, wholePage } from '../check-fixture.ts';
import type { ChangeKind, CheckQuestions, CheckTarget } from '../check-messages.ts';
import { layerPathOf } from '../layer-file.ts';

/* What is known after each change, kept up to date row by row, is what a check of the whole file finds. */

type Step = { [Kind in ChangeKind]: readonly [Kind, CheckQuestions[Kind]] }[ChangeKind];

const [NAME, PHONE, MOBILE, EMAIL, POSTCODE, , BORN] = [0, 1, 2, 3, 4, 5, 6];
const edit = (row: number, column: number, value: string): Step => ['edit', { edits: [{ row, column, value }] }];
const repair = (reasonId: string, change: Partial<CheckQuestions['repair']> = {}): Step => [
  'repair',
  { reasonId, parameters: undefined, values: undefined, ...change },
];
const leave = (choice: CheckQuestions['leaveOut']['choice'], isOut: boolean): Step => ['leaveOut', { choice, isOut }];
const replace = (column: number | null, find: string, to: string): Step => [
  'changeCells',
  {
    change: {
      act: { kind: 'replace', find, to, place: 'anywhere', isExact: true },
      ...{ column, reasonId: null, filter: 'all' },
    },
  },
];
const undo: Step = ['undo', {}];
const redo: Step = ['redo', {}];

const TABLE = [
  ...berlin,
  ['Finn', '', '', 'finn@x.de', '10119', '', '03/04/1980'],
  ['Finn', '', '', 'f@x.de', '10119', '', '25/04/1980'],
  ['Hans', '+4530111111', '', '', '10119', '', '04/25/1980'],
  ['Hans', '+4930902992354', '', 'hans@x.de', '80331', '', '05/06/1980'],
  ['Ida', '#REF!', '', 'NULL', '80331', 'c.de', '1980-04-03'],
];

const STEPS: readonly Step[] = [
  ...[edit(2, PHONE, ''), edit(2, PHONE, '398840'), edit(2, MOBILE, '398840'), undo, redo],
  ...[edit(6, EMAIL, ''), edit(7, EMAIL, ''), edit(7, NAME, 'Gerd'), undo, undo, undo, redo, redo, redo],
  ...[edit(8, PHONE, '+4530222222'), undo, redo, edit(4, PHONE, '+4530111111'), edit(4, MOBILE, '+4530111111')],
  // A first phone and a first address, gone again.
  ...[
    edit(5, PHONE, '+49301234567'),
    undo,
    redo,
    undo,
    edit(5, EMAIL, 'emil@x.de'),
    undo,
    redo,
    replace(PHONE, '3', ''),
  ],
  ...[
    replace(EMAIL, 'emil@x.de', ''),
    undo,
    undo,
    edit(1, POSTCODE, '80331'),
    edit(3, POSTCODE, '80331'),
    undo,
    redo,
    edit(1, EMAIL, 'bent@schule.de'),
  ],
  ...[edit(6, BORN, '26/04/1980'), edit(7, BORN, '04/27/1980'), undo, edit(9, BORN, 'soon'), undo, redo],
  ...[leave({ rows: [1, 4, 8] }, true), undo, redo, leave({ rows: [4] }, false), edit(1, PHONE, '+4530333333')],
  ...[leave({ rows: [1, 8] }, false), leave({ reasonId: 'sentBefore', keep: null }, false), undo, redo],
  ...[leave({ reasonId: 'duplicatePhone', keep: 'first' }, true), leave({ reasonId: 'noPhone', keep: null }, true)],
  ...[undo, undo, redo, redo, leave({ reasonId: 'noPhone', keep: null }, false)],
  ...[repair('areaCodeMissing:Phone', { parameters: { areaCode: '089' } }), undo, redo, repair('urlScheme:Website')],
  repair('formulaError:Phone', { values: [{ from: '#REF!', to: '+4530111111' }] }),
  ...[repair('placeholder:Email'), undo, redo, repair('dateMixed:DateOfBirth'), repair('commaAtEnd:Name')],
  ...[replace(PHONE, '30', '31'), undo, redo, replace(null, 'schule', 'skole'), undo, redo, replace(NAME, 'Finn', '')],
  // Two cells of one field in one row.
  ...[undo, replace(null, 'nn', 'n'), undo, redo, redo],
  ...[['goTo', { step: 0 }] as const, redo, redo],
];

const filters: readonly CheckFilter[] = ['all', 'problem', 'leftOut', 'repaired'];

/** What pages show of the draft, but what differs from check to check. `isLong`: with all of its lists. */
async function shown(engine: CheckEngine, target: CheckTarget, summary: CheckSummary, isLong: boolean) {
  const lists: unknown[] = [];
  if (!isLong) return { ...summary, revision: 0, lists };
  for (const filter of filters) lists.push((await ask(engine, target, 'rows', { ...wholePage, filter })).rows);
  const page = { parameters: undefined, offset: 0, limit: 50 };
  for (const { id } of summary.reasons) {
    const order = { ...wholePage, reasonId: id, filter: 'reason', order: 'oddest' } as const;
    lists.push(
      id,
      (await ask(engine, target, 'rows', order)).rows.map(({ row, change }) => [row, change]),
    );
    lists.push(await ask(engine, target, 'values', { ...page, reasonId: id }));
    lists.push(await ask(engine, target, 'groups', { reasonId: id, keep: 'first', offset: 0, limit: 50 }));
  }
  return { ...summary, revision: 0, lists };
}

it.each([
  ['row by row', 5000],
  ['by the values that change', 0],
])('after each of many changes, judged %s', async (_, mostTouched) => {
  using journal = journalOfSent('+4530111111', '+4530333333');
  const rules = settings({
    country: 'DE',
    duplicateKey: 'PostalCode',
    fields: [
      { field: 'Email', required: true, unique: true, longest: 14, allowed: null },
      { field: 'Who', required: false, unique: true, longest: 18, allowed: null },
    ],
  });
  const staged = await stage(`whole-${mostTouched}`, TABLE);
  const joined = { kind: 'columns' as const, columns: [NAME, EMAIL], join: ' ' };
  const mapping = [...staged.mapping, { field: 'Who', source: joined, cleaning: [] }];
  // A lead without a phone and an address was sent, which one of the rows becomes.
  const columns = staged.mapping.map(({ field }) => field);
  journal.add([['Finn', '', '', '', '10119', '', '03/04/1980']], { id: 'bare', columns, mapping });
  journal.created(1, { at: 1, run: 'run' }, 'bare');
  const target: CheckTarget = { ...staged, mapping, campaignCode: 'SPRING', journalPath: journal.path };
  const engine = newEngine(mostTouched);
  await ask(engine, target, 'run', { settings: rules });
  const whole = newEngine();
  const reasons = new Set<string>();
  for (const [at, [kind, question]] of STEPS.entries()) {
    const summary = (await ask(engine, target, kind, question as never)) as CheckSummary;
    const isLong = at % 4 === 0 || at === STEPS.length - 1;
    const found = { at, kind, ...(await shown(engine, target, summary, isLong)) };
    const all = await ask(whole, target, 'run', { settings: undefined });
    expect(found).toEqual({ at, kind, ...(await shown(whole, target, all, isLong)) });
    reasons.add(JSON.stringify(summary.reasons.map(({ id, count }) => [id, count])));
  }
  // The steps were about something.
  expect(reasons.size).toBeGreaterThan(20);
});

it('leaves no file open and no rules behind when it is ended, and finds everything the next time', async () => {
  const target = await stage('ended', TABLE);
  const ended = new Error('ended');
  const engine = newEngine();
  const question = { settings: settings({ country: 'AT' }) };
  await expect(engine.answer({ kind: 'run', target, question }, endingHooks(ended))).rejects.toBe(ended);
  // SQLite removes the log when the last one closes the file.
  const log = `${layerPathOf(target.stagedPath)}-wal`;
  expect(existsSync(log)).toBe(false);
  // Rules whose effect nobody saw are not kept.
  const whole = await ask(engine, target, 'run', { settings: undefined });
  expect(whole).toMatchObject({ rows: TABLE.length, settings: { country: null } });
  expect(existsSync(log)).toBe(true);
});
