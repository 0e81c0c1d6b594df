import { describe, expect, it } from 'vitest';
import { isSurelyBefore } from './service-moment.ts';

const ZONE = 'Europe/Copenhagen';

describe('isSurelyBefore', () => {
  it('tells the order of two times of an ordinary day, to their fractions', () => {
    expect(isSurelyBefore('2026-11-16T09:00:00.1', '2026-11-16T09:00:00.9', ZONE)).toBe(true);
    expect(isSurelyBefore('2026-11-16T09:00:00.9', '2026-11-16T09:00:00.1', ZONE)).toBe(false);
    expect(isSurelyBefore('2026-11-16T09:00:00', '2026-11-16T09:00:00', ZONE)).toBe(false);
  });

  it('does not tell the order of two times by decimals that one of them does not have', () => {
    expect(isSurelyBefore('2026-11-16T09:00:00', '2026-11-16T09:00:00.0000000', ZONE)).toBe(false);
    expect(isSurelyBefore('2026-11-16T09:00:00.5', '2026-11-16T09:00:00.50', ZONE)).toBe(false);
    expect(isSurelyBefore('2026-11-16T09:00:00.45', '2026-11-16T09:00:00.5', ZONE)).toBe(true);
  });

  it('does not tell the order of two times in the hour that the clock shows twice in autumn', () => {
    expect(isSurelyBefore('2026-10-25T02:10:00', '2026-10-25T02:50:00', ZONE)).toBe(false);
    expect(isSurelyBefore('2026-10-25T01:59:59', '2026-10-25T02:00:00', ZONE)).toBe(true);
    expect(isSurelyBefore('2026-10-25T02:59:59', '2026-10-25T03:00:00', ZONE)).toBe(true);
  });
});
