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

const used = { dialect: { bodyCase: 'specification', poolField: 'LeadPool' }, at: 9 } as const;

it('settles what only a created row can show, with its time, and no other point', () => {
  const findings = [finding('importNames'), finding('importResult'), finding('nightPrice')];
  expect(
    settledByUse(
      findings,
      { kind: 'created', hasId: false },
      { dialect: { bodyCase: 'camel', poolField: 'LeadPool' }, at: 9 },
    ),
  ).toEqual([
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
  expect(settledByUse(seen, { kind: 'created', hasId: true }, used)).toBeNull();
});

it('settles the form of a refusal by the first row that is refused with words', () => {
  const findings = [finding('errorBody'), finding('importNames')];
  const refused = (text: string) => settledByUse(findings, { kind: 'refused', status: 400, text }, used);
  expect(refused('{"responseStatus":{"message":"No such campaign"}}')?.[0]).toMatchObject({
    verdict: 'confirmed',
    evidence: 'A row was refused (400) with responseStatus.message.',
    used: 'responseStatus.message',
    at: 9,
  });
  expect(refused('')).toBeNull();
});

it('settles the pool by leads that name theirs, also against what was sent', () => {
  const settle = (leads: number, isSame: boolean) =>
    settledByUse([finding('poolField')], { kind: 'pool', leads, isSame }, used)?.[0];
  expect(settle(3, true)).toMatchObject({
    verdict: 'confirmed',
    evidence: '3 leads of a trial, read back, are in the lead pool that was sent.',
    used: 'LeadPool',
  });
  expect(settle(1, false)).toMatchObject({
    verdict: 'contradicted',
    evidence: 'The lead of a trial, read back, is not in the lead pool that was sent.',
  });
});

it('settles the price by its check, and by a later check anew', () => {
  const first = settledByUse([finding('nightPrice')], { kind: 'nightPrice', units: 4 }, used) ?? [];
  expect(first[0]).toMatchObject({ verdict: 'confirmed', used: "4 of the day's quota", at: 9 });
  expect(settledByUse(first, { kind: 'nightPrice', units: 4 }, { ...used, at: 10 })).toBeNull();
  const later = settledByUse(first, { kind: 'nightPrice', units: 1 }, { ...used, at: 10 });
  expect(later?.[0]).toMatchObject({ used: "1 of the day's quota", at: 10 });
});
