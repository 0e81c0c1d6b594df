import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../../shared/domain/time/time.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

describe('a service that keeps failing', () => {
  it('is left alone for 15 s after five failures in a row', () => {
    const breaker = new CircuitBreaker();
    for (let index = 0; index < 4; index++) breaker.failed(0);
    expect(breaker.isOpen(0)).toBe(false);
    breaker.failed(0);
    expect(breaker.isOpen(15 * SECOND - 1)).toBe(true);
    expect(breaker.isOpen(15 * SECOND)).toBe(false);
  });

  it('is left alone for twice as long after each further failure, five minutes at most', () => {
    const breaker = new CircuitBreaker();
    for (let index = 0; index < 4; index++) breaker.failed(0);
    const pauses = [15, 30, 60, 120, 240, 300, 300].map((seconds) => {
      breaker.failed(0);
      return breaker.isOpen(seconds * SECOND - 1) && !breaker.isOpen(seconds * SECOND);
    });
    expect(pauses).toEqual([true, true, true, true, true, true, true]);
  });

  it('starts over after a success', () => {
    const breaker = new CircuitBreaker();
    for (let index = 0; index < 6; index++) breaker.failed(0);
    breaker.succeeded();
    expect(breaker.isOpen(1)).toBe(false);
    for (let index = 0; index < 4; index++) breaker.failed(0);
    expect(breaker.isOpen(1)).toBe(false);
    breaker.failed(0);
    expect(breaker.isOpen(15 * SECOND)).toBe(false);
    expect(breaker.isOpen(15 * SECOND - 1)).toBe(true);
  });

  it('is named in the error, which says that nothing was sent', () => {
    const error = new CircuitBreaker().error('GET users');
    expect(error).toMatchObject({ code: 'network', sent: 'no', message: expect.stringMatching(/"Users" failed/) });
  });
});
