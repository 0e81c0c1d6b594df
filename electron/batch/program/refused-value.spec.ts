import { expect, it } from 'vitest';
import { parsedArgs } from '../../core/foundation/call-arguments.ts';
import { Failure, invalid } from '../../core/foundation/failure.ts';
import type { ChannelName } from '../../../shared/contract/channels.ts';
import { troubleOf } from './trouble.ts';

/** What a command says of arguments that the contract does not take. */
function saidOf(channel: ChannelName, args: object): string {
  try {
    parsedArgs(channel, args);
  } catch (error) {
    if (error instanceof Failure) return troubleOf(error.error).message;
    throw error;
  }
  return '';
}

const long = 'x'.repeat(2_001);
const who = { address: 'https://leads.example/api', username: 'anna', password: 'geheim' };
const plan = { campaignCode: 'C', poolName: null, stopAfterSameRefusal: 0 };

it.each<[channel: ChannelName, args: object, sentence: string]>([
  ['account:test', { ...who, address: ' ' }, '--url cannot be used: it is empty.'],
  ['account:test', { ...who, address: long }, '--url cannot be used: it may have 2,000 characters at most.'],
  [
    'account:test',
    { ...who, username: long },
    'The user name in LEAD_CONSOLE_USERNAME cannot be used: it may have 500',
  ],
  [
    'account:test',
    { ...who, password: long },
    'The password in LEAD_CONSOLE_PASSWORD cannot be used: it may have 1,000',
  ],
  ['import:saveDraft', { draftId: 'd', plan: { ...plan, campaignCode: long } }, 'The code of the campaign cannot be'],
  ['import:saveDraft', { draftId: 'd', plan: { ...plan, poolName: long } }, 'The name of the lead pool cannot be used'],
  [
    'import:saveDraft',
    { draftId: 'd', mapping: [{ field: long, source: { kind: 'constant', value: '' }, cleaning: [] }] },
    'The name of a field cannot be used: it may have 200 characters at most.',
  ],
  ['job:get', { jobId: long }, 'The id of the job cannot be used: it may have 100 characters at most.'],
  ['account:orgUnit', { orgCode: long, include: [] }, 'The code of the unit or user cannot be used: it may have 500'],
])('says which value %s does not take, and never the value itself', (channel, args, sentence) => {
  const said = saidOf(channel, args);
  expect(said).toContain(sentence);
  expect(said).toMatch(/Nothing was changed\.$/);
  expect(said).not.toContain('xx');
});

it('leaves the words that the core has for what it refuses', () => {
  expect(saidOf('job:get', {})).toContain('The id of the job cannot be used: it has another form.');
  expect(saidOf('job:rows', { jobId: 'j', state: 'waiting', offset: -1, limit: 1 })).toBe(
    'Invalid request. Nothing changed.',
  );
  const own = invalid('The campaign is missing.', [{ path: 'campaignCode', message: 'x' }]);
  expect(troubleOf(own.error).message).toBe('The campaign is missing.');
});
