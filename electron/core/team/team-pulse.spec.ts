import { expect, test } from 'vitest';
import type { TeamImport } from '../../../shared/contract/team/team.ts';
import { colleagueImports } from '../../../shared/domain/team/team-imports.ts';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import { VirtualClock } from '../api/simulation/virtual-clock.ts';
import type { TeamDatabase } from './team-database-fixture.ts';
import { teamDatabaseForSpecs } from './team-specs-fixture.ts';
import { digestOf } from './team-fixture.ts';
import { begin, call, invite, joinBy, openAccountTeam } from './team-account-fixture.ts';

let database: TeamDatabase;

teamDatabaseForSpecs((opened) => (database = opened));

const kundeliste: TeamImport = {
  jobId: 'job-1',
  name: 'Kundeliste Fyn',
  campaignCode: 'DK-ENERGI-26',
  fileHash: 'a1b2c3d4e5f6',
  state: 'running',
  rows: 1000,
  waiting: 590,
  created: 400,
  refused: 10,
  unknown: 0,
  ratePerMinute: 116,
  finishAt: null,
  createdAt: 1_790_000_000_000,
  endedAt: null,
};

/** Knows how many timers wait. */
class CountedClock extends VirtualClock {
  pending = 0;

  override after(delayMs: number, callback: () => void) {
    let isOver = false;
    const end = () => {
      if (!isOver) this.pending -= 1;
      isOver = true;
    };
    this.pending += 1;
    const timer = super.after(delayMs, () => {
      end();
      callback();
    });
    return {
      cancel: () => {
        end();
        timer.cancel();
      },
    };
  }
}

function computer(clock = new CountedClock()) {
  const { team, sent, api, close } = openAccountTeam({ clock, linkTo: ({ login }) => database.link(login) });
  return Object.assign(team, { sent, api, clock, close });
}

const pulses = () => database.received.filter((request) => /^\{"office":"[^"]+","state"/.test(request));

async function annaAndBent(imports: () => TeamImport[], clockOfBent = new CountedClock()) {
  const [anna, bent] = [computer(), computer(clockOfBent)];
  anna.follow(imports);
  expect(anna.clock.pending).toBe(0);
  await begin(anna);
  await joinBy(bent, await invite(anna));
  const seen = async () => {
    const { team } = await bent.handlers['team:state']({}, call);
    return team?.colleagues.find(({ name }) => name === 'anna')?.imports;
  };
  return { anna, bent, seen };
}

test('colleagues see what is imported and that it has ended, and the database no word of it', async () => {
  let imports = [kundeliste];
  const { anna, seen } = await annaAndBent(() => imports);
  expect(await seen()).toEqual([]);
  anna.clock.run(1);
  await expect.poll(seen).toEqual([kundeliste]);
  imports = [{ ...kundeliste, state: 'complete', waiting: 0, created: 990, endedAt: 1_790_000_600_000 }];
  await anna.close();
  expect(await seen()).toEqual(imports);
  const files = Buffer.from(await (await database.files()).arrayBuffer());
  for (const bytes of [Buffer.from(database.received.join('\n')), files])
    for (const word of ['Kundeliste', 'ENERGI', 'a1b2c3d4e5f6', 'job-1']) expect(bytes.includes(word)).toBe(false);
});

test('colleagues see what was used of the quota, as of when, and whether it is the same quota', async () => {
  const { anna, bent, seen } = await annaAndBent(() => []);
  const toldBy = async (name: string) => {
    const { team } = await bent.handlers['team:state']({}, call);
    return team?.colleagues.find((colleague) => colleague.name === name)?.use;
  };
  expect(await toldBy('anna')).toBeUndefined();
  const countedAt = anna.clock.wallNow();
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const statistic = { service: 'POST leads', minute, lane: 'import', requests: 8, units: 8, refused: 0 } as const;
  anna.api.addUse([{ statistic, periodStart: minute }]);
  anna.clock.run(1);
  await expect.poll(() => toldBy('anna')).toMatchObject({ isSameUser: true, at: countedAt + 1 });
  expect((await toldBy('anna'))?.budgets.find(({ endpoints }) => endpoints.includes('POST leads'))).toMatchObject({
    units: 8,
    share: 100,
  });
  expect(await seen()).toEqual([]);
  for (const word of ['POST leads', 'practice']) expect(database.received.join('\n')).not.toContain(word);
});

test('a computer with nothing to send declares anew when a person has said that the database was put back', async () => {
  const { anna, bent } = await annaAndBent(() => []);
  const waitedFor = async () => {
    const { team } = await bent.handlers['team:state']({}, call);
    return team?.colleagues.filter(({ isMissing }) => isMissing).map(({ name }) => name);
  };
  anna.clock.run(1);
  await expect.poll(() => pulses().length).toBe(1);
  await expect.poll(() => anna.clock.pending).toBe(1);
  await bent.handlers['team:restored']({}, call);
  expect(await waitedFor()).toEqual(['anna']);
  anna.clock.run(61_000);
  await expect.poll(waitedFor).toEqual([]);
});

test.each([-10, 10])(
  'what a colleague told holds for two minutes, also where the clock is %i minutes off that of the database',
  async (minutes) => {
    const { anna, bent } = await annaAndBent(() => [kundeliste], new CountedClock(Date.now() + minutes * MINUTE));
    const areFresh = async () => {
      const { team } = await bent.handlers['team:state']({}, call);
      return team === null ? [] : colleagueImports(team, bent.clock.wallNow()).map(({ isFresh }) => isFresh);
    };
    anna.clock.run(1);
    await expect.poll(areFresh).toEqual([true]);
    await database.run(`UPDATE lead_team.office SET heard_at = heard_at - interval '3 minutes'`);
    expect(await areFresh()).toEqual([false]);
  },
);

test('a computer that the database has forgotten tells what it sent, with nothing to send', async () => {
  const { anna, bent } = await annaAndBent(() => []);
  anna.sent.created.add(1);
  // As one that was put back to before she came in, and has gone further since than she saw.
  await database.run(`DELETE FROM lead_team.office WHERE login = 'anna'`);
  anna.clock.run(1);
  await expect.poll(() => database.rows('SELECT 1 FROM lead_team.claim')).toHaveLength(1);
  const taken: number[] = [];
  const row = { n: 1, digest: digestOf(1) };
  expect(await bent.claims.claim('job', [row], (n) => taken.push(n))).toBeNull();
  expect(taken).toEqual([1]);
});

test('tells four times a minute while rows go, and seldom while none goes', async () => {
  let imports = [kundeliste];
  const { anna } = await annaAndBent(() => imports);
  anna.clock.run(1);
  await expect.poll(() => pulses().length).toBe(1);
  await expect.poll(() => anna.clock.pending).toBe(1);
  anna.clock.run(15_002);
  await expect.poll(() => pulses().length).toBe(2);
  await expect.poll(() => anna.clock.pending).toBe(1);
  imports = [];
  anna.clock.run(30_004);
  await expect.poll(() => pulses().length).toBe(3);
  await expect.poll(() => anna.clock.pending).toBe(1);
  anna.clock.run(90_000);
  expect(anna.clock.pending).toBe(1);
  expect(pulses()).toHaveLength(3);
});

test('a database that is away costs nothing but the news', async () => {
  const { anna, seen } = await annaAndBent(() => [kundeliste]);
  database.isAway = true;
  anna.clock.run(1);
  await expect.poll(() => anna.clock.pending).toBe(1);
  database.isAway = false;
  anna.clock.run(20_000);
  await expect.poll(seen).toEqual([kundeliste]);
});

test('a full disk that does not take what there is to tell keeps no later news back', async () => {
  let isFull = false;
  const { anna, seen } = await annaAndBent(() => {
    // Whoever looks at the imports writes down what is shared of their campaigns.
    if (isFull) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    return [kundeliste];
  });
  anna.clock.run(1);
  await expect.poll(seen).toEqual([kundeliste]);
  await expect.poll(() => anna.clock.pending).toBe(1);
  isFull = true;
  anna.clock.run(15_002);
  await expect.poll(() => anna.clock.pending).toBe(1);
  isFull = false;
  anna.clock.run(30_004);
  await expect.poll(() => pulses().length).toBe(2);
});

test('without a team no timer runs', async () => {
  const alone = computer();
  alone.follow(() => [kundeliste]);
  expect(alone.clock.pending).toBe(0);
});
