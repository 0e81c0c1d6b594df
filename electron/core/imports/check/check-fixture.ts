import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { type CheckSettings, checkSettingsSchema, type CheckSummary } from '../../../../shared/contract/check/check.ts';
import { stageNow } from '../../files/staging/reading-job.ts';
import { createJournal, type JournalUnderTest } from '../jobs/journal/job-fixture.ts';
import { CheckEngine } from './check-engine.ts';
import type { CheckAnswers, CheckQuestionKind, CheckQuestions, CheckRequest, CheckTarget } from './check-messages.ts';
import { column } from '../fields/column-fixture.ts';
import { readPhone } from '../fields/phone-reader.ts';

/** For specs: the check of small tables, on real files, without its thread. */

const columns = ['Name', 'Phone', 'Phone2', 'Email', 'PostalCode', 'Website', 'DateOfBirth'] as const;
const mapping = columns.map((field, index) => column(index, field, { kind: 'trim' }));

/** The first rows in the order of the file. */
export const wholePage = { reasonId: null, order: 'file', parameters: undefined, offset: 0, limit: 50 } as const;

export const berlin: readonly (readonly string[])[] = [
  ['Anna', '901838210', '', 'anna@schule.de', '10115', 'https://a.de'],
  ['Bent', '030 90299 2354', '', 'bent@schule.de', '10117', 'b.de'],
  ['Cara', '398840', '901838210', 'anna@schule.de', '10119', ''],
  ['Dora', '4.5E+11', '', 'dora(at)schule.de', '10119', ''],
  ['Emil,', ' ', '', '', '10119', ''],
];

export const settings = (change: Partial<CheckSettings>): CheckSettings => checkSettingsSchema.parse(change);
export const counts = (summary: CheckSummary) =>
  Object.fromEntries(summary.reasons.map(({ id, count }) => [id, count]));

export function ask<Kind extends CheckQuestionKind>(
  engine: CheckEngine,
  target: CheckTarget,
  kind: Kind,
  question: CheckQuestions[Kind],
): Promise<CheckAnswers[Kind]> {
  const hooks = {
    readPhone,
    pause: async () => undefined,
    yieldTurn: async () => undefined,
    onProgress: () => undefined,
  };
  return engine.answer({ kind, target, question } as CheckRequest, hooks) as Promise<CheckAnswers[Kind]>;
}

/** Where the tables of a spec are. */
export const checkFolder = specFolder('check-engine');
const engines: CheckEngine[] = [];
let staged = 0;

// After the hook of the folder, so that it runs before it.
afterAll(() => {
  for (const engine of engines.splice(0)) engine.close();
});

/** @param mostTouched rows up to which a change judges its own rows again */
export function newEngine(mostTouched?: number): CheckEngine {
  const engine = new CheckEngine(() => 0, 0, mostTouched);
  engines.push(engine);
  return engine;
}

export async function stage(name: string, rows: readonly (readonly string[])[]): Promise<CheckTarget> {
  const path = join(checkFolder, `${name}.csv`);
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  writeFileSync(path, [columns, ...rows].map(line).join('\n'));
  // Each draft gets its own file: Windows cannot replace one that an engine still has open.
  const stagedPath = join(checkFolder, `rows-${name}-${++staged}.sqlite`);
  const choices = { headerLine: 1, firstDataLine: 2, lastDataLine: rows.length + 1 };
  await stageNow({ path, choices, target: stagedPath }, () => undefined);
  return { draftId: name, stagedPath, mapping, fields: [], campaignCode: '', journalPath: null };
}

/** A draft with these rows, and an engine of its own. */
export async function opened(name: string, rows: readonly (readonly string[])[], mostTouched?: number) {
  return { engine: newEngine(mostTouched), target: await stage(name, rows) };
}

/** A journal in which a job has created a lead in the campaign SPRING for each of these phones. */
export function journalOfSent(...phones: readonly string[]): JournalUnderTest {
  const journal = createJournal();
  journal.add(phones.map((phone) => [phone]));
  for (const n of phones.keys()) journal.created(n + 1, { at: 1_790_000_000_000, run: 'run' });
  return journal;
}

/** A person ends the question at its first pause: it rejects with this error. */
export const endingHooks = (ended: Error) => ({
  readPhone,
  pause: () => Promise.reject(ended),
  yieldTurn: async () => undefined,
  onProgress: () => undefined,
});
