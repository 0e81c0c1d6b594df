import { describe, expect, it } from 'vitest';
import { mayBeReadTwice, readOnce } from './read-twice.ts';

/** As a program saves UTF-8 that it took for Windows-1252. */
function readAgain(text: string): string {
  return new TextDecoder('windows-1252').decode(Buffer.from(text));
}

describe('a text whose UTF-8 was read as Windows-1252', () => {
  it.each([
    ['SÃ¸ren', 'Søren'],
    ['Ã…rhus', 'Århus'],
    ['MÃ¼ller & SÃ¶hne', 'Müller & Söhne'],
    ['Itâ€™s', 'It’s'],
    ['5 â‚¬', '5 €'],
    ['SÃ\u0083', 'SÃ'],
  ])('"%s" was "%s"', (damaged, whole) => expect(readOnce(damaged)).toBe(whole));

  it.each(['Ærø', 'Łódź Żółć', 'Düsseldorf', 'Αθήνα', 'Москва', 'Şişli', 'A – B', 'crème brûlée'])(
    'comes back whole: %s',
    (text) => {
      expect(mayBeReadTwice(readAgain(text))).toBe(true);
      expect(readOnce(readAgain(text))).toBe(text);
      expect(readOnce(text)).toBeNull();
    },
  );

  it.each([
    ...['Holm', 'NÃO', 'SÃO JOÃO', '«CAFÉ»', 'CAFÉ®', 'Åse Ødegård', 'Å–Ø', 'Søren SÃ¸ren', '漢 SÃ¸ren', 'Â', 'Ã', ''],
  ])('is not seen in "%s"', (text) => expect(readOnce(text)).toBeNull());
});
