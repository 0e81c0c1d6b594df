import { expect, test } from 'vitest';
import { startBlocker } from './start-blocker.ts';

const ready = {
  isReading: false,
  isSaved: true,
  isChecked: true,
  isReadingLeads: false,
  campaignCode: 'DK-NORD',
  missing: null,
};

test('an import starts when the rows are read, saved and compared, and nothing is missing', () => {
  expect(startBlocker(ready)).toBeNull();
});

test('each obstacle is named, the one that is solved first before the others', () => {
  expect(startBlocker({ ...ready, missing: 'Name the campaign.' })).toBe('Name the campaign.');
  expect(startBlocker({ ...ready, isChecked: false, missing: 'Name the campaign.' })).toBe(
    'The rows are being compared with the leads sent to DK-NORD.',
  );
  expect(startBlocker({ ...ready, isChecked: false, campaignCode: '' })).toBe('The rows are being checked.');
  expect(startBlocker({ ...ready, isReadingLeads: true, missing: 'Name the campaign.' })).toBe(
    'The leads of DK-NORD are being read. Wait for them, or cancel that.',
  );
  expect(startBlocker({ ...ready, isSaved: false, isChecked: false })).toContain('could not be saved');
  expect(startBlocker({ ...ready, isReading: true, isSaved: false })).toBe('The file is being read again.');
});
