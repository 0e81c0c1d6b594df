import { expect, it } from 'vitest';
import { channels } from './channels.ts';

it.each(['da', 'en-GB', 'zh-Hant-TW'])('takes the language %s', (locale) => {
  expect(channels['export:rows'].args.safeParse({ exportId: 'a', offset: 0, limit: 1, locale }).success).toBe(true);
});

it.each(['bK-d2vkgUu-AC', 'abcd', 'x-1'])('refuses %s, which no runtime takes for a language', (locale) => {
  expect(channels['export:rows'].args.safeParse({ exportId: 'a', offset: 0, limit: 1, locale }).success).toBe(false);
});

it.each([
  ['Europe/Copenhagen', true],
  ['UTC', true],
  ['', false],
  ['file:///etc/passwd', false],
])('the time zone %j of an account: %s', (timeZone, isTaken) => {
  const { success } = channels['account:dialect'].args.safeParse({ accountId: 'a', dialect: { timeZone } });
  expect(success).toBe(isTaken);
});

it.each([
  [1, true],
  [Number.MAX_SAFE_INTEGER, false],
])('the text of a file from line %i on: %s', (line, isTaken) => {
  const from = { byte: 0, line, row: 1, linesOfRow: 0, isInLine: false };
  expect(channels['import:text'].args.safeParse({ draftId: 'a', from, limit: 1 }).success).toBe(isTaken);
});
