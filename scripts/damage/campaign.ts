import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobSummary } from '../../shared/contract/jobs/jobs.ts';
import { type CoreDesk, openCoreDesk } from '../lib/core-desk.ts';
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
/** The clock of the core runs so much faster: the pace of the service is not what is looked at. */
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
  const root = mkdtempSync(join(tmpdir(), 'lead-console-damage-'));
  await using service = await startCountingService();
  try {
    const folders = await prepare(root, service);
    const accepted = [...service.accepted];
    const results: VariantResult[] = [];
    for (let n = 0; n < variants; n += 1) {
      const damage = DAMAGES[n % DAMAGES.length];
      if (damage === undefined) throw new Error('there are no damages');
      service.reset(accepted);
      results.push(await tryOne(join(root, `variant-${n}`), folders, damage, service, randomOf(seed * 100_003 + n)));
    }
    return results;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** An import of which some rows are answered, paused twice: its folder then is the older copy, and the one to damage. */
async function prepare(root: string, service: CountingService): Promise<Folders> {
  const data = join(root, 'data');
  mkdirSync(data);
  const file = join(root, 'people.csv');
  const rows = Array.from({ length: ROWS }, (_, index) => `Person ${index + 1},3${String(index + 1).padStart(7, '0')}`);
  writeFileSync(file, ['FirstName,Phone', ...rows, ''].join('\n'));
  await using desk = await openCoreDesk({ dataFolder: data, url: service.url, speed: SPEED });
  desk.core.grant({ token: 'file-00000001', path: file, name: 'people.csv', access: 'read' });
  const draft = await desk.call('import:open', { token: 'file-00000001' });
  const mapping = ['FirstName', 'Phone'].map((field, column) => ({
    field,
    source: { kind: 'columns' as const, columns: [column], join: null },
    cleaning: [],
  }));
  const plan = { campaignCode: 'SPRING', poolName: null, stopAfterSameRefusal: 0 };
  await desk.call('import:saveDraft', { draftId: draft.id, step: 'plan', mapping, plan });
  const { id } = await desk.call('import:start', { draftId: draft.id });
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
  const [id = ''] = readdirSync(join(data, 'account'));
  const account = (folder: string) => join(folder, 'account', id);
  for (const ending of ['-shm']) rmSync(join(account(data), `journal.sqlite${ending}`), { force: true });
  damage.apply(account(data), { now: account(folders.now), older: account(folders.older) }, random);
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
    const rows = after.reduce((sum, { counts }) => sum + sumOf(counts), 0);
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

function sumOf(counts: JobSummary['counts']): number {
  return counts.created + counts.refused + counts.unknown + counts.skipped + counts.excluded + counts.waiting;
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 3));

/** Mulberry32: the same seed gives the same numbers everywhere. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
