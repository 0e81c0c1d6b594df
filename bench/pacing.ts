import { atLeast, atMost, type Bench, type Cell } from './frame.ts';
import { SCENARIOS, play, type Measured } from './pacing/scenarios.ts';
import { CONTENDERS } from './pacing/schedulers.ts';

const cell = (value: number): number => Math.round(value * 10) / 10;

export const bench: Bench = {
  name: 'pacing',
  title: 'As many requests a minute as the service allows, and none refused',
  peers: ['bottleneck', 'p-throttle', 'p-queue', 'limiter'],
  async run({ log }) {
    const rows: Cell[][] = [];
    const ours = new Map<string, Measured>();
    for (const scenario of SCENARIOS) {
      for (const contender of CONTENDERS) {
        log(`${scenario.title}: ${contender.name}`);
        const measured = await play(contender, scenario);
        if (contender === CONTENDERS[0]) ours.set(scenario.id, measured);
        rows.push([
          scenario.title,
          contender.name,
          cell(measured.rowsPerMinute),
          measured.refusedOurs,
          measured.refusedOthers,
          measured.peak,
          measured.personWait === null ? null : Math.round(measured.personWait),
        ]);
      }
    }
    const of = (id: string, read: (measured: Measured) => number | null): number => {
      const measured = ours.get(id);
      return measured === undefined ? Number.NaN : (read(measured) ?? Number.NaN);
    };
    const saturated = SCENARIOS.filter((scenario) => scenario.id.startsWith('saturated'));
    return {
      columns: ['situation', 'scheduler', 'rows/min', '429 ours', '429 others', 'peak in 1 s', 'person waits p95 ms'],
      rows,
      notes: [
        'One hour of virtual time each, limit 240 a minute, round trip of 70 ms in the median with a tail of up to 2 s each way.',
        'Every scheduler runs as published; timers and clocks follow the simulation. A refused request goes back into the queue.',
        'The minute is counted from its first request (anchored), with the clock (aligned) or over the last 60 s (sliding).',
      ],
      checks: [
        ...saturated.map(({ id }) =>
          atMost(
            `${id}-refused`,
            of(id, (measured) => measured.refusedOurs),
            0,
          ),
        ),
        ...saturated.map(({ id }) =>
          atLeast(
            `${id}-rows-per-minute`,
            of(id, (measured) => measured.rowsPerMinute),
            236,
          ),
        ),
        atMost(
          'on-off-refused',
          of('on-off', (measured) => measured.refusedOurs),
          0,
        ),
        atMost(
          'foreign-refused-ours',
          of('foreign', (measured) => measured.refusedOurs),
          0,
        ),
        atMost(
          'foreign-refused-others',
          of('foreign', (measured) => measured.refusedOthers),
          10,
        ),
        atMost(
          'two-instances-refused',
          of('two-instances', (measured) => measured.refusedOurs),
          0,
        ),
        atLeast(
          'two-instances-rows-per-minute',
          of('two-instances', (measured) => measured.rowsPerMinute),
          225,
        ),
        atMost(
          'sleep-refused',
          of('sleep', (measured) => measured.refusedOurs),
          0,
        ),
        atMost(
          'stalls-refused',
          of('stalls', (measured) => measured.refusedOurs),
          0,
        ),
        atMost(
          'stalls-peak',
          of('stalls', (measured) => measured.peak),
          6,
        ),
        atLeast(
          'stalls-rows-per-minute',
          of('stalls', (measured) => measured.rowsPerMinute),
          226,
        ),
        atMost(
          'person-wait-p95-ms',
          of('person', (measured) => measured.personWait),
          50,
        ),
        atMost(
          'person-refused',
          of('person', (measured) => measured.refusedOurs),
          0,
        ),
      ],
    };
  },
};
