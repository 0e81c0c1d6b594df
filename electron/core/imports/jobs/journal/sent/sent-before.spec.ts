import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CampaignField } from '../../../../../../shared/contract/imports/imports.ts';
import { planCheck } from '../../../../../../shared/domain/check/check-plan.ts';
import { RowJudge } from '../../../../../../shared/domain/check/judge-row.ts';
import { SECOND } from '../../../../../../shared/domain/time/time.ts';
import { readPhone } from '../../../fields/phone-reader.ts';
import { atOnce, createJournal, type JournalUnderTest } from '../job-fixture.ts';
import { readSentLeads, waitingLeadsOf } from './sent-before.ts';

let at: JournalUnderTest;
let pauses: number;
beforeEach(() => {
  at = createJournal();
  pauses = 0;
});
afterEach(() => at[Symbol.dispose]());

const EARLY = Date.UTC(2026, 10, 1);
const SPRING = { campaignCode: 'SPRING', fields: [] };

function send(job: string, n: number, sentAt: number, ending?: 'created' | 'rejected' | 'unknown'): void {
  // A person was asked.
  atOnce(at.store.sentElsewhere.agreeing(job));
  at.store.rows.step(job, n, 'send', { at: sentAt, run: 'r' });
  if (ending !== undefined) at.store.rows.step(job, n, ending, { at: sentAt, run: 'r' });
}

const read = (campaignCode = 'SPRING', fields: readonly CampaignField[] = []) =>
  readSentLeads(at.path, { campaignCode, fields }, 'DK', readPhone, async () => void (pauses += 1));

describe('leads that were sent before', () => {
  it('are the created, the unknown and those on their way, by phone', async () => {
    at.add([['30111111'], ['30222222'], ['30333333'], ['30444444'], ['30555555']]);
    send('job', 1, EARLY, 'created');
    send('job', 2, EARLY + 5 * SECOND, 'unknown');
    send('job', 3, EARLY + 3 * SECOND);
    send('job', 4, EARLY + 9 * SECOND, 'rejected');
    const sent = await read();
    expect(sent).toMatchObject({ campaignCode: 'SPRING', count: 3 });
    expect(sent?.jobs).toEqual([{ jobId: 'job', name: 'people', at: EARLY + 5 * SECOND }]);
    expect(['1', '2', '3', '4', '5'].map((digit) => sent?.find([`+4530${digit.repeat(6)}`]))).toEqual([
      0,
      0,
      0,
      null,
      null,
    ]);
    expect(sent?.find([])).toBeNull();
    expect(pauses).toBe(1);
  });

  it('belong to the job that sent them last, whichever was made first', async () => {
    at.add([['30111111'], ['30222222'], ['30333333']], { id: 'b', name: 'second', createdAt: 2 });
    at.add([['30111111'], ['30222222'], ['30333333']], { id: 'a', name: 'first', createdAt: 1 });
    send('a', 1, EARLY, 'created');
    send('b', 1, EARLY + SECOND, 'created');
    send('a', 2, EARLY + SECOND, 'created');
    send('b', 2, EARLY, 'created');
    send('a', 3, EARLY, 'created');
    send('b', 3, EARLY, 'created');
    const sent = await read();
    expect(sent?.jobs.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(sent?.find(['+4530111111'])).toBe(1);
    expect(sent?.find(['+4530222222'])).toBe(0);
    // In the same second the later job is taken.
    expect(sent?.find(['+4530333333'])).toBe(1);
    expect(sent?.find(['+4530222222', '+4530111111'])).toBe(0);
    // If there are several keys, the latest sending counts, wherever it stands.
    expect(sent?.find(['+4530333333', '+4530222222'])).toBe(0);
    expect(sent?.find(['+4530222222', '+4530333333'])).toBe(0);
    expect(sent?.find(['+4530999999', '+4530111111'])).toBe(1);
  });

  it('are looked for in the campaign that was named', async () => {
    at.add([['30111111']], { campaignCode: 'AUTUMN' });
    send('job', 1, EARLY, 'created');
    expect(await read()).toMatchObject({ count: 0, jobs: [] });
    expect(await read('AUTUMN')).toMatchObject({ count: 1 });
  });

  it('are those of a campaign in whatever case its code was written', async () => {
    at.add([['30111111']], { campaignCode: 'FORÅR' });
    send('job', 1, EARLY, 'created');
    expect(await read('forår')).toMatchObject({ count: 1 });
  });

  it('are read in pages, with other work between them', async () => {
    at.add(Array.from({ length: 4001 }, (_, index) => [`30${String(index).padStart(6, '0')}`]));
    at.journal.exec(`UPDATE import_row SET state = 'created', at = ${EARLY}`);
    const sent = await read();
    expect([sent?.count, pauses]).toEqual([4001, 3]);
    expect(sent?.find(['+4530002000'])).toBe(0);
    expect(sent?.find(['+4530004000'])).toBe(0);
  });

  it('are none without a journal, and in one that no import was started in', async () => {
    expect(await readSentLeads(`${at.path}.none`, SPRING, 'DK', readPhone, async () => undefined)).toBeNull();
    const empty = join(at.path, '..', 'empty.sqlite');
    new DatabaseSync(empty).close();
    const sent = await readSentLeads(empty, SPRING, 'DK', readPhone, async () => undefined);
    expect(sent).toMatchObject({ count: 0, jobs: [] });
  });
});

it('a phone is known again in a field that is one of phones by what is known of the campaign, not by its name', async () => {
  const mapping = [{ field: 'Kontakt', source: { kind: 'columns' as const, columns: [0], join: null }, cleaning: [] }];
  at.add([['30 11 11 11']], { columns: ['Kontakt'], mapping });
  send('job', 1, EARLY, 'created');
  const sent = await read('SPRING', [{ name: 'Kontakt', type: 'phone', source: 'export' }]);
  expect(sent?.find(['+4530111111'])).toBe(0);
});

it('a row without phone and e-mail is known again by all its values', async () => {
  const columns = { kind: 'columns' as const, columns: [0], join: null };
  const mapping = [{ field: 'LastName', source: columns, cleaning: [] }];
  at.add([['Ada'], ['Bo']], { columns: ['Name'], mapping });
  send('job', 1, EARLY, 'created');
  const settings = { country: null, duplicateKey: null, fields: [] };
  const judge = new RowJudge(
    planCheck({ mapping, fields: [], settings, country: '', postcodeColumn: null }),
    readPhone,
  );
  const keyOf = (name: string) => judge.judgeRow([name]).valuesKey ?? '';
  const sent = await read();
  expect(['Ada', 'Bo'].map((name) => sent?.find([keyOf(name)]))).toEqual([0, null]);
});

it('the rows of a job that wait are read by its id, in its campaign, also where its mapping is damaged', () => {
  at.add([['30111111']], { id: 'a', name: 'first', createdAt: 1 });
  at.add([['30222222'], ['30333333'], ['30444444']], { id: 'b', name: 'second', createdAt: 2 });
  send('b', 1, EARLY, 'created');
  const waiting = (jobId: string, campaignCode = 'SPRING') => {
    const found = waitingLeadsOf(at.journal, { jobId, campaignCode, fields: [] }, 'DK', readPhone);
    return found && [found.name, ...[...found.parts].flat().map(({ line, verdict }) => [line, ...verdict.phones])];
  };
  const second = ['second', [3, '+4530333333'], [4, '+4530444444']];
  expect([waiting('a'), waiting('b')]).toEqual([['first', [2, '+4530111111']], second]);
  expect(waiting('b', 'Spring')).toEqual(second);
  expect([waiting('none'), waiting('b', 'AUTUMN')]).toEqual([null, null]);
  at.journal.exec(`UPDATE import_job SET mapping = 'no list'`);
  expect(waiting('b')).toEqual(second);
});
