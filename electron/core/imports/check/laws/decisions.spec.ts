import { expect, it } from 'vitest';
import type { CheckEngine } from '../check-engine.ts';
import { ask, berlin, journalOfSent, newEngine, opened, stage, wholePage } from '../check-fixture.ts';
import type { CheckQuestions, CheckTarget } from '../check-messages.ts';

/* What a person decides about rows: how the step is called, and which rows are left out after it. */

const person = (name: string, phone: string) => [name, phone, '', `${name}@x.dk`, '', '', ''];

const deciding =
  (engine: CheckEngine, target: CheckTarget) =>
  async (choice: CheckQuestions['leaveOut']['choice'], isOut: boolean): Promise<unknown[]> => {
    const { undo } = await ask(engine, target, 'leaveOut', { choice, isOut });
    const { rows } = await ask(engine, target, 'rows', { ...wholePage, filter: 'leftOut' });
    return [undo?.title ?? null, ...rows.map(({ row }) => row)];
  };

it('names rows that other imports have by where they are, one or several', async () => {
  using journal = journalOfSent('+4530000001', '+4530000002');
  const inSpring = (target: CheckTarget) => ({ ...target, campaignCode: 'SPRING' });
  const earlier = inSpring(await stage('earlier', [person('c', '+4530000003'), person('d', '+4530000004')]));
  const rows = ['a', 'b', 'c', 'd', 'e'].map((name, at) => person(name, `+453000000${at + 1}`));
  const target: CheckTarget = {
    ...inSpring(await stage('known', rows)),
    ...{ journalPath: journal.path, earlier: [{ ...earlier, fileName: 'earlier.csv', savedAt: 1 }] },
  };
  const decide = deciding(newEngine(), target);
  const of = (reasonId: string) => ({ reasonId, keep: null });
  expect(await decide({ rows: [1, 1, 99] }, false)).toEqual(['Taking back 1 row', 2, 3, 4]);
  expect(await decide(of('sentBefore'), false)).toEqual(['Sending 1 row that was sent before', 3, 4]);
  expect(await decide(of('sentBefore'), true)).toEqual(['Leaving out 2 rows that were sent before', 1, 2, 3, 4]);
  expect(await decide(of('inQueue'), false)).toEqual(['Sending 2 rows that are in an earlier file', 1, 2]);
  expect(await decide({ rows: [3] }, true)).toEqual(['Leaving out 1 row', 1, 2, 3]);
  expect(await decide(of('inQueue'), true)).toEqual(['Leaving out 1 row that is in an earlier file', 1, 2, 3, 4]);
  // The row that a person left out for itself stays so; the other one follows the program again.
  expect(await decide(of('inQueue'), false)).toEqual(['Sending 1 row that is in an earlier file', 1, 2, 3]);
  expect(await decide(of('sentBefore'), true)).toEqual(['Sending 1 row that is in an earlier file', 1, 2, 3]);
});

it('names rows of a reason by it, and is no step where nothing changes', async () => {
  const { engine, target } = await opened('reasons', [...berlin, ['Finn', '901838210', '', '', '', '', '']]);
  const decide = deciding(engine, target);
  expect(await decide({ reasonId: 'noPhone', keep: null }, true)).toEqual(['Leaving out 1 row: Phone is empty', 5]);
  expect(await decide({ rows: [5] }, true)).toEqual(['Leaving out 1 row: Phone is empty', 5]);
  expect(await decide({ rows: [1] }, false)).toEqual(['Leaving out 1 row: Phone is empty', 5]);
  const first = 'Leaving out 2 rows: Phone repeats in this file';
  expect(await decide({ reasonId: 'duplicatePhone', keep: 'first' }, true)).toEqual([first, 3, 5, 6]);
  expect(await decide({ reasonId: 'duplicatePhone', keep: 'first' }, true)).toEqual([first, 3, 5, 6]);
  expect(await decide({ reasonId: 'duplicatePhone', keep: null }, false)).toEqual([
    ...['Taking back 2 rows: Phone repeats in this file', 5],
  ]);
  expect(await decide({ reasonId: 'duplicatePhone', keep: 'last' }, true)).toEqual([first, 1, 3, 5]);
  // Of a reason without groups all rows go, whatever stays of groups.
  const missing = 'Leaving out 1 row: Area code is missing';
  expect(await decide({ reasonId: 'areaCodeMissing:Phone', keep: 'last' }, true)).toEqual([missing, 1, 3, 5, 6]);
  expect(await decide({ reasonId: 'phoneShort:Nowhere', keep: null }, true)).toEqual([missing, 1, 3, 5, 6]);
  const { leftOut } = await ask(engine, target, 'run', { settings: undefined });
  expect(leftOut).toEqual([
    { reasonId: 'duplicatePhone', title: 'Phone repeats in this file', rows: 2 },
    { reasonId: 'areaCodeMissing:Phone', title: 'Area code is missing', rows: 1 },
    { reasonId: 'noPhone', title: 'Phone is empty', rows: 1 },
  ]);
});
