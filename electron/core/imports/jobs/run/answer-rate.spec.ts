import { describe, expect, it } from 'vitest';
import { AnswerRate } from './answer-rate.ts';

/** A clock moved by hand, and answers at even steps. */
function watched(step: number, answers: number) {
  let now = 1_000_000;
  const rate = new AnswerRate({ monotonicNow: () => now });
  rate.restart();
  for (let answer = 0; answer < answers; answer += 1) {
    now += answer === 0 ? 40 : step;
    rate.count();
  }
  return { rate, wait: (milliseconds: number) => (now += milliseconds) };
}

describe('the rate of a run', () => {
  it.each([2, 13, 60, 200])('never promises more than the service allows, after %d answers at its limit', (answers) => {
    expect(watched(250, answers).rate.perMinute).toBeCloseTo(240, 6);
  });

  it('counts the answers of the last minute as soon as there is one', () => {
    const { rate, wait } = watched(250, 400);
    expect(rate.perMinute).toBe(240);
    wait(30_000);
    expect(rate.perMinute).toBe(120);
  });

  it('falls when answers stay away in the first minute', () => {
    const { rate, wait } = watched(250, 41);
    wait(10_000);
    expect(rate.perMinute).toBeCloseTo(120, 6);
  });

  it('is unknown before the second answer', () => {
    expect(watched(250, 0).rate.perMinute).toBe(0);
    expect(watched(250, 1).rate.perMinute).toBe(0);
    expect(watched(0, 3).rate.perMinute).toBe(0);
  });
});
