import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';
import type { JobSummary } from '../../shared/contract/jobs/jobs.ts';
import { inFolder } from '../campaign/frame.ts';
import { accountFolder, startImport, writePeople } from '../campaign/imports.ts';
import { type CoreDesk, openCoreDesk } from '../lib/core-desk.ts';
import { statesOf } from '../lib/told-jobs.ts';
import { type CountingService, startCountingService } from './counting-service.ts';
import { type Damage, DAMAGES, type Folders } from './damages.ts';

/*
 * Copies a data folder in the middle of an import, damages the copy, and lets the real core go on with it against a real
 * service that counts. Whatever the damage: no lead arrives twice without a person's word, no row leaves the counts, and
 * what is not known is said.
 */

const ROWS = 32;
const OLDER_AT = 7;
const NOW_AT = 15;
/** Rows that the later copy knows more, at least. */
const LATER = 4;
/** Speed of the core's clock: the pace of the service is not what is tested. */
const SPEED = 20;

export interface VariantResult {
  readonly damage: string;
  /** Leads that arrived more than once. */
  readonly twice: number;
  /** Rows of the import that no job counts any more. */
  readonly lost: number;
  /** The journal knew all that had happened, in spite of the damage. */
  readonly isAllKnown: boolean;
  /** What the program said. */
  readonly said: string;
  readonly trouble: string;
}

/** A variant in which the promise is broken. */
export function isBroken({ twice, lost, isAllKnown, said, trouble }: VariantResult): boolean {
  return twice > 0 || lost > 0 || trouble !== '' || (!isAllKnown && said === '');
}

/** @param seed the same seed gives the same damages */
export async function damageCampaign(variants: number, seed: number): Promise<VariantResult[]> {
  await using service = await startCountingService();
  return await inFolder('damage', async (root) => {
    const folders = await prepare(root, service);
    const accepted = [...service.accepted];
    const results: VariantResult[] = [];
    for (let n = 0; n < variants; n += 1) {
      const damage = DAMAGES[n % DAMAGES.length];
      if (damage === undefined) throw new Error('there are no damages');
      service.accepted.splice(0, Infinity, ...accepted);
      results.push(
        await tryOne(join(root, `variant-${n}`), folders, damage, service, seededRandom(seed * 100_003 + n)),
      );
    }
    return results;
  });
}

/** An import of which some rows are answered, paused twice: its folder then is the older copy, and the one to damage. */
async function prepare(root: string, service: CountingService): Promise<Folders> {
  const data = join(root, 'data');
  mkdirSync(data);
  const names = Array.from({ length: ROWS }, (_, index) => `Person ${index + 1}`);
  const path = writePeople(join(root, 'people.csv'), names, 30_000_001);
  await using desk = await openCoreDesk({ dataFolder: data, url: service.url, speed: SPEED });
  desk.core.grant({ token: 'file-00000001', path, name: 'people.csv', access: 'read' });
  const id = await startImport(desk.call, 'file-00000001');
  await pauseAt(desk, service, id, OLDER_AT);
  const older = join(root, 'older');
  cpSync(data, older, { recursive: true });
  await desk.call('job:resume', { jobId: id });
  // On a busy machine the older copy may be further than it was to be; the later one must know more.
  await pauseAt(desk, service, id, Math.max(NOW_AT, service.accepted.length + LATER));
  const now = join(root, 'now');
  cpSync(data, now, { recursive: true });
  return { now, older };
}

async function pauseAt(desk: CoreDesk, service: CountingService, jobId: string, accepted: number): Promise<void> {
  while (service.accepted.length < accepted) await turn();
  await desk.call('job:pause', { jobId });
  for (;;) {
    const { rows } = await desk.call('job:rows', { jobId, state: 'waiting', offset: 0, limit: 100 });
    if (!rows.some(({ state }) => state === 'intent')) return;
    await turn();
  }
}

async function tryOne(
  data: string,
  folders: Folders,
  damage: Damage,
  service: CountingService,
  random: () => number,
): Promise<VariantResult> {
  const before = service.accepted.length;
  cpSync(folders.now, data, { recursive: true });
  const own = accountFolder(data);
  rmSync(join(own, 'journal.sqlite-shm'), { force: true });
  damage.apply(own, { now: accountFolder(folders.now), older: accountFolder(folders.older) }, random);
  const said: string[] = [];
  let trouble = '';
  let lost = 0;
  let isAllKnown = false;
  try {
    await using desk = await openCoreDesk({ dataFolder: data, url: service.url, speed: SPEED });
    const { doubt } = await desk.call('job:doubt', {});
    said.push(...(doubt?.sentences ?? []));
    const found = (await desk.call('job:list', {})).jobs;
    const known = found.reduce((sum, { counts }) => sum + counts.created, 0);
    isAllKnown = known === before && found.length === 1;
    for (const job of found) said.push(...(await goOn(desk, job)));
    const after = (await desk.call('job:list', {})).jobs;
    const rows = after.reduce((sum, { counts }) => sum + statesOf(counts), 0);
    // A job that never sent anything, and that only the witness names, is said and not listed.
    lost = before === 0 ? 0 : Math.max(0, ROWS - rows);
  } catch (error) {
    // An account that cannot be opened sends nothing; its sentence is the error.
    const message = error instanceof Error ? error.message : String(error);
    if (/went wrong|internal/i.test(message)) trouble = message;
    said.push(message);
  }
  const twice = service.accepted.length - new Set(service.accepted).size;
  rmSync(data, { recursive: true, force: true });
  return { damage: damage.name, twice, lost, isAllKnown, said: said.join(' '), trouble };
}

/** Resumes the job as a scheduler does, without a person's word, until it does no more. Answers what it says. */
async function goOn(desk: CoreDesk, job: JobSummary): Promise<string[]> {
  if (job.counts.waiting === 0) return job.counts.unknown > 0 ? [job.reason] : [];
  await desk.call('job:resume', { jobId: job.id });
  const giveUp = Date.now() + 20_000;
  for (;;) {
    const { summary } = await desk.call('job:get', { jobId: job.id });
    if (summary.state !== 'running' && summary.state !== 'waiting')
      return summary.reason === '' ? [] : [summary.reason];
    if (Date.now() > giveUp) throw new Error(`went wrong: the job does not end: ${JSON.stringify(summary)}`);
    await turn();
  }
}

const turn = () => setTimeout(3);
