import { expect, it } from 'vitest';
import { withoutSharedEnding } from './shared-prefix.ts';

it('drops an ending that nothing is known of', () => {
  expect(withoutSharedEnding(['PLZPARL', 'STRASSEPARL', 'ORTPARL'])).toEqual(['plz', 'strasse', 'ort']);
});

it('divides no words that nobody writes', { timeout: 10_000 }, () => {
  const letter = (n: number) => String.fromCharCode(97 + (n % 26));
  const headers = Array.from(
    { length: 2_000 },
    (_, n) => `${'abcdefghij'.repeat(39)}${letter(n)}${letter(n / 26)}${letter(n / 676)}`,
  );
  expect(withoutSharedEnding(headers)).toEqual(headers);
});
