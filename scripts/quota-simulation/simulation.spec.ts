import { describe, expect, it } from 'vitest';
import { simulateDays } from './days.ts';
import { simulateFortnight } from './fortnight.ts';

/** The long run is `npm run quota-simulation`; its figures are in docs/evidence/quota-simulation.md. */
describe.each([
  [1, 'map'],
  [4, 'list'],
] as const)('three days of use at a night price of %i, limits and counts as a %s', (nightPrice, limitsShape) => {
  const report = simulateFortnight({ days: 3, seed: 3, nightPrice, limitsShape, volume: 0.05 });

  it('the ledger equals the counters of the service to the unit', () => {
    expect(report.requests).toBeGreaterThan(3_000);
    expect(report.counted).toBe(report.charged);
    expect(report.compared).toBeGreaterThan(1_000);
    expect(report.worstDifference).toBe(0);
  });

  it('finds other clients with the first reading, and none where there is none', () => {
    expect(report.othersSpans).toBe(2);
    expect(report.readingsUntilFound).toBe(1);
    expect(report.falseOthers).toBe(0);
  });
});

describe('drawn days of the forecast', () => {
  const report = simulateDays(40, 11, 'steady');

  it('have the true time within the range on most of those that run out', () => {
    expect(report.ranOut).toBeGreaterThan(20);
    expect(report.inRange).toBeGreaterThan(80);
    expect(report.error).toBeLessThan(5);
  });

  it('have an alert half an hour ahead when they run out, and none when they do not', () => {
    expect(report.alerts.raised).toBe(report.ranOut);
    expect(report.alerts.leastWarning).toBeGreaterThan(30);
    expect(report.alerts.inVain).toBe(0);
  });
});
