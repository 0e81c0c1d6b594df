import { expect, it } from 'vitest';
import { headerTokens } from './header-tokens.ts';

it.each([
  ['E-mail 1 - Value', ['e', 'mail', '1', 'value']],
  ['MobilePhone', ['mobile', 'phone']],
  ['HTTPServerName', ['http', 'server', 'name']],
  ['ABCDe', ['abc', 'de']],
  ['ABcDEfG', ['a', 'bc', 'd', 'ef', 'g']],
  ['ÆØÅen', ['aeo', 'aen']],
  ['KUNDENR', ['kundenr']],
  ['№ клиента', ['no', 'клиента']],
  ['№тел.', ['no', 'тел']],
  ['Телефон №2', ['телефон', 'no', '2']],
  ['Telefon2Privat', ['telefon', '2', 'privat']],
])('%s', (header, tokens) => expect(headerTokens(header)).toEqual(tokens));

it('a header of many capitals is cut in one pass', { timeout: 10_000 }, () => {
  const capitals = 'A'.repeat(150_000);
  expect(headerTokens(capitals)).toEqual([capitals.toLowerCase()]);
});
