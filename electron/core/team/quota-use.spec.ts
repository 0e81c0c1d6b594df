import { expect, test } from 'vitest';
import { LAST_MOMENT, momentSchema, type ToldUse } from '../../../shared/contract/team/team.ts';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import { usedAsHeard } from './quota-use.ts';

const told = (at: number, resetsAt: number | null): ToldUse => ({
  user: 'a hash',
  at,
  budgets: [{ endpoints: ['POST leads'], units: 8, resetsAt, share: 100 }],
});

const by = (clockOffset: number | null) => ({ quota: () => ({ clockOffset }) });

test('what a colleague has used is heard in times of this computer', () => {
  const heard = usedAsHeard(told(1_790_000_000_000, 1_790_000_060_000), by(MINUTE), 'a hash');
  expect(heard).toMatchObject({ isSameUser: true, at: 1_789_999_940_000, budgets: [{ resetsAt: 1_790_000_000_000 }] });
  const unknown = usedAsHeard(told(1_790_000_000_000, null), by(null), 'another');
  expect(unknown).toMatchObject({ isSameUser: false, at: 1_790_000_000_000, budgets: [{ resetsAt: null }] });
});

test.each([
  [0, MINUTE],
  [LAST_MOMENT, -MINUTE],
])('a colleague who says the moment %s hides no other colleague, whatever our clock says', (moment, offset) => {
  const { at, budgets } = usedAsHeard(told(moment, moment), by(offset), 'a hash');
  expect([at, ...budgets.map(({ resetsAt }) => resetsAt)].map((time) => momentSchema.safeParse(time).success)).toEqual([
    true,
    true,
  ]);
});
