import { describe, expect, it } from 'vitest';
import {
  askingSentence,
  atEndSentence,
  countedSentence,
  goOnSentence,
  noCountSentence,
  unshownSentence,
} from './count-words.ts';
import type { Counted } from './service-count.ts';

const AT = Date.UTC(2026, 10, 17, 7, 12);
const ZONE = 'Europe/Copenhagen';
const found = (change: Partial<Counted> = {}): Counted => ({
  counted: 23,
  remembered: 10,
  least: 0,
  isShared: false,
  readAt: AT + 60_000,
  since: AT,
  isMeanwhile: false,
  ...change,
});

describe('a service that counted more', () => {
  it('says how many, since when, and both readings', () => {
    expect(countedSentence(found(), ZONE)).toBe(
      'The service counted 13 more leads than this computer remembers since 17 Nov 08:12:00: someone else used the account, or this data folder is out of date.',
    );
  });

  it('says one of one, a large number with its comma, and no time that is not known', () => {
    expect(countedSentence(found({ remembered: 22 }), ZONE)).toContain('counted 1 more lead than this');
    expect(countedSentence(found({ counted: 1244, since: null }), ZONE)).toContain(
      'counted 1,234 more leads than this computer remembers: someone',
    );
  });

  it('says when other requests are in it', () => {
    expect(countedSentence(found({ isShared: true }), ZONE)).toContain(
      '13 more leads (including other requests for leads) than',
    );
  });

  it('names a copy when they agreed at first', () => {
    expect(countedSentence(found({ isMeanwhile: true }), ZONE)).toBe(
      'The service counted 13 more leads than this computer sent since 17 Nov 08:12:00: someone else uses the account, or a copy of this data folder is in use on another computer and sends the same rows.',
    );
  });

  it('at the end says what that means for the campaign', () => {
    expect(atEndSentence(found({ isMeanwhile: true }), ZONE)).toMatch(
      /^When the last row was answered: The service counted 13 more leads than.* leads of this import are in the campaign twice\.$/,
    );
  });
});

describe('a count that shows nothing', () => {
  it.each([
    ['refused', /^This service does not say how many leads it counted, so an older copy of the data folder would not/],
    ['missing', /^This service does not say how many leads it counted, so an older copy of the data folder would not/],
    ['unlisted', /^This service lists no leads among what it counted: it counts none, or .* so an older copy/],
    ['unreadable', /in a form that Lead Console cannot read, so an older copy of the data folder would not be noticed/],
  ] as const)('because it is %s is said', (why, words) => {
    expect(noCountSentence(why)).toMatch(words);
    expect(unshownSentence({ kind: 'notOffered', answer: { kind: 'notOffered', why } })).toBe(noCountSentence(why));
  });

  it('because it is lower than what is known is said with both figures', () => {
    expect(unshownSentence({ kind: 'late' })).toContain('lacks a row that it created at least 15 seconds before');
    expect(unshownSentence({ kind: 'behind', counted: found({ counted: 0, remembered: 1200, least: 1 }) })).toBe(
      'The service counted 0 in its day, and this computer remembers 1,200: its count has begun anew or lacks requests, so an older copy of the data folder would not be noticed.',
    );
  });
});

it('rows that wait say why, what the service answered, and what happens next', () => {
  expect(askingSentence('It failed (500).')).toBe(
    'Waits for the service’s count of leads, which shows whether this data folder is an older copy. It failed (500). Lead Console asks again on its own.',
  );
});

it('a person’s word says when it was given, and what was known', () => {
  const word = 'A person let this import go on at 17 Nov 08:12:00,';
  expect(goOnSentence(found(), AT, ZONE)).toBe(
    `${word} although the service had counted 13 more leads than this computer knew of. Its rows do not wait for that count any more.`,
  );
  expect(goOnSentence(null, AT, ZONE)).toBe(
    `${word} without the service’s count of leads. Its rows do not wait for that count any more.`,
  );
});
