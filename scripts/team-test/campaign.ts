import { startPracticeService } from '../../electron/practice/practice-service.ts';
import { inFolder, notZero, sumOf } from '../campaign/frame.ts';
import { buildIfStale } from '../lib/build.ts';
import { Office } from './office.ts';
import { loginOf, passwordOf, TestServer } from './postgres.ts';

/*
 * Offices, each the built command line with a data folder of its own, import overlapping lists into one service and share a real
 * PostgreSQL. They are killed and stopped at random, and the database is ended without a goodbye. Then the service's ledger says
 * which lead came twice.
 */

const USER = { username: 'anna', password: 'secret word' };
/** Milliseconds between two times in which one program is stopped, and in which the database is ended. */
const STOP_EVERY = 2_000;
const CRASH_EVERY = 9_000;

export interface TeamTestOptions {
  /** Folder with the programs of PostgreSQL. */
  readonly programs: string;
  readonly offices: number;
  readonly minutes: number;
  readonly leads: number;
  readonly seed: number;
  /** Without a team: leads must come twice, or the test sees nothing. */
  readonly isControl: boolean;
}

export type TeamTest = Awaited<ReturnType<typeof teamTest>>;

/** Promises that were broken, a sentence each. */
export function brokenPromises({ twice, lost, hanging, unclaimed }: TeamTest, isControl: boolean): string[] {
  if (isControl) return twice === 0 ? ['Without a team no lead came twice: the test would not notice it.'] : [];
  return notZero({ twice, lost, hanging, unclaimed });
}

export async function teamTest(options: TeamTestOptions) {
  if (!(await buildIfStale())) throw new Error('The programs could not be built.');
  return inFolder('team-test-server', (serverFolder) =>
    inFolder('team-test', async (folder) => {
      using server = await TestServer.start(options.programs, serverFolder, options.offices);
      const service = await startPracticeService({ leads: 1, ...USER, limits: { Leads: 1_000_000 } });
      try {
        return await live(options, folder, server, service);
      } finally {
        await service.close();
      }
    }),
  );
}

async function live(
  { offices: count, minutes, leads, seed, isControl }: TeamTestOptions,
  folder: string,
  server: TestServer,
  service: Awaited<ReturnType<typeof startPracticeService>>,
) {
  const random = randomOf(seed);
  const offices = Array.from({ length: count }, (_, office) => {
    const team = {
      LEAD_CONSOLE_TEAM_LOGIN: loginOf(office),
      LEAD_CONSOLE_TEAM_PASSWORD: passwordOf(office),
    };
    return new Office({ name: `office${office}`, folder, url: service.url, ...USER, team });
  });
  const team = isControl ? {} : await joined(offices, `127.0.0.1:${server.port}/leads`);
  for (const office of offices) office.environment = team;

  const phones = Array.from({ length: leads }, (_, lead) => `3${String(lead).padStart(7, '0')}`);
  const calmFrom = Date.now() + minutes * 60_000;
  const isWild = () => Date.now() < calmFrom;
  let stops = 0;
  let crashes = 0;
  const stopping = setInterval(() => {
    const running = offices.flatMap((office) => [...office.running]);
    const child = running[Math.floor(random() * running.length)];
    if (!isWild() || child === undefined) return;
    stops += 1;
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), 300 + random() * 4_000);
  }, STOP_EVERY);
  const crashing = setInterval(() => {
    if (!isWild() || isControl) return;
    crashes += 1;
    server.crash();
  }, CRASH_EVERY);
  const lists = offices.map(() =>
    shuffled(
      phones.filter(() => random() < 0.7),
      random,
    ),
  );
  const ends = await Promise.all(
    offices.map((office, index) =>
      office.importAll(lists[index] ?? [], () => (isWild() ? 1_500 + random() * 6_000 : null)),
    ),
  );
  clearInterval(stopping);
  clearInterval(crashing);

  const created = new Map<string, number>();
  for (const { data } of service.ledger.entries())
    created.set(String(data['Phone']), (created.get(String(data['Phone'])) ?? 0) + 1);
  const claims = isControl ? 0 : Number(server.sql('leads', 'SELECT count(*) FROM lead_team.claim'));
  const wanted = new Set(lists.flat());
  const unknown = sumOf(ends, (end) => Number(end['unknown'] ?? 0));
  const missing = [...wanted].filter((phone) => !created.has(phone)).length;
  return {
    rows: sumOf(lists, (list) => list.length),
    leads: wanted.size,
    posts: sumOf([...created.values()], (times) => times),
    created: created.size,
    twice: [...created.values()].filter((times) => times > 1).length,
    unknown,
    /** Nobody created them, and no row or claim says that they may have been sent. */
    lost: Math.max(0, missing - unknown - Math.max(0, claims - created.size)),
    missing,
    claims,
    /** Created, and nobody claimed them. */
    unclaimed: isControl ? 0 : Math.max(0, created.size - claims),
    hanging: ends.filter((end) => end['hangs'] === true).length,
    kills: sumOf(offices, (office) => office.kills),
    stops,
    crashes,
  };
}

/** Everybody comes in. @returns what the environment of all says */
async function joined([first, ...others]: readonly Office[], database: string): Promise<Record<string, string>> {
  if (first === undefined) return {};
  const begun = await first.command(['team', 'begin', '--database', database]);
  const invitation = begun.lines.find((line) => 'invitation' in line)?.['invitation'];
  if (typeof invitation !== 'string') throw new Error(`no team was begun: ${JSON.stringify(begun)}`);
  const environment = { LEAD_CONSOLE_TEAM: invitation };
  for (const office of others) {
    const { code, lines } = await office.command(['team', 'join'], null, environment);
    if (code !== 0) throw new Error(`an office did not join: ${JSON.stringify(lines)}`);
  }
  return environment;
}

function shuffled(phones: readonly string[], random: () => number): string[] {
  return phones
    .map((phone) => [random(), phone] as const)
    .sort(([one], [other]) => one - other)
    .map(([, phone]) => phone);
}

/** Numbers in [0, 1), the same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
