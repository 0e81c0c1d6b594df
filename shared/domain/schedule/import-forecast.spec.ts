import { describe, expect, it } from 'vitest';
import { USUAL_TERMS } from '../../contract/imports/imports.ts';
import { dayParts, forecast, type OtherImport } from './import-forecast.ts';

const NOW = Date.UTC(2026, 10, 20, 11);

describe('an import of a service whose quota nobody knows', () => {
  it('begins and ends now without a row, and takes its time with one', () => {
    expect(forecast(0, undefined, [], NOW)).toMatchObject({ startAt: NOW, finishAt: NOW, requests: 0 });
    const { finishAt, rowsTomorrow } = forecast(1, undefined, [], NOW);
    expect(finishAt).toBeGreaterThan(NOW);
    expect(rowsTomorrow).toBe(0);
  });

  it('sends a row a minute at least, whatever its share', () => {
    expect(forecast(10, undefined, [], NOW, { ...USUAL_TERMS, share: 0.1 }).rowsPerMinute).toBe(1);
  });
});

describe('what the day goes to', () => {
  const daily = {
    limit: 1000,
    used: 1,
    otherImports: 0,
    thisImport: 5,
    otherUse: 0,
    left: 9,
    reserve: 0,
    resetsAt: null,
  };
  const other = (name: string, units: number, isPlanned = false): OtherImport => ({
    ...{ id: name, name, units, isPlanned, from: NOW, to: NOW, rows: 1, waiting: 1 },
  });
  const words = (given: Partial<typeof daily>, others: readonly OtherImport[]) =>
    dayParts({ ...daily, ...given }, others, 'This').map(({ label, units }) => [label, units]);

  it('names three other imports that use a unit or more, and adds up the rest', () => {
    const others = [other('a', 9), other('b', 0.9), other('c', 1), other('d', 2.4, true), other('e', 3), other('f', 4)];
    expect(words({}, others)).toEqual([
      ['Used so far', 1],
      ['a, running', 9],
      ['c, running', 1],
      ['d, planned', 2],
      ['2 more imports', 7],
      ['This', 5],
      ['Left afterwards', 9],
    ]);
    expect(words({}, others.slice(0, 4))).toHaveLength(6);
  });

  it('has a part for everything else from a unit on', () => {
    expect(words({ otherUse: 1 }, [])).toContainEqual(['Everything else until the reset', 1]);
    expect(words({ otherUse: 0.9 }, [])).toHaveLength(3);
  });
});
