import { describe, expect, it } from 'vitest';
import { batchesTwice, falseAnswers, keptNames, type Noted } from './claims.ts';
import type { Passed } from './watched-road.ts';
import type { Piece, Told } from './world.ts';

const job: Piece = { kind: 'job', id: 'job', by: 'batch', names: new Set(['Ann', 'Bo']), path: '' };
const change: Piece = { kind: 'change', id: 'change', by: 'window', names: new Set(['lead-1', 'lead-2']), path: '' };

function told(piece: Piece, verb: string, at: number, more: Partial<Told> = {}): Told {
  return {
    ...{
      who: 'window',
      verb,
      piece,
      askedAt: at,
      toldAt: at + 100,
      outcome: 'done',
      words: '',
      state: '',
      isMet: true,
    },
    ...more,
  };
}

function noted(answers: readonly Told[], passed: readonly Passed[]): Noted {
  return { pieces: [job, change], told: [...answers], road: { passed } };
}

const left = (name: string, at: number, kind: Passed['kind'] = 'lead'): Passed => ({ name, at, kind });

describe('an answer', () => {
  it.each(['pause', 'stop', 'remove'])('to %s is false when a row leaves long after it', (verb) => {
    expect(falseAnswers(noted([told(job, verb, 1_000)], [left('Ann', 900)]))).toEqual([]);
    expect(falseAnswers(noted([told(job, verb, 1_000)], [left('Cy', 9_000)]))).toEqual([]);
    expect(falseAnswers(noted([told(job, verb, 1_000)], [left('Bo', 9_000)]))).toHaveLength(1);
  });

  it('to a pause is true when somebody has the import go on before the row leaves', () => {
    const answers = [told(job, 'pause', 1_000), told(job, 'resume', 4_000)];
    expect(falseAnswers(noted(answers, [left('Bo', 9_000)]))).toEqual([]);
    expect(falseAnswers(noted(answers, [left('Bo', 3_500)]))).toHaveLength(1);
  });

  it('to a removal is false also when somebody had the import go on', () => {
    const answers = [told(job, 'remove', 1_000), told(job, 'resume', 4_000, { outcome: 'refused' })];
    expect(falseAnswers(noted(answers, [left('Bo', 9_000)]))).toHaveLength(1);
  });

  it('to a removal is true when its list is a change of its own by then', () => {
    const answers = [told(change, 'remove', 1_000)];
    const passed = [left('lead-1', 9_000, 'add')];
    expect(falseAnswers(noted(answers, passed))).toHaveLength(1);
    const pieces = [change, { ...change, id: 'another' }];
    expect(falseAnswers({ ...noted(answers, passed), pieces })).toEqual([]);
  });

  it('that refuses claims nothing', () => {
    expect(falseAnswers(noted([told(job, 'stop', 1_000, { outcome: 'refused' })], [left('Bo', 9_000)]))).toEqual([]);
  });

  it('to a cancel is false when it says that the export runs', () => {
    const exported: Piece = { kind: 'export', id: 'export', by: 'batch', names: new Set(), path: '' };
    expect(falseAnswers(noted([told(exported, 'cancel', 1_000, { state: 'cancelled' })], []))).toEqual([]);
    expect(falseAnswers(noted([told(exported, 'cancel', 1_000, { state: 'running' })], []))).toHaveLength(1);
  });
});

it('a batch left twice unless somebody asked for a repair', () => {
  const passed = [left('lead-1', 1_000, 'add'), left('lead-1', 5_000, 'add')];
  expect(batchesTwice(noted([], passed))).toBe(1);
  expect(batchesTwice(noted([told(change, 'repair', 4_000)], passed))).toBe(0);
});

it('a program knows the rows of each import that nobody removed', () => {
  expect(keptNames(noted([], []))).toEqual(job.names);
  expect(keptNames(noted([told(job, 'remove', 1_000, { outcome: 'refused' })], []))).toEqual(job.names);
  expect(keptNames(noted([told(job, 'remove', 1_000, { outcome: 'cut' })], []))).toEqual(new Set());
});
