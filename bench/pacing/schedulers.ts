import { RequestBroker } from '../../electron/core/api/broker/broker.ts';
import { createMemoryLedger } from '../../electron/core/api/broker/ledger/ledger-store.ts';
import { ServiceState } from '../../electron/core/api/broker/service-state.ts';
import type { QuotaServer, Verdict } from '../../electron/core/api/simulation/quota-server.ts';
import type { VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';
import { MINUTE } from '../../shared/domain/time/time.ts';
import { peer } from '../save/peers.ts';

export type Priority = 'person' | 'import';
/** One request: answers what the service said. */
export type Task = () => Promise<Verdict>;

export interface Scheduler {
  add(task: Task, priority: Priority): void;
}

export interface World {
  readonly clock: VirtualClock;
  readonly server: QuotaServer;
  readonly random: () => number;
}

export interface Contender {
  readonly name: string;
  make(world: World): Promise<Scheduler> | Scheduler;
}

const LIMIT = 240;
const PERIOD = MINUTE / LIMIT;

/** A contender that fails must not end as one that is slow. */
function endBench(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

const ours: Contender = {
  name: 'Lead Console',
  make({ clock, random }) {
    const ledger = createMemoryLedger();
    const broker = new RequestBroker({
      clock,
      stateFor: ({ key }) =>
        new ServiceState({ service: key, clock, random, ledger, price: () => 1, onUnsaved: () => undefined }),
      onChange: () => undefined,
      onWake: () => undefined,
    });
    return {
      add(task, priority) {
        broker.admit({ service: 'POST leads', lane: priority, fairUse: true }, (admission) => {
          if (admission.kind !== 'ticket') return;
          const { ticket } = admission;
          task()
            .then(({ status, headers }) =>
              ticket.settle({ kind: 'answered', status, headers, retryAfter: null, receivedAt: clock.monotonicNow() }),
            )
            .catch(endBench);
        });
      },
    };
  },
};

/** What the service's own examples do: wait for the answer, then 250 ms. */
const sleepBetween: Contender = {
  name: 'await, sleep 250 ms',
  make() {
    const queue: Task[] = [];
    let isRunning = false;
    const run = async () => {
      isRunning = true;
      for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
        await task();
        await new Promise<void>((resolve) => setTimeout(resolve, 250));
      }
      isRunning = false;
    };
    return {
      add(task) {
        queue.push(task);
        if (!isRunning) run().catch(endBench);
      },
    };
  },
};

interface BottleneckLimiter {
  schedule(options: { priority: number }, task: Task): Promise<unknown>;
}

function bottleneck(name: string, options: object): Contender {
  return {
    name,
    async make() {
      const { default: Bottleneck } = await peer<{ default: new (options: object) => BottleneckLimiter }>('bottleneck');
      const limiter = new Bottleneck(options);
      return { add: (task, priority) => void limiter.schedule({ priority: priority === 'person' ? 1 : 5 }, task) };
    },
  };
}

const pThrottle: Contender = {
  name: 'p-throttle strict',
  async make() {
    const { default: throttle } = await peer<{
      default: (options: object) => (task: (run: Task) => Promise<unknown>) => (run: Task) => Promise<unknown>;
    }>('p-throttle');
    const throttled = throttle({ limit: LIMIT, interval: MINUTE, strict: true })((run) => run());
    return { add: (task) => void throttled(task) };
  },
};

const pQueue: Contender = {
  name: 'p-queue strict',
  async make() {
    const { default: PQueue } = await peer<{
      default: new (options: object) => { add(task: Task, options: { priority: number }): Promise<unknown> };
    }>('p-queue');
    const queue = new PQueue({ intervalCap: LIMIT, interval: MINUTE, strict: true });
    return { add: (task, priority) => void queue.add(task, { priority: priority === 'person' ? 1 : 0 }) };
  },
};

const limiter: Contender = {
  name: 'limiter',
  async make() {
    const { RateLimiter } = await peer<{
      RateLimiter: new (options: object) => { removeTokens(count: number): Promise<number> };
    }>('limiter');
    const bucket = new RateLimiter({ tokensPerInterval: LIMIT, interval: 'minute' });
    return { add: (task) => void bucket.removeTokens(1).then(task) };
  },
};

export const CONTENDERS: readonly Contender[] = [
  ours,
  sleepBetween,
  bottleneck('bottleneck minTime 250', { minTime: PERIOD, maxConcurrent: 8 }),
  bottleneck('bottleneck reservoir', {
    reservoir: LIMIT,
    reservoirRefreshAmount: LIMIT,
    reservoirRefreshInterval: MINUTE,
  }),
  pThrottle,
  pQueue,
  limiter,
];
