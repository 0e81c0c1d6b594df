import type { Doubt } from '../../../../../shared/contract/jobs/doubt.ts';

/** In the place of a job's id: the page about what is in doubt. Ids of jobs are UUIDs. */
export const DOUBT_PART = 'doubt';

/** One memory. Null: what it remembers is not known. */
export interface Lane {
  readonly name: 'Journal' | 'Witness' | 'This computer' | 'Service';
  readonly value: number | null;
  /** Parts of the value: known by the lane above, known with row and time, known by number only. They add up to it. */
  readonly parts: { readonly known: number; readonly named: number; readonly unnamed: number };
  /** More than the first lane of its scale. */
  readonly more: number;
}

/** Lanes of one unit, on one scale that begins near their difference. */
export interface Scale {
  readonly unit: 'rows' | 'requests';
  readonly from: number;
  readonly to: number;
  readonly lanes: readonly Lane[];
}

const NOTHING = { known: 0, named: 0, unnamed: 0 };
const laneNotKnown = (name: Lane['name']): Lane => ({ name, value: null, parts: NOTHING, more: 0 });

/**
 * Journal and witness count rows of the jobs that are kept here; the service counts requests in its day. The two are never
 * laid on one scale.
 */
export function scalesOf({ memories, service, ...doubt }: Doubt): Scale[] {
  const scales: Scale[] = [];
  if (memories !== null) {
    const { journal, witness } = memories;
    const named = Math.min(namedRows(doubt), witness?.rows ?? 0);
    scales.push(
      scaleOf('rows', [
        { name: 'Journal', value: journal.rows, parts: { ...NOTHING, known: journal.rows }, more: 0 },
        witness === null
          ? laneNotKnown('Witness')
          : {
              name: 'Witness',
              value: witness.rows,
              parts: { known: witness.rows - named, named, unnamed: 0 },
              more: witness.rows - journal.rows,
            },
      ]),
    );
  }
  if (service === null) return [...scales, scaleOf('requests', [laneNotKnown('Service')])];
  const { counted, remembered } = service;
  const more = counted - remembered;
  const known = Math.min(counted, remembered);
  scales.push(
    scaleOf('requests', [
      { name: 'This computer', value: remembered, parts: { ...NOTHING, known: remembered }, more: 0 },
      { name: 'Service', value: counted, parts: { known, named: 0, unnamed: Math.max(0, more) }, more },
    ]),
  );
  return scales;
}

function scaleOf(unit: Scale['unit'], lanes: readonly Lane[]): Scale {
  const values = lanes.flatMap(({ value }) => value ?? []);
  const most = Math.max(0, ...values);
  const shared = Math.min(most, ...lanes.flatMap(({ value, parts }) => (value === null ? [] : parts.known)));
  const near = Math.floor((shared - 1.25 * (most - shared)) / 10) * 10;
  // A beginning near zero explains nothing that zero doesn't.
  const from = most === shared || near < most / 4 ? 0 : near;
  return { unit, from, to: most + (most - from) * 0.15, lanes };
}

/** Requests that the service counted and this computer does not remember; 0 also when it was not asked. */
export function countedMore({ service }: Pick<Doubt, 'service'>): number {
  return service === null ? 0 : Math.max(0, service.counted - service.remembered);
}

/** Rows that only the witness names. */
export function namedRows({ forgotten, lost }: Pick<Doubt, 'forgotten' | 'lost'>): number {
  return [...forgotten.map(({ count }) => count), ...lost.map(({ sent }) => sent)].reduce((sum, one) => sum + one, 0);
}

export interface DoubtJob {
  readonly jobId: string;
  readonly name: string;
  readonly campaignCode: string | null;
  /** Rows that are held; null when the job has none left or went on. */
  readonly held: { readonly waiting: number; readonly rows: number } | null;
  /** Rows that only the witness names: how many, which ("5-9,12"; null: all that left), and when they left. */
  readonly named: {
    readonly count: number;
    readonly rows: string | null;
    readonly firstAt: number | null;
    readonly lastAt: number | null;
  } | null;
  /** The journal had lost the whole job. `isKept`: it has a page again. */
  readonly lost: { readonly rows: number; readonly isKept: boolean } | null;
}

/** Jobs with rows that the witness names come first. */
export function jobsInDoubt({ held, forgotten, lost, witness }: Doubt): DoubtJob[] {
  const jobs = new Map<string, DoubtJob>();
  for (const { jobId, file, rows, sent, at } of lost)
    jobs.set(jobId, {
      jobId,
      name: file,
      campaignCode: null,
      held: null,
      named: sent === 0 ? null : { count: sent, rows: null, firstAt: at, lastAt: null },
      lost: { rows, isKept: sent > 0 || witness !== null },
    });
  for (const { jobId, name, rows, count, firstAt, lastAt } of forgotten) {
    const before = jobs.get(jobId)?.named ?? null;
    const named =
      before === null
        ? { count, rows, firstAt, lastAt }
        : { count: before.count + count, rows: joined(before.rows, rows), firstAt: before.firstAt, lastAt };
    jobs.set(jobId, { jobId, name, campaignCode: null, held: null, lost: null, ...jobs.get(jobId), named });
  }
  for (const { jobId, name, campaignCode, waiting, rows } of held) {
    const before = jobs.get(jobId) ?? { jobId, named: null, lost: null };
    jobs.set(jobId, { ...before, name, campaignCode, held: { waiting, rows } });
  }
  return [...jobs.values()];
}

const joined = (before: string | null, rows: string): string | null => (before === null ? null : `${before},${rows}`);

/** Whether a row is in "5-9,12"; null has all rows. */
export function hasRow(rows: string | null, row: number): boolean {
  if (rows === null) return true;
  return rows.split(',').some((part) => {
    const [from, to] = part.split('-').map(Number);
    return from !== undefined && row >= from && row <= (to ?? from);
  });
}
