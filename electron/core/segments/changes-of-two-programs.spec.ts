import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import { SECOND } from '../../../shared/domain/time/time.ts';
import { sleep } from '../foundation/ports.ts';
import { journalWishes } from '../storage/wishes.ts';
import { isEnded, SegmentsBench, type SegmentsProgram } from './segments-fixture.ts';

// Two programs in one process, each with its own connection to the journal. Two processes are in scripts/two-programs.

const LIST = { text: '1\n2\n3\n4\n5\n6\n7' };

let bench: SegmentsBench;
let owner: SegmentsProgram;
let other: SegmentsProgram;

beforeEach(async () => {
  bench = await SegmentsBench.open();
  owner = bench.program();
  other = bench.program();
});
afterEach(() => bench[Symbol.asyncDispose]());

/** A change whose first batch is on its way. */
const running = () => bench.onItsWay(owner, LIST);

const isFree = () => readdirSync(join(bench.folder, 'locks')).every((name) => name.endsWith('.sqlite'));

describe('a change that another program sends', () => {
  it('counts as work of that one alone, until it has ended', async () => {
    const { change, release } = await running();
    await other.changes();
    await other.act('change', change);
    expect(owner.working).toEqual([1]);
    release();
    await expect.poll(() => owner.working, { timeout: 10_000, interval: 10 }).toEqual([1, 0]);
    expect(other.working).toEqual([]);
  });

  it.each(['pause', 'stop'] as const)('is ended by %s, answered when nothing of it is sent any more', async (how) => {
    const { change, release } = await running();
    let isAnswered = false;
    const answer = other.act(how, change).finally(() => (isAnswered = true));
    const wishes = journalWishes(owner.session.journal, 'segment', bench.clock);
    await expect.poll(() => wishes.has(change.id), { interval: 5 }).toBe(true);
    // Its owner looks at what is wished once a second.
    await sleep(bench.clock, 2 * SECOND);
    expect(isAnswered).toBe(false);
    release();
    const state = how === 'pause' ? 'paused' : 'stopped';
    expect(await answer).toMatchObject({ state, counts: { moved: 3, waiting: 4 } });
    expect(bench.taken).toEqual([['1', '2', '3']]);
    expect(await owner.act('change', change)).toMatchObject({ state });
    await expect.poll(isFree).toBe(true);
  });

  it('is neither begun a second time nor removed: that is refused in words', async () => {
    const { change, release } = await running();
    for (const refused of [other.act('start', change), other.act('repair', change), other.remove(change)])
      await expect(refused).rejects.toThrow(/Another Lead Console on this computer is sending this change/);
    await expect(other.act('prepareUndo', change)).rejects.toThrow(/still runs/);
    release();
    expect(await owner.until(change, isEnded)).toMatchObject({ counts: { moved: 7 } });
  });

  it('is left to it by a program that opens meanwhile', async () => {
    const { change, release } = await running();
    const late = bench.program();
    await late.changes();
    await sleep(bench.clock, SECOND);
    release();
    await owner.until(change, isEnded);
    expect(bench.taken).toEqual([['1', '2', '3'], ['4', '5', '6'], ['7']]);
    expect(await late.until(change, isEnded)).toMatchObject({ counts: { moved: 7 } });
  });

  it('shows what becomes of it on a page of this program, too', async () => {
    const { change, release } = await running();
    await other.changes();
    release();
    await expect.poll(() => other.told.at(-1)?.state, { timeout: 10_000 }).toBe('ended');
    expect(other.told.at(-1)).toMatchObject({ id: change.id, counts: { moved: 7 } });
  });

  it('goes on while a page of this program looks at it', async () => {
    const { change, release } = await running();
    const looks = await other.act('change', change);
    await expect.poll(() => other.told.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(other.told[0]).toMatchObject({ state: looks.state, reason: '', counts: { unknown: 0 } });
    release();
    expect(await owner.until(change, ({ state }) => state !== 'running')).toMatchObject({ counts: { moved: 7 } });
  });

  it('is shown on an open list here when it begins and not any more when it is removed', async () => {
    await other.changes();
    const change = await owner.prepare(LIST);
    await owner.act('start', change);
    await expect.poll(() => other.told.at(-1), { timeout: 10_000 }).toMatchObject({ id: change.id, state: 'ended' });
    await owner.remove(change);
    await expect.poll(() => other.removed, { timeout: 10_000 }).toEqual([change.id]);
  });

  it('takes a batch that is to be sent again from here', async () => {
    bench.lose({ times: 1, lead: '1' });
    const change = await owner.add(LIST);
    expect(change.counts.unknown).toBe(3);
    await other.call('segment:resolve', { changeId: change.id, batch: 1, as: 'again' });
    expect(await other.until(change, isEnded)).toMatchObject({ counts: { moved: 7 } });
    await expect(owner.call('segment:resolve', { changeId: change.id, batch: 1, as: 'left' })).rejects.toThrow(
      /known by now/,
    );
  });
});

describe('a change that another program ends in this moment', () => {
  it.each(['pause', 'stop', 'remove'] as const)('is told as it is, whenever %s comes', async (how) => {
    for (let n = 0; n < 12; n += 1) {
      const ids = Array.from({ length: 5 }, (_, index) => `${how} ${n} ${index}`);
      const change = await owner.prepare({ text: ids.join('\n'), leaveOutEarlier: false });
      await owner.act('start', change);
      // Somewhere between the first request and the end.
      for (let turn = 0; turn < n * 3; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
      const sentThen = () => bench.taken.filter((batch) => batch[0]?.startsWith(`${how} ${n} `)).length;
      const answer = how === 'remove' ? other.remove(change) : other.act(how, change);
      const said = await answer.then((value) => value as Partial<SegmentChange>, String);
      if (typeof said === 'string') {
        expect(said).toMatch(/Another Lead Console|still runs/);
        await owner.until(change, isEnded);
        continue;
      }
      const sent = sentThen();
      if (how === 'remove') await expect(owner.act('change', change)).rejects.toThrow(/was deleted/);
      else {
        const now = await owner.act('change', change);
        expect(now).toMatchObject({ state: said.state, counts: said.counts });
        expect(said.state).toBe(
          said.counts?.waiting === 0 && sent === 2 ? now.state : how === 'pause' ? 'paused' : 'stopped',
        );
      }
      await new Promise<void>((resolve) => bench.clock.after(2_000, resolve));
      expect(sentThen()).toBe(sent);
    }
  });
});

describe('a change whose program died', () => {
  /** As a killed program leaves it: running, with a batch on its way, and a free lease. */
  async function died(): Promise<SegmentChange> {
    const { change, release } = await running();
    const closed = owner[Symbol.asyncDispose]();
    release();
    await closed;
    other.session.journal.exec(`UPDATE segment_batch SET state = 'sent', sent_at = 1 WHERE number = 2`);
    return change;
  }

  it.each(['pause', 'stop'] as const)('is settled by who gives the command: %s', async (how) => {
    const change = await died();
    const state = how === 'pause' ? 'paused' : 'stopped';
    expect(await other.act(how, change)).toMatchObject({ state, counts: { moved: 3, unknown: 3, waiting: 1 } });
  });

  it('is said to wait for a person when a page looks at it', async () => {
    const change = await died();
    await other.changes();
    await expect.poll(() => other.told.at(-1)?.state, { timeout: 10_000 }).toBe('paused');
    expect(other.told.at(-1)).toMatchObject({ id: change.id, reason: expect.stringMatching(/has ended. Go on/) });
  });

  it('goes on where somebody goes on with it, and can be removed', async () => {
    const change = await died();
    await other.act('start', change);
    expect(await other.until(change, isEnded)).toMatchObject({
      counts: { moved: 4, unknown: 3 },
    });
    await other.remove(change);
    expect(await other.changes()).toEqual([]);
    expect(other.removed).toEqual([change.id]);
    expect(readdirSync(join(bench.folder, 'locks'))).toEqual([]);
    const rows = other.session.journal.prepare('SELECT count(*) AS rows FROM segment_ids').get();
    expect(rows).toEqual({ rows: 0 });
  });
});

describe('the same change from two pages', () => {
  it('is begun once by a double click', async () => {
    const change = await owner.prepare(LIST);
    await Promise.all([owner.act('start', change), owner.act('start', change)]);
    await owner.until(change, isEnded);
    expect(bench.taken).toHaveLength(3);
  });

  it('is undone once, whichever program is first', async () => {
    const change = await owner.add(LIST);
    const undos = [await owner.act('prepareUndo', change), await other.act('prepareUndo', change)] as const;
    await owner.act('start', undos[0]);
    await expect(other.act('start', undos[1])).rejects.toThrow('This change was undone already.');
    await owner.until(undos[0], isEnded);
    expect((await other.changes()).map(({ id }) => id).sort()).toEqual([change.id, undos[0].id].sort());
  });

  it('does not end while a batch is sent again that was unknown', async () => {
    bench.lose({ times: 1 });
    const change = await owner.prepare({ text: '1\n2\n3' });
    // The answer about the batch comes while the count of the segment is read, before the end is written.
    const { listSegments } = owner.session.api;
    let asked = 0;
    owner.session.api.listSegments = async (...args) => {
      asked += 1;
      if (asked === 1) await other.call('segment:resolve', { changeId: change.id, batch: 1, as: 'again' });
      return listSegments.apply(owner.session.api, args);
    };
    await owner.act('start', change);
    expect(await owner.until(change, isEnded)).toMatchObject({ counts: { moved: 3 } });
  });

  it('is not dropped because another page prepares one', async () => {
    const first = await owner.prepare(LIST);
    await other.prepare({ text: '8' });
    await owner.prepare({ text: '9' });
    await owner.act('start', first);
    expect(await owner.until(first, isEnded)).toMatchObject({ counts: { moved: 7 } });
  });
});

it('keeps nothing of a list before it is begun', async () => {
  await owner.prepare(LIST);
  expect(other.session.journal.prepare('SELECT count(*) AS rows FROM segment_change').get()).toEqual({ rows: 0 });
});

it('removes what a program that was killed while it kept a list has left', async () => {
  await owner.add(LIST);
  other.session.journal.exec(`UPDATE segment_change SET state = 'prepared'`);
  await owner[Symbol.asyncDispose]();
  const next = bench.program();
  // Also when it is closed at once.
  await next[Symbol.asyncDispose]();
  const left = other.session.journal.prepare('SELECT count(*) AS rows FROM segment_ids');
  expect(left.get()).toEqual({ rows: 0 });
  expect(await other.changes()).toEqual([]);
});

it('removes the locks of changes that are gone, and no others', async () => {
  const change = await owner.add(LIST);
  const locks = join(bench.folder, 'locks');
  const others = [`segment-${change.id}.sqlite`, 'export-gone.sqlite'];
  for (const name of [...others, 'segment-gone.sqlite']) writeFileSync(join(locks, name), '');
  bench.program();
  await expect.poll(() => readdirSync(locks).sort()).toEqual(others.sort());
});

describe('the change that was begun last with the same leads', () => {
  const open = async (text: string, program = other) => {
    const { id } = await program.prepare({ text, leaveOutEarlier: false });
    return (await program.call('segment:leftOpen', { changeId: id })).change;
  };

  it('is found while something of it is unknown or was not sent, in whatever order the leads come', async () => {
    bench.lose({ times: 1 });
    const change = await owner.add(LIST);
    expect(await open('7\n6\n5\n4\n3\n2\n1')).toMatchObject({ id: change.id, counts: { unknown: 3, moved: 4 } });
    expect(await open('1\n2\n3\n4\n5\n6\n8')).toBeNull();
    expect(await open('1\n2\n3')).toBeNull();
    await other.act('repair', change);
    await other.until(change, isEnded);
    expect(bench.taken).toEqual([['4', '5', '6'], ['7'], ['1', '2', '3']]);
    expect(await other.act('change', change)).toMatchObject({ counts: { moved: 7, unknown: 0 }, requests: 4 });
    expect(await open(LIST.text)).toBeNull();
  });
});
