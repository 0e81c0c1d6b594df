import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TeamState } from '../../../../../shared/contract/team/team.ts';
import { createSessionSecrets } from '../../../../host/session-secrets.ts';
import { PLAIN_NETWORK } from '../../../foundation/network-access.ts';
import { realClient, specAccount, specServices } from '../../../sessions/session-fixture.ts';
import { type AccountTeam, openTeam } from '../../../team/team-feature.ts';
import type { TeamDatabase } from '../../../team/team-database-fixture.ts';
import { teamDatabaseForSpecs } from '../../../team/team-specs-fixture.ts';
import { ADDRESS } from '../../../team/team-fixture.ts';
import { column } from '../../fields/column-fixture.ts';
import { created, notNow, notSent, rejected, RunnerBench, turn } from './runner-fixture.ts';

/* Runners of computers that are in one team, with the real journal, chain and database script. */

let database: TeamDatabase;
const computers: Computer[] = [];

teamDatabaseForSpecs((opened) => (database = opened));

afterEach(async () => {
  for (const computer of computers.splice(0)) await computer[Symbol.asyncDispose]();
});

vi.setConfig({ testTimeout: 120_000 });

const call = { signal: new AbortController().signal };

class Computer implements AsyncDisposable {
  readonly bench: RunnerBench;
  readonly sent: string[] = [];
  readonly login: string;
  team!: AccountTeam;

  constructor(login: string) {
    this.login = login;
    this.bench = new RunnerBench((journal, folder, clock) => {
      const session = { account: specAccount(ADDRESS, { timeZone: 'UTC' }), api: realClient(ADDRESS), journal, folder };
      this.team = openTeam(specServices(folder, { clock }), session, {
        secrets: createSessionSecrets(),
        network: PLAIN_NETWORK,
        linkTo: (access) => database.link(access.login),
      });
      return this.team.claims;
    });
    computers.push(this);
  }

  get #person() {
    return { login: this.login, password: `word of ${this.login}`, name: this.login };
  }

  begin(oneLeadPer?: 'lead' | 'phone'): Promise<TeamState> {
    return this.team.handlers['team:begin']({ place: 'db.example/leads', oneLeadPer, ...this.#person }, call);
  }

  async join(other: Computer): Promise<TeamState> {
    const { invitation } = await other.team.handlers['team:invite']({}, call);
    return this.team.handlers['team:join']({ invitation, ...this.#person }, call);
  }

  /** Sends what is with the client and answers it. False: nothing was. */
  async answer(how = created(), most = Number.POSITIVE_INFINITY): Promise<boolean> {
    const open = this.bench.open().slice(0, most);
    for (const row of open) {
      try {
        row.send();
      } catch {
        // As the client does when the intent cannot be written.
        await row.answer(notSent('journal'));
        continue;
      }
      this.sent.push(row.phone);
      await row.answer(how);
    }
    return open.length > 0;
  }

  hasRows(): Promise<void> {
    return vi.waitUntil(() => this.bench.open().length > 0, { timeout: 20_000 }).then(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.team[Symbol.asyncDispose]();
    this.bench[Symbol.dispose]();
  }
}

async function two(oneLeadPer?: 'lead' | 'phone'): Promise<[Computer, Computer]> {
  const anna = new Computer('anna');
  const bent = new Computer('bent');
  await anna.begin(oneLeadPer);
  await bent.join(anna);
  return [anna, bent];
}

/** Refuses the rows of a computer until it has nothing left. */
const untilRefused = (computer: Computer) =>
  vi.waitUntil(async () => {
    await computer.answer(rejected);
    return computer.bench.ended.length > 0;
  }, 20_000);

/** Answers what is with the clients until every computer has nothing left. */
async function untilDone(...all: readonly Computer[]): Promise<void> {
  await vi.waitUntil(
    async () => {
      for (const computer of all) await computer.answer(created(), 3);
      return all.every(({ bench }) => bench.ended.length > 0);
    },
    { timeout: 50_000, interval: 2 },
  );
}

test('two computers send one file: every lead goes once, and each row says what became of it', async () => {
  const [anna, bent] = await two();
  anna.bench.runner(40).start();
  bent.bench.runner(40).start();
  await untilDone(anna, bent);

  const all = [...anna.sent, ...bent.sent];
  expect(all).toHaveLength(40);
  expect(new Set(all).size).toBe(40);
  for (const { bench, sent } of [anna, bent])
    expect(bench.tally()).toMatchObject({ created: sent.length, skipped: 40 - sent.length, ready: 0, unknown: 0 });
  const skipped = bent.bench.at.store.lists.rowsAfter('job', 0, 100).find(({ state }) => state === 'skipped');
  expect(skipped?.reason).toMatch(/^Not sent: anna’s computer (sent|took) this lead on /);
});

test('nothing leaves before this run has asked the team, and not with a claim that is a minute old', async () => {
  const [anna] = await two();
  anna.bench.runner(1).start();
  expect(anna.bench.open()).toHaveLength(0);
  await anna.hasRows();
  anna.bench.clock.run(61_000);
  const moves = database.received.length;
  await anna.answer();
  expect(anna.sent).toEqual([]);
  // It is claimed once more, then it goes.
  await anna.hasRows();
  expect(database.received.length).toBeGreaterThan(moves);
  await untilDone(anna);
  expect(anna.sent).toHaveLength(1);
});

test('the database goes away and comes back: what is claimed goes, the rest waits and says why', async () => {
  const [anna] = await two();
  anna.bench.runner(60).start();
  await anna.hasRows();
  database.isAway = true;
  await expect
    .poll(async () => {
      await anna.answer();
      return anna.bench.calls.length > 0 && anna.bench.open().length === 0 && anna.bench.tally().ready > 0;
    })
    .toBe(true);
  await turn();
  expect(anna.sent.length).toBeLessThanOrEqual(26);
  expect(anna.bench.tally().ready).toBeGreaterThanOrEqual(34);

  database.isAway = false;
  await vi.waitUntil(
    async () => {
      anna.bench.clock.run(anna.bench.clock.monotonicNow() + 1_000);
      await anna.answer();
      return anna.bench.ended.length > 0;
    },
    { timeout: 50_000, interval: 10 },
  );
  expect(new Set(anna.sent).size).toBe(60);
});

test('a full disk that keeps claims from being written down waits for a person, and goes on', async () => {
  const [anna] = await two();
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  vi.spyOn(anna.team.claims, 'claim').mockRejectedValueOnce(full);
  const runner = anna.bench.runner(1);
  runner.start();
  await expect
    .poll(() => runner.hold)
    .toMatchObject({ kind: 'journal', reason: expect.stringContaining('disk is full') });
  runner.start();
  await anna.hasRows();
  await anna.answer();
  expect(anna.sent).toHaveLength(1);
});

test('a job that is paused gives back what it claimed and did not send', async () => {
  const [anna, bent] = await two();
  const runner = anna.bench.runner(20);
  runner.start();
  await anna.hasRows();
  await anna.answer(created(), 2);
  await runner.halt();
  await expect.poll(() => database.rows(`SELECT 1 FROM lead_team.claim`).then((rows) => rows.length)).toBe(2);

  bent.bench.runner(20).start();
  await untilDone(bent);
  expect(bent.sent).toHaveLength(18);
});

test('a lead that the service did not look at is free for colleagues while its row waits', async () => {
  const [anna, bent] = await two();
  const runner = anna.bench.runner(3);
  runner.start();
  await anna.hasRows();
  await anna.answer(notNow('daily', anna.bench.clock.wallNow() + 3_600_000), 1);
  await runner.halt();
  await expect.poll(() => database.rows('SELECT 1 FROM lead_team.claim')).toHaveLength(0);
  expect(anna.bench.tally()).toMatchObject({ ready: 3 });

  bent.bench.runner(3).start();
  await untilDone(bent);
  expect(bent.sent).toHaveLength(3);
});

test('a lead that the service refused is free for colleagues', async () => {
  const [anna, bent] = await two();
  anna.bench.runner(3).start();
  await untilRefused(anna);
  await expect.poll(() => database.rows('SELECT 1 FROM lead_team.claim').then((rows) => rows.length)).toBe(0);
  bent.bench.runner(3).start();
  await untilDone(bent);
  expect(bent.sent).toHaveLength(3);
});

test('nothing that a person could read reaches the database', async () => {
  const [anna, bent] = await two();
  const mapping = ['Name', 'Phone', 'Email'].map((field, index) => column(index, field));
  const rows = Array.from({ length: 15 }, (_, row) => [
    `Zacharias ${row}`,
    `+45309988${String(row).padStart(2, '0')}`,
    `z${row}@winter.example`,
  ]);
  for (const { bench } of [anna, bent]) {
    bench.at.add(rows, {
      columns: ['Name', 'Phone', 'Email'],
      mapping,
      fileName: 'wintersale.csv',
      name: 'wintersale',
    });
    bench.again().start();
  }
  await untilDone(anna, bent);
  expect(anna.sent.length + bent.sent.length).toBe(15);
  // What they sent is marked by phone and address, and asked about by both.
  for (const { bench } of [anna, bent]) bench.at.claims.letGo('job');
  await expect
    .poll(async () => (await database.rows('SELECT 1 FROM lead_team.claim WHERE marks IS NOT NULL')).length)
    .toBe(15);
  const contacts = rows.map((_, row) => [`phone 309988${String(row).padStart(2, '0')}`, `mail z${row}@winter.example`]);
  const asked = contacts.map((ways, row) => ({ row, digest: null, contacts: ways }));
  const found = [anna, bent].map(({ team }) => team.look.rowsAtColleagues('SPRING', asked));
  expect((await Promise.all(found)).map(({ length }) => length)).toEqual([bent.sent.length, anna.sent.length]);

  const { invitation } = await anna.team.handlers['team:invite']({}, call);
  const files = Buffer.from(await (await database.files()).arrayBuffer());
  const told = Buffer.from(database.received.join('\n'));
  const secret = Buffer.from(invitation.split(':')[1] ?? '', 'base64url').subarray(0, 32);
  const phones = rows.map(([, phone = '']) => phone.slice('+45'.length));
  const words = [
    'Zacharias',
    ...phones,
    ...['winter.example', 'wintersale', 'SPRING', 'word of', 'leads.example'],
    invitation,
  ];
  for (const bytes of [told, files]) {
    expect(words.filter((word) => bytes.includes(word))).toEqual([]);
    for (const form of ['hex', 'base64', 'base64url'] as const)
      expect(bytes.includes(secret.toString(form))).toBe(false);
    expect(bytes.includes(secret)).toBe(false);
  }
});

describe('the same phone with another name', () => {
  const source = (column: number) => ({ kind: 'columns' as const, columns: [column], join: null });
  const named = {
    columns: ['Name', 'Phone', 'Mobile'],
    mapping: ['Name', 'Phone', 'Mobile'].map((field, column) => ({ field, source: source(column), cleaning: [] })),
  };
  function start({ bench }: Computer, rows: readonly (readonly string[])[]): void {
    bench.at.add(rows, named);
    bench.again().start();
  }
  const claims = () => database.rows('SELECT 1 FROM lead_team.claim').then((rows) => rows.length);

  test.each([
    ['lead', 2],
    ['phone', 1],
  ] as const)('one per %s: it goes %i times', async (oneLeadPer, times) => {
    const [anna, bent] = await two(oneLeadPer);
    start(anna, [['Bager Friis', '33151234', '']]);
    await untilDone(anna);
    start(bent, [['Friis ApS', '+45 33 15 12 34', '40404040']]);
    await untilDone(bent);
    expect(anna.sent.length + bent.sent.length).toBe(times);
    if (times === 1)
      expect(bent.bench.row(1)?.reason).toMatch(
        /^Not sent: anna’s computer sent a lead with this phone on .* \(created\)\.$/,
      );
  });

  test('one per phone: leads without a phone go by what they are, and another campaign is another', async () => {
    const [anna, bent] = await two('phone');
    const rows = [
      ['Bager Friis', '', ''],
      ['Fynsk El', '12', ''],
    ];
    start(anna, rows);
    await untilDone(anna);
    start(bent, [...rows, ['Havn', '', '']]);
    await untilDone(bent);
    expect(bent.bench.tally()).toMatchObject({ created: 1, skipped: 2 });
    // No mobile before another phone, whatever stands first.
    anna.bench.at.add([['A', '66120875', '20202020']], { ...named, id: 'other', campaignCode: 'AUTUMN' });
    expect(anna.bench.at.store.claimed.of('other', 1)).toMatchObject({ isPhone: true });
    bent.bench.at.add([['B', '66120875', '']], { ...named, id: 'other', campaignCode: 'SPRING' });
    const digests = [anna, bent].map(({ bench }) => bench.at.store.claimed.of('other', 1)?.digest);
    expect(digests[0]).not.toEqual(digests[1]);
  });

  test('one per phone: what was sent before the team began counts by its phone', async () => {
    const anna = new Computer('anna');
    const bent = new Computer('bent');
    start(anna, [['Bager Friis', '33151234', '']]);
    await untilDone(anna);
    await anna.begin('phone');
    await bent.join(anna);
    start(bent, [['Friis ApS', '33151234', '']]);
    await untilDone(bent);
    expect(bent.bench.tally()).toMatchObject({ created: 0, skipped: 1 });
    // A later row with it that is refused does not free it.
    const { store } = anna.bench.at;
    const [arrived, later] = [store.claimed.of('job', 1)?.digest, { ...named, id: 'later' }];
    anna.bench.at.add([['Friis & Co', '33151234', '']], later);
    expect(store.claimed.of('later', 1)?.digest).toEqual(arrived);
    anna.team.claims.notCreated(arrived ?? new Uint8Array());
    await anna.team.handlers['team:state']({}, call);
    expect(store.claimed.mayHaveArrived(arrived ?? new Uint8Array())).toBe(true);
    expect(await claims()).toBe(1);
  });

  test('one per phone: a refused lead frees the phone, unless another row with it has arrived', async () => {
    const [anna, bent] = await two('phone');
    start(anna, [['Bager Friis', '33151234', '']]);
    await untilRefused(anna);
    await expect.poll(claims).toBe(0);
    start(bent, [
      ['Friis ApS', '33151234', ''],
      ['Friis & Co', '33151234', ''],
    ]);
    await bent.hasRows();
    await bent.answer(created(), 1);
    await untilRefused(bent);
    expect(bent.bench.tally()).toMatchObject({ created: 1, rejected: 1 });
    bent.team.claims.letGo('job');
    await bent.team.handlers['team:state']({}, call);
    expect(await claims()).toBe(1);
  });

  test('one per phone: a row that gets another phone is claimed by that one', async () => {
    const [anna] = await two('phone');
    const job = anna.bench.at.add([['Friis', '33151234', '']], named);
    const { store, journal } = anna.bench.at;
    const before = store.claimed.of('job', 1)?.digest;
    journal
      .prepare('UPDATE import_cell SET payload = ? WHERE job = ?')
      .run(JSON.stringify({ Name: 'Friis', Phone: '66120875' }), job.id);
    store.changedLead(anna.bench.at.job(), 1);
    expect(store.claimed.of('job', 1)?.digest).not.toEqual(before);
    expect(journal.prepare('SELECT count(*) AS rows FROM import_claimed_as').get()).toEqual({ rows: 1 });
  });
});
