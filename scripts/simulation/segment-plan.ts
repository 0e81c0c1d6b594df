import { drawsOf } from './draws.ts';
import { type Fault, FAULTS } from './network.ts';
import { SEGMENTS } from './service.ts';

/* What happens to segments in a life, drawn from its seed. */

/** What people ask of a change of a segment. */
export type ChangeAsk = 'begin' | 'pause' | 'resume' | 'stop' | 'repair' | 'resolve' | 'remove' | 'undo';

/** A list of leads that a person puts into a segment, or takes out of it. */
export interface PlannedChange {
  readonly id: string;
  readonly segment: string;
  readonly kind: 'add' | 'remove';
  readonly leads: readonly string[];
}

export type SegmentDeed =
  | {
      readonly kind: 'change';
      readonly what: ChangeAsk;
      readonly change: number;
      readonly by: number;
      readonly draw: number;
    }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[]; readonly of: 'segments' };

export interface SegmentPlan {
  readonly changes: readonly PlannedChange[];
  /** Lead ids that the service refuses. */
  readonly refused: readonly string[];
  readonly deeds: readonly { readonly at: number; readonly deed: SegmentDeed }[];
}

const ASKS: readonly ChangeAsk[] = [
  ...(['pause', 'pause', 'resume', 'resume', 'stop', 'repair'] as const),
  ...(['resolve', 'resolve', 'remove'] as const),
];
/** Share of the lives in which segments are changed. */
const SHARE = 0.3;
/** Milliseconds in which a change begins, and in which most of what happens to it does. */
const BEGINS = 20_000;
const SOON = 4_000;

export function segmentPlanOf(seed: number, programs: number): SegmentPlan {
  const { random, below } = drawsOf(seed + 29, 0x7feb352d);
  if (random() >= SHARE) return { changes: [], refused: [], deeds: [] };
  const first = {
    id: 'change0',
    segment: SEGMENTS[below(SEGMENTS.length)] ?? SEGMENTS[0],
    kind: 'add',
    leads: Array.from({ length: 1 + below(10) }, (_, index) => `LEAD-${index + 1}`),
  } as const;
  const changes: PlannedChange[] = [first];
  if (random() < 0.4)
    changes.push({ ...first, id: 'change1', kind: 'remove', leads: first.leads.slice(0, 1 + below(9)) });
  const refused = first.leads.filter(() => random() < 0.1);
  const deeds: { at: number; deed: SegmentDeed }[] = [];
  for (const change of changes.keys()) {
    let at = below(BEGINS);
    const ask = (what: ChangeAsk) =>
      deeds.push({ at, deed: { kind: 'change', what, change, by: below(programs), draw: random() } });
    ask('begin');
    for (let count = below(6); count > 0; count -= 1) {
      at += below(random() < 0.7 ? SOON : BEGINS);
      if (random() < 0.5) ask(ASKS[below(ASKS.length)] ?? 'resume');
      else
        deeds.push({
          at,
          deed: {
            kind: 'faults',
            faults: Array.from({ length: 1 + below(3) }, () => FAULTS[below(FAULTS.length)] ?? 'lostAfter'),
            of: 'segments',
          },
        });
    }
  }
  return { changes, refused, deeds: [...deeds, ...(changes.length === 1 ? undosOf(seed, programs) : [])] };
}

/** They have the last numbers of a life. In half of the lives with one change a person wants it undone, once or more. */
function undosOf(seed: number, programs: number): SegmentPlan['deeds'] {
  const { random, below } = drawsOf(seed + 31, 0x85ebca6b);
  if (random() < 0.5) return [];
  let at = 2_000 + below(BEGINS);
  return Array.from({ length: 1 + below(3) }, () => {
    at += below(random() < 0.5 ? 300 : SOON);
    return { at, deed: { kind: 'change', what: 'undo', change: 0, by: below(programs), draw: random() } as const };
  });
}

/** What is asked of a change, in words. */
export function changeWords({ what, change, by }: Extract<SegmentDeed, { kind: 'change' }>): string {
  return `a person asks ${by}: ${what} change${change}`;
}
