import { DatabaseSync } from 'node:sqlite';
import { createLedgerStore } from '../electron/core/api/broker/ledger/ledger-store.ts';
import { createApiClient } from '../electron/core/api/client.ts';
import { systemClock, systemRandom } from '../electron/core/system/system-clock.ts';
import { startPracticeService } from '../electron/practice/practice-service.ts';
import { dialectSchema } from '../shared/contract/account/account.ts';
import { atLeast, atMost, type Bench } from './frame.ts';

const MINUTES = 3;
const KINDS = ['anchored', 'aligned', 'sliding'] as const;
const credentials = { username: 'practice', password: 'practice' };

interface Measured {
  readonly kind: (typeof KINDS)[number];
  readonly acceptedPerMinute: number;
  readonly refused: number;
  readonly notCreated: number;
  /** 95th percentile of a person's request to another service, milliseconds with its round trip. */
  readonly click: number;
}

/** The whole client over HTTP against a simulated service: an import at full speed, and a person who looks at segments. */
async function measure(kind: (typeof KINDS)[number]): Promise<Measured> {
  await using service = await startPracticeService({
    minuteWindow: kind,
    leads: 10,
    latency: { minimum: 20, maximum: 120 },
  });
  using database = new DatabaseSync(':memory:');
  const client = createApiClient({
    baseAddress: service.url,
    credentials: () => Promise.resolve(credentials),
    clock: systemClock,
    random: systemRandom,
    ledger: createLedgerStore(database),
    log: { bug: String, note: () => undefined },
    dialect: dialectSchema.parse({}),
  });
  const start = systemClock.monotonicNow();
  const end = start + MINUTES * 60_000;
  let row = 0;
  let notCreated = 0;
  const importer = async () => {
    while (systemClock.monotonicNow() < end) {
      const name = String(++row).padStart(6, '0');
      const lead = { campaignCode: 'DK-ENERGI-26', data: { Telefon1: `+4520${name}`, Efternavn: name } };
      const { outcome } = await client.createLead(lead, { lane: 'import', beforeSend: () => undefined });
      if (outcome !== 'created') notCreated++;
    }
  };
  const clicks: number[] = [];
  const person = async () => {
    while (systemClock.monotonicNow() < end) {
      const since = systemClock.monotonicNow();
      await client.listSegments();
      clicks.push(systemClock.monotonicNow() - since);
      await new Promise<void>((resolve) => void systemClock.after(3_000, resolve));
    }
  };
  await Promise.all([...Array.from({ length: 13 }, importer), person()]);
  // The rows that were waiting at the end were let out too.
  const minutes = (systemClock.monotonicNow() - start) / 60_000;
  const { accepted, refused } = service.ledger;
  clicks.sort((one, other) => one - other);
  await client.close();
  const click = clicks[Math.floor(clicks.length * 0.95)] ?? Number.NaN;
  return { kind, acceptedPerMinute: accepted / minutes, refused, notCreated, click };
}

export const bench: Bench = {
  name: 'pacing-real-time',
  title: `The client at full speed over HTTP for ${MINUTES} minutes of real time`,
  async run({ log }) {
    log(`Takes ${MINUTES} minutes.`);
    const measured = await Promise.all(KINDS.map(measure));
    return {
      columns: ['minute', 'accepted/min', 'refused', 'not created', 'click p95 ms'],
      rows: measured.map((entry) => [
        entry.kind,
        Math.round(entry.acceptedPerMinute * 10) / 10,
        entry.refused,
        entry.notCreated,
        Math.round(entry.click),
      ]),
      notes: ['Three services and three clients at the same time in one process, answers after 20 to 120 ms.'],
      checks: measured.flatMap((entry) => [
        atMost(`${entry.kind}-refused`, entry.refused, 0),
        atMost(`${entry.kind}-not-created`, entry.notCreated, 0),
        atLeast(`${entry.kind}-accepted-per-minute`, entry.acceptedPerMinute, 234),
      ]),
    };
  },
};
