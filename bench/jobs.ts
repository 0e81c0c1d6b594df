import { join } from 'node:path';
import { startPracticeService } from '../electron/practice/practice-service.ts';
import { mappingTo, PLAN } from '../scripts/campaign/imports.ts';
import { type CoreDesk, openCoreDesk } from '../scripts/lib/core-desk.ts';
import { buildIfStale } from '../scripts/lib/build.ts';
import { format } from '../shared/domain/words/format.ts';
import { ROWS, writeLeads } from './check/leads-file.ts';
import { longImport } from './jobs/long-import.ts';
import { longestTurns } from './jobs/longest-turns.ts';
import { atMost, type Bench, type BenchContext, type BenchResult, within } from './frame.ts';
import { type Time, timed } from './measuring.ts';

const TOKEN = 'file-00000001';
const OPENINGS = 15;
/** Milliseconds. A job opens before a person wonders whether the click was heard. */
const OPENS_WITHIN = 200;
/** MiB of the command line while it sends, whatever the number of rows. */
const RESIDENT_BOUND = 200;
/** Percent by which the last tenth of the rows may take more memory than the first. */
const GROWTH_BOUND = 10;
/** Milliseconds of processor time: no act holds the thread that paces imports for longer. */
const TURN_BOUND = 50;
/** Leads of the result that is deleted, and ids of the pasted list. */
const LEADS = 100_000;
/** Fields of the file by the index of their column. */
const FIELDS = ['FirstName', 'LastName', 'Company', 'Address', 'PostalCode', 'City', 'Phone'];

export const bench: Bench = {
  name: 'jobs',
  title: `A job of ${format.number(ROWS)} rows: made at Start, opened, and sent by the command line`,
  run,
};

async function run({ folder, log }: BenchContext): Promise<BenchResult> {
  if (!(await buildIfStale())) throw new Error('The client could not be built.');
  const path = join(folder, 'leads.csv');
  await writeLeads(path);
  await using service = await startPracticeService({ leads: LEADS, username: 'anna', password: 'secret word' });
  await using desk = await openCoreDesk({ dataFolder: join(folder, 'data'), url: service.url, speed: 1 });
  desk.core.grant({ token: TOKEN, path, name: 'leads.csv', access: 'read' });
  log('Reading the file.');
  const draftId = await draftOf(desk);
  log('Starting.');
  const started = await timed(() => desk.call('import:start', { draftId, sendAgain: true }));
  const jobId = started.value.id;
  await desk.call('job:pause', { jobId });
  const openings: Time[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1)
    openings.push(await timed(() => openJob(desk, jobId, opening)));
  const { counts } = (await desk.call('job:get', { jobId })).summary;
  if (counts.rows !== ROWS) throw new Error(`The job has ${counts.rows} rows.`);
  log('Doing everything that touches a whole import while this one sends.');
  await desk.call('job:resume', { jobId });
  const acts = await longestTurns(desk, { folder, jobId, draft: () => draftOf(desk), ids: LEADS });
  await desk.call('job:pause', { jobId });
  log('Sending all of it with the command line. Takes eight minutes.');
  const { rate, residentByTenth, busyPerRow } = await longImport(path, folder);
  const resident = Math.max(...residentByTenth);
  const growth = 100 * ((residentByTenth.at(-1) ?? Number.NaN) / (residentByTenth[0] ?? Number.NaN) - 1);
  const slowest = Math.max(...openings.map(({ busy }) => busy));
  return {
    columns: ['what', 'processor ms', 'clock ms'],
    rows: [
      ['make the job at Start', Math.round(started.busy), Math.round(started.wall)],
      ['open it, slowest', Math.round(slowest), Math.round(Math.max(...openings.map(({ wall }) => wall)))],
      ['send a row and keep its answer', Math.round(busyPerRow * 100) / 100, null],
      ...acts.map(({ name, longestTurn, clock }) => [
        `longest turn: ${name}`,
        Math.round(longestTurn * 10) / 10,
        Math.round(clock),
      ]),
    ],
    notes: [
      `${FIELDS.length} of the file’s columns are mapped; all cells are kept. Start ends when every row is in the journal.`,
      `To open a job: its figures, the list of jobs, and 500 rows; ${OPENINGS} times, at the beginning, the middle and the end.`,
      `Longest turn: of the loop of the thread that paces imports, while it sends another import; ${format.number(LEADS)} leads and ids.`,
      `Sent at ${Math.round(rate)} rows a second, 58 times the usual limit. Resident MiB in each tenth of the rows: ${residentByTenth.map(Math.round).join(', ')}.`,
    ],
    checks: [
      within('open-processor-ms', slowest, OPENS_WITHIN),
      atMost('import-resident-mib', resident, RESIDENT_BOUND),
      atMost('import-memory-grows-percent', growth, GROWTH_BOUND),
      ...acts.map(({ name, longestTurn }) =>
        within(`longest-turn-ms-${name.replaceAll(' ', '-')}`, longestTurn, TURN_BOUND),
      ),
    ],
  };
}

async function draftOf(desk: CoreDesk): Promise<string> {
  const { id } = await desk.call('import:open', { token: TOKEN });
  await desk.call('import:saveDraft', { draftId: id, step: 'plan', mapping: mappingTo(FIELDS), plan: PLAN });
  return id;
}

/** As the page does. */
async function openJob(desk: CoreDesk, jobId: string, opening: number): Promise<void> {
  const offset = [0, ROWS / 2, ROWS - 500][opening % 3] ?? 0;
  await Promise.all([
    desk.call('job:get', { jobId }),
    desk.call('job:list', {}),
    desk.call('job:rows', { jobId, state: 'all', offset, limit: 500 }),
  ]);
}
