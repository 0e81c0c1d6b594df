import { atLeast, atMost, type Bench, type BenchCheck, type Cell } from './frame.ts';
import { SCENARIOS, play, type Measured } from './pacing/scenarios.ts';
import { CONTENDERS } from './pacing/schedulers.ts';

type Figure = 'rowsPerMinute' | 'refusedOurs' | 'refusedOthers' | 'peak' | 'personWait';

interface Wanted {
  readonly name: string;
  readonly scenario: string;
  readonly figure: Figure;
  readonly bound: typeof atMost;
  readonly limit: number;
}

const saturated = SCENARIOS.map(({ id }) => id).filter((id) => id.startsWith('saturated'));

/** What the scheduler of this project must reach, by scenario. */
const WANTED: readonly Wanted[] = [
  ...saturated.map((id) => wanted(`${id}-refused`, id, 'refusedOurs', atMost, 0)),
  ...saturated.map((id) => wanted(`${id}-rows-per-minute`, id, 'rowsPerMinute', atLeast, 236)),
  wanted('on-off-refused', 'on-off', 'refusedOurs', atMost, 0),
  wanted('foreign-refused-ours', 'foreign', 'refusedOurs', atMost, 0),
  wanted('foreign-refused-others', 'foreign', 'refusedOthers', atMost, 10),
  wanted('two-instances-refused', 'two-instances', 'refusedOurs', atMost, 0),
  wanted('two-instances-rows-per-minute', 'two-instances', 'rowsPerMinute', atLeast, 225),
  wanted('sleep-refused', 'sleep', 'refusedOurs', atMost, 0),
  wanted('stalls-refused', 'stalls', 'refusedOurs', atMost, 0),
  wanted('stalls-peak', 'stalls', 'peak', atMost, 6),
  wanted('stalls-rows-per-minute', 'stalls', 'rowsPerMinute', atLeast, 226),
  wanted('person-wait-p95-ms', 'person', 'personWait', atMost, 50),
  wanted('person-refused', 'person', 'refusedOurs', atMost, 0),
];

export const bench: Bench = {
  name: 'pacing',
  title: 'As many requests a minute as the service allows, and none refused',
  peers: ['bottleneck', 'p-throttle', 'p-queue', 'limiter'],
  async run({ log }) {
    const { rows, ours } = await playAll(log);
    return {
      columns: ['situation', 'scheduler', 'rows/min', '429 ours', '429 others', 'peak in 1 s', 'person waits p95 ms'],
      rows,
      notes: [
        'One hour of virtual time each, limit 240 a minute, round trip of 70 ms in the median with a tail of up to 2 s each way.',
        'Every scheduler runs as published; timers and clocks follow the simulation. A refused request goes back into the queue.',
        'The minute is counted from its first request (anchored), with the clock (aligned) or over the last 60 s (sliding).',
      ],
      checks: WANTED.map((check) => checkOf(check, ours)),
    };
  },
};

/** Every contender in every scenario. `ours`: the figures of the first contender by scenario. */
async function playAll(log: (line: string) => void): Promise<{ rows: Cell[][]; ours: Map<string, Measured> }> {
  const rows: Cell[][] = [];
  const ours = new Map<string, Measured>();
  for (const scenario of SCENARIOS)
    for (const contender of CONTENDERS) {
      log(`${scenario.title}: ${contender.name}`);
      const measured = await play(contender, scenario);
      if (contender === CONTENDERS[0]) ours.set(scenario.id, measured);
      rows.push([scenario.title, contender.name, ...cellsOf(measured)]);
    }
  return { rows, ours };
}

function cellsOf({ rowsPerMinute, refusedOurs, refusedOthers, peak, personWait }: Measured): Cell[] {
  const wait = personWait === null ? null : Math.round(personWait);
  return [Math.round(rowsPerMinute * 10) / 10, refusedOurs, refusedOthers, peak, wait];
}

function wanted(name: string, scenario: string, figure: Figure, bound: Wanted['bound'], limit: number): Wanted {
  return { name, scenario, figure, bound, limit };
}

/** A figure that was not measured is not a number and fails its check. */
function checkOf({ name, scenario, figure, bound, limit }: Wanted, ours: ReadonlyMap<string, Measured>): BenchCheck {
  return bound(name, ours.get(scenario)?.[figure] ?? Number.NaN, limit);
}
