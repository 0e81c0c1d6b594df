import { expect, test } from 'vitest';
import { leadContacts, leadDigest } from './lead-digest.ts';

const digest = (phone: string) => leadDigest({ campaignCode: 'C', data: { Phone: phone }, tagField: null });

test.each([
  ...['33151234', '+45 33 15 12 34', '0045 33151234', '(+45) 3315-1234'],
  ...['(0045) 33.15.12.34', '33/15 (12) 34', '+45 33–15–12–34'],
])('a lead is reached by the last digits of %s', (phone) => {
  expect(leadContacts({ Phone: phone })).toEqual(['phone 33151234']);
});

test.each(['331512', '33151234 Anna', 'x'])('nobody is reached by %s', (phone) => {
  expect(leadContacts({ Phone: phone })).toEqual([]);
});

test('a spelling that had a digest of its own keeps it, as journals and teams do', () => {
  expect(digest('+45 33 15 12 34')).toEqual(digest('33151234'));
  expect(digest('(+45) 33151234')).not.toEqual(digest('33151234'));
});

test('a lead is known by its phone before its mobile phone, and by the first field of a kind', () => {
  const data = { Mobile: '30000001', 'Mobile 2': '30000002', Phone: '33000001', 'Phone 2': '33000002' };
  const known = ['phone 33000001', 'phone 33000002', 'phone 30000001', 'phone 30000002'];
  expect(leadContacts(data)).toEqual(known);
  expect(leadContacts(Object.fromEntries(Object.entries(data).toReversed()))).toEqual(known);
});
