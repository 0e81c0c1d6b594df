import { seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';

/** Draws for one purpose: what else happens in a life does not change with them. */
export function drawsOf(seed: number, spread: number) {
  const random = seededRandom(Math.imul(seed, spread));
  for (let warm = 0; warm < 5; warm += 1) random();
  return { random, below: (bound: number) => Math.floor(random() * bound) };
}
