import type { Steps } from './steps.ts';

/** Keys, one after the other in `bytes`: key `index` is from `starts[index]` to `starts[index + 1]`. */
export interface ByteKeys {
  readonly bytes: Uint8Array;
  readonly starts: Int32Array;
  readonly count: number;
}

/** A group of fewer is sorted by comparing. */
const SMALL = 40;

/** Byte by byte; a key comes before the keys that it begins. */
export function compareKeys({ bytes, starts }: ByteKeys, one: number, other: number, depth = 0): number {
  const endOne = starts[one + 1] as number;
  const endOther = starts[other + 1] as number;
  let left = (starts[one] as number) + depth;
  let right = (starts[other] as number) + depth;
  for (; left < endOne && right < endOther; left += 1, right += 1) {
    const difference = (bytes[left] as number) - (bytes[right] as number);
    if (difference !== 0) return difference;
  }
  return endOne - left - (endOther - right);
}

/** The numbers of the keys in the order of the keys. Radix sort from the first byte: the time grows with the bytes read. */
export async function sortedKeys(keys: ByteKeys, steps: Steps): Promise<Int32Array> {
  const { bytes, starts, count } = keys;
  const order = new Int32Array(count);
  for (let index = 0; index < count; index += 1) order[index] = index;
  const spare = new Int32Array(count);
  const counts = new Int32Array(257);
  const groups: [first: number, end: number, depth: number][] = [[0, count, 0]];
  for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
    const [first, end, depth] = group;
    if (steps.isDue(2 * (end - first))) await steps.rest();
    if (end - first < SMALL) {
      insertionSort(keys, order.subarray(first, end), depth);
      continue;
    }
    counts.fill(0);
    const placeOf = (key: number): number => {
      const at = (starts[key] as number) + depth;
      return at < (starts[key + 1] as number) ? (bytes[at] as number) + 1 : 0;
    };
    for (let index = first; index < end; index += 1) {
      const place = placeOf(order[index] as number);
      counts[place] = (counts[place] as number) + 1;
    }
    let next = first;
    for (let place = 0; place < 257; place += 1) {
      const size = counts[place] as number;
      // Keys that end here are equal.
      if (size > 1 && place > 0) groups.push([next, next + size, depth + 1]);
      counts[place] = next;
      next += size;
    }
    for (let index = first; index < end; index += 1) {
      const key = order[index] as number;
      const place = placeOf(key);
      const to = counts[place] as number;
      counts[place] = to + 1;
      spare[to] = key;
    }
    order.set(spare.subarray(first, end), first);
  }
  return order;
}

function insertionSort(keys: ByteKeys, part: Int32Array, depth: number): void {
  for (let index = 1; index < part.length; index += 1) {
    const key = part[index] as number;
    let to = index;
    for (; to > 0 && compareKeys(keys, part[to - 1] as number, key, depth) > 0; to -= 1)
      part[to] = part[to - 1] as number;
    part[to] = key;
  }
}
