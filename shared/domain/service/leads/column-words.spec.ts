import { expect, test } from 'vitest';
import { columnWords } from './column-words.ts';

test.each([
  ['status', 'RedialManualCommon', 'Redial for everyone'],
  ['closure', '3', 'Invalid'],
  ['lastCall.endCause', 'VoiceMail', 'Voice mail'],
  ['lastCall.duration', 'PT4M12S', '4 minutes 12 seconds'],
  ['timeSinceContact', 'P1DT2H', '1 day 2 hours'],
  // Text of the campaign: it may be an article number.
  ['data.Product', 'P3M', 'P3M'],
  ['data.Status', 'New', 'New'],
  ['status', 'Brand new', 'Brand new'],
  ['lastCall.duration', 'P', 'P'],
])('%s %s is %s', (path, value, words) => expect(columnWords(path, value)).toBe(words));
