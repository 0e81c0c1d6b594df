import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { USUAL_TERMS } from '../../../shared/contract/imports/imports.ts';
import { cancelled } from '../../core/foundation/failure.ts';
import { readArguments } from '../arguments.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { watchSignals } from '../program/interruption.ts';
import { createOutput } from '../program/output.ts';
import { EXIT } from '../program/trouble.ts';
import { importFile } from './import-command.ts';

const DRAFT = {
  id: 'draft',
  fileName: 'people.csv',
  rows: 1,
  reading: {
    ...{ format: 'csv', encoding: { value: 'utf-8', certainty: 'certain' }, delimiter: { value: ',' } },
    ...{ columns: [{ index: 0, header: 'Phone', label: 'Phone' }], problems: [] },
  },
  plan: { campaignCode: 'C', terms: USUAL_TERMS },
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  'import:open': DRAFT,
  'import:saveDraft': DRAFT,
  'quota:snapshot': { timeZone: 'UTC' },
};

it.each(['import:open', 'check:run'])(
  'a signal ends an import in its %s, which takes long for a large file',
  async (long) => {
    const command = readArguments(['import', 'people.csv', '--campaign', 'C', '--result', 'result.csv']);
    if (command.name !== 'import') throw new Error('It is no import.');
    const calls: string[] = [];
    const goesOn = Promise.withResolvers<never>();
    const interruption = watchSignals(new EventEmitter(), { monotonicNow: () => 0 }, () => undefined);
    const tools = {
      core: {
        grant: () => 'token',
        async call(name: string) {
          calls.push(name);
          if (name === 'call:cancel') goesOn.reject(cancelled());
          return name === long ? goesOn.promise : ANSWERS[name];
        },
      },
      interruption,
      output: createOutput(true, { out: () => undefined, error: () => undefined }),
    } as unknown as FollowTools;
    const ending = importFile(tools, command.import, () => undefined);
    await expect.poll(() => calls.at(-1)).toBe(long);
    interruption.end(EXIT.terminated);
    await expect(ending).rejects.toMatchObject({ exitCode: EXIT.terminated });
    expect(calls).not.toContain('import:start');
  },
);
