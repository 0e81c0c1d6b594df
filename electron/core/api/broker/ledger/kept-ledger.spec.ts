import { expect, it } from 'vitest';
import { EMPTY_LEDGER, type DailyLedger } from '../../../../../shared/domain/quota/quota.ts';
import { VirtualClock } from '../../simulation/virtual-clock.ts';
import { KeptLedger } from './kept-ledger.ts';
import { createMemoryLedger, type MinuteStatistic } from './ledger-store.ts';

const SERVICE = 'POST leads';
const used = (units: number) => (): DailyLedger => ({ ...EMPTY_LEDGER, used: units });
const statistic: MinuteStatistic = { minute: 0, service: SERVICE, lane: 'import', requests: 0, units: 0, refused: 1 };

/** A journal that can be full, and the times at which it was written to. */
function world() {
  const clock = new VirtualClock();
  const disk = { isFull: false };
  const tries: number[] = [];
  const minutes: MinuteStatistic[] = [];
  const logged: unknown[] = [];
  const memory = createMemoryLedger();
  const foreign: number[] = [];
  let version = 0;
  let debits = 0;
  const ledger = {
    ...memory,
    version: () => version,
    write: (service: string, written: DailyLedger) => {
      tries.push(clock.monotonicNow());
      if (disk.isFull) throw new Error('disk full');
      memory.write(service, written);
    },
    addMinute: (added: MinuteStatistic) => void minutes.push(added),
  };
  const onUnsaved = (error: unknown) => void logged.push(error);
  const kept = new KeptLedger({ service: SERVICE, clock, ledger, onUnsaved }, (units) => void foreign.push(units));
  /** Another program debits and gives back. */
  const elsewhere = (own: number) => {
    version++;
    debits += Math.max(0, own - memory.read(SERVICE).byWhom.own);
    memory.write(SERVICE, { ...EMPTY_LEDGER, debits, byWhom: { ...EMPTY_LEDGER.byWhom, own } });
  };
  return { clock, disk, tries, minutes, logged, memory, kept, foreign, elsewhere };
}

it('tries again after 1, 2, 4 … 60 seconds, and says so once', () => {
  const { clock, disk, tries, logged, kept } = world();
  disk.isFull = true;
  kept.save(used(1));
  clock.run(200_000);
  expect(tries.map((at) => at / 1000)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
  expect(logged).toHaveLength(1);
  expect(kept.isUnsaved).toBe(true);
});

it('has one try before it, however often it is written meanwhile, and none after a write that worked', () => {
  const { clock, disk, tries, kept, memory } = world();
  disk.isFull = true;
  kept.save(used(1));
  kept.save(used(2));
  clock.run(2_500);
  expect(tries).toEqual([0, 0, 1_000]);
  disk.isFull = false;
  kept.save(used(3));
  clock.run(60_000);
  expect(tries).toEqual([0, 0, 1_000, 2_500]);
  expect(memory.read(SERVICE).used).toBe(3);
  expect(kept.isUnsaved).toBe(false);
});

it('starts over with a second after a write that worked', () => {
  const { clock, disk, tries, kept } = world();
  disk.isFull = true;
  kept.save(used(1));
  clock.run(2_000);
  disk.isFull = false;
  clock.run(10_000);
  disk.isFull = true;
  kept.save(used(2));
  clock.run(11_000);
  expect(tries.map((at) => at / 1000)).toEqual([0, 1, 3, 10, 11]);
});

it('writes the minutes that are owed with the next change that works', () => {
  const { clock, disk, minutes, tries, kept } = world();
  disk.isFull = true;
  kept.addMinute(statistic);
  expect(kept.isUnsaved).toBe(true);
  disk.isFull = false;
  kept.saveOrThrow(used(1), { ...statistic, units: 1 });
  expect(minutes).toEqual([statistic, { ...statistic, units: 1 }]);
  expect(kept.isUnsaved).toBe(false);
  clock.run(60_000);
  expect(tries).toEqual([0, 0]);
});

it('tells of each unit that another program has debited, and of none that it gave back', () => {
  const { kept, foreign, elsewhere } = world();
  for (const own of [1, 1, 0, 4]) {
    elsewhere(own);
    expect(kept.current.byWhom.own).toBe(own);
  }
  expect(foreign).toEqual([1, 4]);
});

it('changes nothing when a change that must be written cannot be', () => {
  const { disk, kept, logged } = world();
  kept.save(used(1));
  disk.isFull = true;
  expect(() => kept.saveOrThrow(used(2), statistic)).toThrow('disk full');
  expect(kept.current.used).toBe(1);
  expect(kept.isUnsaved).toBe(false);
  expect(logged).toEqual([]);
});

it('tries a last time at the end, only when something is owed, and no more', () => {
  const { clock, disk, tries, kept } = world();
  kept.close();
  expect(tries).toEqual([]);
  const other = world();
  other.disk.isFull = true;
  other.kept.save(used(1));
  other.kept.close();
  other.clock.run(600_000);
  expect(other.tries).toEqual([0, 0]);
  disk.isFull = true;
  kept.save(used(2));
  clock.run(600_000);
  expect(tries).toEqual([0]);
});
