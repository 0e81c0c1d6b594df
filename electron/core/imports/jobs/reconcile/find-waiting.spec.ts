import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leadBody } from './lead-body-fixture.ts';
import { findWaiting, type WaitingTools } from './find-waiting.ts';
import { TERMS } from './look-fixture.ts';
import { CAMPAIGN, column, openReconcileWorld, type ReconcileWorld } from './reconcile-fixture.ts';

/* A data folder forgot what it sent: rows wait in it although the campaign holds their leads. */

const PEOPLE = [1, 2, 3, 4, 5].map((n) => [`Person ${n}`, `+453011111${n}`] as const);

let world: ReconcileWorld;
beforeEach(async () => {
  world = await openReconcileWorld(0);
  world.at.add(PEOPLE, TERMS);
});
afterEach(() => world[Symbol.asyncDispose]());

const dataOf = (n: number) => ({ LastName: PEOPLE[n - 1]?.[0] ?? '', Phone: PEOPLE[n - 1]?.[1] ?? '' });

/** The service created the row, and the journal knows it. */
async function created(n: number): Promise<void> {
  world.at.created(n, { at: 1000 * n, run: 'spec', leadId: await world.create(dataOf(n)) });
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
  expect(rows[0]?.reason).toBe(
    `Not sent: ${CAMPAIGN} holds it already. Lead ${id} has the same phone, e-mail or values.`,
  );
});

it('leaves alone a row that shares its phone with a row that was created', async () => {
  world.at.add([['Twin', '+4530111111'], ...PEOPLE], { ...TERMS, id: 'twins' });
  await created(1);
  const knownLeads = world.tools.verdicts.knownLeadsIn(CAMPAIGN);
  const twins = world.at.job('twins');
  const tools = { ...world.tools, store: world.at.store, knownLeads, pause: async () => undefined };
  expect((await findWaiting(tools, twins)).rows).toEqual([]);
});

it('finds a waiting row by a lead that was named for another row, and has nothing of that', async () => {
  // Answers were mixed up, and an id was used again.
  const mixedUp = await world.create(dataOf(3));
  const reused = await world.create({ ...dataOf(4), LastName: 'Person 2' });
  world.at.created(2, { at: 2000, run: 'spec', leadId: mixedUp });
  world.at.created(5, { at: 5000, run: 'spec', leadId: reused });
  expect(await find({ knownLeads: [] })).toMatchObject({
    doubt: null,
    rows: [mixedUp, reused].map((id, index) => ({
      row: 3 + index,
      reason: `Not sent: ${CAMPAIGN} holds it already. Lead ${id} has the same phone, e-mail or values, and the service named it for another row.`,
    })),
  });
  // Rows of an earlier version do not keep what they were sent with.
  world.at.journal.exec('UPDATE import_cell SET payload = NULL WHERE n IN (2, 5)');
  expect((await find({ knownLeads: [] })).rows).toEqual([]);
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

describe('by the leads of a campaign to which nothing was sent', () => {
  const phone = (n: number) => `+4530${String(n).padStart(6, '0')}`;
  const lead = (data: object, campaign = CAMPAIGN) => ({ uniqueId: null, campaign: { code: campaign }, data });
  const counted = { pauses: 0, progress: [] as [number, number][] };
  let jobs = 0;

  /** Rows with a phone, an address, or both, and leads with these values. */
  function compare(rows: readonly (readonly [string, string])[], ...leads: readonly object[]) {
    Object.assign(counted, { pauses: 0, progress: [] });
    const mapping = [column(0, 'Phone'), column(1, 'Email')];
    const id = `own-${(jobs += 1)}`;
    world.at.add(rows, { id, campaignCode: CAMPAIGN, columns: ['Phone', 'Email'], mapping });
    const tools = {
      ...world.tools,
      store: world.at.store,
      knownLeads: [],
      api: { exportSimpleLeads: () => leadBody(leads) },
      pause: async () => void (counted.pauses += 1),
      onProgress: (...figures: [number, number]) => void counted.progress.push(figures),
    };
    return findWaiting(tools, world.at.job(id));
  }
  const phones = (count: number) => Array.from({ length: count }, (_, index) => lead({ Phone: phone(index + 1) }));

  it('what came is counted, and other work has its turn after five hundred rows', async () => {
    const rows = Array.from({ length: 501 }, (_, index) => [phone(index + 1), ''] as const);
    const leads = [lead({ Mobile: phone(501) }), lead({ Phone: phone(1) }, 'OTHER'), lead({ Phone: phone(502) })];
    const found = await compare(rows, ...leads);
    expect(found).toEqual({
      rows: [{ row: 501, reason: expect.stringContaining('A lead there has the same phone, e-mail or values.') }],
      leads: 2,
      looked: 3,
      doubt: null,
    });
    expect(counted).toEqual({ pauses: 2, progress: [[2, 3]] });
  });

  it('nothing is known where most leads have no value of a kind that rows have', async () => {
    const addresses = [1, 2].map((n) => lead({ Email: `${n}@fair.example` }));
    const { doubt } = await compare([[phone(9), '']], ...phones(1), ...addresses);
    expect(doubt).toContain('Only 1 of the 3 leads');
  });

  it('nothing is known where more than a tenth show neither phone nor address', async () => {
    const blank = lead({ LastName: 'Ada' });
    expect((await compare([[phone(99), '']], ...phones(9), blank)).doubt).toBeNull();
    expect((await compare([[phone(99), '']], ...phones(9), blank, blank)).doubt).toContain('2 of the 11 leads');
  });

  it('a row is not known that has nothing but a kind which the leads do not show', async () => {
    const { doubt } = await compare(
      [
        ['', 'a@fair.example'],
        [phone(98), ''],
        [phone(99), 'b@fair.example'],
      ],
      ...phones(9),
    );
    expect(doubt).toContain('1 row has only values');
  });
});
