import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { TEAM_SCRIPT } from '../electron/core/team/script/team-script.ts';
import { loginOf, postgresPrograms, TestServer } from '../scripts/team-test/postgres.ts';
import { format } from '../shared/domain/words/format.ts';
import { atLeast, atMost, type Bench, type BenchContext, type BenchResult, within } from './frame.ts';
import { type Time, timed } from './measuring.ts';
import { median } from './median.ts';
import { importInTeam, type MeasuredImport, PACE } from './team/import-in-team.ts';
import { type Access, BareKeys, MeasuredOffice } from './team/measured-chain.ts';
import { openSlowRoad } from './team/slow-road.ts';

const CLAIMED = 2_600;
const LOT = 13;
/** Leads of a move when only what is there matters. */
const DECLARE_PART = 1_000;
const LOOKED_UP = 100_000;
const DECLARED = 200_000;
const ROUNDS = 3;
/** Milliseconds that the database is away, and rows that are imported over this distance. */
const LATENCY = 100;
const ROWS = 400;
const DIGEST_LENGTH = 16;

export const bench: Bench = {
  name: 'team',
  title: 'A team: claims, look-ups and declaring over a real PostgreSQL, and an import whose database is far away',
  run,
};

/** The office's way, and the bare driver's, one after the other in each round. */
interface Compared {
  readonly name: string;
  readonly rows: number;
  readonly chain: readonly Time[];
  readonly bare: readonly Time[];
}

async function run({ folder, log }: BenchContext): Promise<BenchResult> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('This computer has no PostgreSQL. Debian: apt install postgresql.');
  // The server runs as another user.
  chmodSync(folder, 0o711);
  await using server = await TestServer.start({ programs, folder: join(folder, 'server'), script: TEAM_SCRIPT });
  for (let office = 0; office < 2 + ROUNDS; office += 1)
    await server.sql(`CREATE ROLE ${loginOf(office)} LOGIN PASSWORD 'word' IN ROLE lead_team_member`);
  const accessOf = (office: number): Access => ({ port: server.port, login: loginOf(office), password: 'word' });
  log('An import without a team, then one whose database is far away. Takes a minute.');
  const alone = await importInTeam(folder, ROWS, null);
  await using road = await openSlowRoad(server.port, LATENCY);
  const far = await importInTeam(folder, ROWS, { ...accessOf(0), port: road.port });
  const compared = await compare(server, folder, accessOf, log);
  return resultOf(alone, far, compared);
}

async function compare(
  server: TestServer,
  folder: string,
  accessOf: (office: number) => Access,
  log: (line: string) => void,
): Promise<readonly Compared[]> {
  const digests = Array.from({ length: DECLARED }, () => randomBytes(DIGEST_LENGTH));
  await using bare = await BareKeys.open(folder, server.port, digests);
  const times = { claim: pair(), look: pair(), declare: pair() };
  for (let round = 0; round < ROUNDS; round += 1) {
    log(`Round ${round + 1} of ${ROUNDS}.`);
    await server.sql(CLEAR);
    await bare.clear();
    await using office = new MeasuredOffice(folder, accessOf(1 + round), digests);
    await office.join();
    times.claim.chain.push(await timed(() => office.claim(CLAIMED)));
    times.claim.bare.push(await timed(() => bare.claim(CLAIMED)));
    // Seconds each: once is enough.
    if (round === 0) {
      office.sent.leads = DECLARED;
      times.declare.chain.push(await timed(() => office.declare()));
      times.declare.bare.push(await timed(() => bare.declare(DECLARED)));
    } else {
      await office.claim(LOOKED_UP, DECLARE_PART);
      await bare.declare(LOOKED_UP);
    }
    // Half of what is looked up belongs to another office.
    await server.sql(GIVE_HALF);
    const found = { chain: 0, bare: 0 };
    times.look.chain.push(await timed(async () => void (found.chain = await office.look(LOOKED_UP))));
    times.look.bare.push(await timed(async () => void (found.bare = await bare.look(LOOKED_UP))));
    for (const [way, leads] of Object.entries(found))
      if (leads < LOOKED_UP / 3) throw new Error(`The ${way} way found only ${leads} leads of the other office.`);
  }
  return [
    { name: `claims in lots of ${LOT}`, rows: CLAIMED, ...times.claim },
    { name: 'look-ups', rows: LOOKED_UP, ...times.look },
    { name: 'declaring', rows: DECLARED, ...times.declare },
  ];
}

const pair = () => ({ chain: [] as Time[], bare: [] as Time[] });

/** Everything but the script, so that every round begins a team. */
const CLEAR =
  'TRUNCATE lead_team.claim, lead_team.office RESTART IDENTITY CASCADE; UPDATE lead_team.team SET secret_check = NULL, address_check = NULL, moves = 0';
const GIVE_HALF = `INSERT INTO lead_team.office (code, login, head) VALUES (gen_random_uuid(), 'another', gen_random_uuid());
  UPDATE lead_team.claim SET office = (SELECT max(id) FROM lead_team.office) WHERE get_byte(key, 0) < 128; ANALYZE lead_team.claim;
  UPDATE bare SET office = 2 WHERE get_byte(key, 0) < 128; ANALYZE bare`;

function resultOf(alone: MeasuredImport, far: MeasuredImport, compared: readonly Compared[]): BenchResult {
  const mid = (times: readonly Time[], of: keyof Time) => median(times.map((time) => time[of]));
  const ratio = ({ chain, bare }: Compared) => median(chain.map(({ wall }, round) => wall / (bare[round]?.wall ?? 0)));
  const [claims, looks, declares] = compared as [Compared, Compared, Compared];
  const waits = [...far.waits].sort((one, other) => one - other);
  const lot = mid(claims.chain, 'busy') / (CLAIMED / LOT);
  return {
    columns: ['what', 'rows', 'ms', 'processor ms', 'bare driver ms', 'times the bare driver'],
    rows: [
      ...compared.map((one) => [
        one.name,
        one.rows,
        Math.round(mid(one.chain, 'wall')),
        Math.round(mid(one.chain, 'busy')),
        Math.round(mid(one.bare, 'wall')),
        Math.round(ratio(one) * 100) / 100,
      ]),
      [`import, ${LATENCY} ms to the database`, ROWS, Math.round((ROWS / far.rate) * 1_000), null, null, null],
      ['import without a team', ROWS, Math.round((ROWS / alone.rate) * 1_000), null, null, null],
    ],
    notes: [
      `Median of ${ROUNDS} rounds, declaring one. The bare driver: pg with one INSERT or SELECT over keys in a table without a team, the same number of keys a question, and for claims two lines a lot in a durable file; measured in the same round.`,
      `The imports are sent by the real core to a practice service that lets ${PACE} rows a second through, five times a usual account, so a lot of ${LOT} lasts ${format.number((LOT / PACE) * 1_000)} ms.`,
      `Wait of a row for the database: time for which it could have left and its claim was not there yet; 95 of 100 rows waited at most ${Math.round(waits[Math.floor(waits.length * 0.95)] ?? 0)} ms.`,
    ],
    checks: [
      atLeast('pace-of-that-without-a-team-percent', (100 * far.rate) / alone.rate, 97),
      atMost('median-wait-of-a-row-ms', median(waits), 0),
      // At four rows a second a lot lasts 3.25 s.
      atMost('processor-of-a-lot-percent', (100 * lot) / ((LOT / 4) * 1_000), 1),
      atMost('claims-times-bare-driver', ratio(claims), 4),
      within('look-up-processor-ms', mid(looks.chain, 'busy'), 5_000),
      atMost('look-up-times-bare-driver', ratio(looks), 8),
      within('declare-processor-ms', mid(declares.chain, 'busy'), 15_000),
      atMost('declare-times-bare-driver', ratio(declares), 8),
    ],
  };
}
