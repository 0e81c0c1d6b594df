import { beforeEach, describe, expect, it } from 'vitest';
import { eachTime } from '../../../../foundation/world-fixture.ts';
import { USUAL_TERMS } from '../../../../../../shared/contract/imports/imports.ts';
import { atOnce, createJournal, type JournalUnderTest, phones, remove } from '../job-fixture.ts';
import { JobStore } from '../job-store.ts';
import { leadDigest } from '../records/lead-digest.ts';
import { SentByAnother } from './sent-elsewhere.ts';

let at: JournalUnderTest;
eachTime(() => (at = createJournal()));

const by = { at: Date.UTC(2026, 10, 22, 10), run: 'spec' };
const send = (job: string, n: number) => at.store.rows.step(job, n, 'send', by);
const step = (job: string, n: number, name: Parameters<typeof at.store.rows.step>[2], detail = {}) =>
  at.store.rows.step(job, n, name, { ...by, ...detail });
/** A job of one lead, which it has sent. */
const addSent = (job: string) => {
  at.add(phones(1), { id: job });
  send(job, 1);
};
const reason = (job: string, n: number) => at.store.sentElsewhere.reasonOf(job, n);

describe('a lead that two jobs have', () => {
  beforeEach(() => {
    at.add(phones(3), { id: 'a', name: 'people.csv' });
    at.add(phones(3), { id: 'b', name: 'result.csv' });
  });

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('is sent by %s, and then not by %s', (first, second) => {
    send(first, 2);
    step(first, 2, 'created', { leadId: '77' });
    expect(() => send(second, 2)).toThrow(SentByAnother);
    expect(at.store.rows.stateOf(second, 2)).toBe('ready');
    expect(reason(second, 2)).toContain(`Not sent: the same lead was created on 22 Nov 11:00:00 (lead 77)`);
    expect(reason(second, 2)).toContain(`(job ${first})`);
    // The witness has no line of it either.
    expect(at.store.sentRecord.witness.read().jobs.get(second)?.sent.size).toBe(0);
    send(second, 1);
  });

  it('and that may have arrived is not sent by the other: on its way, unknown, given up', () => {
    send('a', 1);
    expect(reason('b', 1)).toContain('may exist');
    step('a', 1, 'unknown');
    expect(reason('b', 1)).toContain('may exist');
    step('a', 1, 'leave');
    expect(reason('b', 1)).toContain('may exist');
  });

  it('and that certainly is not there is sent by the other: taken back, refused, found absent', () => {
    send('a', 1);
    step('a', 1, 'takeBack');
    expect(reason('b', 1)).toBeNull();
    send('a', 1);
    step('a', 1, 'rejected');
    expect(reason('b', 1)).toBeNull();
    send('a', 2);
    step('a', 2, 'unknown');
    step('a', 2, 'sendOnce');
    expect(reason('b', 2)).toBeNull();
    send('b', 2);
    // Now it is the first job's turn to ask.
    expect(() => send('a', 2)).toThrow(SentByAnother);
  });

  it('goes again with a person’s word, which covers what was sent until then', () => {
    for (const n of [1, 2]) {
      send('b', n);
      step('b', n, 'created');
      step('a', n, 'sentElsewhere', { reason: reason('a', n) ?? '' });
    }
    step('a', 3, 'skip', { reason: 'The job was stopped.' });
    expect(at.store.rows.tally('a')).toMatchObject({ ready: 0, skipped: 3 });
    expect(atOnce(at.store.rows.sendingAgain('a', by.at, by.run))).toBe(2);
    expect(at.store.rows.tally('a')).toMatchObject({ ready: 2, skipped: 1 });
    expect([1, 2].map((n) => reason('a', n))).toEqual([null, null]);
    addSent('c');
    expect(() => send('a', 1)).toThrow(SentByAnother);
    send('a', 2);
  });

  it('is not forgotten with the job that sent it', () => {
    send('b', 1);
    step('b', 1, 'created');
    remove(at.store, 'b', by);
    expect(at.store.rows.tally('a')).toMatchObject({ ready: 2, skipped: 1 });
    expect(at.store.lists.rowsAfter('a', 0, 1)[0]?.reason).toMatch(/deleted since/);
    expect(at.journal.prepare(`SELECT count(*) AS n FROM import_lead WHERE job = 'b'`).get()).toEqual({ n: 0 });
  });

  it('is sent by the job whose person was asked, once for each word', () => {
    send('a', 1);
    step('a', 1, 'created');
    at.add(phones(3), { id: 'c' });
    remove(at.store, 'a', by);
    expect(at.journal.prepare(`SELECT count(*) AS n FROM import_word WHERE other = 'a'`).get()).toEqual({ n: 0 });
    send('b', 2);
    step('b', 2, 'created');
    expect([reason('c', 1), at.store.rows.stateOf('c', 1)]).toEqual([null, 'ready']);
    addSent('d');
    // The word was about a sending that is no longer kept, not about this one.
    expect(reason('c', 1)).toContain('may exist');
  });
});

it('was sent again after it was found absent: the word before that no longer counts', () => {
  addSent('a');
  step('a', 1, 'unknown');
  at.add(phones(1), { id: 'b' });
  expect(reason('b', 1)).toBeNull();
  step('a', 1, 'sendOnce');
  send('a', 1);
  expect(() => send('b', 1)).toThrow(SentByAnother);
});

it('and of which a person knew is still known when it is found', () => {
  addSent('a');
  step('a', 1, 'unknown');
  at.add(phones(1), { id: 'b' });
  step('a', 1, 'exists', { leadId: '77' });
  expect(reason('b', 1)).toBeNull();
});

it('is asked about anew when its row becomes another lead', () => {
  addSent('a');
  const job = at.add(phones(1), { id: 'b' });
  expect(reason('b', 1)).toBeNull();
  const found = at.store.find(job.id);
  if (found !== undefined) at.store.sentElsewhere.changed(found, 1);
  expect(reason('b', 1)).toContain('may exist');
});

it('is nothing that was sent before the job, when a person was asked then', () => {
  addSent('a');
  addSent('b');
  expect(at.store.rows.stateOf('b', 1)).toBe('intent');
});

it('is what was sent before the job, when nobody was asked', () => {
  at.add(phones(2), { id: 'a' });
  send('a', 1);
  at.add(phones(2), { id: 'b' });
  at.journal.exec('DELETE FROM import_word');
  expect(() => send('b', 1)).toThrow(SentByAnother);
});

it('is asked by campaign, and without the tag of each job', () => {
  const tagged = { terms: { ...USUAL_TERMS, tagField: 'Tag' } };
  at.add(phones(1), { id: 'a', ...tagged });
  at.add(phones(1), { id: 'b', ...tagged });
  at.add(phones(1), { id: 'c', campaignCode: 'AUTUMN' });
  send('a', 1);
  expect(reason('b', 1)).not.toBeNull();
  expect(reason('c', 1)).toBeNull();
});

it('knows the jobs of a journal that an earlier version wrote', () => {
  at.add(phones(2), { id: 'a' });
  at.add([...phones(2), ['']], { id: 'b' });
  send('a', 1);
  at.journal.exec('DELETE FROM import_lead');
  expect(new JobStore(at.journal).sentElsewhere.reasonOf('b', 1)).not.toBeNull();
  expect(at.journal.prepare('SELECT count(*) AS n FROM import_lead').get()).toEqual({ n: 4 });
});

it('knows the leads of a job as they were sent, and those of an earlier version by its mapping', () => {
  const setPayload = (job: string, payload: string | null) =>
    at.journal.prepare('UPDATE import_cell SET payload = ? WHERE job = ?').run(payload, job);
  at.journal.exec('DROP TRIGGER import_cell_kept');
  at.add(phones(1), { id: 'a' });
  at.add([['+4530888888']], { id: 'b' });
  at.add([['+4530777777']], { id: 'c' });
  setPayload('a', '{"Phone":"+4530777777"}');
  setPayload('b', null);
  send('a', 1);
  send('b', 1);
  at.journal.exec('DELETE FROM import_lead; DELETE FROM import_word');
  const { sentElsewhere } = new JobStore(at.journal);
  expect(sentElsewhere.reasonOf('c', 1)).toContain('(job a)');
  at.add([['+4530888888']], { id: 'd' }, false);
  expect(sentElsewhere.reasonOf('d', 1)).toContain('(job b)');
});

it('is read anew when its row becomes another lead, one of an earlier version, or none', () => {
  at.journal.exec('DROP TRIGGER import_cell_kept');
  addSent('a');
  const job = at.add([['+4530777777']], { id: 'b' });
  const change = (payload: string | null) => {
    at.journal.prepare(`UPDATE import_cell SET payload = ? WHERE job = 'b'`).run(payload);
    at.store.sentElsewhere.changed(job, 1);
    return reason('b', 1);
  };
  expect(change('{"Phone":"+4530000001"}')).toContain('may exist');
  expect(change(null)).toBeNull();
  expect(change('{"Phone":"30000001"}')).toContain('may exist');
  expect(change('{"Phone":" "}')).toBeNull();
  expect(at.journal.prepare(`SELECT count(*) AS n FROM import_lead WHERE job = 'b'`).get()).toEqual({ n: 0 });
  // A row that is not there.
  at.store.sentElsewhere.changed(job, 2);
});

it.each([
  ['77', 5, 'the same lead was created on 1 Jan 01:00:00 (lead 77), as row 1'],
  ['', 5, 'the same lead was created on 1 Jan 01:00:00, as row 1'],
  [null, null, 'the same lead was created, as row 1'],
])('says of a lead what is known: id %j, time %j', (leadId, time, words) => {
  at.add(phones(1), { id: 'a' });
  at.add(phones(1), { id: 'b' }, false);
  send('a', 1);
  step('a', 1, 'created', { leadId });
  at.journal.prepare(`UPDATE import_row SET at = ? WHERE job = 'a'`).run(time);
  expect(reason('b', 1)).toContain(words);
});

describe('the digest of a lead', () => {
  const digest = (data: Record<string, string>, tagField: string | null = null) => {
    const found = leadDigest({ campaignCode: 'C', data, tagField });
    return found === null ? null : Buffer.from(found).toString('hex');
  };

  it('is the same however a value is spaced, and with or without the country of a phone', () => {
    const one = digest({ Telefon1: '+45 30 11 11 11', Name: 'Anna  Holm' });
    expect(digest({ Name: 'anna holm ', Telefon1: '30111111' })).toBe(one);
    expect(digest({ Name: 'anna holm', Telefon1: '0045-30111111', Note: ' ' })).toBe(one);
    expect(digest({ Name: 'anna holm', Telefon1: '30111111', Tag: 'imp-1' }, 'Tag')).toBe(one);
  });

  it('is another for another value, field or campaign, and for numbers that are no phones', () => {
    const one = digest({ Customer: '4530111111', Phone: '1' });
    expect(digest({ Customer: '4630111111', Phone: '1' })).not.toBe(one);
    expect(digest({ Customer: '4530111111', Mobile: '1' })).not.toBe(one);
    expect(digest({ Customer: '4530111111', Phone: '2' })).not.toBe(one);
    expect(leadDigest({ campaignCode: 'D', data: { Customer: '4530111111', Phone: '1' }, tagField: null })).not.toEqual(
      leadDigest({ campaignCode: 'C', data: { Customer: '4530111111', Phone: '1' }, tagField: null }),
    );
  });

  it('is the same in every version: it is kept in the journal', () => {
    expect(digest({ Phone: '30111111', Name: 'Anna Holm' })).toBe('ae9bf64fc3f6187794076e4ec6a72759');
  });

  it('is another for other words in a field for phones', () => {
    expect(digest({ Phone: 'ask Anna' })).not.toBe(digest({ Phone: 'ask Bent' }));
  });

  it('is none for a row without a value', () => {
    expect(digest({ Name: ' ', Tag: 'imp-1' }, 'Tag')).toBeNull();
  });
});
