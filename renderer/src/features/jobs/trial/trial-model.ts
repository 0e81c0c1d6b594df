import type { JobDetail } from '../../../../../shared/contract/jobs/jobs.ts';
import type { TrialFinding, TrialLead, TrialMatch, TrialReading } from '../../../../../shared/contract/jobs/trial.ts';
import { charactersOf } from '../../../../../shared/domain/jobs/trial.ts';
import type { Forecast } from '../../../../../shared/domain/schedule/import-forecast.ts';
import { format, rowForms } from '../../../lib/format.ts';
import type { StatusName } from '../../../ui/index.ts';

/** Colour and word of a comparison; a value in another form is not a fault. */
export function matchWords(
  match: TrialMatch,
  sent = '',
  stored: string | null = null,
): { status: StatusName; text: string } {
  switch (match) {
    case 'same':
      return { status: 'ok', text: 'as sent' };
    case 'form':
      return { status: 'ok', text: 'same, other form' };
    case 'cut':
      return { status: 'warning', text: `${charactersOf(sent) - charactersOf(stored ?? '')} cut` };
    case 'other':
      return { status: 'warning', text: 'other value' };
    case 'missing':
      return { status: 'warning', text: 'missing' };
    case 'unseen':
      return { status: 'skipped', text: 'not shown' };
  }
}

/** The worst match of a lead; null when the lead was not found. A pool that no lead names is said once, above. */
export function worstOf({ foundBy, fields }: TrialLead): TrialMatch | null {
  if (foundBy === null) return null;
  const has = (match: TrialMatch) =>
    fields.some((field) => field.match === match && !(match === 'unseen' && field.isPool));
  return (['cut', 'missing', 'other', 'form', 'unseen'] as const).find(has) ?? 'same';
}

/** A finding as a person reads it: what is so, and what it means for the rows that wait. */
export interface FindingWords {
  readonly status: StatusName;
  readonly title: string;
  readonly meaning: string;
}

/** Everything there is to say about a reading, the worst first. */
export function findingWords(reading: TrialReading, waiting: number): FindingWords[] {
  const found = reading.leads.filter(({ foundBy }) => foundBy !== null).length;
  const read = reading.leads.length;
  if (found === 0)
    return [
      {
        status: 'warning',
        title: 'The service does not show these leads',
        meaning: `None of the ${format.number(read)} is among the leads that it sent. Nothing is known about their values. Read them again, or look in the service.`,
      },
    ];
  const hidden = reading.findings.filter(({ match, isPool }) => match === 'unseen' && !isPool);
  const all = reading.findings
    .filter((finding) => hidden.length < 2 || !hidden.includes(finding))
    .map((finding) => wordsOf(finding, found, waiting));
  if (hidden.length > 1)
    all.push({
      status: 'skipped',
      title: `The service does not show ${format.number(hidden.length)} fields`,
      meaning: `Whether they arrived is not known: ${hidden.map(({ field }) => field).join(', ')}.`,
    });
  const isWhole = reading.findings.every(({ match }) => ['same', 'form', 'unseen'].includes(match));
  const facts: readonly (FindingWords | false)[] = [
    found !== read && {
      status: 'warning',
      title: `${format.number(read - found)} of ${format.number(read)} ${read - found === 1 ? 'was' : 'were'} not found`,
      meaning: 'The service may show them later. Nothing is known about their values. Read them again.',
    },
    isWhole && {
      status: 'ok',
      title: `All ${hidden.length === 0 ? '' : 'shown '}values ${found === read ? '' : 'of the others '}arrived`,
      meaning: `No ${hidden.length === 0 ? '' : 'shown '}value of ${leadsOf(found)} was cut, changed or lost.`,
    },
    ...all,
  ];
  return facts.filter((fact) => fact !== false);
}

function wordsOf(finding: TrialFinding, found: number, waiting: number): FindingWords {
  const { field, match, leads, isPool, line } = finding;
  const all = found === 1 ? 'The only lead' : `All ${format.number(found)} leads`;
  const who = leads === found ? all : `${format.number(leads)} of ${format.number(found)} leads`;
  const isOne = leads === 1;
  const longer = finding.waiting ?? 0;
  const where = `line ${format.number(line)}${isOne ? '' : ' first'}`;
  switch (match) {
    case 'same':
      return { status: 'ok', title: 'Lead pool confirmed', meaning: `${who} ${isOne ? 'is' : 'are'} in it.` };
    case 'form':
      return {
        status: 'ok',
        title: `${field} is stored in another form`,
        meaning: `${who}, ${where}. Only spaces, letter case or the way a phone is written differ.`,
      };
    case 'cut':
      return {
        status: 'warning',
        title: cutTitle(finding),
        meaning: `${who}, and ${format.number(longer)} of the ${format.number(waiting)} ${waiting === 1 ? 'row that waits' : 'rows that wait'} ${longer === 1 ? 'is' : 'are'} longer.`,
      };
    case 'missing':
      return {
        status: 'warning',
        title: `${field} is missing`,
        meaning: `${who} ${isOne ? 'was' : 'were'} sent with a value and ${isOne ? 'shows' : 'show'} none, ${where}.`,
      };
    case 'other':
      return {
        status: 'warning',
        title: isPool ? 'The leads are in another pool' : `${field} has another value`,
        meaning: `${who} ${isOne ? 'shows' : 'show'} a different value, ${where}.`,
      };
    case 'unseen':
      return {
        status: 'skipped',
        title: isPool ? 'The service does not name the pool' : `The service does not show ${field}`,
        meaning: `${isPool ? 'Whether the leads are in it' : 'Whether it arrived'} is not known. Look at a lead in the service.`,
      };
  }
}

function cutTitle({ field, kept }: TrialFinding): string {
  if (kept === null) return `${field} is cut`;
  const { least, most } = kept;
  return `${field} is cut after ${least === most ? format.number(most) : `${format.number(least)} to ${format.number(most)}`} ${most === 1 ? 'character' : 'characters'}`;
}

/** A field whose values are all cut at the same length, and the waiting rows that are longer. */
interface Shortenable {
  readonly field: string;
  readonly characters: number;
  readonly rows: number;
}

/** Fields whose limit is known: lengths that differ show none. */
export function shortenable({ findings }: TrialReading): Shortenable[] {
  return findings.flatMap(({ match, field, isPool, kept, waiting }) =>
    match === 'cut' && !isPool && kept !== null && kept.least === kept.most && waiting !== null && waiting > 0
      ? [{ field, characters: kept.most, rows: waiting }]
      : [],
  );
}

function leadsOf(found: number): string {
  return found === 1 ? 'the lead' : `the ${format.number(found)} leads`;
}

/** An event on the time line of a trial. */
export interface TrialStep {
  /** Unix milliseconds; null: now. */
  readonly at: number | null;
  readonly state: 'done' | 'now' | 'ahead';
  readonly title: string;
  readonly meaning: string;
}

interface TrialRun extends Pick<JobDetail, 'summary' | 'perMinute'> {
  /** When the service answered for each created lead, Unix milliseconds; missing: not for all of them known. */
  readonly createdAt?: readonly number[];
}

/** What happened until now, that the job waits, and when the rest would go. Times that nobody knows are left out. */
export function trialSteps(
  { summary, perMinute, createdAt: answers = [] }: TrialRun,
  reading: TrialReading | null,
  ahead: Pick<Forecast, 'startAt'> | null,
  now: number,
): TrialStep[] {
  const { counts, createdAt } = summary;
  const sent = counts.created + counts.refused + counts.unknown;
  const last = answers.length === 0 ? null : Math.max(...answers);
  const sentAt = last ?? perMinute.findLast(({ rows }) => rows > 0)?.minute;
  const within = last === null ? 0 : last - Math.min(...answers);
  const took = within > 0 && within < LONG ? ` within ${format.duration(within).replace(' ', '\u00a0')}` : '';
  const steps: TrialStep[] = [
    {
      at: createdAt,
      state: 'done',
      title: 'Started',
      meaning: `${format.number(counts.rows - counts.skipped - counts.excluded)} of ${format.count(counts.rows, rowForms)} go on`,
    },
  ];
  if (sentAt !== undefined)
    steps.push({
      at: Math.max(createdAt, sentAt),
      state: 'done',
      title: 'Trial sent',
      meaning: `${format.count(sent, rowForms)}, ${format.number(counts.created)} created${took}`,
    });
  if (reading !== null) steps.push(readStep(reading));
  steps.push({ at: null, state: 'now', title: 'Waits for you', meaning: 'nothing is sent meanwhile' });
  if (ahead !== null && counts.waiting > 0 && ahead.startAt > now + SOON)
    steps.push({
      at: ahead.startAt,
      state: 'ahead',
      title: 'The rest starts',
      meaning: 'at the earliest, if you send it now',
    });
  return steps;
}

/** Milliseconds. Later answers are a person's, about rows that were unknown for a while. */
const LONG = 60_000;

/** Milliseconds. The button itself names a start that is closer than this. */
const SOON = 60_000;

function readStep({ at, leads }: TrialReading): TrialStep {
  const found = leads.filter(({ foundBy }) => foundBy !== null);
  const differ = found.filter((lead) => ['cut', 'other', 'missing'].includes(worstOf(lead) ?? '')).length;
  const says =
    differ === 0 ? 'no value differs' : format.count(differ, { one: '# of them differs', other: '# of them differ' });
  return {
    at,
    state: 'done',
    title: 'Read back',
    meaning: `${format.number(found.length)} of ${format.number(leads.length)} found, ${says}`,
  };
}
