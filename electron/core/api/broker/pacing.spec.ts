import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import { SimulatedClient, saturate } from '../simulation/client-under-test.ts';
import { QuotaServer, latency, type WindowKind } from '../simulation/quota-server.ts';
import { VirtualClock, seededRandom } from '../simulation/virtual-clock.ts';

const KINDS: readonly WindowKind[] = ['anchored', 'aligned', 'sliding'];

function world(kind: WindowKind, seed: number) {
  const clock = new VirtualClock();
  const random = seededRandom(seed);
  const server = new QuotaServer(kind, 240, random() * MINUTE);
  const client = new SimulatedClient('ours', clock, server, random);
  const refused = (from?: string) =>
    server.arrivals.filter((entry) => entry.status === 429 && (from === undefined || entry.from === from)).length;
  return { clock, random, server, client, refused };
}

/** Most arrivals within any second. */
function peak(server: QuotaServer): number {
  const times = server.arrivals.map((entry) => entry.at).sort((one, other) => one - other);
  let most = 0;
  let first = 0;
  times.forEach((time, index) => {
    while (time - (times[first] ?? time) > 1_000) first++;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

describe.each(KINDS)('a minute that is %s', { timeout: 30_000 }, (kind) => {
  it('is used to 98 % by an import, without a single refusal', () => {
    const { clock, client, server, refused } = world(kind, 1);
    const counts = saturate(client, 'import');
    clock.run(20 * MINUTE);
    expect(refused()).toBe(0);
    expect(counts.accepted / 20).toBeGreaterThanOrEqual(236);
    expect(peak(server)).toBeLessThanOrEqual(6);
  });

  it('lets a click through at once behind a saturated import', () => {
    const { clock, client, random, refused } = world(kind, 2);
    saturate(client, 'import');
    const waits: number[] = [];
    const click = () => {
      client.send({ lane: 'person', onSent: (waited) => waits.push(waited) });
      clock.after(5_000 + random() * 20_000, click);
    };
    clock.after(2_000, click);
    clock.run(20 * MINUTE);
    waits.sort((one, other) => one - other);
    expect(waits.length).toBeGreaterThan(50);
    expect(waits[Math.floor(waits.length * 0.95)]).toBeLessThan(50);
    expect(refused()).toBe(0);
  });

  it('is shared with another client without refusals for either', () => {
    const { clock, client, server, random, refused } = world(kind, 3);
    const other = () => {
      clock.after(latency(random), () => server.arrive(clock.monotonicNow(), 'other'));
      clock.after(-Math.log(1 - random()) * 1_500, other);
    };
    other();
    const counts = saturate(client, 'import');
    clock.run(15 * MINUTE);
    expect(refused('ours')).toBe(0);
    expect(refused('other')).toBeLessThanOrEqual(5);
    expect(counts.accepted / 15).toBeGreaterThan(175);
  });

  it('is shared by two of our own programs, with neither starved', () => {
    const { clock, client, server, random, refused } = world(kind, 4);
    const second = new SimulatedClient('second', clock, server, random);
    saturate(client, 'import');
    clock.after(17_000, () => saturate(second, 'import'));
    clock.run(20 * MINUTE);
    expect(refused()).toBe(0);
    const late = server.arrivals.filter((entry) => entry.at > 10 * MINUTE);
    const share = late.filter((entry) => entry.from === 'ours').length / late.length;
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.65);
  });

  it('survives demand that comes and goes', () => {
    const { clock, client, server, random, refused } = world(kind, 5);
    let isOn = false;
    const toggle = () => {
      isOn = !isOn;
      if (isOn) saturate(client, 'import', () => isOn);
      clock.after(5_000 + random() * 50_000, toggle);
    };
    toggle();
    clock.run(20 * MINUTE);
    expect(refused()).toBe(0);
    expect(peak(server)).toBeLessThanOrEqual(6);
  });

  it('sees no burst after half an hour of sleep or after a stall', () => {
    const { clock, client, server, refused } = world(kind, 6);
    saturate(client, 'import');
    clock.run(5 * MINUTE);
    clock.sleep(30 * MINUTE);
    clock.run(8 * MINUTE);
    client.stalledUntil = clock.monotonicNow() + 8_000;
    clock.run(15 * MINUTE);
    expect(refused()).toBe(0);
    expect(peak(server)).toBeLessThanOrEqual(6);
  });
});
