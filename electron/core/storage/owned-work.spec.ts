import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../api/simulation/virtual-clock.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { removesOpenFiles } from '../foundation/this-system-fixture.ts';
import { openDurable } from './database.ts';
import { shareLease, takeLease } from './lease.ts';
import { OwnedWork } from './owned-work.ts';
import { journalWishes } from './wishes.ts';

let folder: string;
let clock: VirtualClock;
let bugs: string[];
let journals: DatabaseSync[];
let works: Disposable[];

beforeEach(() => {
  folder = specFolder('owned');
  clock = new VirtualClock();
  bugs = [];
  journals = [];
  works = [];
});
afterEach(() => {
  // Windows removes no folder with a lease that is held.
  for (const work of works) work[Symbol.dispose]();
  for (const journal of journals) if (journal.isOpen) journal.close();
});

/** One program, with a connection of its own to the journal of the account. */
function program(kind = 'export'): OwnedWork {
  const journal = openDurable(join(folder, 'journal.sqlite'));
  journals.push(journal);
  return new OwnedWork({
    kind,
    folder,
    wishes: journalWishes(journal, kind, clock),
    clock,
    log: { bug: (where) => `bug-${bugs.push(where)}` },
    saysElsewhere: 'Another Lead Console fetches it.',
  });
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const pass = (milliseconds: number) => clock.runAsync(clock.monotonicNow() + milliseconds, turn);
const wishes = () => journals[0]?.prepare('SELECT kind, id FROM wish').all();

/** Begins work that lets go `after` milliseconds when it is asked to. */
async function work(owner: OwnedWork, after = 0) {
  const did = { asked: 0, looks: 0, owned: undefined as Disposable | undefined };
  const lease = await owner.take('x');
  did.owned = owner.own('x', lease, {
    letGo: () => {
      did.asked += 1;
      if (did.asked === 1) clock.after(after, () => did.owned?.[Symbol.dispose]());
    },
    look: () => void (did.looks += 1),
  });
  works.push(did.owned);
  return did;
}

/** What became of a call, as far as it has come. */
function watch<Value>(call: Promise<Value>): { value: Value | undefined; said: string } {
  const seen = { value: undefined as Value | undefined, said: '' };
  call.then(
    (value) => void (seen.value = value),
    (error: unknown) => void (seen.said = String(error)),
  );
  return seen;
}

describe('owned work', () => {
  it.each(['x/../../../elsewhere', '..\\elsewhere', 'x\u0000', '', 'x'.repeat(101)])(
    'is owned by one program in its own folder, also under the id %j of a damaged journal',
    (id) => {
      const [one, other] = [program(), program()];
      const lease = one.takeNow(id);
      expect(lease).not.toBeNull();
      expect([other.takeNow(id), other.isHeld(id), other.isHeld(`${id}/y`)]).toEqual([null, true, false]);
      expect(readdirSync(folder).filter((name) => !name.startsWith('journal'))).toEqual(['locks']);
      for (const name of readdirSync(join(folder, 'locks')))
        expect(name).toMatch(/^[a-z]+-(?:damaged-[0-9a-f]{64})\.sqlite(?:-journal)?$/);
      one.remove(id, lease);
      expect(other.isHeld(id)).toBe(false);
    },
  );

  it('is refused in words while another program does it, and not when that one only looked', async () => {
    const [one, other] = [program(), program()];
    const owned = await work(one);
    expect([one.isHere('x'), other.isHere('x'), other.isHeld('x')]).toEqual([true, false, true]);
    const refused = watch(other.take('x'));
    await pass(300);
    expect(refused.said).toContain('Another Lead Console fetches it.');
    const taken = watch(other.take('x'));
    await pass(100);
    owned.owned?.[Symbol.dispose]();
    await pass(60);
    expect(taken.value).toBeDefined();
    taken.value?.[Symbol.dispose]();
  });

  it('begins, also while a program that starts looks whether its lease was left behind', async () => {
    const [owner, other] = [program(), program()];
    const looks = other.takeNow('new');
    const begun = owner.takeNew('new');
    await turn();
    expect(owner.isHere('new')).toBe(false);
    looks?.[Symbol.dispose]();
    await pass(100);
    using lease = await begun;
    expect(lease).not.toBeNull();
    expect(other.isHeld('new')).toBe(true);
  });

  it('is let go within a second of the wish of another program, which has the lease then', async () => {
    const [one, other] = [program(), program()];
    const owned = await work(one, 500);
    const claimed = watch(other.claim('x'));
    await pass(0);
    expect(wishes()).toEqual([{ kind: 'export', id: 'x' }]);
    await pass(1000);
    expect([owned.asked, owned.looks, claimed.value]).toEqual([1, 1, undefined]);
    await pass(560);
    expect(claimed.value).toBeDefined();
    expect(one.isHeld('x')).toBe(true);
    expect(wishes()).toEqual([]);
    claimed.value?.[Symbol.dispose]();
    expect(other.isHeld('x')).toBe(false);
  });

  it('is let go at once in the same program, and every claim gets the lease in its turn', async () => {
    const one = program();
    await work(one, 10);
    const claims = [watch(one.claim('x')), watch(one.claim('x'))];
    await pass(20);
    expect(claims.filter(({ value }) => value !== undefined)).toHaveLength(1);
    for (const { value } of claims) value?.[Symbol.dispose]();
    await pass(60);
    expect(claims.every(({ value }) => value !== undefined)).toBe(true);
    expect(wishes()).toEqual([]);
    for (const { value } of claims) value?.[Symbol.dispose]();
  });

  it('of a program that died is taken over', async () => {
    const [one, other] = [program(), program()];
    const owned = await work(one);
    const claimed = watch(other.claim('x'));
    await pass(100);
    owned.owned?.[Symbol.dispose]();
    await pass(60);
    expect(claimed.value).toBeDefined();
    claimed.value?.[Symbol.dispose]();
  });

  it('that is not let go is said after three minutes; nothing was done', async () => {
    const [one, other] = [program(), program()];
    await work(one, 10 * 60_000);
    const claimed = watch(other.claim('x'));
    await pass(179_000);
    expect(claimed.said).toBe('');
    await pass(2_000);
    expect(claimed.said).toMatch(/Another Lead Console fetches it. It was asked to let go/);
  });

  it('is not waited for any more when the account closes', async () => {
    const [one, other] = [program(), program()];
    await work(one, 5_000);
    const claimed = watch(other.claim('x'));
    await pass(100);
    other[Symbol.dispose]();
    await pass(0);
    expect(claimed.said).toContain('Cancelled');
  });

  it('heeds no wish that was meant for an earlier run', async () => {
    const [one, other] = [program(), program()];
    await work(one, 10_000);
    watch(other.claim('x'));
    await pass(100);
    other[Symbol.dispose]();
    await pass(11_000);
    const again = await work(one);
    await pass(3_000);
    expect([again.asked, again.looks]).toEqual([0, 3]);
  });

  it('of another kind is no business of it', async () => {
    const [one, other] = [program('export'), program('segment')];
    const owned = await work(one);
    const claimed = watch(other.claim('x'));
    await pass(2_000);
    expect([owned.asked, claimed.value === undefined]).toEqual([0, false]);
    claimed.value?.[Symbol.dispose]();
  });

  it('goes on when the journal cannot be read for a moment', async () => {
    const [one] = [program()];
    const owned = await work(one);
    journals[0]?.close();
    await pass(1_000);
    expect([owned.asked, bugs]).toEqual([0, ['look at what other programs wish of this export']]);
  });

  it('of other programs is looked at once in five seconds, however often it is asked for', async () => {
    const one = program();
    let looks = 0;
    for (let n = 0; n < 3; n += 1) one.lookLater('x', () => void (looks += 1));
    await pass(4_999);
    expect(looks).toBe(0);
    await pass(1);
    expect(looks).toBe(1);
    one.lookLater('x', () => void (looks += 1));
    one[Symbol.dispose]();
    one.lookLater('y', () => void (looks += 1));
    await pass(20_000);
    expect(looks).toBe(1);
  });

  it('leaves no file of a lease behind when it is gone, but those that are held', async () => {
    const one = program();
    for (const id of ['kept', 'gone', 'held']) (await one.take(id))[Symbol.dispose]();
    program('segment').isHeld('gone');
    using _held = await one.take('held');
    one.removeOthers(new Set(['kept']));
    expect(readdirSync(join(folder, 'locks')).sort()).toEqual([
      'export-held.sqlite',
      'export-held.sqlite-journal',
      'export-kept.sqlite',
      'segment-gone.sqlite',
    ]);
    one.remove('kept');
    expect(readdirSync(join(folder, 'locks')).filter((name) => name.includes('kept'))).toEqual([]);
  });

  it('removes copies of files of leases, whose names hold no id', () => {
    const locks = join(folder, 'locks');
    mkdirSync(locks);
    for (const name of ['export-a (conflicted copy).sqlite', 'export-.sqlite']) writeFileSync(join(locks, name), '');
    program().removeOthers(new Set());
    expect(readdirSync(locks)).toEqual([]);
  });
});

describe('a shared lease', () => {
  it('keeps out who wants it for himself, until the last one gives it back', () => {
    const path = join(folder, 'locks', 'reading-x.sqlite');
    const [one, other] = [shareLease(path), shareLease(path)];
    expect([one === null, other === null, takeLease(path)]).toEqual([false, false, null]);
    one?.[Symbol.dispose]();
    expect(takeLease(path)).toBeNull();
    other?.[Symbol.dispose]();
    using alone = takeLease(path);
    expect([alone === null, shareLease(path)]).toEqual([false, null]);
  });
});

it.runIf(removesOpenFiles)(
  'a lease is of the file that has its name now, not of one that was removed meanwhile',
  () => {
    const path = join(folder, 'lock.sqlite');
    using old = takeLease(path);
    rmSync(path);
    // As after the removal of work that is gone: who comes now finds a new file.
    using now = takeLease(path);
    expect([old === null, now === null, takeLease(path)]).toEqual([false, false, null]);
  },
);
