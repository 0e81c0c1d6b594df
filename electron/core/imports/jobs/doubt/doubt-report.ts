import type { Doubt } from '../../../../../shared/contract/jobs/doubt.ts';
import type { SavedFile } from '../../../../../shared/contract/host/files.ts';
import { format } from '../../../../../shared/domain/words/format.ts';
import { fileFailure } from '../../../files/foundation/file-trouble.ts';
import { saveWhole } from '../../../files/writing/saved-text.ts';
import { notFound } from '../../../foundation/failure.ts';
import type { GrantedFile } from '../../../foundation/ports.ts';

/** Writes what is in doubt for whoever has to answer for it. `rows` of the answer: lines of the file. */
export async function saveDoubt(doubt: Doubt | null, target: GrantedFile, signal: AbortSignal): Promise<SavedFile> {
  if (doubt === null) throw notFound('Nothing is in doubt any more.');
  const lines = reportLines(doubt);
  try {
    return await saveWhole(target, `${lines.join('\n')}\n`, lines.length, signal);
  } catch (error) {
    throw fileFailure(error);
  }
}

function reportLines({ foundAt, sentences, memories, witness, service, setAside, ...jobs }: Doubt): string[] {
  return [
    'What Lead Console does not know of its own sends',
    `Found ${timeOf(foundAt)}. Times are UTC.`,
    '',
    ...sentences,
    '',
    'Who remembers what',
    memories === null
      ? 'Journal and witness: not known.'
      : `Journal: ${format.count(memories.journal.rows, 'row')} left, last entry ${lastOf(memories.journal.lastAt)}.`,
    ...(memories === null ? [] : [witnessLine(memories.witness, witness)]),
    service === null ? 'Service: not asked.' : serviceLine(service),
    ...(setAside === null ? [] : [`The damaged journal is kept as ${setAside}.`]),
    '',
    'Jobs in doubt',
    ...jobs.forgotten.map(
      ({ name, count, rows, firstAt, lastAt }) =>
        `"${name}": only the witness knows that ${format.count(count, 'row')} left, from ${timeOf(firstAt)} to ${timeOf(lastAt)}: ${rows}.`,
    ),
    ...jobs.lost.map(
      ({ file, rows, sent, at }) =>
        `"${file}": only the witness knows the job: ${format.number(sent)} of ${format.count(rows, 'row')} left, the first at ${timeOf(at)}.`,
    ),
    ...jobs.held.map(
      ({ name, campaignCode, waiting, rows }) =>
        `"${name}" into ${campaignCode}: held, ${format.number(waiting)} of ${format.count(rows, 'row')} ${waiting === 1 ? 'waits' : 'wait'}.`,
    ),
  ];
}

function witnessLine(memory: NonNullable<Doubt['memories']>['witness'], trouble: Doubt['witness']): string {
  if (memory === null) return 'Witness: missing.';
  const atLeast = trouble === null ? '' : `, at least: it is ${TROUBLE[trouble]}`;
  return `Witness: ${format.count(memory.rows, 'row')} left, last record ${lastOf(memory.lastAt)}${atLeast}.`;
}

function serviceLine({ counted, remembered, isShared, since, readAt }: NonNullable<Doubt['service']>): string {
  const also = isShared ? ' (other requests for leads in both)' : '';
  const from = since === null ? '' : `, equal until ${timeOf(since)}`;
  return `Service: counted ${format.number(counted)} in its day, this computer remembers ${format.number(remembered)}${also}${from}, read ${timeOf(readAt)}.`;
}

const TROUBLE = {
  missing: 'missing',
  damaged: 'damaged',
  shorter: 'shorter than the journal',
  another: 'of another journal',
} as const satisfies Record<NonNullable<Doubt['witness']>, string>;

const timeOf = (at: number | null): string => (at === null ? 'a time not known' : new Date(at).toISOString());
const lastOf = (at: number | null): string => (at === null ? `at ${timeOf(at)}` : timeOf(at));
