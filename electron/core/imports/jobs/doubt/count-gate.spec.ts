import { beforeEach, describe, expect, it } from 'vitest';
import type { Lane } from '../../../../../shared/domain/pacing/pacing.ts';
import { SECOND } from '../../../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../../api/simulation/virtual-clock.ts';
import { turn } from '../run/runner-fixture.ts';
import { CountGate, LATE_SECONDS, type Pass } from './count-gate.ts';
import type { CountAnswer, Counted } from './service-count.ts';

let clock: VirtualClock;
let gate: CountGate;
let asked: { readonly lane: Lane; answer(answer: CountAnswer): Promise<void>; fail(): Promise<void> }[];
let found: Counted[];
let bugs: number;

beforeEach(() => {
  clock = new VirtualClock();
  [asked, found, bugs] = [[], [], 0];
  gate = new CountGate({
    clock,
    log: { bug: () => `bug-${(bugs += 1)}`, note: () => undefined },
    ask: (lane) => {
      const { promise, resolve, reject } = Promise.withResolvers<CountAnswer>();
      asked.push({
        lane,
        answer: (answer) => (resolve(answer), turn()),
        fail: () => (reject(new Error('a bug')), turn()),
      });
      return promise;
    },
    onMore: (counted) => `held ${found.push(counted)}`,
  });
});

const counted = (figure: number, remembered: number, least = 0): CountAnswer => ({
  kind: 'counted',
  counted: { counted: figure, remembered, least, isShared: false, readAt: 0, since: null, isMeanwhile: false },
});
const agreed = counted(5, 5);
/** With the row that went alone. */
const agreedAgain = counted(6, 6);
const more = counted(6, 5);
const later: CountAnswer = { kind: 'notYet', message: 'It failed (500).', retryAt: 7 };
const never: CountAnswer = { kind: 'notOffered', why: 'refused' };
const uncounted: CountAnswer = { kind: 'notOffered', why: 'missing' };
const unlisted: CountAnswer = { kind: 'notOffered', why: 'unlisted' };
const offline: CountAnswer = { kind: 'trouble', error: { code: 'network', message: 'Gone.', sent: 'no' } };

/** A row at the gate: what it is answered, once it is. */
function row(signal?: AbortSignal): { readonly pass: Promise<Pass | null>; kind: string | null | undefined } {
  const entered: { pass: Promise<Pass | null>; kind: string | null | undefined } = {
    pass: gate.enter(signal),
    kind: undefined,
  };
  entered.pass.then((pass) => (entered.kind = pass?.kind ?? null)).catch(() => (entered.kind = 'failed'));
  return entered;
}
async function ended(entered: ReturnType<typeof row>, outcome: 'created' | 'notNow' | 'notSent' | 'unknown') {
  const pass = await entered.pass;
  if (pass?.kind === 'goes') pass.ended(outcome);
  await turn();
}
const answer = (index: number, said: CountAnswer) =>
  asked[index]?.answer(said) ?? Promise.reject(new Error('not asked'));
/** Answers the second row: the first one went alone and ended so, and then the service said this. */
async function behindOne(outcome: 'created' | 'unknown', said: CountAnswer) {
  const [alone, behind] = [row(), row()];
  await answer(0, agreed);
  await ended(alone, outcome);
  await answer(1, said);
  return behind;
}

/** The gate is open: both counts agreed. */
const opened = () => behindOne('created', agreedAgain);

describe('the first rows', () => {
  it('wait for the count; then one goes alone, and the others when the second count agrees, too', async () => {
    const rows = [row(), row(), row()];
    await turn();
    expect(rows.map(({ kind }) => kind)).toEqual([undefined, undefined, undefined]);
    expect(asked.map(({ lane }) => lane)).toEqual(['person']);
    await answer(0, agreed);
    expect(rows.map(({ kind }) => kind)).toEqual(['goes', undefined, undefined]);
    const [alone, ...others] = rows;
    if (alone) await ended(alone, 'created');
    expect(others.map(({ kind }) => kind)).toEqual([undefined, undefined]);
    await answer(1, agreedAgain);
    expect(others.map(({ kind }) => kind)).toEqual(['goes', 'goes']);
    expect(asked).toHaveLength(2);
    expect(gate.hasAgreed).toBe(true);
  });

  it('are held when the service counted more before the first one', async () => {
    const rows = [row(), row()];
    await answer(0, more);
    expect(await Promise.all(rows.map(({ pass }) => pass))).toEqual([
      { kind: 'held', reason: 'held 1' },
      { kind: 'held', reason: 'held 1' },
    ]);
    expect([found.length, gate.hasAgreed]).toEqual([1, false]);
    expect(await row().pass).toEqual({ kind: 'held', reason: 'held 1' });
    expect(asked).toHaveLength(1);
  });

  it('are held when it counted more after one has gone alone', async () => {
    expect((await behindOne('unknown', more)).kind).toBe('held');
  });

  it.each(['notNow', 'notSent'] as const)(
    'another one goes alone when the first did not arrive (%s)',
    async (outcome) => {
      const rows = [row(), row(), row()];
      await answer(0, agreed);
      if (rows[0]) await ended(rows[0], outcome);
      expect(rows.map(({ kind }) => kind)).toEqual(['goes', 'goes', undefined]);
      expect(asked).toHaveLength(1);
    },
  );

  it('wait with what the service answered, and ask again', async () => {
    const first = row();
    await answer(0, later);
    expect(await first.pass).toEqual({ kind: 'waits', message: 'It failed (500).', retryAt: 7 });
    expect(gate.isWaiting).toBe(true);
    const again = row();
    await answer(1, agreed);
    expect([again.kind, gate.isWaiting]).toEqual(['goes', false]);
    const behind = row();
    await ended(again, 'created');
    await answer(2, later);
    expect(behind.kind).toBe('waits');
    const last = row();
    await answer(3, agreedAgain);
    expect(last.kind).toBe('goes');
  });

  it('say after a moment that the service has not answered, and ask no second time', async () => {
    const first = row();
    clock.run(1_499);
    await turn();
    expect(first.kind).toBeUndefined();
    clock.run(1_500);
    expect(await first.pass).toEqual({
      kind: 'waits',
      message: 'It has not answered yet.',
      retryAt: clock.wallNow() + 1_500,
    });
    const again = row();
    await answer(0, agreed);
    expect([again.kind, asked.length]).toEqual(['goes', 1]);
  });

  it('meet the trouble that they would meet themselves', async () => {
    const first = row();
    await answer(0, offline);
    expect(await first.pass).toEqual(offline);
    expect(gate.isWaiting).toBe(false);
  });

  it('go when the service does not offer the count, and it is known why', async () => {
    const rows = [row(), row()];
    await answer(0, never);
    expect(rows.map(({ kind }) => kind)).toEqual(['goes', 'goes']);
    expect(gate.unshown).toEqual({ kind: 'notOffered', answer: never });
    expect(gate.hasAgreed).toBe(false);
    if (rows[0]) await ended(rows[0], 'created');
    expect(asked).toHaveLength(1);
  });

  it('go alone where the service lists no leads before the first one of its day, and then as it counted that one', async () => {
    const [alone, behind] = [row(), row()];
    await answer(0, unlisted);
    expect([alone.kind, behind.kind, gate.unshown]).toEqual(['goes', undefined, null]);
    await ended(alone, 'created');
    await answer(1, counted(1, 1));
    expect([behind.kind, gate.unshown, gate.hasAgreed]).toEqual(['goes', null, true]);
  });

  it('are held where a service that listed none has then counted those of a copy, too', async () => {
    const [alone, behind] = [row(), row()];
    await answer(0, unlisted);
    await ended(alone, 'created');
    await answer(1, counted(2, 1));
    expect(behind.kind).toBe('held');
  });

  it('wait for a service that lists none yet behind the row that it created, and go when it still lists none', async () => {
    const alone = row();
    await answer(0, unlisted);
    await ended(alone, 'created');
    await answer(1, uncounted);
    for (let asks = 2; asks < 6; asks += 1) {
      expect(await row().pass).toMatchObject({ kind: 'waits' });
      clock.run(clock.monotonicNow() + LATE_SECONDS * SECOND);
      const behind = row();
      await answer(asks, uncounted);
      expect(behind.kind).toBe(asks < 5 ? 'waits' : 'goes');
    }
    expect([gate.unshown, gate.hasAgreed]).toEqual([{ kind: 'notOffered', answer: uncounted }, false]);
    expect(gate.isWaiting).toBe(false);
  });

  it('go when it lists none behind one of which nobody knows that it was created, and it is known', async () => {
    const [alone, behind] = [row(), row()];
    await answer(0, unlisted);
    await ended(alone, 'unknown');
    await answer(1, unlisted);
    expect(behind.kind).toBe('goes');
    expect([gate.unshown, gate.hasAgreed]).toEqual([{ kind: 'notOffered', answer: unlisted }, false]);
  });

  it('go when it does not offer it any more after one has gone', async () => {
    expect((await behindOne('created', never)).kind).toBe('goes');
    expect(gate.unshown).toMatchObject({ kind: 'notOffered' });
  });

  it('go alone behind a count that is too low to show anything, and it is known', async () => {
    const first = row();
    await answer(0, counted(0, 9, 4));
    expect(first.kind).toBe('goes');
    expect(gate.unshown).toMatchObject({ kind: 'behind', counted: { counted: 0, remembered: 9 } });
    const second = row();
    await turn();
    expect(second.kind).toBeUndefined();
  });

  it('wait while the count lacks the row that was created, and are held when it then has that of a copy, too', async () => {
    const behind = await behindOne('created', agreed);
    const message = 'Its count lacks the row that it created just now.';
    expect(await behind.pass).toEqual({ kind: 'waits', message, retryAt: clock.wallNow() + SECOND });
    // A part of a millisecond before that, whoever comes is not sent away until now.
    clock.run(clock.monotonicNow() + SECOND - 0.25);
    expect(await row().pass).toMatchObject({ kind: 'waits', retryAt: clock.wallNow() + 1 });
    expect([await row().pass, gate.isWaiting, asked.length]).toMatchObject([{ kind: 'waits' }, true, 2]);
    clock.run(SECOND);
    const later = row();
    await answer(2, counted(7, 6));
    expect(later.kind).toBe('held');
  });

  it('do not wait any more when the last count has the row that was late', async () => {
    const only = row();
    await answer(0, agreed);
    await ended(only, 'created');
    await answer(1, agreed);
    await row().pass;
    expect(gate.isWaiting).toBe(true);
    const end = gate.atEnd();
    await answer(2, agreedAgain);
    expect([await end, gate.isWaiting]).toEqual([null, false]);
  });

  it('go after 15 seconds of a count without that row, and it is known', async () => {
    const first = row();
    await answer(0, agreed);
    await ended(first, 'created');
    await answer(1, agreed);
    for (const [index, at] of [1, 3, 7, 15].entries()) {
      expect([(await row().pass)?.kind, gate.unshown]).toEqual(['waits', null]);
      clock.run(at * SECOND);
      const again = row();
      await answer(index + 2, agreed);
      expect(again.kind).toBe(at === 15 ? 'goes' : 'waits');
    }
    expect([gate.unshown, gate.isWaiting, LATE_SECONDS]).toEqual([{ kind: 'late' }, false, 15]);
  });

  it('need no higher count behind a row that may not have arrived', async () => {
    expect((await behindOne('unknown', agreed)).kind).toBe('goes');
  });

  it('that are called back neither go nor keep others from going', async () => {
    const cancel = new AbortController();
    const rows = [row(cancel.signal), row()];
    cancel.abort();
    await answer(0, agreed);
    expect(rows.map(({ kind }) => kind)).toEqual([null, 'goes']);
  });

  it('can be called back while one goes alone, and while the count is asked for', async () => {
    const cancel = new AbortController();
    const rows = [row(cancel.signal), row()];
    cancel.abort();
    await turn();
    expect(rows.map(({ kind }) => kind)).toEqual([null, undefined]);
    await answer(0, agreed);
    const another = new AbortController();
    const behind = row(another.signal);
    another.abort();
    await turn();
    expect(behind.kind).toBeNull();
  });

  it('fail when the question has a bug, and ask anew', async () => {
    const first = row();
    await asked[0]?.fail();
    expect(first.kind).toBe('failed');
    const again = row();
    await answer(1, agreed);
    expect(again.kind).toBe('goes');
  });
});

describe('half a minute later', () => {
  beforeEach(opened);

  it('the count is read once more, and rows go meanwhile', async () => {
    clock.run(30 * SECOND - 1);
    expect(await row().pass).toMatchObject({ kind: 'goes' });
    expect(asked).toHaveLength(2);
    clock.run(30 * SECOND);
    expect(await row().pass).toMatchObject({ kind: 'goes' });
    expect(asked.map(({ lane }) => lane)).toEqual(['person', 'person', 'refresh']);
    await answer(2, agreed);
    clock.run(600 * SECOND);
    expect(await row().pass).toMatchObject({ kind: 'goes' });
    expect(asked).toHaveLength(3);
  });

  it('rows are held from then on when the service counted more', async () => {
    clock.run(30 * SECOND);
    await row().pass;
    await answer(2, more);
    expect(await row().pass).toEqual({ kind: 'held', reason: 'held 1' });
  });

  it('the service is asked again later when it could not say it, and no row waits', async () => {
    clock.run(30 * SECOND);
    await row().pass;
    await answer(2, later);
    clock.run(90 * SECOND - 1);
    await row().pass;
    expect(asked).toHaveLength(3);
    clock.run(90 * SECOND);
    expect(await row().pass).toMatchObject({ kind: 'goes' });
    expect(asked).toHaveLength(4);
  });

  it('a bug in the question is logged, and rows go', async () => {
    clock.run(30 * SECOND);
    await row().pass;
    await asked[2]?.fail();
    expect(bugs).toBe(1);
    expect(await row().pass).toMatchObject({ kind: 'goes' });
  });
});

describe('at the end', () => {
  it('the count is read, and what it has more is told', async () => {
    await opened();
    const end = gate.atEnd();
    await answer(2, more);
    expect(await end).toMatchObject({ counted: 6, remembered: 5 });
    expect(asked[2]?.lane).toBe('refresh');
  });

  it('nothing is held for it before another row comes', async () => {
    await opened();
    const end = gate.atEnd();
    await answer(2, more);
    await end;
    expect(found).toEqual([]);
    expect(await row().pass).toEqual({ kind: 'held', reason: 'held 1' });
  });

  it.each([agreed, later, never])('nothing is told of %j', async (said) => {
    await opened();
    const end = gate.atEnd();
    await answer(2, said);
    expect(await end).toBeNull();
  });

  it('the count that is being read after the only row is enough', async () => {
    const only = row();
    await answer(0, agreed);
    await ended(only, 'created');
    const end = gate.atEnd();
    await answer(1, more);
    expect([await end, asked.length]).toEqual([expect.objectContaining({ counted: 6 }), 2]);
  });

  it('a count that was asked for before the last row left is not enough', async () => {
    await opened();
    clock.run(30 * SECOND);
    await row().pass;
    const end = gate.atEnd();
    await answer(2, agreed);
    await answer(3, more);
    expect(await end).toMatchObject({ counted: 6 });
  });

  it('nothing is read that was never compared', async () => {
    expect(await gate.atEnd()).toBeNull();
    const first = row();
    await answer(0, never);
    await ended(first, 'created');
    expect([await gate.atEnd(), asked.length]).toEqual([null, 1]);
  });
});
