import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareKeys, sortedKeys } from './byte-sort.ts';
import { Steps } from './steps.ts';
import { signal } from './views-fixture.ts';

function keysOf(texts: readonly Uint8Array[]) {
  const starts = Int32Array.from([0, ...texts].keys());
  let end = 0;
  for (const [index, text] of texts.entries()) starts[index + 1] = end += text.length;
  return { bytes: Uint8Array.from(texts.flatMap((text) => [...text])), starts, count: texts.length };
}

it('sorts any keys as their bytes compare, few and many, equal ones and beginnings of others among them', async () => {
  const byte = fc.oneof(fc.constantFrom(0, 1, 254, 255), fc.nat(255));
  const text = fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc.array(byte, { maxLength: 3 }).map((all) => Uint8Array.from(all)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 300, size: 'max' }), async (texts) => {
      const keys = keysOf(texts);
      const order = [...(await sortedKeys(keys, new Steps(signal)))];
      expect(order.toSorted((one, other) => one - other)).toEqual([...texts.keys()]);
      const sorted = order.map((index) => Buffer.from(texts[index] ?? []));
      expect(sorted).toEqual(sorted.toSorted(Buffer.compare));
      for (const [place, index] of order.entries())
        if (place > 0)
          expect(Math.sign(compareKeys(keys, order[place - 1] ?? 0, index))).toBe(
            Buffer.compare(sorted[place - 1] as Buffer, sorted[place] as Buffer),
          );
    }),
    { numRuns: 60 },
  );
});
