import { expect, test } from 'vitest';
import { colleagueSentence, computerOf, computersWords, missingSentence, takenSentence } from './team-words.ts';

const at = Date.UTC(2026, 10, 23, 13, 2, 5);

test.each([
  [{ name: 'Anna', isCreated: true }, 'Not sent: Anna’s computer sent this lead on 23 Nov 14:02:05 (created).'],
  [
    { name: 'Anna', isCreated: false },
    'Not sent: Anna’s computer took this lead on 23 Nov 14:02:05 and has not said what became of it.',
  ],
  [
    { name: null, isCreated: true },
    'Not sent: this computer sent this lead on 23 Nov 14:02:05 (created), before its data folder was put back or copied.',
  ],
  [
    { name: null, isCreated: false },
    'Not sent: this computer took this lead on 23 Nov 14:02:05, before its data folder was put back or copied, and nobody knows here what became of it.',
  ],
])('%j', (lead, sentence) => expect(takenSentence({ ...lead, at }, 'Europe/Copenhagen')).toBe(sentence));

test('says that the phone is a colleague’s, in a team with one lead per phone', () => {
  const lead = { name: 'Anna', isCreated: true, at };
  expect(takenSentence(lead, 'UTC', true)).toBe(
    'Not sent: Anna’s computer sent a lead with this phone on 23 Nov 13:02:05 (created).',
  );
  expect(colleagueSentence(lead, 'UTC', 'leadByPhone')).toBe(
    'Anna’s computer sent a lead with this phone on 23 Nov 13:02:05 (created).',
  );
});

test('says of a row what it shares with the lead of a colleague', () => {
  const lead = { name: 'Anna', isCreated: true, at };
  expect(colleagueSentence(lead, 'UTC', 'lead')).toBe('Anna’s computer sent this lead on 23 Nov 13:02:05 (created).');
  expect(colleagueSentence({ ...lead, isCreated: false }, 'UTC', 'phone')).toBe(
    'Anna’s computer took another lead with this phone on 23 Nov 13:02:05 and has not said what became of it.',
  );
  expect(colleagueSentence({ ...lead, name: null }, 'UTC', 'mail')).toBe(
    'This computer sent another lead with this e-mail address on 23 Nov 13:02:05 (created), before its data folder was put back or copied.',
  );
});

test('says whose rows they are, and when the last of them was taken', () => {
  const computers = [
    { name: 'Anna', rows: 231, at: 1 },
    { name: '', rows: 1, at: 2 },
    { name: null, rows: 2, at: 3 },
  ];
  expect(computersWords(computers, (moment) => `at ${moment}`)).toBe(
    '231 by Anna’s computer, the last at 1; 1 by another colleague’s computer, at 2; 2 by this computer, before its folder was put back or copied, the last at 3.',
  );
  expect(computersWords([], () => '')).toBe('');
});

test('a colleague without a name is one all the same', () => {
  expect(computerOf('')).toBe('A colleague’s computer');
});

test('says which computers are waited for, and what a person can do', () => {
  const sentence = missingSentence(
    [
      { name: 'Anna', heardAt: at },
      { name: 'Bent', heardAt: at + 60_000 },
    ],
    'UTC',
  );
  expect(sentence).toContain(
    '2 computers are missing: Anna’s computer (last heard on 23 Nov 13:02:05), Bent’s computer',
  );
  expect(missingSentence([{ name: 'Anna', heardAt: at }], 'UTC')).toContain('1 computer is missing');
});
