import { expect, it } from 'vitest';
import type { Finding } from '../../../contract/account/discovery.ts';
import { settledByUse } from './settle-use.ts';

const finding = (point: Finding['point'], verdict: Finding['verdict'] = 'open'): Finding => ({
  point,
  verdict,
  evidence: 'No answer shows it.',
  used: 'CampaignCode, data',
  requests: [3],
  at: 1,
  offer: null,
});

it('settles what only a created row can show, with its time, and no other point', () => {
  const findings = [finding('importNames'), finding('importResult'), finding('nightPrice')];
  expect(settledByUse(findings, { dialect: { bodyCase: 'camel' }, hasId: false, at: 9 })).toEqual([
    {
      ...findings[0],
      verdict: 'confirmed',
      evidence: 'The service created a row of an import that was sent with these names.',
      used: 'campaignCode, data',
      requests: [],
      at: 9,
    },
    {
      ...findings[1],
      verdict: 'confirmed',
      evidence: 'The answer to a row that the service created said so, without an id of the lead.',
      requests: [],
      at: 9,
    },
    findings[2],
  ]);
});

it('leaves what a test saw, and says when there is nothing new', () => {
  const seen = [finding('importNames', 'contradicted'), finding('importResult', 'confirmed'), finding('poolField')];
  expect(settledByUse(seen, { dialect: { bodyCase: 'specification' }, hasId: true, at: 9 })).toBeNull();
});
