// Why: decision 0322.
import type { OutcomeDay, OutcomeGroup, Outcomes } from '../../../../../shared/contract/jobs/outcomes.ts';
import { campaignKey } from '../../../../../shared/domain/service/campaign-code.ts';
import { OutcomeTally } from '../../../../../shared/domain/service/leads/lead-outcomes.ts';
import { OutcomeCourse } from '../../../../../shared/domain/service/leads/outcome-course.ts';
import type { JobStore } from '../journal/job-store.ts';
import { changedIn } from '../journal/outcome-store.ts';
import { columnIn, unionOf } from './outcome-file.ts';
import { OutcomeRows, type ReadJob } from './outcome-rows.ts';

/** Groups that a report lists; the rows of rarer values are one more. */
const MOST_GROUPS = 200;

interface ReportOptions {
  /** A column of the files, by whose values the rows are grouped; null: none. */
  readonly by: string | null;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * What became of the leads of imports at their last readings, by age and by a column. `counts` and `notRead` add up to
 * `created`.
 *
 * @param jobs at least one of them was read
 */
export async function reportOutcomes(
  store: JobStore,
  jobs: readonly ReadJob[],
  { by, now }: ReportOptions,
): Promise<Outcomes> {
  const all = new OutcomeTally();
  const course = new OutcomeCourse(now);
  const groups = new Groups();
  const rows = new OutcomeRows(store);
  let [notRead, byTag, byValues] = [0, 0, 0];
  for (const { job, readings } of jobs) {
    const column = by === null ? null : columnIn(job.columns, by);
    const times = readings.map(({ at }) => at);
    for await (const page of rows.of(job, column))
      for (const row of page) {
        const isCountedThere = row.now?.outcome === 'repeated';
        course.add(row.at ?? job.createdAt, times, isCountedThere ? [{ at: 0, outcome: 'repeated' }] : row.changes);
        if (row.now === null) {
          notRead += 1;
          continue;
        }
        all.add(row.now.outcome);
        if (row.now.foundBy === 'tag') byTag += 1;
        if (row.now.foundBy === 'values') byValues += 1;
        if (by !== null) groups.add(column === null ? null : row.value.trim(), row.now.outcome);
      }
  }
  return {
    ...timesOf(jobs),
    imports: jobs.length,
    created: all.rows + notRead,
    notRead,
    ...lookedAt(jobs),
    byTag,
    byValues,
    counts: all.counts(),
    columns: unionOf(jobs.map(({ job }) => job.columns)),
    ...groups.listed(),
    course: course.days(),
    readings: readingsOf(jobs),
    moves: movesOf(jobs),
  };
}

function timesOf(jobs: readonly ReadJob[]): Pick<Outcomes, 'at' | 'oldest' | 'wholeAt'> {
  const last = jobs.flatMap(({ readings }) => readings.at(-1) ?? []);
  const partial = last.filter(({ at, wholeAt }) => wholeAt < at).map(({ wholeAt }) => wholeAt);
  return {
    at: Math.max(...last.map(({ at }) => at)),
    oldest: Math.min(...last.map(({ at }) => at)),
    wholeAt: partial.length === 0 ? null : Math.min(...partial),
  };
}

/** One request reads all imports into a campaign, so its leads are counted once. */
function lookedAt(jobs: readonly ReadJob[]): Pick<Outcomes, 'looked' | 'elsewhere'> {
  const requests = new Map(
    jobs.flatMap(({ job, readings }) => {
      const last = readings.at(-1);
      return last === undefined ? [] : [[`${campaignKey(job.campaignCode)} ${last.at}`, last] as const];
    }),
  );
  const sum = (name: 'looked' | 'elsewhere') => [...requests.values()].reduce((all, reading) => all + reading[name], 0);
  return { looked: sum('looked'), elsewhere: sum('elsewhere') };
}

function readingsOf(jobs: readonly ReadJob[]): OutcomeDay[] {
  const days = new Map<string, { at: number; imports: number; changed: number; tally: OutcomeTally }>();
  for (const { readings } of jobs)
    for (const reading of readings) {
      const day = days.get(reading.day) ?? { at: 0, imports: 0, changed: 0, tally: new OutcomeTally() };
      days.set(reading.day, day);
      day.at = Math.max(day.at, reading.at);
      day.imports += 1;
      day.changed += changedIn(reading);
      day.tally.addAll(reading.counts);
    }
  return [...days]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, { at, imports, changed, tally }]) => ({
      day,
      at,
      imports,
      created: tally.rows,
      counts: tally.counts(),
      changed,
    }));
}

function movesOf(jobs: readonly ReadJob[]): Outcomes['moves'] {
  const moves = new Map<string, Outcomes['moves'][number]>();
  for (const { readings } of jobs)
    for (const { from, to, rows } of readings.at(-1)?.moves ?? []) {
      const key = `${from} ${to}`;
      moves.set(key, { from, to, rows: (moves.get(key)?.rows ?? 0) + rows });
    }
  return [...moves.values()].sort((one, other) => other.rows - one.rows);
}

class Groups {
  readonly #values = new Map<string, OutcomeTally>();
  readonly #all = new OutcomeTally();
  readonly #noColumn = new OutcomeTally();

  /** @param value null: the file has no such column */
  add(value: string | null, outcome: Parameters<OutcomeTally['add']>[0]): void {
    if (value === null) return this.#noColumn.add(outcome);
    let tally = this.#values.get(value);
    if (tally === undefined) this.#values.set(value, (tally = new OutcomeTally()));
    tally.add(outcome);
    this.#all.add(outcome);
  }

  listed(): Pick<Outcomes, 'groups' | 'joined'> {
    const listed = this.#mostFrequent();
    const rest = this.#all.without(listed.map(([, tally]) => tally));
    const groups = listed.map(([value, tally]) => groupOf('value', value, tally));
    if (rest.rows > 0) groups.push(groupOf('rare', '', rest));
    if (this.#noColumn.rows > 0) groups.push(groupOf('noColumn', '', this.#noColumn));
    return { groups, joined: this.#values.size - listed.length };
  }

  /** Sorts only the values that are listed: a column of lead ids has 100,000, and sorting all would hold the core. */
  #mostFrequent(): [string, OutcomeTally][] {
    const sizes = new Map<number, number>();
    for (const { rows } of this.#values.values()) sizes.set(rows, (sizes.get(rows) ?? 0) + 1);
    let [room, fewest] = [MOST_GROUPS, Infinity];
    for (const [rows, values] of [...sizes].sort(([one], [other]) => other - one)) {
      if (room <= 0) break;
      fewest = rows;
      room -= values;
    }
    const listed: [string, OutcomeTally][] = [];
    // Of the values with `fewest` rows, the first ones fill the places that are left.
    let left = MOST_GROUPS - [...sizes].reduce((sum, [rows, values]) => sum + (rows > fewest ? values : 0), 0);
    for (const entry of this.#values)
      if (entry[1].rows > fewest || (entry[1].rows === fewest && (left -= 1) >= 0)) listed.push(entry);
    return listed.sort(([, one], [, other]) => other.rows - one.rows);
  }
}

function groupOf(kind: OutcomeGroup['kind'], value: string, tally: OutcomeTally): OutcomeGroup {
  return { kind, value, rows: tally.rows, counts: tally.counts() };
}
