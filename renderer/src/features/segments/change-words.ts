import type { SegmentBatch, SegmentChange } from '../../../../shared/contract/segments/segment-changes.ts';
import { isLowCount } from '../../../../shared/domain/service/answers/segment-answers.ts';
import { format, leadForms, requestForms } from '../../lib/format.ts';
import { isRefusedAsAWhole } from '../../lib/refused-batch.ts';

/* Words about changes of segments, for the list of changes and for the page of one. */

export const leadCount = (count: number): string => format.count(count, leadForms);
export const requestCount = (count: number): string => format.count(count, requestForms);

/** The service's words often end without a full stop; other words follow them. */
export const asSentence = (words: string): string => (/[.!?…]$/.test(words.trim()) ? words.trim() : `${words.trim()}.`);

/** "Added" or "Removed". */
export function movedWord({ kind }: Pick<SegmentChange, 'kind'>): string {
  return kind === 'add' ? 'Added' : 'Removed';
}

/** "Added 112 of 115". */
export function changeTitle(change: SegmentChange): string {
  const { counts, leads } = change;
  const moved = `${movedWord(change)} ${format.number(counts.moved)}`;
  return counts.moved === leads ? moved : `${moved} of ${format.number(leads)}`;
}

/** "Waiting", or "Not sent" when nothing sends them any more. */
export function waitingWord({ state }: Pick<SegmentChange, 'state'>): string {
  return state === 'stopped' ? 'Not sent' : 'Waiting';
}

/** Batches that only a person can settle. */
export function doubtfulBatches({ batches }: Pick<SegmentChange, 'batches'>): readonly SegmentBatch[] {
  return batches.filter(({ state }) => state === 'unknown');
}

/** Batches that the service refused as a whole. */
export function refusedBatches({ batches }: Pick<SegmentChange, 'batches'>): readonly SegmentBatch[] {
  return batches.filter(({ state }) => state === 'refused');
}

/** "Paused", "1 batch needs you": the state of a change; null when it ended well. */
export function stateWords(change: SegmentChange): string | null {
  const doubtful = doubtfulBatches(change).length;
  if (change.state === 'running') {
    if (change.heldUntil === null) return 'Sending';
    // Nobody knows when a service out of reach is there again: the moment is that of the last look.
    return change.heldUntil > Date.now() ? `Waiting until ${format.timeWithSeconds(change.heldUntil)}` : 'Waiting';
  }
  if (change.state === 'paused') return 'Paused';
  const needy = doubtful + (change.state === 'ended' ? change.batches.filter(isRefusedAsAWhole).length : 0);
  if (needy > 0) return format.count(needy, { one: '# batch needs you', other: '# batches need you' });
  return change.state === 'stopped' ? 'Stopped' : null;
}

/** The service took it and counts fewer leads. */
export function isCountedLower({ state, reason }: SegmentBatch): boolean {
  return state === 'done' && isLowCount(reason);
}

/** "500 added", "496 added, 4 missing", "no answer": the second line under a batch. */
export function batchWords(batch: SegmentBatch, change: Pick<SegmentChange, 'kind' | 'state'>): string {
  const { counts, state, reason } = batch;
  switch (state) {
    case 'waiting':
      return waitingWord(change).toLowerCase();
    case 'sent':
      return 'on its way';
    case 'unknown':
      return 'no answer';
    case 'left':
      return 'no answer, left';
    case 'refused':
      return reason === '' ? 'refused' : reason;
    case 'done': {
      const parts = [`${format.number(counts.moved)} ${movedWord(change).toLowerCase()}`];
      if (counts.missing > 0) parts.push(`${format.number(counts.missing)} missing`);
      if (counts.refused > 0) parts.push(`${format.number(counts.refused)} refused`);
      if (batch.isRepaired) parts.push('repaired');
      return `${parts.join(', ')}${isCountedLower(batch) ? `. ${reason}` : ''}`;
    }
  }
}

/**
 * What the segment's count before and after says about a batch whose answer did not come. Only a count that fits
 * exactly says something; others may have changed the segment, too.
 */
export function countWords(change: SegmentChange, batch: SegmentBatch): string {
  const { before, after, kind, counts } = change;
  if (before === null || after === null) return 'The count of the segment is not known. Read the change again later.';
  const sign = kind === 'add' ? 1 : -1;
  const others = before.count + sign * counts.moved;
  const sum = `${format.number(before.count)} ${kind === 'add' ? '+' : '−'} ${format.number(counts.moved)}`;
  const now = `${leadCount(after.count)}.`;
  if (after.count === others) {
    const none = kind === 'add' ? 'it had no new lead for the segment' : 'none of its leads was in the segment';
    return `${now} That is ${sum}, so batch ${batch.number} changed nothing: it did not arrive, or ${none}.`;
  }
  if (after.count === others + sign * batch.counts.unknown)
    return `${now} That is ${sum} and these ${format.number(batch.counts.unknown)}, so batch ${batch.number} most likely arrived.`;
  return `${now} The count fits neither.`;
}

/** Whether the outcomes add up to the leads of the list. */
export function addsUp({ counts, leads }: Pick<SegmentChange, 'counts' | 'leads'>): boolean {
  return counts.moved + counts.missing + counts.refused + counts.unknown + counts.waiting === leads;
}
