import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { TeamServer } from '../../electron/core/team/team-server-fixture.ts';
import { createPracticeClock } from '../../electron/practice/foundation/clock.ts';
import { type PracticeService, startPracticeService } from '../../electron/practice/practice-service.ts';
import { inFolder } from '../campaign/frame.ts';
import { AREAS, type Area, begin, STORIES } from './areas.ts';
import { FAILURE_KINDS, type FailingWrites, type FailureKind, watchWrites } from './failing-writes.ts';
import { SPEED, World } from './world.ts';

/*
 * Lets one write after the other fail while the real core works in front of the practice service, and looks whether it
 * keeps its promises: no lock stays, nothing is rejected unheard, what is shown is what is written, the sentence is plain,
 * no lead is sent twice, and work goes on when there is room again.
 */

/** Milliseconds of the service, half a second of ours: time of a row on its way while its data folder is copied. */
const LATE = 500 * SPEED;

export interface Attempt {
  readonly area: Area;
  /** Which write failed, from 1. */
  readonly n: number;
  readonly kind: FailureKind;
  /** The write that failed first; empty when the story ended before it. */
  readonly statement: string;
  readonly said: readonly string[];
  readonly broken: readonly string[];
}

export interface WalkOptions {
  readonly seed: number;
  readonly areas?: readonly Area[];
  /** Only these writes; left out: each one until a story goes through. */
  readonly only?: Readonly<Partial<Record<Area, readonly number[]>>>;
  readonly onAttempt?: (attempt: Attempt) => void;
}

/** @param options.seed which kind of failure the first write meets; the kinds take turns, so three seeds meet all */
export async function walkWrites({ seed, areas = AREAS, only, onAttempt }: WalkOptions): Promise<Attempt[]> {
  const unheard: string[] = [];
  const hear = (error: unknown) =>
    unheard.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.on('unhandledRejection', hear);
  const service = await startPracticeService({
    clock: createPracticeClock({ speed: SPEED }),
    leads: 30,
    username: 'anna',
    password: 'secret word',
  });
  try {
    return await inFolder('write-failures', async (root) => {
      const watched = join(root, 'watched');
      const writes = watchWrites(watched);
      const beginnings = await makeBeginnings(root, service, writes);
      await using server = areas.includes('team') ? await TeamServer.open() : null;
      const setting = { files: join(root, 'files'), beginnings, service, server, writes, unheard };
      const attempts: Attempt[] = [];
      for (const area of areas) {
        const chosen = only?.[area];
        for (let index = 0; chosen === undefined || index < chosen.length; index += 1) {
          const n = chosen?.[index] ?? index + 1;
          const kind = FAILURE_KINDS[(n + seed) % FAILURE_KINDS.length] ?? 'full';
          const folder = join(watched, `${area}-${n}`);
          const attempt = await tryOne({ area, n, kind, folder, ...setting });
          attempts.push(attempt);
          onAttempt?.(attempt);
          rmSync(folder, { recursive: true, force: true });
          if (attempt.statement === '' && chosen === undefined && kind !== 'busy') break;
        }
      }
      return attempts;
    });
  } finally {
    process.off('unhandledRejection', hear);
    await service.close();
  }
}

/** With what data folder an area begins; none: an empty one. */
type Beginnings = Readonly<Partial<Record<Area, string>>>;

/** A data folder as a kill leaves it, with a row on its way, and one in which nothing was done yet. */
async function makeBeginnings(root: string, service: PracticeService, writes: FailingWrites): Promise<Beginnings> {
  const fresh = join(root, 'fresh');
  const killed = join(root, 'killed');
  const alive = join(root, 'watched', 'alive');
  // In real time, so that the row does not get tired of waiting.
  await using world = new World(alive, service, writes, 1);
  await world.open();
  await world[Symbol.asyncDispose]();
  cpSync(alive, fresh, { recursive: true });
  await world.open();
  // Late, but answered: whoever closes the program waits for the rows that are on their way.
  const late = { kind: 'latency', milliseconds: LATE } as const;
  service.faults.add({ ...late, match: { method: 'POST', path: '/leads' }, times: 1, skip: 1 });
  const id = await begin(world, root, 'first', 3);
  for (;;) {
    const { rows } = await world.act('job:rows', { jobId: id, state: 'all', offset: 0, limit: 10 });
    if (rows.some(({ state }) => state === 'created') && rows.some(({ state }) => state === 'intent')) break;
    await setTimeout(2);
  }
  cpSync(alive, killed, { recursive: true });
  service.faults.clear();
  return { imports: killed, exports: fresh, ledger: fresh };
}

interface Trial {
  readonly area: Area;
  readonly n: number;
  readonly kind: FailureKind;
  /** The data folder, and one for a person's files. */
  readonly folder: string;
  readonly files: string;
  readonly beginnings: Beginnings;
  readonly service: PracticeService;
  readonly server: TeamServer | null;
  readonly writes: FailingWrites;
  readonly unheard: string[];
}

async function tryOne({
  area,
  n,
  kind,
  folder,
  files,
  beginnings,
  service,
  server,
  writes,
  unheard,
}: Trial): Promise<Attempt> {
  service.reset();
  const beginning = beginnings[area];
  if (beginning !== undefined) cpSync(beginning, folder, { recursive: true });
  // A team's database is given real seconds for an answer.
  const world = new World(folder, service, writes, area === 'team' ? 1 : SPEED);
  writes.arm(n, kind);
  let statement = '';
  try {
    await STORIES[area](world, { service, folder: files, server });
    statement = writes.statement;
    await world.end();
  } catch (error) {
    world.broken.push(error instanceof Error ? error.message : String(error));
    writes.heal();
    await world[Symbol.asyncDispose]().catch((failure: unknown) => world.broken.push(`close: ${String(failure)}`));
  }
  statement ||= writes.statement;
  const names = service.ledger.entries().map((entry) => entry.data['FirstName'] ?? '');
  if (new Set(names).size < names.length) world.broken.push(`leads arrived twice: ${names.join(', ')}`);
  world.broken.push(...unheard.splice(0).map((text) => `rejected unheard: ${text}`));
  return { area, n, kind, statement, said: [...world.said], broken: world.broken };
}
