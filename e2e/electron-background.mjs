// Leaves an import running when the window is closed: the app must go on without a window, and end cleanly, unasked, on
// SIGTERM. The runner closes the window after this and fails when the app does not end in time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, demand, pressPractice, startImport } from './electron-smoke.mjs';

const ROWS = 2000;

// The runner takes a default export.
// oxlint-disable-next-line import/no-default-export
export default async function startJob(page) {
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-shell-'));
  try {
    await pressPractice(page);
    const text = `Name;Telefon\n${'Jørgen Ærø;+4512345678\n'.repeat(ROWS)}`;
    const id = await startImport(page, join(folder, 'many-leads.csv'), text);
    const { jobs } = await ask(page, 'jobList', {});
    const job = jobs.find((candidate) => candidate.id === id);
    demand(job.state === 'running' && job.counts.waiting > 0, `the import is ${job.state}`);
    return job.counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
