import { beforeEach, describe, expect, it } from 'vitest';
import { keepThrottledPrice } from '../../../api/broker/ledger/throttled-count.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../../shared/domain/time/time.ts';
import { CounterBench } from './counter-memory-fixture.ts';
import { figure } from './sent-check-fixture.ts';

const FACT = 'remembered before the count';

let bench: CounterBench;
beforeEach(() => void (bench = new CounterBench()));

describe('a count below what the service had said', () => {
  const least = () => bench.memory.ofDay(figure()).least;

  it('is not of the period that is remembered', () => {
    bench.told(50);
    bench.memory.keep();
    expect(least()).toBe(50);
  });

  it('is one below the first request, when the service has said nothing of the period', () => {
    bench.begun(8);
    bench.memory.keep();
    expect(least()).toBe(1);
  });

  it('is none when nothing was used, the period is over, or nobody knows of one', () => {
    bench.begun(0);
    bench.memory.keep();
    expect(least()).toBe(0);
    bench.told(50);
    bench.later(20 * HOUR);
    bench.restart();
    bench.memory.keep();
    expect(least()).toBe(0);
    bench.ledger.writeFact(FACT, '');
    bench.told(50);
    // The service said what was used and not until when.
    bench.correct({ periodStart: null, periodEnd: null });
    bench.memory.keep();
    expect(least()).toBe(0);
  });
});

describe('a count below the leads that the service created for this computer', () => {
  const leastOf = (ages: readonly number[], secondsLeft: number | null) => {
    const times = ages.map((age) => bench.clock.wallNow() - age);
    bench.restart((from) => times.filter((at) => at >= from).length);
    bench.memory.keep();
    return bench.memory.ofDay(figure({ secondsLeft })).least;
  };

  it('is one of another day: those since the figure began, but for its first two minutes', () => {
    expect(leastOf([3 * HOUR, 4 * HOUR - 2 * MINUTE, 4 * HOUR - MINUTE, 5 * HOUR], 20 * 3_600)).toBe(2);
  });

  it('is one below those of the last hour, when nobody knows when the day began', () => {
    expect(leastOf([MINUTE, HOUR, 2 * HOUR], null)).toBe(2);
  });
});

it('says since when the service may have counted more: its last word, else the beginning of the period', () => {
  bench.told(5);
  bench.memory.keep();
  expect(bench.memory.ofDay(figure()).since).toBe(bench.clock.wallNow() - HOUR);
  bench.ledger.writeFact(FACT, '');
  bench.correct({ confirmedAt: null });
  bench.memory.keep();
  expect(bench.memory.ofDay(figure()).since).toBe(bench.clock.wallNow() - 4 * HOUR);
});

describe('requests that were answered with 429', () => {
  it('may be in the count, when they came after the last word of the service', () => {
    bench.told(5);
    bench.throttled(2);
    bench.memory.keep();
    bench.throttled(1);
    expect(bench.remembered()).toBe(8);
  });

  it('are in its last word already, when they came before it', () => {
    bench.told(5);
    bench.throttled(2);
    const { byWhom } = bench.ledger.read('POST leads');
    bench.correct({ byWhom: { ...byWhom, told: { used: 5, own: 5, doubtful: 2, lacked: 0 } } });
    bench.memory.keep();
    expect(bench.remembered()).toBe(5);
  });

  it('are not in it when the service was seen not to count them', () => {
    bench.told(5);
    bench.throttled(2);
    keepThrottledPrice(bench.ledger, 'POST leads', 'free');
    bench.memory.keep();
    expect(bench.remembered()).toBe(5);
    keepThrottledPrice(bench.ledger, 'POST leads', 'counted');
    expect(bench.remembered()).toBe(7);
  });

  it('of a period that is over are not in it', () => {
    bench.told(5);
    bench.throttled(2);
    bench.later(21 * HOUR);
    expect(bench.remembered({ secondsLeft: 23 * 3_600 })).toBe(0);
    bench.told(1);
    bench.throttled(3);
    expect(bench.remembered({ secondsLeft: 23 * 3_600 })).toBe(3);
  });
});

describe('a request that was debited and has no row', () => {
  const minutes = () => bench.ledger.minutes(0, Infinity).reduce((sum, { requests }) => sum + requests, 0);
  const debited = (requests: number) => {
    bench.sent(requests);
    bench.memory.holdAgainst(() => requests - 1);
    bench.memory.keep();
  };

  it('is not remembered, so that the count shows whether it left', () => {
    debited(5);
    expect(bench.remembered()).toBe(4);
  });

  it('is given back when the count has it not, and is not missing a second time', () => {
    debited(5);
    bench.told(4);
    bench.memory.compared(true);
    expect(minutes()).toBe(4);
    bench.later(1000);
    bench.sent(1);
    bench.correct({ used: 5 });
    bench.restart();
    bench.memory.holdAgainst(() => 5);
    bench.memory.keep();
    expect(bench.remembered()).toBe(5);
  });

  it('counts as sent when the service counted more, and is not missing a second time', () => {
    debited(5);
    bench.memory.compared(false);
    expect(bench.remembered()).toBe(5);
    expect(bench.ledger.minutes(0, Infinity).reduce((sum, { units }) => sum + units, 0)).toBe(5);
    expect(minutes()).toBe(4);
  });

  describe('when the period began', () => {
    // It began 44 to 46 seconds ago.
    const young = figure({ secondsLeft: DAY / SECOND - 45 });
    const heldAgainst = (secondsSinceOpening: number) => {
      debited(5);
      bench.later(secondsSinceOpening * SECOND);
      bench.memory.leaveOutFormerPeriod(young, bench.clock.monotonicNow());
      return bench.remembered();
    };

    it('after the opening, was of the period before and is none that the count may lack', () => {
      expect(heldAgainst(47)).toBe(5);
      expect(bench.memory.compared(true)).toBe(0);
      expect(minutes()).toBe(5);
    });

    it('at most a second after the opening, may be of either', () => {
      expect(heldAgainst(46)).toBe(4);
    });
  });

  it('is given back in the last minutes in which something was debited, and none was refused', () => {
    bench.sent(3, 'POST leads', bench.clock.wallNow() - 2 * MINUTE);
    bench.sent(1, 'POST leads', bench.clock.wallNow() - MINUTE);
    bench.sent(0);
    bench.memory.holdAgainst(() => 2);
    expect(bench.memory.compared(true)).toBe(2);
    const perMinute = new Map<number, number>();
    for (const { minute, requests, units, refused } of bench.ledger.minutes(0, Infinity)) {
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + requests);
      expect([units, refused]).toEqual([requests, 0]);
    }
    expect([...perMinute.values()]).toEqual([2, 0, 0]);
  });
});

describe('a count that agreed becomes', () => {
  const mark = (underWay = 0, counted = 7) =>
    bench.memory.mark(figure(), counted, { underWay, debited: bench.memory.debited(), givenBack: 0 });

  it('what was sent since', () => {
    bench.sent(30);
    const agreed = mark();
    bench.later(MINUTE);
    bench.sent(4);
    bench.sent(9, 'GET users');
    expect(bench.memory.after(agreed)).toEqual({ remembered: 11, least: 0, since: agreed.at });
  });

  it('what was on its way, too, here and in other programs', () => {
    // The ledger adds what its own program has under way.
    bench.told(9);
    expect(bench.memory.after(mark(2)).remembered).toBe(11);
    expect(bench.memory.after(mark(0, 12)).remembered).toBe(12);
  });

  describe('when a request was debited before the opening and never left', () => {
    const remembered = (sinceOpening: number) => {
      bench.sent(9);
      bench.memory.holdAgainst(() => 7);
      bench.later(sinceOpening);
      // The service counted 7, and 2 are under way.
      bench.told(9);
      const debited = bench.memory.debited();
      bench.sent(-2);
      return bench.memory.after(bench.memory.mark(figure(), 7, { underWay: 0, debited, givenBack: 2 })).remembered;
    };

    it('without it, while the ledger takes it to be under way', () => {
      expect(remembered(2 * SECOND)).toBe(7);
    });

    it('with others that are under way later', () => {
      expect(remembered(2 * SECOND + 1)).toBe(9);
    });
  });

  it('what was sent while the answer was on its way, which may be missing in it', () => {
    bench.sent(9);
    bench.told(9);
    const debited = bench.memory.debited();
    bench.sent(3);
    const agreed = bench.memory.mark(figure(), 9, { underWay: 0, debited, givenBack: 0 });
    expect(bench.memory.after(agreed).remembered).toBe(12);
  });

  it('what was answered with 429 since, unless the service does not count it', () => {
    bench.told(7);
    bench.throttled(3);
    const agreed = mark();
    bench.throttled(2);
    expect(bench.memory.after(agreed).remembered).toBe(9);
    keepThrottledPrice(bench.ledger, 'POST leads', 'free');
    expect(bench.memory.after(agreed).remembered).toBe(7);
  });
});
