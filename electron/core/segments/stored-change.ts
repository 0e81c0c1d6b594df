import type { SQLOutputValue } from 'node:sqlite';
import {
  countAtSchema,
  type SegmentBatch,
  type SegmentBatchState,
  type SegmentChange,
  type SegmentCounts,
} from '../../../shared/contract/segments/segment-changes.ts';
import { storedJson } from '../storage/stored-json.ts';

/** A change as the journal has it, without what only the running program knows. */
export type StoredChange = Omit<
  SegmentChange,
  'accountId' | 'heldUntil' | 'sequence' | 'batches' | 'counts' | 'leads' | 'batchCount'
>;

export type StoredBatch = Omit<SegmentBatch, 'counts'> & {
  readonly missing: number;
  readonly refused: number;
  /** If the service refuses the batch, it is divided again. */
  readonly isHalving: boolean;
};

/** What became of the leads of a batch, or of several in one state; they add up to their leads. */
export function countsOf({
  state,
  leads,
  missing,
  refused,
}: Pick<StoredBatch, 'state' | 'leads' | 'missing' | 'refused'>): SegmentCounts {
  const rest = leads - missing - refused;
  const counts = { waiting: 0, moved: 0, missing, refused, unknown: 0 };
  if (state === 'done') return { ...counts, moved: rest };
  if (state === 'refused') return { ...counts, refused: refused + rest };
  if (state === 'unknown' || state === 'left') return { ...counts, unknown: rest };
  return { ...counts, waiting: rest };
}

/** As a person sees it. */
export function batchShown(batch: StoredBatch): SegmentBatch {
  const { missing: _missing, refused: _refused, isHalving: _isHalving, ...shown } = batch;
  return { ...shown, counts: countsOf(batch) };
}

export const UNWRITTEN =
  'What became of the batch was not written down: the service may have it; look at the count of the segment.';

/**
 * A change that the journal still calls running, as it will have it when it takes writes again.
 *
 * @param reason why it took none
 */
export function asUnwritten(change: SegmentChange, reason: string): SegmentChange {
  let lost = 0;
  const batches = change.batches.map((batch): SegmentBatch => {
    if (batch.state !== 'sent') return batch;
    lost += batch.counts.waiting;
    const counts = { ...batch.counts, waiting: 0, unknown: batch.counts.waiting };
    return { ...batch, state: 'unknown', reason: `${reason} ${UNWRITTEN}`, counts };
  });
  const { waiting, unknown } = change.counts;
  const counts = { ...change.counts, waiting: waiting - lost, unknown: unknown + lost };
  return { ...change, state: counts.waiting > 0 ? 'paused' : 'ended', reason, batches, counts };
}

type StoredRow = Record<string, SQLOutputValue>;

export function decodeChange(row: StoredRow): StoredChange {
  const text = (name: string) => String(row[name]);
  const number = (name: string) => Number(row[name]);
  const time = (name: string) => (row[name] === null ? null : Number(row[name]));
  return {
    id: text('id'),
    segmentId: text('segment_id'),
    segmentName: text('segment_name'),
    kind: text('kind') as StoredChange['kind'],
    source: text('source'),
    state: text('state') as StoredChange['state'],
    reason: text('reason'),
    createdAt: number('created_at'),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
    listed: number('listed'),
    repeated: number('repeated'),
    unusable: number('unusable'),
    earlier: number('earlier'),
    batchSize: number('batch_size'),
    requests: number('requests'),
    before: fromJson(row['before']),
    after: fromJson(row['after']),
    undoes: row['undoes'] === null ? null : text('undoes'),
    undoneBy: row['undone_by'] === null ? null : text('undone_by'),
  };
}

export function decodeBatch(row: StoredRow): StoredBatch {
  const time = (name: string) => (row[name] === null ? null : Number(row[name]));
  return {
    number: Number(row['number']),
    state: String(row['state']) as SegmentBatchState,
    leads: Number(row['leads']),
    missing: Number(row['missing']),
    refused: Number(row['refused']),
    sentAt: time('sent_at'),
    answeredAt: time('answered_at'),
    reason: String(row['reason']),
    saysMissing: row['says_missing'] === 1,
    isRepaired: row['repaired'] === 1,
    isHalving: row['halving'] === 1,
    isAccepted: row['accepted'] === 1,
  };
}

export function asJson(value: StoredChange['before'] | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** A count that is damaged counts as not read. */
function fromJson(value: SQLOutputValue | undefined): StoredChange['before'] {
  return typeof value === 'string' ? storedJson(countAtSchema, value) : null;
}
