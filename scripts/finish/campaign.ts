import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Terms, USUAL_TERMS } from '../../shared/contract/imports/imports.ts';
import { createPracticeClock } from '../../electron/practice/foundation/clock.ts';
import { type PracticeService, startPracticeService } from '../../electron/practice/practice-service.ts';
import { MINUTE } from '../../shared/domain/time/time.ts';
import { inFolder } from '../campaign/frame.ts';
import { startImport, writePeople } from '../campaign/imports.ts';
import { type CoreDesk, openCoreDesk } from '../lib/core-desk.ts';

/*
 * Imports with the real core at the pace of the practice service, and what the job said of its end, minute by minute, held
 * against when it ended.
 */

/** Percent of the whole import by which a finish may be wrong from the first minute on. */
export const BOUND = 2;

export interface Course {
  readonly scenario: string;
  readonly rows: number;
  /** Milliseconds from the start to the last answer. */
  readonly took: number;
  /** At each minute, from the first one on: percent of `took` by which the finish that was said was wrong; null: none was said. */
  readonly errors: readonly (number | null)[];
}

interface Scenario {
  readonly name: string;
  /** Jobs that start together, each with its part of the rows. */
  readonly jobs: readonly { readonly part: number; readonly terms?: Partial<Terms> }[];
  readonly faults?: (service: PracticeService) => void;
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'alone', jobs: [{ part: 1 }] },
  { name: 'half of the limit', jobs: [{ part: 0.5, terms: { share: 50 } }] },
  { name: 'two at a time', jobs: [{ part: 0.6 }, { part: 0.4 }] },
  {
    name: 'slow, refused and unanswered rows',
    jobs: [{ part: 1 }],
    faults: ({ faults }) => {
      faults.add({ kind: 'latency', milliseconds: 400, times: 'always', match: { path: '/leads' } });
      faults.add({
        kind: 'refuse',
        message: 'Phone number is already in the project.',
        times: 'always',
        probability: 0.05,
        match: { path: '/leads' },
      });
      faults.add({ kind: 'reset', when: 'after', times: 'always', probability: 0.01, match: { path: '/leads' } });
    },
  },
];

/** @param speed how much faster the clocks of both sides run: 1 is the real pace */
export async function finishCampaign(rows: number, speed: number): Promise<Course[]> {
  return inFolder('finish', async (root) =>
    (await Promise.all(SCENARIOS.map((scenario) => run(root, scenario, rows, speed)))).flat(),
  );
}

async function run(root: string, scenario: Scenario, rows: number, speed: number): Promise<Course[]> {
  const folder = join(root, scenario.name.replaceAll(/\W/g, '-'));
  mkdirSync(folder);
  await using service = await startPracticeService({
    clock: createPracticeClock({ speed }),
    leads: 0,
    username: 'anna',
    password: 'secret word',
  });
  scenario.faults?.(service);
  await using desk = await openCoreDesk({ dataFolder: join(folder, 'data'), url: service.url, speed });
  const jobs: { readonly id: string; readonly rows: number }[] = [];
  for (const [index, { part, terms = {} }] of scenario.jobs.entries()) {
    const count = Math.round(rows * part);
    jobs.push({ id: await started(desk, folder, index, count, terms), rows: count });
  }
  return await Promise.all(jobs.map((job) => watched(desk, scenario.name, job, speed)));
}

async function started(
  desk: CoreDesk,
  folder: string,
  index: number,
  rows: number,
  terms: Partial<Terms>,
): Promise<string> {
  const token = `file-0000000${index}`;
  const name = `people-${index}.csv`;
  const names = Array.from({ length: rows }, (_, row) => `Person ${row}`);
  const path = writePeople(join(folder, name), names, 20_000_000 + index * 1_000_000);
  desk.core.grant({ token, path, name, access: 'read' });
  return startImport(desk.call, token, { terms: { ...USUAL_TERMS, ...terms } });
}

async function watched(
  desk: CoreDesk,
  scenario: string,
  { id, rows }: { readonly id: string; readonly rows: number },
  speed: number,
): Promise<Course> {
  const said: (number | null)[] = [];
  for (;;) {
    await setTimeout(MINUTE / speed);
    const { summary } = await desk.call('job:get', { jobId: id });
    const { createdAt, endedAt } = summary;
    if (endedAt !== null) {
      const took = endedAt - createdAt;
      return {
        scenario,
        rows,
        took,
        errors: said.map((at) => (at === null ? null : (100 * Math.abs(at - endedAt)) / took)),
      };
    }
    said.push(summary.finishAt);
  }
}
