import type { Random } from '../../electron/core/foundation/ports.ts';
import type { FaultSpecification } from '../../electron/practice/practice-service.ts';
import { HOUR } from '../../shared/domain/time/time.ts';
import type { KillPoint } from './kill-points.ts';

/** How one life of the program ends, and under what conditions it lives. */
export interface Life {
  /** The step of the reference (K0 to K10), or `random`. */
  readonly kind: string;
  readonly task: 'send' | 'look' | 'save';
  readonly killAt: KillPoint | null;
  /** The moment on the wire. */
  readonly wire: 'request' | 'answer' | null;
  /** Milliseconds after which it is killed at the latest, from its start, from the opening of its account, or from its save. */
  readonly after: { readonly since: 'start' | 'open' | 'saving'; readonly milliseconds: number };
  readonly offset: number;
  readonly hasTwin: boolean;
  readonly disk: 'whole' | 'full' | 'readOnly';
  /** The log of the journal is cut after the kill. */
  readonly isTorn: boolean;
}

/** Milliseconds. A kill point that is not met by then ends as a random kill. */
const LONGEST = 3_000;

/** Milliseconds. A look waits until requests under way have settled. */
const LONGEST_LOOK = 75_000;

/** A night in which clocks are set, where the service stands (Europe/Copenhagen). Unix milliseconds of the change. */
export interface ClockNight {
  readonly name: string;
  readonly at: number;
}

const NIGHTS: readonly (ClockNight | null)[] = [
  null,
  { name: 'the night in which clocks go back', at: Date.UTC(2026, 9, 25, 1) },
  { name: 'the night in which clocks go forward', at: Date.UTC(2026, 2, 29, 1) },
];

/** One of three lanes lives now, the others in a night when clocks change, both the program and its service. */
export const nightOf = (lane: number): ClockNight | null => NIGHTS[lane % NIGHTS.length] ?? null;

interface Way {
  readonly kind: string;
  readonly weight: number;
  readonly change: (random: Random) => Partial<Life>;
}

const at = (step: KillPoint['step'], when: KillPoint['when'], most = 4): Way['change'] => {
  const patience = { since: 'open', milliseconds: LONGEST } as const;
  return (random) => ({ killAt: { step, when, skip: Math.floor(random() * most) }, after: patience });
};
const either = (random: Random) => (random() < 0.5 ? 'before' : 'after');
const opened =
  (most: number): Way['change'] =>
  (random) => ({
    after: { since: 'open', milliseconds: random() * most },
  });

const WAYS: readonly Way[] = [
  { kind: 'random', weight: 36, change: opened(2_400) },
  { kind: 'starting', weight: 6, change: (random) => ({ after: { since: 'start', milliseconds: random() * 700 } }) },
  { kind: 'K1 before the intent', weight: 5, change: at('send', 'before') },
  { kind: 'K2 behind the intent', weight: 5, change: at('send', 'after') },
  { kind: 'K3 request on the wire', weight: 5, change: () => ({ wire: 'request' }) },
  { kind: 'K4 created, no answer', weight: 5, change: () => ({ wire: 'answer' }) },
  { kind: 'K5 before the answer is kept', weight: 5, change: at('answer', 'before') },
  { kind: 'K6 behind the answer', weight: 5, change: at('answer', 'after') },
  { kind: 'K7 checkpoint', weight: 3, change: (random) => at('checkpoint', either(random), 1)(random) },
  {
    kind: 'K8 look',
    weight: 2,
    change: (random) => ({
      task: 'look',
      ...at('verdict', either(random), 1)(random),
      after: { since: 'open', milliseconds: LONGEST_LOOK },
    }),
  },
  {
    kind: 'K9 save',
    weight: 4,
    change: (random) => ({ task: 'save', after: { since: 'saving', milliseconds: random() * 30 } }),
  },
  { kind: 'K10 right after the opening', weight: 8, change: opened(200) },
  { kind: 'clock wrong', weight: 5, change: (random) => ({ ...opened(2_400)(random), offset: offsetOf(random) }) },
  { kind: 'two programs', weight: 5, change: (random) => ({ ...opened(2_400)(random), hasTwin: true }) },
  { kind: 'log torn', weight: 3, change: (random) => ({ ...opened(2_400)(random), isTorn: true }) },
];
const DISK_WAYS: readonly Way[] = [
  { kind: 'disk full', weight: 10, change: (random) => ({ ...opened(2_400)(random), disk: 'full' }) },
  { kind: 'disk read-only', weight: 4, change: (random) => ({ ...opened(800)(random), disk: 'readOnly' }) },
];
/** While a file becomes a job. */
const BEGINNINGS: readonly Way[] = [
  { kind: 'K0 staging', weight: 1, change: (random) => at('stage', either(random), 1)(random) },
  { kind: 'K7 checkpoint', weight: 1, change: (random) => at('checkpoint', either(random), 2)(random) },
  { kind: 'random', weight: 2, change: opened(400) },
];

function offsetOf(random: Random): number {
  const sizes = [24 * HOUR, -24 * HOUR, HOUR, -HOUR, HOUR / 2, -HOUR / 2];
  return sizes[Math.floor(random() * sizes.length)] ?? 0;
}

export function drawLife(random: Random, { isBeginning, hasDisk }: { isBeginning: boolean; hasDisk: boolean }): Life {
  const ways = isBeginning && random() < 0.7 ? BEGINNINGS : hasDisk ? [...WAYS, ...DISK_WAYS] : WAYS;
  let left = random() * ways.reduce((sum, { weight }) => sum + weight, 0);
  const way = ways.find(({ weight }) => (left -= weight) < 0) ?? WAYS[0];
  return {
    kind: way?.kind ?? 'random',
    task: 'send',
    killAt: null,
    wire: null,
    after: { since: 'open', milliseconds: LONGEST },
    offset: 0,
    hasTwin: false,
    disk: 'whole',
    isTorn: false,
    ...way?.change(random),
  };
}

const POST = { method: 'POST', path: '/leads' } as const;
const rarely = (probability: number, rest: Omit<FaultSpecification, 'match' | 'times' | 'probability'>) => ({
  match: POST,
  times: 'always' as const,
  probability,
  ...rest,
});

/** What the service does to single rows while the program lives. */
export const FAULTS: readonly FaultSpecification[] = [
  rarely(0.02, { kind: 'reset', when: 'before' }),
  rarely(0.02, { kind: 'reset', when: 'after' }),
  rarely(0.02, { kind: 'tooManyRequests', period: 'minute', resetSeconds: 1 }),
  rarely(0.02, { kind: 'status', status: 503, when: 'before' }),
  rarely(0.02, { kind: 'status', status: 500, when: 'after' }),
  rarely(0.01, { kind: 'redirect', status: 302, when: 'after' }),
  rarely(0.01, { kind: 'redirect', status: 303, when: 'after' }),
  rarely(0.01, { kind: 'truncate', bytes: 9 }),
  rarely(0.03, { kind: 'refuse', message: 'Not this one.' }),
];
