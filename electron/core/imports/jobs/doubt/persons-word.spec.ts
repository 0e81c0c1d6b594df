import { describe, expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { phones } from '../journal/job-fixture.ts';
import { counted, failed, SentCheckBench } from './sent-check-fixture.ts';

const MORE = { counted: 2, remembered: 1, least: 0, isShared: false, readAt: 0, since: null, isMeanwhile: false };

let bench: SentCheckBench;

eachTime(() => (bench = new SentCheckBench()));

describe('a person’s word that a job goes on', () => {
  const goOn = (id = 'job') => bench.check.goOn(id, () => Promise.resolve(bench.at.store.setHold(id, null)));

  it('holds at later starts, when the service had counted more: someone else may use the account every day', async () => {
    bench.opened(2);
    await bench.asking('job', counted(13));
    await goOn();
    bench.open();
    expect(await bench.send('job')).toMatchObject({ outcome: 'created' });
    expect(bench.asked).toHaveLength(1);
    expect(bench.check.notes.of('job')).toEqual([
      expect.stringContaining('although the service had counted 13 more leads'),
    ]);
  });

  it('holds at later starts, when the service could not say its count', async () => {
    bench.opened(2);
    await bench.asking('job', failed('rejected', { status: 500 }));
    await goOn();
    expect(bench.noted).toEqual(['job']);
    bench.open();
    expect(await bench.send('job')).toMatchObject({ outcome: 'created' });
    expect(bench.check.notes.of('job')).toEqual([expect.stringContaining('without the service’s count of leads')]);
  });

  it('lets its rows go without a question, and ends the doubt with the last held job', async () => {
    bench.at.add(phones(1), { id: 'one' });
    bench.at.add(phones(1), { id: 'two' });
    bench.open().doubts.counted(MORE);
    const resume = (id: string) => () => Promise.resolve(bench.at.store.setHold(id, null));
    await bench.check.goOn('one', resume('one'));
    expect(await bench.send('one')).toMatchObject({ outcome: 'created' });
    expect(bench.asked).toHaveLength(0);
    expect(bench.check.doubts.current()?.held.map(({ jobId }) => jobId)).toEqual(['two']);
    await bench.check.goOn('two', resume('two'));
    expect(bench.check.doubts.current()).toBeNull();
    expect(bench.told).toBe(2);
  });

  it('about something else does not: the next start asks again', async () => {
    bench.at.add(phones(2));
    bench.open('damaged.sqlite');
    await goOn();
    expect(bench.check.notes.of('job')).toEqual([]);
    bench.open();
    expect(await bench.asking('job', counted(0))).toMatchObject({ outcome: 'created' });
    expect(bench.asked).toHaveLength(2);
  });

  it('goes with the job', async () => {
    bench.opened(2);
    await bench.asking('job', counted(13));
    await goOn();
    bench.check.forget({ id: 'job', name: 'people', fileName: 'people.csv' });
    expect(bench.check.notes.of('job')).toEqual([]);
  });
});

describe('the end of a job', () => {
  async function sentAll(): Promise<void> {
    bench.opened(1, 'job', 5);
    const row = bench.send('job');
    await bench.answer(0, counted(5));
    bench.remembered(1);
    await bench.answer(1, counted(6));
    await row;
    bench.at.created(1, { at: 5, run: 'spec', leadId: 'x' });
  }

  it('says when the service has counted more, and holds nothing', async () => {
    await sentAll();
    const end = bench.check.ended('job');
    expect(bench.check.ended('job')).toBe(end);
    await bench.answer(2, counted(9));
    await end;
    expect(bench.check.notes.of('job')).toEqual([
      expect.stringMatching(/^When the last row was answered: The service counted 3 more/),
    ]);
    expect([bench.check.doubts.current(), bench.noted, bench.asked.length]).toEqual([null, ['job'], 3]);
  });

  it('says nothing when it has counted what left', async () => {
    await sentAll();
    const end = bench.check.ended('job');
    await bench.answer(2, counted(6));
    await end;
    expect(bench.check.notes.of('job')).toEqual([]);
  });

  it('is not come while rows wait: nothing is asked', async () => {
    await sentAll();
    bench.at.journal.exec(`UPDATE import_row SET state = 'ready'`);
    await bench.check.ended('job');
    expect([bench.asked.length, bench.check.notes.of('job')]).toEqual([2, []]);
  });

  it('of one that began later asks nothing', async () => {
    bench.open();
    bench.at.add(phones(1));
    await bench.check.ended('job');
    expect(bench.asked).toEqual([]);
  });
});

it('a disk that takes no more writes lets a job go on, and is noted', async () => {
  bench.at.add(phones(1));
  bench.open().doubts.counted(MORE);
  const resume = () => {
    bench.at.store.setHold('job', null);
    bench.at.journal.exec('PRAGMA query_only = ON');
    return Promise.resolve('resumed');
  };
  expect(await bench.check.goOn('job', resume)).toBe('resumed');
  bench.at.journal.exec('PRAGMA query_only = OFF');
  expect([bench.bugs.length, bench.told]).toEqual([1, 1]);
  expect(bench.check.doubts.current()).not.toBeNull();
});

it('any other trouble with the end of a doubt is told', async () => {
  bench.at.add(phones(1));
  bench.open().doubts.counted(MORE);
  bench.at.journal.exec(`CREATE TRIGGER broken BEFORE UPDATE ON import_doubt BEGIN SELECT raise(ABORT, 'broken'); END`);
  const resume = () => Promise.resolve(bench.at.store.setHold('job', null));
  await expect(bench.check.goOn('job', resume)).rejects.toThrow('broken');
  expect(bench.bugs).toEqual([]);
});

describe('a person who asks for the count', () => {
  const nobody = new AbortController().signal;

  it('reads it beside what is remembered, and is told when the service counted more', async () => {
    const desk = bench.open('journal.damaged');
    const answer = desk.askCount(nobody);
    bench.asked[0]?.answer(counted(3));
    const { doubt } = await answer;
    expect(doubt?.service).toMatchObject({ counted: 3, remembered: 0 });
    expect(doubt?.sentences.join(' ')).toMatch(/The service counted 3 more leads/);
  });

  it('reads an equal count without a word of doubt', async () => {
    const desk = bench.open('journal.damaged');
    const before = desk.doubts.current()?.sentences;
    const answer = desk.askCount(nobody);
    bench.asked[0]?.answer(counted(0));
    expect((await answer).doubt).toMatchObject({ service: { counted: 0, remembered: 0 }, sentences: before });
  });

  it.each([
    ['network', 'network'],
    ['rejected', 'notFound'],
  ])('is told why there is none (%s)', async (code, expected) => {
    const desk = bench.open('journal.damaged');
    const answer = desk.askCount(nobody);
    bench.asked[0]?.answer(failed(code));
    await expect(answer).rejects.toMatchObject({ error: { code: expected } });
    expect(desk.doubts.current()?.service).toBeNull();
  });

  it('is not answered when nothing is in doubt', async () => {
    await expect(bench.open().askCount(nobody)).rejects.toMatchObject({ error: { code: 'notFound' } });
    expect(bench.asked).toEqual([]);
  });
});
