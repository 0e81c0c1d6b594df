import { expect, it } from 'vitest';
import { ask, newEngine, stage, journalOfSent, wholePage } from './check-fixture.ts';
import type { CheckTarget, EarlierDraft } from './check-messages.ts';
import { readQueuedLeads } from './queued-leads.ts';
import { readPhone } from '../fields/phone-reader.ts';

const person = (name: string, phone: string, email = '') => [name, phone, '', email, '', '', ''];
const inSpring = (target: CheckTarget): CheckTarget => ({ ...target, campaignCode: 'SPRING' });
const earlier = (target: CheckTarget, fileName: string): EarlierDraft => ({
  ...{ ...inSpring(target), fileName, savedAt: 1 },
});
const pauses = () => {
  let count = 0;
  return { hooks: { readPhone, pause: async () => void (count += 1) }, count: () => count };
};
const keys = (phones: string[], emails: string[] = []) => ({ phones, emails, valuesKey: null });

it('a lead of earlier files is found by its phone or its e-mail address, in the first file and its first line', async () => {
  const first = await stage('q-first', [
    person('Anna', '+4530111111', 'anna@x.dk'),
    person('Bent', '+4530222222', 'bent@x.dk'),
    person('Anna', '+4530111111', 'other@x.dk'),
  ]);
  const second = await stage('q-second', [person('Bent', '+4530222222'), person('Cara', '+4530333333')]);
  const elsewhere = await stage('q-elsewhere', [person('Dora', '+4530444444')]);
  // Nobody sends a row that was left out.
  await ask(newEngine(), inSpring(first), 'leaveOut', { choice: { rows: [2] }, isOut: true });
  const own = inSpring(await stage('q-own', [person('Emil', '+4530555555')]));
  const files = [
    earlier(first, 'first.csv'),
    { ...earlier(elsewhere, 'elsewhere.csv'), campaignCode: 'AUTUMN' },
    { ...earlier(second, 'second.csv'), campaignCode: 'spring' },
  ];
  const found = await readQueuedLeads({ ...own, earlier: files }, 'DK', pauses().hooks);
  expect(found?.files).toEqual(['first.csv', 'second.csv']);
  expect(found?.find(keys(['+4530111111']))).toEqual({ file: 0, line: 2 });
  expect(found?.find(keys([], ['other@x.dk']))).toEqual({ file: 0, line: 4 });
  expect(found?.find(keys(['+4530222222']))).toEqual({ file: 1, line: 2 });
  expect(found?.find(keys(['+4530333333']))).toEqual({ file: 1, line: 3 });
  expect(found?.find(keys(['+4530222222'], ['anna@x.dk']))).toEqual({ file: 0, line: 2 });
  expect(found?.find(keys(['+4530444444']))).toBeNull();
  expect(await readQueuedLeads({ ...own, campaignCode: '', earlier: files }, 'DK', pauses().hooks)).toBeNull();
  expect(await readQueuedLeads(own, 'DK', pauses().hooks)).toBeNull();
  expect(await readQueuedLeads({ ...own, earlier: files.slice(1, 2) }, 'DK', pauses().hooks)).toBeNull();
});

it('a long file is read in parts, so that it can be cancelled between them, and is closed then', async () => {
  const long = await stage(
    'q-long',
    Array.from({ length: 2500 }, (_, at) => person('A', `+4530${100_000 + at}`)),
  );
  const own = inSpring(await stage('q-next', [person('Emil', '+4530555555')]));
  const { hooks, count } = pauses();
  const target = { ...own, earlier: [earlier(long, 'long.csv')] };
  expect((await readQueuedLeads(target, 'DK', hooks))?.find(keys(['+4530102499']))).toEqual({ file: 0, line: 2501 });
  expect(count()).toBe(2);
  const stopped = { readPhone, pause: () => Promise.reject(new Error('It was cancelled.')) };
  await expect(readQueuedLeads(target, 'DK', stopped)).rejects.toThrow('It was cancelled.');
});

it('rows that wait in a job of the queue are in an earlier file as well; those it sent are not', async () => {
  using journal = journalOfSent('+4530111111');
  journal.add([['+4530222222'], ['+4530333333']], { id: 'next', name: 'The first file' });
  const own = inSpring(await stage('q-behind', [person('Emil', '+4530555555')]));
  const { hooks, count } = pauses();
  const target = {
    ...own,
    journalPath: journal.path,
    earlier: [{ jobId: 'job' }, { jobId: 'next' }, { jobId: 'none' }],
  };
  const found = await readQueuedLeads(target, 'DK', hooks);
  expect(found?.files).toEqual(['people', 'The first file']);
  expect(found?.find(keys(['+4530111111']))).toBeNull();
  expect(found?.find(keys(['+4530333333']))).toEqual({ file: 1, line: 3 });
  expect(count()).toBeGreaterThan(0);
  for (const journalPath of [null, `${journal.path}.none`])
    expect((await readQueuedLeads({ ...target, journalPath }, 'DK', hooks))?.files).toEqual([]);
});

it('rows that an earlier file has, or another import has sent, are left out, counted by it, and sent when a person says so', async () => {
  using journal = journalOfSent('+4530111111', '+4530999999');
  const first = await stage('c-first', [person('Bent', '+4530222222'), person('Cara', '+4530333333')]);
  const second = await stage('c-second', [person('Cara', '+4530333333'), person('Dora', '+4530444444')]);
  const own = await stage('c-own', [
    ...[person('Anna', '+4530111111'), person('Bent', '+4530222222'), person('Cara', '+4530333333')],
    ...[person('Dora', '+4530444444'), person('Emil', '+4530555555'), person('Dora', '+4530444444')],
  ]);
  const files = [earlier(first, 'first.csv'), earlier(second, 'second.csv')];
  const target = { ...inSpring(own), journalPath: journal.path, earlier: files };
  const engine = newEngine();
  const found = await ask(engine, target, 'run', { settings: undefined });
  const queued = {
    ...{ rows: 4, leftOut: 4 },
    files: [
      { name: 'first.csv', rows: 2 },
      { name: 'second.csv', rows: 2 },
    ],
  };
  expect(found.inQueue).toEqual(queued);
  expect(found.sentBefore).toMatchObject({
    campaignCode: 'SPRING',
    compared: 2,
    rows: 1,
    leftOut: 1,
    jobs: [{ rows: 1 }],
  });
  expect(found.standing).toEqual({ leftOut: 5, problem: 0, repeated: 0, sentBefore: 0, ready: 1 });
  const page = async (reasonId: string) =>
    (await ask(engine, target, 'rows', { ...wholePage, reasonId, filter: 'reason' })).rows.map(({ row }) => row);
  expect([await page('inQueue'), await page('sentBefore')]).toEqual([[2, 3, 4, 6], [1]]);
  const { rows } = await ask(engine, target, 'rows', { ...wholePage, filter: 'all' });
  expect(rows.map(({ earlier: found }) => found ?? null)).toEqual([
    null,
    { fileName: 'first.csv', line: 2 },
    { fileName: 'first.csv', line: 3 },
    { fileName: 'second.csv', line: 3 },
    null,
    { fileName: 'second.csv', line: 3 },
  ]);
  const sent = await ask(engine, target, 'leaveOut', { choice: { rows: [1, 2] }, isOut: false });
  expect([sent.inQueue?.leftOut, sent.sentBefore?.leftOut]).toEqual([3, 0]);
  expect(sent.standing).toMatchObject({ leftOut: 3, sentBefore: 1, ready: 2 });
  // A row that becomes another lead is in no other import.
  const edited = await ask(engine, target, 'edit', { edits: [{ row: 4, column: 1, value: '+4530777777' }] });
  expect(edited.inQueue).toMatchObject({ rows: 3, files: [{ rows: 2 }, { name: 'second.csv', rows: 1 }] });
  const back = await ask(engine, target, 'goTo', { step: 0 });
  expect(back.inQueue).toEqual(queued);
  expect(back.sentBefore?.jobs).toMatchObject([{ rows: 1 }]);
  // What a new check finds is what the changes have led to.
  expect({ ...(await ask(newEngine(), target, 'run', { settings: undefined })), revision: 0 }).toEqual({
    ...back,
    revision: 0,
  });
});
