import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { USER } from '../../electron/batch/batch-fixture.ts';
import { seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';
import { type FaultSpecification, startPracticeService } from '../../electron/practice/practice-service.ts';
import { inFolder } from '../campaign/frame.ts';
import { addsUp, lostOf, untrueOf } from '../lib/told-jobs.ts';
import { batchesTwice, falseAnswers, keptNames } from './claims.ts';
import { BATCH, type Command, draw, unsaved, WINDOW } from './commands.ts';
import { lastLook } from './last-look.ts';
import { openWatchedRoad } from './watched-road.ts';
import { Window } from './window.ts';
import { type Trouble, type Who, World } from './world.ts';

type CommandCounts = readonly [name: string, Record<'asked' | 'refused' | 'cut' | 'met', number>];

export interface RoundResult {
  /** By program and verb: how often it was asked, refused, cut off, and asked while the other program worked on it. */
  readonly commands: readonly CommandCounts[];
  readonly refusals: readonly string[];
  readonly accepted: number;
  readonly batches: number;
  /** Leads that the service accepted more than once, and batches of a segment that left more often than asked for. */
  readonly twice: number;
  /** Leads that arrived and that no import calls created or unknown, and imports whose states do not add up. */
  readonly lost: number;
  readonly troubles: readonly { readonly kind: Trouble; readonly words: string }[];
}

/** Commands at a time: a person with several pages, and schedules that meet. */
const LANES = { window: 3, batch: 2 } as const;
/** Milliseconds between two commands of a lane, at most. */
const BREAK = 400;
/** Share of the rounds in which the window is killed. */
const KILLS = 0.4;
/** Milliseconds that an answer with leads takes, at most. */
const SLOWEST = 4_000;

/** What the service does now and then. */
const FAULTS: readonly FaultSpecification[] = [
  { kind: 'reset', when: 'after', probability: 0.01, times: 'always', match: { method: 'POST', path: '/leads' } },
  { kind: 'reset', when: 'after', probability: 0.06, times: 'always', match: { path: '/leadsegments/*/leads' } },
  { kind: 'truncate', bytes: 9_000, probability: 0.1, times: 'always', match: { path: '/simpleleads' } },
  { kind: 'latency', milliseconds: 600, minimum: 100, times: 'always', match: { path: '/leadsegments/*/leads' } },
];

/**
 * Runs both programs on a new data folder, in front of a new service, for this time, and on until a lead left and enough
 * commands were carried out.
 *
 * @param fewest how many commands are enough; 0: any number, and no lead
 */
export function runRound(milliseconds: number, seed: number, fewest = 0): Promise<RoundResult> {
  return inFolder('two', (folder) => roundIn(folder, { milliseconds, seed, fewest }));
}

interface RoundPlan {
  readonly milliseconds: number;
  readonly seed: number;
  readonly fewest: number;
}

async function roundIn(folder: string, { milliseconds, seed, fewest }: RoundPlan): Promise<RoundResult> {
  const random = seededRandom(seed);
  await using service = await startPracticeService({
    ...USER,
    leads: 2_500,
    seed,
    latency: { minimum: 10, maximum: 80 },
    limits: { default: 10_000 },
  });
  for (const fault of FAULTS) service.faults.add(fault);
  await using road = await openWatchedRoad(service.url);
  road.slowness = () => random() * SLOWEST;
  mkdirSync(join(folder, 'data'));
  const window = await Window.open(join(folder, 'data'), road.url);
  const world = new World({ window, road, random, folder });
  await actAll(world, milliseconds, fewest);
  await window.close();
  const look = await lastLook(world);
  const accepted = service.ledger.entries().map(({ data }) => String(data['FirstName']));
  const kept = keptNames(world);
  const jobs = look.jobs;
  return {
    ...counted(world),
    accepted: accepted.length,
    batches: road.passed.filter(({ kind }) => kind !== 'lead').length,
    twice: accepted.length - new Set(accepted).size + batchesTwice(world),
    lost:
      lostOf(
        jobs,
        accepted.filter((name) => kept.has(name)),
      ) + jobs.filter((job) => !addsUp(job)).length,
    troubles: [
      ...world.troubles,
      ...window.ends.map((words) => ({ kind: 'ended' as const, words })),
      ...look.bugs.map((words) => ({ kind: 'bug' as const, words })),
      ...look.ghosts.map((words) => ({ kind: 'ghost' as const, words })),
      ...[...falseAnswers(world), ...unsaved(world)].map((words) => ({ kind: 'false' as const, words })),
      ...Array.from({ length: untrueOf(jobs, accepted) }, () => ({
        kind: 'false' as const,
        words: 'a row is called created, and the service does not know it',
      })),
    ],
  };
}

async function actAll(world: World, milliseconds: number, fewest: number): Promise<void> {
  const endAt = Date.now() + milliseconds;
  const hasEnough = () =>
    fewest === 0 ||
    (world.told.filter(({ outcome }) => outcome !== 'refused').length >= fewest &&
      world.road.passed.some(({ kind }) => kind === 'lead'));
  const isOver = () => Date.now() >= endAt && hasEnough();
  const kill = world.random() < KILLS ? endAt - milliseconds * (0.3 + world.random() * 0.5) : null;
  const lanes = (who: Who, commands: readonly Command[]) =>
    Array.from({ length: LANES[who] }, () => act(world, commands, isOver));
  await Promise.all([
    ...lanes('window', WINDOW),
    ...lanes('batch', BATCH),
    kill === null ? null : until(kill).then(() => world.window.killAndStart()),
  ]);
}

async function act(world: World, commands: readonly Command[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await draw(world, commands)?.run(world);
    await until(Date.now() + world.random() * BREAK);
  }
}

function counted({ told }: World): Pick<RoundResult, 'commands' | 'refusals'> {
  const commands = told.map(({ who, verb, piece, outcome, isMet }): CommandCounts => {
    const is = (wanted: typeof outcome) => Number(outcome === wanted);
    const counts = { asked: 1, refused: is('refused'), cut: is('cut'), met: Number(isMet) };
    return [[who, verb, piece?.kind].filter(Boolean).join(' '), counts];
  });
  const refusals = told.filter(({ outcome }) => outcome === 'refused').map(({ words }) => words);
  return { commands, refusals };
}

const until = (at: number) => setTimeout(Math.max(0, at - Date.now()));
