import { QuotaServer, latency, type WindowKind } from '../../electron/core/api/simulation/quota-server.ts';
import { VirtualClock, seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';
import { HOUR, MINUTE } from '../../shared/domain/time/time.ts';
import type { Contender, Priority, Scheduler, World } from './schedulers.ts';
import { settlePromises, withVirtualGlobals } from './virtual-globals.ts';

/** Requests that always wait behind the ones under way, as an import of a large file has them. */
const DEPTH = 50;

export interface Measured {
  /** Accepted requests of the scheduler a minute. */
  readonly rowsPerMinute: number;
  readonly refusedOurs: number;
  readonly refusedOthers: number;
  /** Most arrivals within any second. */
  readonly peak: number;
  /** 95th percentile of the wait of a person's request, milliseconds; null without one. */
  readonly personWait: number | null;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly kind: WindowKind;
  readonly drive: (stage: Stage) => Promise<void>;
}

/** One simulated hour: a service, a network, and schedulers in front of it. */
class Stage {
  readonly world: World;
  readonly waits: number[] = [];
  stalledUntil = 0;
  accepted = 0;
  readonly #contender: Contender;

  constructor(contender: Contender, kind: WindowKind, seed: number) {
    const random = seededRandom(seed);
    this.world = { clock: new VirtualClock(), server: new QuotaServer(kind, 240, random() * MINUTE), random };
    this.#contender = contender;
  }

  async scheduler(): Promise<Scheduler> {
    return this.#contender.make(this.world);
  }

  run(until: number): Promise<void> {
    return this.world.clock.runAsync(until, settlePromises);
  }

  /** Sends one request; a refused one goes back into the queue until it is accepted. */
  send(scheduler: Scheduler, priority: Priority, onAccepted: () => void = () => undefined): void {
    const { clock } = this.world;
    const since = clock.monotonicNow();
    const attempt = () =>
      scheduler.add(async () => {
        if (priority === 'person') this.waits.push(clock.monotonicNow() - since);
        const verdict = await this.#travel();
        if (verdict.status === 429) attempt();
        else {
          this.accepted++;
          onAccepted();
        }
        return verdict;
      }, priority);
    attempt();
  }

  /** Keeps the queue full while `isWanted`. */
  saturate(scheduler: Scheduler, isWanted: () => boolean = () => true): void {
    const next = () => {
      if (isWanted()) this.send(scheduler, 'import', next);
    };
    for (let index = 0; index < DEPTH; index++) next();
  }

  async #travel() {
    const { clock, server } = this.world;
    await this.#pass();
    const verdict = server.arrive(clock.monotonicNow(), 'ours');
    await this.#pass();
    return verdict;
  }

  #pass(): Promise<void> {
    const { clock, random } = this.world;
    const delay = latency(random) + Math.max(0, this.stalledUntil - clock.monotonicNow());
    return new Promise((resolve) => void clock.after(delay, resolve));
  }

  measured(): Measured {
    const { server, clock } = this.world;
    const refused = (from: string) =>
      server.arrivals.filter((entry) => entry.status === 429 && entry.from === from).length;
    const times = server.arrivals.filter((entry) => entry.from === 'ours').map((entry) => entry.at);
    const waits = this.waits.toSorted((one, other) => one - other);
    return {
      rowsPerMinute: this.accepted / (clock.monotonicNow() / MINUTE),
      refusedOurs: refused('ours'),
      refusedOthers: refused('other'),
      peak: peakOf(times.toSorted((one, other) => one - other)),
      personWait: waits.length === 0 ? null : (waits[Math.floor(waits.length * 0.95)] ?? null),
    };
  }
}

function peakOf(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  times.forEach((time, index) => {
    while (time - (times[first] ?? time) > 1_000) first++;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

const saturated = (kind: WindowKind): Scenario => ({
  id: `saturated-${kind}`,
  title: `saturated, ${kind} minute`,
  kind,
  async drive(stage) {
    stage.saturate(await stage.scheduler());
    await stage.run(HOUR);
  },
});

export const SCENARIOS: readonly Scenario[] = [
  saturated('anchored'),
  saturated('aligned'),
  saturated('sliding'),
  {
    id: 'on-off',
    title: 'demand comes and goes, aligned minute',
    kind: 'aligned',
    async drive(stage) {
      const scheduler = await stage.scheduler();
      const { clock, random } = stage.world;
      let isOn = false;
      const toggle = () => {
        isOn = !isOn;
        if (isOn) stage.saturate(scheduler, () => isOn);
        clock.after(5_000 + random() * 50_000, toggle);
      };
      toggle();
      await stage.run(HOUR);
    },
  },
  {
    id: 'foreign',
    title: 'another client at 40 a minute',
    kind: 'anchored',
    async drive(stage) {
      const { clock, random, server } = stage.world;
      const other = () => {
        clock.after(latency(random), () => void server.arrive(clock.monotonicNow(), 'other'));
        clock.after(-Math.log(1 - random()) * 1_500, other);
      };
      other();
      stage.saturate(await stage.scheduler());
      await stage.run(HOUR);
    },
  },
  {
    id: 'two-instances',
    title: 'two instances of the same program',
    kind: 'anchored',
    async drive(stage) {
      stage.saturate(await stage.scheduler());
      const second = await stage.scheduler();
      stage.world.clock.after(17_000, () => stage.saturate(second));
      await stage.run(HOUR);
    },
  },
  {
    id: 'sleep',
    title: '30 min of sleep with a queue of 600',
    kind: 'anchored',
    async drive(stage) {
      const scheduler = await stage.scheduler();
      for (let index = 0; index < 600; index++) stage.send(scheduler, 'import');
      await stage.run(60_500);
      stage.world.clock.freeze(30 * MINUTE);
      await stage.run(HOUR);
    },
  },
  {
    id: 'stalls',
    title: '8 s of stall every 3 min',
    kind: 'anchored',
    async drive(stage) {
      const { clock } = stage.world;
      const stall = () => {
        stage.stalledUntil = clock.monotonicNow() + 8_000;
        clock.after(3 * MINUTE, stall);
      };
      clock.after(MINUTE, stall);
      stage.saturate(await stage.scheduler());
      await stage.run(HOUR);
    },
  },
  {
    id: 'person',
    title: 'a person behind a saturated import',
    kind: 'anchored',
    async drive(stage) {
      const scheduler = await stage.scheduler();
      const { clock, random } = stage.world;
      // A file of 600 rows is waiting whenever the person clicks.
      for (let index = 0; index < 550; index++) stage.send(scheduler, 'import', () => stage.send(scheduler, 'import'));
      stage.saturate(scheduler);
      const click = () => {
        stage.send(scheduler, 'person');
        clock.after(10_000 + random() * 20_000, click);
      };
      clock.after(5_000, click);
      await stage.run(HOUR);
    },
  },
];

/** Plays one scenario with one contender, an hour of virtual time. */
export async function play(contender: Contender, scenario: Scenario): Promise<Measured> {
  const stage = new Stage(contender, scenario.kind, 2_026);
  await withVirtualGlobals(stage.world.clock, () => scenario.drive(stage));
  return stage.measured();
}
