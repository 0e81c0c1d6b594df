import type { Terms } from '../../shared/contract/imports/imports.ts';
import { HOUR } from '../../shared/domain/time/time.ts';
import type { Death } from './owners.ts';
import { drawsOf } from './draws.ts';
import { type Answers, type Fault, FAULTS } from './network.ts';
import { type ExportDeed, exportDeedsOf, exportWords } from './export-plan.ts';
import { changeWords, type PlannedChange, type SegmentDeed, segmentPlanOf } from './segment-plan.ts';
import type { Shown } from './service.ts';

/* What happens in a life, drawn from its seed: the imports, what people ask, what breaks, and when. */

export type Asked =
  ('pause' | 'resume' | 'stop' | 'remove' | 'look' | 'apply' | 'decide' | 'correct' | 'again' | 'share') | Repair;
/** What a person does with refused rows. */
type Repair = 'repair' | 'leaveOut' | 'undo' | 'redo';

export type Deed =
  | { readonly kind: 'begin'; readonly job: number; readonly by: number; readonly isPaused: boolean }
  | { readonly kind: 'ask'; readonly what: Asked; readonly job: number; readonly by: number; readonly draw: number }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[]; readonly of: 'leads' | 'questions' }
  | SegmentDeed
  | ExportDeed
  | { readonly kind: 'outage'; readonly milliseconds: number }
  | { readonly kind: 'restartService' }
  | { readonly kind: 'others'; readonly units: number }
  | { readonly kind: 'die'; readonly by: number; readonly death: Death; readonly back: number }
  | { readonly kind: 'close'; readonly by: number; readonly back: number }
  /** The disk is full. */
  | { readonly kind: 'full'; readonly milliseconds: number }
  | { readonly kind: 'sleep'; readonly milliseconds: number };

interface Timed {
  /** Milliseconds from the beginning of the life. */
  readonly at: number;
  readonly deed: Deed;
}

export interface Event extends Timed {
  /** Names it in the line that replays a life. */
  readonly id: number;
}

/** An import: its phones are its rows. */
export interface PlannedJob {
  readonly id: string;
  readonly campaign: string;
  readonly phones: readonly string[];
  /** What a person chose otherwise than usual. `startMinute`: of the hour in which the life begins. */
  readonly terms: Partial<Pick<Terms, 'trial' | 'share' | 'tagField' | 'order'>> & { readonly startMinute?: number };
  readonly stopAfterSameRefusal: number;
}

export interface Plan {
  readonly seed: number;
  readonly programs: number;
  readonly jobs: readonly PlannedJob[];
  readonly changes: readonly PlannedChange[];
  readonly hasExports: boolean;
  /** Phones and lead ids that the service refuses. */
  readonly refused: ReadonlySet<string>;
  readonly shown: Shown;
  readonly answers: Answers;
  /** Milliseconds from the beginning of the life until the service's day ends. */
  readonly dayEndsIn: number;
  readonly events: readonly Event[];
}

const CAMPAIGNS = ['SPRING', 'SUMMER'];
/** Milliseconds in which things happen; then faults stop, and people settle what is left. */
const BUSY = 90_000;
const ASKS: readonly Asked[] = [
  ...(['pause', 'pause', 'resume', 'resume', 'resume', 'stop', 'remove', 'look', 'look'] as const),
  ...(['apply', 'apply', 'decide', 'decide', 'correct', 'again', 'share'] as const),
];

const REPAIRS: readonly Repair[] = ['repair', 'repair', 'leaveOut', 'undo', 'redo'];

export function planOf(seed: number): Plan {
  const { random, below } = drawsOf(seed + 1, 0x9e3779b1);
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const programs = random() < 0.35 ? 2 : 1;
  const isDayShort = random() < 0.15;
  const dayEndsIn = isDayShort ? 20_000 + below(300_000) : 20 * HOUR;
  const jobs = jobsFrom(1 + below(3), random);
  const phones = jobs.flatMap((job) => job.phones);
  const refused = new Set(phones.filter(() => random() < 0.08));
  // Two imports with the same leads: one waits while the other sends them and is deleted.
  const isDeletedFirst = jobs.length > 1 && random() < 0.08;
  const deeds: Timed[] = jobs.map((_, job) => ({
    at: job === 0 ? 0 : isDeletedFirst ? job : below(BUSY / 2),
    deed: { kind: 'begin', job, by: below(programs), isPaused: isDeletedFirst && job > 0 },
  }));
  if (isDeletedFirst)
    deeds.push(
      { at: 30_000, deed: { kind: 'ask', what: 'remove', job: 0, by: 0, draw: 0.5 } },
      { at: 31_000, deed: { kind: 'ask', what: 'resume', job: 1, by: 0, draw: 0.3 } },
    );
  if (isDeletedFirst && random() < 0.5)
    deeds.push({ at: 31_050, deed: { kind: 'die', by: 0, death: { ...deathFrom(), at: 1 + below(8) }, back: 1000 } });
  const many = 2 + below(11);
  for (let count = 0; count < many; count += 1) deeds.push({ at: momentFrom(random), deed: draw() });
  if (random() < 0.25) deeds.push(...courseFrom(random, below(jobs.length), below(programs)));

  function draw(): Deed {
    const drawn = random();
    const by = below(programs);
    if (drawn < 0.3) return { kind: 'ask', what: one(ASKS), job: below(jobs.length), by, draw: random() };
    if (drawn < 0.52) {
      const faults = Array.from({ length: 1 + below(3) }, () => one(FAULTS));
      return { kind: 'faults', faults, of: random() < 0.85 ? 'leads' : 'questions' };
    }
    if (drawn < 0.8) return { kind: 'die', by, death: deathFrom(), back: 500 + below(20_000) };
    if (drawn < 0.85) return { kind: 'close', by, back: 500 + below(20_000) };
    if (drawn < 0.89) return { kind: 'outage', milliseconds: 1_000 + below(30_000) };
    if (drawn < 0.92) return { kind: 'restartService' };
    if (drawn < 0.96) return { kind: 'others', units: 1 + below(random() < 0.5 ? 20 : 300) };
    if (isDayShort && drawn < 0.98) return { kind: 'others', units: 20_000 };
    return { kind: 'sleep', milliseconds: 1_000 + below(120_000) };
  }

  function deathFrom(): Death {
    const share = one([0, 0, 1, 1, random(), random()]);
    return { at: 1 + below(random() < 0.7 ? 12 : 60), share, kind: random() < 0.5 ? 'kill' : 'power' };
  }

  // Two programs send at the same time, and one of them dies within a line of the record.
  if (programs === 2 && jobs.length > 1 && random() < 0.15) {
    for (const job of [0, 1]) deeds[job] = { at: job * 50, deed: { kind: 'begin', job, by: job, isPaused: false } };
    const death: Death = { at: 1 + below(8), share: 0.2 + random() * 0.6, kind: 'kill' };
    deeds.push({ at: 200, deed: { kind: 'die', by: 0, death, back: 1000 } });
  }

  const events = deeds.toSorted(byMoment).map((event, id) => ({ id, ...event }));
  const third = programs === 2 ? thirdFrom(seed) : null;
  return withExports(
    withChanges(
      withRepairs({
        ...{
          seed,
          jobs: withTerms(seed, jobs),
          changes: [],
          hasExports: false,
          refused,
          dayEndsIn,
          shown: shownFrom(seed),
          answers: answersFrom(seed),
        },
        programs: third === null ? programs : 3,
        events: withFullDisk(seed, third === null ? events : events.map(third)),
      }),
    ),
  );
}

function withExports(plan: Plan): Plan {
  const deeds = exportDeedsOf(plan.seed, plan.programs);
  return { ...plan, hasExports: deeds.length > 0, events: withDeeds(plan.events, deeds) };
}

function withChanges(plan: Plan): Plan {
  const { changes, refused, deeds } = segmentPlanOf(plan.seed, plan.programs);
  return {
    ...plan,
    changes,
    refused: new Set([...plan.refused, ...refused]),
    events: withDeeds(plan.events, deeds),
  };
}

/** The events of a life keep their numbers: others that were drawn later have the next ones. */
function withDeeds(events: readonly Event[], deeds: readonly Timed[]): Event[] {
  return [...events, ...deeds.map((deed, index) => ({ id: events.length + index, ...deed }))].sort(byMoment);
}

function byMoment(one: Timed, other: Timed): number {
  return one.at - other.at;
}

/** Null: nobody opens a third program; else each event may be of that. */
function thirdFrom(seed: number): ((event: Event) => Event) | null {
  const { random } = drawsOf(seed + 17, 0x27d4eb2f);
  if (random() >= 0.25) return null;
  return (event) => (random() < 0.33 && 'by' in event.deed ? { ...event, deed: { ...event.deed, by: 2 } } : event);
}

function withFullDisk(seed: number, events: readonly Event[]): readonly Event[] {
  const { random, below } = drawsOf(seed + 13, 0xc2b2ae35);
  if (random() >= 0.15) return events;
  const deed: Deed = { kind: 'full', milliseconds: 500 + below(40_000) };
  return withDeeds(events, [{ at: momentFrom(random), deed }]);
}

/**
 * In half of the lives a person works on refused rows: mostly on one of the first rows of an import, which the service refuses
 * in any case then, and takes back what was done soon after.
 */
function withRepairs(plan: Plan): Plan {
  const { random, below } = drawsOf(plan.seed + 19, 0x165667b1);
  if (random() < 0.5) return plan;
  const job = below(plan.jobs.length);
  const phone = plan.jobs[job]?.phones[below(3)];
  let at = 1_000 + below(random() < 0.6 ? 5_000 : BUSY);
  const acts = Array.from({ length: 1 + below(5) }, () => {
    const what = random() < 0.3 ? 'undo' : (REPAIRS[below(REPAIRS.length)] ?? 'repair');
    at += random() < 0.5 ? below(300) : below(20_000);
    const deed: Deed = { kind: 'ask', what, job, by: below(plan.programs), draw: random() };
    return { at, deed };
  });
  return {
    ...plan,
    refused: new Set([...plan.refused, ...(phone === undefined ? [] : [phone])]),
    events: withDeeds(plan.events, acts),
  };
}

/** Half of the imports are sent as usual. */
function withTerms(seed: number, jobs: readonly PlannedJob[]): PlannedJob[] {
  const { random, below } = drawsOf(seed + 23, 0x9e3779b9);
  return jobs.map((job) => {
    if (random() < 0.5) return job;
    const terms = {
      ...(random() < 0.35 ? { trial: 1 + below(4) } : {}),
      ...(random() < 0.2 ? { startMinute: 1 + below(2) } : {}),
      ...(random() < 0.2 ? { share: 25 } : {}),
      ...(random() < 0.3 ? { tagField: 'Note' } : {}),
      ...(random() < 0.3 ? { order: { column: 0, descending: random() < 0.7 } } : {}),
    };
    return { ...job, terms, stopAfterSameRefusal: random() < 0.3 ? 1 + below(2) : 0 };
  });
}

function answersFrom(seed: number): Answers {
  const { random } = drawsOf(seed + 37, 0xc2b2ae35);
  const drawn = random();
  return drawn < 0.8 ? 'whole' : drawn < 0.88 ? 'early' : 'drips';
}

function shownFrom(seed: number): Shown {
  const { random, below } = drawsOf(seed + 7, 0x85ebca6b);
  const drawn = random();
  if (drawn < 0.6) return { kind: 'all' };
  if (drawn < 0.75) return { kind: 'late', milliseconds: 1_000 + below(120_000) };
  if (drawn < 0.9) return { kind: random() < 0.5 ? 'oldest' : 'newest', leads: below(12) };
  return { kind: random() < 0.5 ? 'phonesMasked' : 'phonesMissing' };
}

/** Things that break something only in this order, and that chance alone hardly brings about. */
function courseFrom(random: () => number, job: number, by: number): Timed[] {
  const faults = (...names: readonly Fault[]): Deed => ({ kind: 'faults', faults: names, of: 'leads' });
  const ask = (what: Asked): Deed => ({ kind: 'ask', what, job, by, draw: random() });
  const die = (at: number, kind: Death['kind']): Deed => ({
    kind: 'die',
    by,
    death: { at, share: random(), kind },
    back: 1000,
  });
  const courses: readonly (readonly (readonly [number, Deed])[])[] = [
    // A row is lost, looked for, sent again, and lost again, with the former evidence still there.
    [
      [100, faults('lostBefore')],
      [70_000, ask('look')],
      [135_000, faults('lostAfter', 'lostAfter')],
      [135_010, ask('apply')],
      [140_000, ask('apply')],
    ],
    // A request is on its way while its program dies, and is looked for at once.
    [
      [300, faults('late')],
      [900, { kind: 'restartService' }],
      [1_000, ask('look')],
      [40_000, ask('apply')],
    ],
    // A deletion is cut off, and so is what goes on with it.
    [
      [1_000, ask('stop')],
      [4_000, die(2 + Math.floor(random() * 12), 'power')],
      [4_010, ask('remove')],
      [8_000, die(2 + Math.floor(random() * 12), 'kill')],
    ],
    // A program dies in the middle of a line, while another one goes on.
    [
      [300, die(1 + Math.floor(random() * 9), 'kill')],
      [3_000, die(1 + Math.floor(random() * 9), 'kill')],
      [6_000, ask('pause')],
      [6_500, ask('resume')],
    ],
    // Rows are skipped when a person stops, while some are on their way.
    [
      [400, faults('late', 'late', 'signedOut')],
      [699, die(1 + Math.floor(random() * 6), random() < 0.5 ? 'kill' : 'power')],
      [700, ask('stop')],
    ],
  ];
  const course = courses[Math.floor(random() * courses.length)] ?? [];
  return course.map(([at, deed]) => ({ at, deed }));
}

/** Most things happen while rows are sent: in the first seconds. */
function momentFrom(random: () => number): number {
  return Math.floor(random() < 0.6 ? random() * 5_000 : random() * BUSY);
}

function jobsFrom(count: number, random: () => number): PlannedJob[] {
  const jobs: PlannedJob[] = [];
  for (let job = 0; job < count; job += 1) {
    const rows = 2 + Math.floor(random() * 9);
    const campaign = random() < 0.8 ? 'SPRING' : 'SUMMER';
    const former = jobs.filter((other) => other.campaign === campaign).flatMap(({ phones }) => phones);
    const phones = Array.from({ length: rows }, (_, row) => {
      const own = `+4530${String(job * 1000 + row + 1).padStart(6, '0')}`;
      // Now and then the lead of an earlier import.
      return random() < 0.15 ? (former[Math.floor(random() * former.length)] ?? own) : own;
    });
    jobs.push({ id: `job${job}`, campaign, phones: [...new Set(phones)], terms: {}, stopAfterSameRefusal: 0 });
  }
  return jobs;
}

/** The campaign into which a job is corrected. */
export function otherCampaign(campaign: string): string {
  return CAMPAIGNS.find((other) => other !== campaign) ?? campaign;
}

/** An event in words. */
export function wordsOf({ deed }: Event): string {
  switch (deed.kind) {
    case 'begin':
      return `job${deed.job} is to begin in ${deed.by}${deed.isPaused ? ', and to pause at once' : ''}`;
    case 'ask':
      return `a person asks ${deed.by}: ${deed.what} job${deed.job}`;
    case 'change':
      return changeWords(deed);
    case 'export':
      return exportWords(deed);
    case 'faults':
      return `the next ${deed.of} meet: ${deed.faults.join(', ')}`;
    case 'outage':
      return `no connection for ${deed.milliseconds} ms`;
    case 'restartService':
      return 'the service restarts';
    case 'others':
      return `another client uses ${deed.units} units`;
    case 'die':
      return `${deed.by} is to die (${deed.death.kind}) in write ${deed.death.at} from now, with ${Math.round(deed.death.share * 100)} % of it written`;
    case 'close':
      return `${deed.by} closes`;
    case 'full':
      return `the disk is full for ${deed.milliseconds} ms`;
    case 'sleep':
      return `the computer sleeps for ${deed.milliseconds} ms`;
  }
}
