import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { specFolder } from '../../../foundation/folder-fixture.ts';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import type { Outcomes } from '../../../../../shared/contract/jobs/outcomes.ts';
import { OUTCOME_WORDS, outcomeOf, type Outcome } from '../../../../../shared/domain/service/leads/lead-outcomes.ts';
import { DAY, HOUR } from '../../../../../shared/domain/time/time.ts';
import { afterCalls } from '../../../../practice/data/calls.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { inTransaction, openDurable } from '../../../storage/database.ts';
import { atOnce, JOB, newRows, remove } from '../journal/job-fixture.ts';
import { JobStore } from '../journal/job-store.ts';
import { tagOf } from '../journal/records/lead-payload.ts';
import { Verdicts } from '../journal/rows/verdicts.ts';
import { saveOutcomes } from './outcome-file.ts';
import { reportOutcomes } from './outcome-report.ts';
import { leadBody } from '../reconcile/lead-body-fixture.ts';
import { readOutcomes } from '../reconcile/read-outcomes.ts';
import { column } from '../reconcile/reconcile-fixture.ts';

/*
 * A month of imports whose leads are called: at each reading every figure is that of a truth kept beside it, and no
 * lead counts twice. LEAD_CONSOLE_OUTCOME_ROWS=2000 does it with 2,000 rows an import.
 */

const IMPORTS = 20;
const ROWS = Number(process.env['LEAD_CONSOLE_OUTCOME_ROWS'] ?? 24);
const CAMPAIGNS = ['NORTH', 'SOUTH'];
const SUPPLIERS = ['Nord', 'Syd', 'Vest'];
/** Imports whose rows got no lead id. Their leads are found by tag and by values. */
const [TAGGED, NAMELESS] = [3, 4];
/** The import whose rows get the lead ids of the import before it. */
const REPEATED = 7;
const SEED = 29;

interface Lead {
  readonly id: string;
  readonly sequence: number;
  readonly uploadedAt: number;
  readonly data: Readonly<Record<string, string>>;
  campaign: string;
  isGone: boolean;
}

/** A created row and its true lead; null: another row has it. */
interface Row {
  readonly job: string;
  readonly row: number;
  readonly campaign: string;
  readonly supplier: string;
  readonly at: number;
  readonly lead: Lead | null;
}

const folder = specFolder('month');
const path = join(folder, 'journal.sqlite');
const clock = new VirtualClock(Date.UTC(2026, 9, 1, 8));
const leads: Lead[] = [];
const rows: Row[] = [];
const taken = new Set<string>();
/** Readings that were kept, by day: what each row was. */
const past: { readonly at: number; readonly outcomes: ReadonlyMap<Row, Outcome> }[] = [];
let ignoresFilters = false;
let journal = openDurable(path);
let store = new JobStore(journal);
afterAll(() => {
  journal.close();
});

function restart(): void {
  journal.close();
  journal = openDurable(path);
  store = new JobStore(journal);
}

function addImport(index: number): void {
  const id = `job-${index}`;
  const campaignCode = CAMPAIGNS[index % 2] ?? '';
  const cells = Array.from({ length: ROWS }, (_, row) => [
    `Anna ${index} ${row}`,
    `+45${20_000_000 + index * 10_000 + row}`,
    SUPPLIERS[row % 3] ?? '',
  ]);
  atOnce(
    store.making(
      {
        ...JOB,
        ...{ id, name: `list ${index}`, fileName: `list-${index}.csv`, fileHash: id },
        columns: ['Name', 'Phone', 'Supplier'],
        mapping: [column(0, 'LastName'), column(1, 'Phone')],
        campaignCode,
        terms: { ...USUAL_TERMS, tagField: index === TAGGED ? 'Reference' : null },
        createdAt: clock.wallNow(),
      },
      newRows(cells),
      { isAgreed: true },
    ),
  );
  inTransaction(journal, () => createRows(index, campaignCode, cells));
}

function createRows(index: number, campaignCode: string, cells: readonly (readonly string[])[]): void {
  const id = `job-${index}`;
  for (const [place, [name = '', phone = '', supplier = '']] of cells.entries()) {
    const [row, at] = [place + 1, clock.wallNow()];
    const before =
      index === REPEATED ? rows.find(({ job, row: other }) => job === `job-${index - 2}` && other === row) : null;
    const tag = index === TAGGED ? { Reference: tagOf(id, row) } : {};
    const lead: Lead = before?.lead ?? {
      ...{ id: `L-${index}-${row}`, sequence: leads.length, uploadedAt: at, campaign: campaignCode, isGone: false },
      data: { LastName: name, Phone: phone, ...tag },
    };
    if (before?.lead === undefined) leads.push(lead);
    const isNamed = index !== TAGGED && index !== NAMELESS;
    store.rows.step(id, row, 'send', { at, run: 'spec' });
    store.rows.step(id, row, 'created', { at, run: 'spec', leadId: isNamed ? lead.id : null });
    rows.push({ job: id, row, campaign: campaignCode, supplier, at, lead: taken.has(lead.id) ? null : lead });
    taken.add(lead.id);
  }
}

const statusOf = ({ sequence, uploadedAt }: Lead) => {
  const called = afterCalls(SEED, sequence, uploadedAt, clock.wallNow());
  return {
    status: called?.status ?? 'New',
    closure: called?.closure ?? 'NotSet',
    changedAt: called?.lastCallAt ?? uploadedAt,
  };
};

/** The leads as the service sends them for a campaign. */
function answer(campaign: string, from: string) {
  const since = from === '' ? 0 : Date.parse(`${from}Z`);
  return leads
    .filter((lead) => !lead.isGone)
    .map((lead) => ({ lead, ...statusOf(lead) }))
    .filter(({ lead, changedAt }) => ignoresFilters || (lead.campaign === campaign && changedAt >= since))
    .map(({ lead, status, closure }) => ({
      ...{ uniqueId: lead.id, status, closure, campaign: { code: lead.campaign }, data: lead.data },
    }));
}

function truthOf({ job, lead, campaign }: Row): Outcome {
  if (lead === null) return 'repeated';
  const isAsked = ignoresFilters || CAMPAIGNS.includes(lead.campaign);
  // The service does not show it. Without its id nobody knows that it existed.
  if (lead.isGone || !isAsked) return job === `job-${TAGGED}` || job === `job-${NAMELESS}` ? 'unmatched' : 'unseen';
  // In another campaign only its id or its tag shows whose it is.
  if (lead.campaign !== campaign) return job === `job-${NAMELESS}` ? 'unmatched' : 'moved';
  const { status, closure } = statusOf(lead);
  return outcomeOf(status, closure);
}

async function readAll(): Promise<void> {
  const at = clock.wallNow();
  const jobs = store.all();
  const asked = jobs.map((job) => ({ job, known: null }));
  const found = await readOutcomes(
    {
      api: {
        exportSimpleLeads: ({ extra = [], modifiedFrom }) =>
          leadBody(answer(extra.find(({ name }) => name === 'Campaigns')?.value ?? '', modifiedFrom ?? '')),
      },
      clock,
      zone: 'UTC',
      workTime: 0,
      verdicts: new Verdicts(journal),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      lane: 'person',
    },
    store,
    asked,
  );
  const day = new Date(at).toISOString().slice(0, 10);
  for (const [id, read] of found) atOnce(store.outcomes.keeping(id, { ...read, at, day, wholeAt: at }));
  past.push({ at, outcomes: new Map(rows.map((row) => [row, truthOf(row)])) });
}

const jobsOf = (chosen: readonly Row[]) => {
  const ids = new Set(chosen.map(({ job }) => job));
  return store
    .all()
    .filter(({ id }) => ids.has(id))
    .map((job) => ({ job, readings: store.outcomes.readings(job.id) }));
};

function tally<Item>(items: readonly Item[], of: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[of(item)] = (counts[of(item)] ?? 0) + 1;
  return counts;
}

/** The report of these rows' imports and its file are the truth of the last reading. */
async function expectTruth(chosen: readonly Row[]): Promise<Outcomes> {
  const jobs = jobsOf(chosen);
  const report = await reportOutcomes(store, jobs, { by: 'supplier', now: clock.wallNow() });
  const last = past.at(-1)?.outcomes;
  const outcome = (row: Row) => last?.get(row) ?? 'no reading';
  expect(report.counts).toEqual(tally(chosen, outcome));
  expect(report).toMatchObject({ created: chosen.length, notRead: 0, imports: jobs.length });
  for (const { value, rows: some, counts } of report.groups) {
    const group = chosen.filter(({ supplier }) => supplier === value);
    expect([some, counts]).toEqual([group.length, tally(group, outcome)]);
  }
  const target = { path: join(folder, 'outcomes.csv'), name: 'outcomes.csv' };
  await saveOutcomes(store, jobs, target, { signal: new AbortController().signal });
  const [header = '', ...lines] = readFileSync(target.path, 'utf8').replace('\uFEFF', '').trim().split(/\r?\n/);
  const place = header.split(',').indexOf('Outcome');
  expect(tally(lines, (line) => line.split(',')[place] ?? '')).toEqual(
    tally(chosen, (row) => OUTCOME_WORDS[outcome(row) as Outcome]),
  );
  return report;
}

/** The course, worked out from what each lead was at each reading. */
function expectCourse(course: Outcomes['course'], chosen: readonly Row[]): void {
  const readings = past.filter((reading, index) => dayOf(past[index + 1]?.at) !== dayOf(reading.at));
  for (const { day, until, rows: known, counts, younger, notRead } of course) {
    const found = chosen.flatMap((row) => {
      const [from, to] = [row.at + day * DAY, until === null ? Number.POSITIVE_INFINITY : row.at + until * DAY];
      const first = readings.find(({ at, outcomes }) => at >= from && at < to && outcomes.has(row));
      return first?.outcomes.get(row) ?? [];
    });
    expect([day, known, counts]).toEqual([day, found.length, tally(found, String)]);
    expect(younger).toBe(chosen.filter(({ at }) => clock.wallNow() < at + day * DAY).length);
    expect(known + younger + notRead).toBe(chosen.length);
  }
}

const dayOf = (at: number | undefined) => (at === undefined ? '' : new Date(at).toISOString().slice(0, 10));
const inCampaign = (code: string) => rows.filter(({ campaign }) => campaign === code);

it('has at each reading the figures of the service: by import, campaign and time, in the report and in the file', async () => {
  const readOn = new Set([0, 1, 2, 3, 5, 8, 9, 12, 16, 20, 27, 33, 45]);
  for (let day = 0; day <= 45; day += 1) {
    if (day < IMPORTS) addImport(day);
    clock.run(clock.monotonicNow() + 9 * HOUR);
    // The service moves some into a campaign that is asked for, some into another one, and deletes some.
    if (day === 8)
      for (const lead of leads.filter((_, index) => index % 17 === 3))
        lead.campaign = lead.campaign === 'NORTH' ? 'SOUTH' : 'NORTH';
    if (day === 9) for (const lead of leads.filter((_, index) => index % 19 === 4)) lead.campaign = 'ELSEWHERE';
    if (day === 12) for (const lead of leads.filter((_, index) => index % 23 === 5)) lead.isGone = true;
    if (day === 16) restart();
    ignoresFilters = day === 20;
    if (day === 27) {
      const gone = store.find('job-1');
      if (gone !== undefined) remove(store, gone.id, { at: clock.wallNow(), run: 'spec' });
      rows.splice(0, rows.length, ...rows.filter(({ job }) => job !== 'job-1'));
    }
    if (readOn.has(day)) {
      await readAll();
      // A second look of the day takes the place of the first.
      if (day === 5) {
        clock.run(clock.monotonicNow() + HOUR);
        await readAll();
      }
      const report = await expectTruth(rows);
      expectCourse(report.course, rows);
      for (const code of CAMPAIGNS) if (inCampaign(code).length > 0) await expectTruth(inCampaign(code));
      for (const job of new Set(rows.map((row) => row.job))) {
        const own = rows.filter((row) => row.job === job);
        expectCourse((await expectTruth(own)).course, own);
      }
      expect(report.elsewhere > 0).toBe(ignoresFilters);
    }
    clock.run(clock.monotonicNow() + (clock.wallNow() % DAY > 20 * HOUR ? 14 : 15) * HOUR);
  }
  expect(past.at(-1)?.outcomes.size).toBe(rows.length);
  // The ways in which nothing stands alone were met.
  const met = tally(rows, (row) => past.at(-1)?.outcomes.get(row) ?? '');
  for (const outcome of ['success', 'moved', 'unseen', 'repeated'] as const) expect(met[outcome]).toBeGreaterThan(0);
}, 3_600_000);
