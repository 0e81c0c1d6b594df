import { expect, it } from 'vitest';
import { fuzzCampaign } from './campaign.ts';

it('answers whatever a page may send with words, and never with a bug or a path of this computer', async () => {
  const { calls, answers, findings, worked } = await fuzzCampaign(280, 7);
  expect(findings).toEqual([]);
  expect(calls).toBeGreaterThan(280);
  // Calls that all stop at the check of their arguments would prove nothing.
  expect(answers.ok).toBeGreaterThan(60);
  expect(answers.validation).toBeGreaterThan(30);
  expect(worked).toEqual(expect.arrayContaining(['import:start', 'export:start', 'check:run']));
}, 60_000);
