import { dayWords } from '../../../../../shared/domain/service/service-time.ts';
import { format } from '../../../../../shared/domain/words/format.ts';
import { WITNESS_FILE } from '../witness/witness.ts';
import { rangesText } from '../witness/row-set.ts';
import type { ForgottenRows, LostJob, WitnessDifference } from '../journal/recovery/compare-witness.ts';

/** Characters of a list of rows in a sentence. */
const LONGEST_LIST = 80;

/**
 * What is not known after the journal was held against its witness, a sentence each.
 * @param zone of the days that are named
 */
export function differenceSentences({ forgotten, lost, isOlder, witness }: WitnessDifference, zone: string): string[] {
  const isUnnamed = isOlder && forgotten.length + lost.length === 0;
  return [
    ...(isUnnamed ? [OLDER] : []),
    ...(forgotten.length > 0 ? [forgottenSentence(forgotten)] : []),
    ...lost.map((job) => lostSentence(job, zone)),
    ...(witness === null ? [] : [WITNESS_SENTENCES[witness]]),
  ];
}

const OLDER =
  'This data folder is out of date: the record of what was sent goes further than the journal, so it is not known what was changed since.';
const NOT_KNOWN = 'so it is not known whether rows left of which the journal says nothing.';
const WITNESS_SENTENCES: Readonly<Record<NonNullable<WitnessDifference['witness']>, string>> = {
  missing: `The record of what was sent (${WITNESS_FILE}) is missing, ${NOT_KNOWN}`,
  damaged: `The record of what was sent (${WITNESS_FILE}) is damaged, ${NOT_KNOWN}`,
  shorter: `The record of what was sent (${WITNESS_FILE}) ends before the journal, ${NOT_KNOWN}`,
  another: `The record of what was sent (${WITNESS_FILE}) belongs to another journal, ${NOT_KNOWN}`,
};

function forgottenSentence(forgotten: readonly ForgottenRows[]): string {
  const count = forgotten.reduce((sum, { rows }) => sum + rows.size, 0);
  const which = forgotten.map(({ name, rows }) => `${rows.size === 1 ? 'row' : 'rows'} ${listOf(rows)} of "${name}"`);
  return `This data folder is out of date: the journal has forgotten ${rowsWere(count)} sent, ${which.join(', and ')}; they are unknown now and are not sent again.`;
}

function rowsWere(count: number): string {
  return count === 1 ? '1 row that was' : `${format.number(count)} rows that were`;
}

function listOf(rows: Iterable<number>): string {
  const text = rangesText(rows).replaceAll('-', ' to ').replaceAll(',', ', ');
  return text.length <= LONGEST_LIST ? text : `${text.slice(0, text.lastIndexOf(',', LONGEST_LIST))} and more`;
}

function lostSentence({ file, rows, sent, at }: LostJob, zone: string): string {
  const of = `The journal has lost the import of "${file}"`;
  if (sent === 0) return `${of} with ${format.count(rows, 'row')}; the record of what was sent has none of them.`;
  const [were, them] = sent === 1 ? ['was', 'it'] : ['were', 'them'];
  const day = at === null ? '' : ` on ${dayWords(at, zone)}`;
  return `${of}: ${format.number(sent)} of its ${format.count(rows, 'row')} ${were} sent${day}, and it is not known what became of ${them}.`;
}

/** The journal itself was damaged. */
export function rebuiltSentence(setAside: string): string {
  return `The journal was damaged and was built anew from what is whole (the damaged file is kept as ${setAside}), so it may lack what became of some rows.`;
}

/** Why a job with rows left waits. */
export function holdReason(sentences: readonly string[]): string {
  return `${sentences.join(' ')} Nothing of this import is sent until you say so.`;
}
