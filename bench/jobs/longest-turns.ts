import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ExportSummary } from '../../shared/contract/exports/exports.ts';
import { EVERYTHING } from '../../shared/domain/service/queries/query-fixture.ts';
import type { CoreDesk } from '../../scripts/lib/core-desk.ts';
import { usedByThread } from '../../electron/core/threads/in-slices.ts';

/** One act of a person, and how long it kept the thread that paces imports. Milliseconds. */
export interface Act {
  readonly name: string;
  /** Processor time of the longest turn of the thread's loop: a row that is sent waits for no longer one. */
  readonly longestTurn: number;
  readonly clock: number;
}

export interface ActsOptions {
  /** The folder for what is saved. */
  readonly folder: string;
  /** A running import; its rows leave during every act. */
  readonly jobId: string;
  /** Makes a draft of the long file that is ready to be started. */
  readonly draft: () => Promise<string>;
  /** Lead ids in the pasted list. */
  readonly ids: number;
}

/** Does everything that touches a whole import, a whole result or a long list while an import sends. */
export async function longestTurns(desk: CoreDesk, { folder, jobId, draft, ids }: ActsOptions): Promise<Act[]> {
  const acts: Act[] = [];
  const measured = async <Value>(name: string, act: () => Promise<Value>): Promise<Value> => {
    const meter = new TurnMeter();
    const since = performance.now();
    const value = await act();
    const clock = performance.now() - since;
    // What the act left for the next turns belongs to it.
    await setTimeout(200);
    acts.push({ name, longestTurn: meter.end(), clock });
    return value;
  };
  const created = async () => (await desk.call('job:get', { jobId })).summary.counts.created;
  const before = await created();

  const draftId = await measured('read the file as a draft', draft);
  const made = await measured('make a job', () => desk.call('import:start', { draftId, sendAgain: true }));
  await desk.call('job:pause', { jobId: made.id });
  await measured('read its receipt', () => desk.call('job:receipt', { jobId: made.id }));
  desk.core.grant({ token: 'file-00000002', path: join(folder, 'result.csv'), name: 'result.csv', access: 'write' });
  await measured('save its result file', () => desk.call('job:saveResult', { jobId: made.id, token: 'file-00000002' }));
  const copy = await measured('duplicate it as a new import', () => desk.call('job:duplicate', { jobId: made.id }));
  await measured('delete the draft', () => desk.call('import:deleteDraft', { draftId: copy.id }));
  await measured('stop it', () => desk.call('job:stop', { jobId: made.id }));
  await measured('delete it', () => desk.call('job:delete', { jobId: made.id }));
  const text = Array.from({ length: ids }, (_, index) => `L${index}`).join('\n');
  const { segments } = await desk.call('segment:list', { refresh: true });
  const segmentId = segments[0]?.uniqueId ?? 'SEG';
  await measured('paste lead ids for a segment', () =>
    desk.call('segment:prepare', {
      segmentId,
      kind: 'add',
      source: { from: 'text', text, words: 'pasted' },
      leaveOutEarlier: true,
    }),
  );
  const result = await measured('fetch a result', () => fetched(desk));
  await measured('delete the result', () => desk.call('export:delete', { exportId: result.id }));

  const sent = (await created()) - before;
  if (sent === 0) throw new Error('No row was sent meanwhile.');
  return acts;
}

async function fetched(desk: CoreDesk): Promise<ExportSummary> {
  const { id } = await desk.call('export:start', { query: EVERYTHING });
  for (;;) {
    const summary = await desk.call('export:get', { exportId: id });
    if (summary.state !== 'running') return summary;
    await setTimeout(100);
  }
}

/** The longest turn of this thread's loop, by the processor time that it used: a busy machine makes it no longer. */
class TurnMeter {
  #longest = 0;
  #used = usedByThread();
  #next: NodeJS.Immediate;

  constructor() {
    this.#next = setImmediate(this.#turn);
  }

  /** Milliseconds. */
  end(): number {
    clearImmediate(this.#next);
    return this.#longest;
  }

  readonly #turn = (): void => {
    const used = usedByThread();
    this.#longest = Math.max(this.#longest, used - this.#used);
    this.#used = used;
    this.#next = setImmediate(this.#turn);
  };
}
