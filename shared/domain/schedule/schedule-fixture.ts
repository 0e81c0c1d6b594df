import { ANY_HOUR, type ScheduledJob } from './schedule.ts';

/** For specs: a job of 1,000 rows that may send at any hour, a unit a row. */
export const job = (over: Partial<ScheduledJob> = {}): ScheduledJob => ({
  id: 'a',
  name: 'A',
  rows: 1_000,
  hours: ANY_HOUR,
  share: 100,
  pace: null,
  priceAt: () => ({ units: 1, until: Number.POSITIVE_INFINITY }),
  ...over,
});
