import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addsUp,
  countsOf,
  EMPTY_TALLY,
  isStarting,
  nextRowState,
  ROW_STEPS,
  rowStateWord,
  type RowStep,
  stateBefore,
} from './job-row.ts';
import { rowStateSchema, type RowState } from '../../contract/jobs/jobs.ts';

const walk = fc.array(fc.constantFrom(...ROW_STEPS), { maxLength: 60 });

function follow(path: readonly RowStep[], onStep: (from: RowState, step: RowStep, to: RowState) => void): RowState {
  let state: RowState = 'ready';
  for (const step of path) {
    const next = nextRowState(state, step);
    if (next === null) continue;
    onStep(state, step, next);
    state = next;
  }
  return state;
}

describe('the life of a row', () => {
  it('never sends again without evidence that nothing arrived, or a person', () => {
    fc.assert(
      fc.property(walk, (path) => {
        let mayHaveArrived = false;
        follow(path, (_, step) => {
          if (step === 'send') {
            expect(mayHaveArrived).toBe(false);
            mayHaveArrived = true;
          }
          if (step === 'takeBack' || step === 'sendOnce' || step === 'rejected') mayHaveArrived = false;
        });
      }),
    );
  });

  it('reaches an answer only from the disk', () => {
    fc.assert(
      fc.property(walk, (path) => {
        follow(path, (from, step) => {
          if (step === 'created' || step === 'rejected' || step === 'unknown') expect(from).toBe('intent');
          if (step === 'tryAgain' || step === 'leaveOut') expect(from).toBe('rejected');
        });
      }),
    );
  });

  it('ends for good when created; a refused, skipped or left out row goes on only when a person says so', () => {
    const ways = (state: RowState) => ROW_STEPS.filter((step) => nextRowState(state, step) !== null);
    expect(ways('created')).toEqual([]);
    expect(nextRowState('skipped', 'sendAgain')).toBe('ready');
    expect(ways('rejected')).toEqual(['tryAgain', 'leaveOut']);
    expect(ways('excluded')).toEqual(['takeIn']);
  });

  it('knows for every step the state it starts from', () => {
    for (const step of ROW_STEPS) expect(nextRowState(stateBefore(step), step)).not.toBeNull();
  });

  it('adds up for any number of rows in any states', () => {
    fc.assert(
      fc.property(fc.array(walk, { maxLength: 40 }), (paths) => {
        const tally = { ...EMPTY_TALLY };
        for (const path of paths) tally[follow(path, () => undefined)] += 1;
        expect(addsUp(countsOf(paths.length, tally))).toBe(true);
        expect(addsUp(countsOf(paths.length + 1, tally))).toBe(false);
      }),
    );
  });

  it('has a written word for every state', () => {
    const words = new Set(rowStateSchema.options.map(rowStateWord));
    expect([...words].sort()).toEqual(['created', 'left out', 'refused', 'skipped', 'unknown', 'waiting']);
  });
});

it('an import is starting until a row was answered, or left without an answer', () => {
  const counts = countsOf(3, EMPTY_TALLY);
  expect(isStarting({ ...counts, skipped: 1, excluded: 1 })).toBe(true);
  for (const name of ['created', 'refused', 'unknown'] as const)
    expect(isStarting({ ...counts, [name]: 1 })).toBe(false);
});
