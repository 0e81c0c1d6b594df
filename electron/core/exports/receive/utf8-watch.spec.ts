import { expect, it } from 'vitest';
import { Utf8Watch } from './utf8-watch.ts';

it('tells bytes that are no text from letters that a border divides', () => {
  const whole = Buffer.from('[{"Navn":"Søren 漢字 🏝"}]');
  const broken = Buffer.from(whole);
  // The letter ø as windows-1252 writes it.
  broken[whole.indexOf('ø')] = 0xf8;
  for (const [bytes, isBroken] of [
    [whole, false],
    [broken, true],
  ] as const)
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const watch = new Utf8Watch();
      for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) watch.add(Uint8Array.from(piece));
      expect([cut, watch.isBroken]).toEqual([cut, isBroken]);
    }
});
