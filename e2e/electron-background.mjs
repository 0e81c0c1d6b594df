// Leaves an import running when the window is closed: the app must go on without a window, and end cleanly, unasked, on
// SIGTERM. The runner closes the window after this and fails when the app does not end in time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, demand, pressPractice } from './electron-smoke.mjs';

const ROWS = 2000;

// The runner takes a default export.
// oxlint-disable-next-line import/no-default-export
export default async function startJob(page) {
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-shell-'));
  try {
    await pressPractice(page);
    const path = join(folder, 'many-leads.csv');
    writeFileSync(path, `Name;Telefon\n${'Jørgen Ærø;+4512345678\n'.repeat(ROWS)}`);
    page.answerDialogs({ canceled: false, filePaths: [path] });
    const { file } = await ask(page, 'hostChooseFile', {});
    page.answerDialogs(null);
    const draft = await ask(page, 'importOpen', { token: file.token });
    const plan = { campaignCode: 'ANY', poolName: null, stopAfterSameRefusal: 0 };
    await ask(page, 'importSaveDraft', { draftId: draft.id, plan });
    const { id } = await ask(page, 'importStart', { draftId: draft.id });
    const { jobs } = await ask(page, 'jobList', {});
    const job = jobs.find((candidate) => candidate.id === id);
    demand(job.state === 'running' && job.counts.waiting > 0, `the import is ${job.state}`);
    return job.counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
