/** Deterministic figures from a seed. Every lead draws from its own stream, so lead n is the same in every order of reading. */

/** Scrambles 32 bits so that one flipped bit changes about half of them. Invertible: see `unmix32`. */
export function mix32(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The value that `mix32` turned into this one. */
export function unmix32(value: number): number {
  let h = value >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x7ed1b41d);
  h = Math.imul(h ^ (h >>> 13) ^ (h >>> 26), 0xa5cb9243);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Uniform in [0, 1), a new stream for each pair of seed and index. */
export function randomStream(seed: number, index: number): () => number {
  let state = mix32(mix32(seed) ^ Math.imul(index + 1, 0x9e3779b1));
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of the choices; `choices` must not be empty. */
export function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

/** Draws one of the values, each as often as its weight says. The sums are made once: exports draw millions of times. */
export function weighted<T>(choices: readonly (readonly [T, number])[]): (random: () => number) => T {
  let total = 0;
  const steps = choices.map(([value, weight]) => ({ value, upTo: (total += weight) }));
  const last = steps[steps.length - 1] as { value: T };
  return (random) => {
    const drawn = random() * total;
    return (steps.find(({ upTo }) => drawn < upTo) ?? last).value;
  };
}
