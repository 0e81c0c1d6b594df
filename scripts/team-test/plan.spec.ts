import { expect, test } from 'vitest';
import { MINUTE } from '../../shared/domain/time/time.ts';
import { drawPlan, EVENTS, livesOf, placeOf } from './plan.ts';

test('the same seed draws the same plan and the same lives, another seed others', () => {
  expect(drawPlan(5, 10, 7)).toEqual(drawPlan(5, 10, 7));
  expect(drawPlan(5, 10, 8)).not.toEqual(drawPlan(5, 10, 7));
  const [one, again] = [livesOf(2, 7), livesOf(2, 7)];
  expect(Array.from({ length: 50 }, one)).toEqual(Array.from({ length: 50 }, again));
});

test('every kind of event comes also in a short test, in its part of the time', () => {
  const plan = drawPlan(3, 1, 1);
  for (const { name, from, to } of EVENTS) {
    const times = plan.filter((event) => event.name === name).map(({ at }) => at / MINUTE);
    expect(times.length).toBeGreaterThan(0);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(from);
    expect(Math.max(...times)).toBeLessThanOrEqual(to);
  }
});

test('folders are put back after the database is for the last time, and computers are lost after both', () => {
  const plan = drawPlan(10, 25, 3);
  const times = (name: string) => plan.filter((event) => event.name === name).map(({ at }) => at);
  expect(Math.max(...times('putBackDatabase'))).toBeLessThan(Math.min(...times('putBackFolder')));
  expect(Math.max(...times('putBackFolder'))).toBeLessThan(Math.min(...times('loss')));
});

test('lives end at every step of a row, on both sides of it', () => {
  const lives = Array.from({ length: 600 }, livesOf(1, 1)).map((life) => placeOf({ ...life, skew: 0 }));
  const steps = ['move', 'moved', 'debit', 'send', 'answer', 'letGo'].flatMap((step) => [
    `before ${step}`,
    `after ${step}`,
  ]);
  const wires = ['asked', 'moved', 'request', 'answer'].map((wire) => `wire ${wire}`);
  expect(new Set(lives)).toEqual(new Set([...steps, ...wires, 'random']));
});
