// Walks through the desktop shell in a real Electron: pressing Practice, choosing a file in the system's dialog, the core
// being killed under the page and in the middle of an import, and an export of what arrived. Given to a runner that starts
// the built app and hands over `page`: `npm run electron-smoke`.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const CORE = 'Lead Console core';
const PRACTICE = 'Lead Console practice';
/** A campaign of the practice service. */
const CAMPAIGN = 'EU-MESSE-26';
const ROWS = 60;
const LEADS = { source: 'simple', projects: [], modifiedFrom: null, statuses: [], closures: [], extra: [] };

/** @param page drives the window: evaluate, waitFor, click, screenshot, answerDialogs, events */
// The runner takes a default export.
// oxlint-disable-next-line import/no-default-export
export default async function walk(page) {
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-shell-'));
  try {
    await pressPractice(page);
    const token = await chooseFile(page, folder);
    await killCore(page, token);
    await refuseNonsense(page);
    const before = await exported(page);
    const counts = await importUnderKill(page, folder);
    const more = (await exported(page)) - before;
    demand(more >= counts.created, `${more} leads came back, ${counts.created} were created`);
    demand(more <= counts.created + counts.unknown, `${more} leads came back, ${counts.created} were created`);
    const receipt = await savedReceipt(page, folder, counts.created);
    return { counts, exported: more, receipt, pages: await visitPages(page) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function pressPractice(page) {
  await page.waitFor(() =>
    [...document.querySelectorAll('button')].some((button) => /practi/i.test(button.textContent)),
  );
  await page.evaluate(() =>
    [...document.querySelectorAll('button')].find((button) => /practi/i.test(button.textContent)).click(),
  );
  await page.waitFor('nav a', 20_000).catch(async (error) => {
    const text = await page.evaluate(() => document.body.innerText);
    throw new Error(`${error.message}; the page says: ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}`);
  });
  const { accounts, activeId } = await ask(page, 'accountList', {});
  demand(
    accounts.some(({ id, kind }) => id === activeId && kind === 'practice'),
    'the practice account is not active',
  );
  demand(running(page, PRACTICE).length === 1, 'the practice service has no process of its own');
  await page.screenshot('practice');
}

/** The page gets a token and a name, never the path. */
async function chooseFile(page, folder) {
  const file = await chosen(page, join(folder, 'leads.csv'), 'Name;Telefon\nJørgen Ærø;+4512345678\n');
  demand(file.name === 'leads.csv' && file.size > 0, 'the chosen file has no name or size');
  demand(!JSON.stringify(file).includes(folder), 'the page was told a path');
  const draft = await ask(page, 'importOpen', { token: file.token });
  demand(draft.rows === 1, `the file was read as ${draft.rows} rows`);
  return file.token;
}

/** Writes a file and has it chosen in the system's dialog. */
export async function chosen(page, path, text) {
  writeFileSync(path, text);
  page.answerDialogs({ canceled: false, filePaths: [path] });
  const { file } = await ask(page, 'hostChooseFile', {});
  page.answerDialogs(null);
  return file;
}

/** Starts an import of these rows. @returns its id */
export async function startImport(page, path, text) {
  const file = await chosen(page, path, text);
  const draft = await ask(page, 'importOpen', { token: file.token });
  const plan = { campaignCode: CAMPAIGN, poolName: null, stopAfterSameRefusal: 0 };
  await ask(page, 'importSaveDraft', { draftId: draft.id, plan });
  return (await ask(page, 'importStart', { draftId: draft.id })).id;
}

/** The core is killed while rows leave: the import goes on by itself, and each row ends once. */
async function importUnderKill(page, folder) {
  const rows = Array.from({ length: ROWS }, (_, row) => `Name ${row};+452010${String(row).padStart(4, '0')}`);
  const jobId = await startImport(page, join(folder, 'killed.csv'), `FullName;Phone\n${rows.join('\n')}\n`);
  const summary = async () => (await ask(page, 'jobList', {})).jobs.find(({ id }) => id === jobId);
  await until(async () => (await summary()).counts.created > 2, 'no row was created');
  await page.evaluate(`window.coreStates = []; 0`);
  process.kill(running(page, CORE)[0].pid, 'SIGKILL');
  await page.waitFor(() => window.coreStates.includes('running'), 20_000);
  await until(async () => (await summary()).counts.waiting === 0, 'the import did not go on', 90_000);
  const { counts } = await summary();
  const ended = counts.created + counts.refused + counts.unknown + counts.skipped + counts.excluded;
  demand(counts.rows === ROWS && ended === ROWS, `of ${ROWS} rows ${JSON.stringify(counts)}`);
  // At most those that were on their way when it died.
  demand(counts.unknown <= 8, `${counts.unknown} rows are unknown`);
  return counts;
}

/** Exports what the account holds. @returns how many leads it is */
/** Saved by the button, as a person would. Answers its length in bytes: its pages are counted where the engine is ours. */
async function savedReceipt(page, folder, created) {
  const { jobs } = await ask(page, 'jobList', {});
  const job = jobs.find(({ counts }) => counts.created === created);
  await page.evaluate((id) => {
    location.hash = `#/jobs/${id}/receipt`;
  }, job.id);
  await page.waitFor(() =>
    [...document.querySelectorAll('button')].some((button) => button.textContent.includes('Save as PDF')),
  );
  const path = join(folder, 'receipt.pdf');
  page.answerDialogs({ canceled: false, filePath: path });
  await page.evaluate(() =>
    [...document.querySelectorAll('button')].find((button) => button.textContent.includes('Save as PDF')).click(),
  );
  await until(() => existsSync(path) && readFileSync(path, 'latin1').trimEnd().endsWith('%%EOF'), 'no PDF was saved');
  page.answerDialogs(null);
  const pdf = readFileSync(path, 'latin1');
  demand(pdf.startsWith('%PDF-'), 'what was saved is no PDF');
  return pdf.length;
}

async function exported(page) {
  const { id } = await ask(page, 'exportStart', { query: LEADS });
  const found = () => ask(page, 'exportGet', { exportId: id });
  await until(async () => (await found()).state !== 'running', 'the export did not end', 60_000);
  const { state, rows } = await found();
  demand(state === 'complete', `the export is ${state}`);
  return rows;
}

async function until(holds, otherwise, ms = 30_000) {
  for (const end = Date.now() + ms; !(await holds()); await sleep(100)) demand(Date.now() < end, otherwise);
}

/** The core ends under the page: it is started again, knows the files chosen before, and the page has heard of it. */
async function killCore(page, token) {
  await page.evaluate(
    `window.coreStates = []; window.leadConsole.onCoreState(({ state }) => window.coreStates.push(state)); 0`,
  );
  const [core] = running(page, CORE);
  process.kill(core.pid, 'SIGKILL');
  await page.waitFor(() => window.coreStates.includes('running'), 20_000);
  const states = await page.evaluate(() => window.coreStates);
  demand(states[0] === 'restarting', `the page heard ${states.join(', ')}`);
  const draft = await ask(page, 'importOpen', { token });
  demand(draft.rows === 1, 'the new core does not know the file chosen before');
}

/** A refusal is an answer with a reason. */
async function refuseNonsense(page) {
  const outcome = await page.evaluate(`window.leadConsole.importRows({ draftId: '', offset: -1, limit: 1e6 })`);
  demand(outcome.ok === false && outcome.error.code === 'validation', 'malformed arguments were let through');
}

/** An old engine may lack what a page needs; such a page is named in the result, and the frame must stand a reload. */
async function visitPages(page) {
  const places = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('nav a')].map((link) => link.hash)),
  ]);
  const notDrawn = [];
  for (const place of places) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, place);
    const isDrawn = () => document.querySelector('main')?.innerText.trim().length > 0;
    await page.waitFor(isDrawn).catch(async () => {
      notDrawn.push(place);
      await page.evaluate(`location.hash = ${JSON.stringify(places[0])}; location.reload(); 0`);
      await page.waitFor('nav a', 20_000);
    });
    await page.screenshot(`page${place.replaceAll(/\W+/g, '-')}`);
  }
  demand(notDrawn.length < places.length, 'no page was drawn');
  return { places, notDrawn };
}

export async function ask(page, method, args) {
  const outcome = await page.evaluate(`window.leadConsole.${method}(${JSON.stringify(args)})`);
  demand(outcome.ok, `${method}: ${outcome.error?.message}`);
  return outcome.value;
}

function running(page, name) {
  const events = page.events();
  const ended = new Set(events.filter(({ type }) => type === 'child-exit').map(({ pid }) => pid));
  return events.filter((event) => event.type === 'child' && event.name === name && !ended.has(event.pid));
}

export function demand(holds, otherwise) {
  if (!holds) throw new Error(otherwise);
}
