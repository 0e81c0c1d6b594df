import { afterEach, beforeEach, expect, it } from 'vitest';
import { leadBody } from './lead-body-fixture.ts';
import { findWaiting, type WaitingTools } from './find-waiting.ts';
import { CAMPAIGN, column, openReconcileWorld, type ReconcileWorld } from './reconcile-fixture.ts';

/* A data folder forgot what it sent: rows wait in it although the campaign holds their leads. */

const PEOPLE = [1, 2, 3, 4, 5].map((n) => [`Person ${n}`, `+453011111${n}`] as const);

let world: ReconcileWorld;
beforeEach(async () => {
  world = await openReconcileWorld(0);
  world.at.add(PEOPLE, {
    campaignCode: CAMPAIGN,
    columns: ['Name', 'Phone'],
    mapping: [column(0, 'LastName'), column(1, 'Phone')],
  });
});
afterEach(() => world[Symbol.asyncDispose]());

const dataOf = (n: number) => ({ LastName: PEOPLE[n - 1]?.[0] ?? '', Phone: PEOPLE[n - 1]?.[1] ?? '' });

/** The service created the row, and the journal knows it. */
async function created(n: number): Promise<void> {
  const by = { at: 1000 * n, run: 'spec' };
  world.at.store.rows.step('job', n, 'send', by);
  world.at.store.rows.step('job', n, 'created', { ...by, leadId: await world.create(dataOf(n)) });
}

function find(change: Partial<WaitingTools> = {}) {
  const knownLeads = world.tools.verdicts.knownLeadsIn(CAMPAIGN);
  const tools = { ...world.tools, store: world.at.store, knownLeads, pause: async () => undefined };
  return findWaiting({ ...tools, ...change }, world.job());
}

it('finds the waiting rows that the campaign holds, whoever sent them, and no others', async () => {
  await created(1);
  const id = await world.create(dataOf(2));
  await world.create({ Mobile: '0045 30 11 11 14' });
  const { rows, doubt, leads } = await find();
  expect([doubt, leads]).toEqual([null, 3]);
  expect(rows.map(({ row }) => row)).toEqual([2, 4]);
  expect(rows[0]?.reason).toBe(`Not sent: ${CAMPAIGN} holds it already. Lead ${id} has the same phone or e-mail.`);
});

it('leaves alone a row that shares its phone with a row that was created', async () => {
  world.at.add([['Twin', '+4530111111'], ...PEOPLE], {
    id: 'twins',
    campaignCode: CAMPAIGN,
    columns: ['Name', 'Phone'],
    mapping: [column(0, 'LastName'), column(1, 'Phone')],
  });
  await created(1);
  const knownLeads = world.tools.verdicts.knownLeadsIn(CAMPAIGN);
  const twins = world.at.job('twins');
  const tools = { ...world.tools, store: world.at.store, knownLeads, pause: async () => undefined };
  expect((await findWaiting(tools, twins)).rows).toEqual([]);
});

it('does not find what the leads do not show, and says so', async () => {
  await created(1);
  const hidden = [{ uniqueId: 'L', campaign: { code: CAMPAIGN }, data: {} }];
  expect((await find({ api: { exportSimpleLeads: () => leadBody(hidden) } })).doubt).toContain('does not show');
  expect((await find({ api: { exportSimpleLeads: () => leadBody([]) } })).doubt).toContain('does not show');
  const other = [{ uniqueId: 'L', data: { Phone: '+4530111112' } }];
  expect((await find({ api: { exportSimpleLeads: () => leadBody(other) } })).doubt).toContain(
    'none names its campaign',
  );
});
