import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { Frame } from '../e2e/pages/frame.ts';
import { ImportPage } from '../e2e/pages/import-page.ts';
import { format } from '../shared/domain/words/format.ts';
import { withClientPage } from './check/client-page.ts';
import { HEADERS, ROWS, writeLeads } from './check/leads-file.ts';
import { type LongestTask, longestTask } from './check/page-thread.ts';
import { type Bench, type BenchContext, type BenchResult, within } from './frame.ts';
import { median } from './median.ts';

/** Longer than this and a person feels that a key or the wheel was not heard. Processor time of the page's thread. */
const BOUND_MS = 70;
const FLINGS = 60;
const ROUNDS = 3;
/** Milliseconds. A job and its list change as long as rows are sent: about 60 rows of the 100,000. */
const WATCHED = 15_000;

export const bench: Bench = {
  name: 'page',
  title: `The page's thread while ${format.number(ROWS)} rows of ${HEADERS.length} columns are read, checked, scrolled, repaired and sent`,
  run,
};

/** What is done, in order; each starts where the one before ended. */
const acts: readonly { readonly name: string; readonly act: (page: Page, path: string) => Promise<void> }[] = [
  { name: 'open and read the file', act: (page, path) => new ImportPage(page).open(path) },
  { name: 'fling through the preview', act: (page) => fling(page, new ImportPage(page).preview) },
  { name: 'map the columns', act: (page) => new ImportPage(page).toColumns() },
  { name: 'check every row', act: (page) => new ImportPage(page).toCheck() },
  { name: 'fling through a reason', act: (page) => fling(page, new ImportPage(page).rows) },
  { name: 'show all rows', act: (page) => chooseAllRows(page) },
  { name: 'fling through all rows', act: (page) => fling(page, new ImportPage(page).rows) },
  { name: 'drag the scroll bar to and fro', act: (page) => drag(page, new ImportPage(page).rows) },
  { name: 'edit a cell', act: (page) => edit(page) },
  { name: 'repair a reason', act: (page) => repair(page) },
  { name: 'undo it', act: (page) => undo(page) },
  { name: 'plan and start', act: (page) => planAndStart(page) },
  { name: 'watch the job', act: (page) => watch(page) },
  { name: 'watch the list of jobs', act: (page) => watchJobs(page) },
];

async function run({ folder, log }: BenchContext): Promise<BenchResult> {
  const path = join(folder, 'leads.csv');
  await writeLeads(path);
  const rounds: LongestTask[][] = [];
  for (let round = 1; round <= ROUNDS; round += 1)
    rounds.push(await measureActs(path, join(folder, `round-${round}`), log));
  const rows = acts.map(({ name }, index) => {
    const of = (figure: keyof LongestTask) => rounds.map((tasks) => tasks[index]?.[figure] ?? Number.NaN);
    return { name, cpuMs: median(of('cpuMs')), worst: Math.max(...of('cpuMs')), wallMs: median(of('wallMs')) };
  });
  return {
    columns: ['what a person does', 'longest task, processor ms', 'in the worst round', 'the same on the clock, ms'],
    rows: rows.map(({ name, cpuMs, worst, wallMs }) => [name, cpuMs, worst, wallMs]),
    notes: [
      `Tasks of the main thread of the page in Chromium, from its own trace, while a person (a script) works; medians of ${ROUNDS} rounds, each with a client of its own.`,
      'Promised is the processor time: on a busy computer the clock also counts the time of others.',
      'Tasks in which this program asks the page something, by its selectors, are none of the page and do not count.',
    ],
    checks: rows.map(({ name, cpuMs }) => within(`${name.replaceAll(' ', '-')}-ms`, cpuMs, BOUND_MS)),
  };
}

/** All acts in a new client. @returns the longest task of each */
function measureActs(path: string, folder: string, log: BenchContext['log']): Promise<LongestTask[]> {
  mkdirSync(folder);
  return withClientPage(folder, async ({ browser, page }) => {
    const tasks: LongestTask[] = [];
    for (const { name, act } of acts) {
      log(`${name}…`);
      tasks.push(await longestTask(browser, page, () => act(page, path)));
    }
    return tasks;
  });
}

/** Turns the wheel as hard as a hand can, down, up, and sideways, and waits until the last rows have come. */
async function fling(page: Page, grid: Locator): Promise<void> {
  const box = await grid.boundingBox();
  if (box === null) throw new Error('There is no table to scroll.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let turn = 0; turn < FLINGS; turn += 1) {
    const down = turn % 20 < 14 ? 1 : -1;
    await page.mouse.wheel(turn % 10 === 9 ? down * 900 : 0, down * 2400);
  }
  await settled(grid);
}

/** To places far apart: every one needs pages that were never read. */
async function drag(page: Page, grid: Locator): Promise<void> {
  const viewport = grid.locator('.ag-body-vertical-scroll-viewport');
  for (const part of [0.5, 0.1, 0.9, 0.3, 1, 0]) {
    await viewport.evaluate((element, at) => {
      element.scrollTop = element.scrollHeight * at;
    }, part);
    await settled(grid);
  }
  await page.mouse.move(0, 0);
}

/** No row on the screen waits for its values. */
async function settled(grid: Locator): Promise<void> {
  await grid.page().evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await grid.locator('[class*=loadingRow]').first().waitFor({ state: 'detached' });
}

async function chooseAllRows(page: Page): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'Which rows' })
    .getByText(/^All rows/)
    .click();
  await settled(new ImportPage(page).rows);
}

async function edit(page: Page): Promise<void> {
  await new ImportPage(page).rows.getByRole('gridcell').nth(2).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('+45 20 30 99 40', { delay: 30 });
  await page.keyboard.press('Enter');
  await page
    .getByText(/^Undo|1 row/)
    .first()
    .waitFor();
}

async function repair(page: Page): Promise<void> {
  await new ImportPage(page)
    .reason(/at the end/)
    .first()
    .click();
  await page.getByRole('button', { name: /^Repair [\d,.]+ rows?$/ }).click();
  await page
    .getByText(/^Repaired/)
    .first()
    .waitFor();
}

async function undo(page: Page): Promise<void> {
  await page.keyboard.press('Control+z');
  await page
    .getByText(/^(Taken back|Undone|Took back)/)
    .first()
    .waitFor();
}

async function planAndStart(page: Page): Promise<void> {
  const wizard = new ImportPage(page);
  await wizard.toPlan();
  await wizard.plan({ campaign: 'DK-ENERGI-26', pool: 'Watched' });
  await wizard.start();
}

async function watchJobs(page: Page): Promise<void> {
  await new Frame(page).goTo('Jobs');
  await watch(page);
}

async function watch(page: Page): Promise<void> {
  await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), WATCHED);
}
