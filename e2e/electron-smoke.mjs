// Walks through the desktop shell in a real Electron: pressing Practice, choosing a file in the system's dialog, and
// the core being killed under the page. Given to a runner that starts the built app and hands over `page`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CORE = 'Lead Console core';
const PRACTICE = 'Lead Console practice';

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
    return { pages: await visitPages(page) };
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
  const path = join(folder, 'leads.csv');
  writeFileSync(path, 'Name;Telefon\nJørgen Ærø;+4512345678\n');
  page.answerDialogs({ canceled: false, filePaths: [path] });
  const { file } = await ask(page, 'hostChooseFile', {});
  page.answerDialogs(null);
  demand(file.name === 'leads.csv' && file.size > 0, 'the chosen file has no name or size');
  demand(!JSON.stringify(file).includes(folder), 'the page was told a path');
  const draft = await ask(page, 'importOpen', { token: file.token });
  demand(draft.rows === 1, `the file was read as ${draft.rows} rows`);
  return file.token;
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
