import { SimulatedClient, saturate } from '../electron/core/api/simulation/client-under-test.ts';
import { QuotaServer, type WindowKind } from '../electron/core/api/simulation/quota-server.ts';
import { seededRandom, VirtualClock } from '../electron/core/api/simulation/virtual-clock.ts';
import { HOUR } from '../shared/domain/time/time.ts';
import { atLeast, atMost, type Bench } from './frame.ts';

const LIMIT = 240;
const KINDS: readonly WindowKind[] = ['anchored', 'aligned', 'sliding'];
const OFFICES = [2, 5, 10] as const;
/** Milliseconds between the starts of two offices: nobody begins in the same second. */
const APART = 7_300;

interface Measured {
  readonly kind: WindowKind;
  readonly offices: number;
  /** Accepted requests of all, as a share of the limit, once the last one has begun. */
  readonly total: number;
  /** Refusals of the client that had most of them. */
  readonly mostRefused: number;
  /** Accepted requests of the slowest client, as a share of an equal part of all. */
  readonly least: number;
}

/** One account, an import at full speed in every office, and nobody who coordinates. */
function measure(kind: WindowKind, offices: number, seed: number): Measured {
  const clock = new VirtualClock();
  const random = seededRandom(seed);
  const server = new QuotaServer(kind, LIMIT, random() * 60_000);
  const names = Array.from({ length: offices }, (_, index) => `office ${index + 1}`);
  for (const [index, name] of names.entries())
    clock.after(index * APART + random() * 1_000, () => {
      saturate(new SimulatedClient(name, clock, server, random), 'import');
    });
  const begin = offices * APART + 60_000;
  clock.run(begin + HOUR);
  const arrived = server.arrivals.filter(({ at }) => at >= begin);
  const count = (name: string, status: number) =>
    arrived.filter((entry) => entry.from === name && entry.status === status).length;
  const accepted = names.map((name) => count(name, 200));
  const all = accepted.reduce((sum, own) => sum + own, 0);
  return {
    kind,
    offices,
    total: all / (LIMIT * 60),
    mostRefused: Math.max(...names.map((name) => count(name, 429))),
    least: Math.min(...accepted) / (all / offices),
  };
}

const percent = (share: number) => Math.round(share * 1_000) / 10;

export const bench: Bench = {
  name: 'offices',
  title: 'Several computers, one account: what they reach together, and how they share it',
  async run({ log }) {
    const measured: Measured[] = [];
    for (const kind of KINDS)
      for (const offices of OFFICES) {
        log(`${offices} offices, ${kind}`);
        measured.push(measure(kind, offices, offices * 31 + KINDS.indexOf(kind)));
      }
    return {
      columns: ['minute', 'offices', 'of the limit %', 'most refused an hour', 'least of a fair share %'],
      rows: measured.map(({ kind, offices, total, mostRefused, least }) => [
        kind,
        offices,
        percent(total),
        mostRefused,
        percent(least),
      ]),
      notes: [
        `One hour of virtual time each, after the first minute of the last office; limit ${LIMIT} a minute.`,
        'Every office sends as fast as its client lets it, and knows the others only from the headers of its own answers.',
      ],
      checks: measured.flatMap(({ kind, offices, total, mostRefused, least }) => [
        atLeast(`${kind}-${offices}-of-the-limit-percent`, percent(total), 95),
        atMost(`${kind}-${offices}-refused-an-hour`, mostRefused, 1),
        atLeast(`${kind}-${offices}-least-share-percent`, percent(least), 50),
      ]),
    };
  },
};
