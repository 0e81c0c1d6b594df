import { expect, test } from 'vitest';
import { TeamKeys } from '../../electron/core/team/keys/team-keys.ts';
import { phoneIn, TestLeads } from './test-leads.ts';

const keys = new TeamKeys(new Uint8Array(32));
const leads = (differ: boolean, isByPhone: boolean) => new TestLeads({ leads: 2, lists: 4, differ, isByPhone });

test('lists that differ write one lead in their own ways', () => {
  const { phones, phoneByDigest } = leads(true, true);
  expect(leads(true, true).fileOf(phones, 1)).toBe(
    'FirstName,Phone\nPerson 30000000 of list 1,+45 30000000\nPerson 30000001 of list 1,+45 30000001\n',
  );
  expect(phoneByDigest.size).toBe(8);
  for (const phone of ['+45 30000001', '(+45) 3000-0001', '0045.30.00.00.01'])
    expect(phoneIn({ Phone: phone })).toBe('30000001');
});

test('a team by phone knows such a lead by one key, a team by lead by one for each way', () => {
  expect([...leads(true, true).byKey(keys).values()]).toEqual(['30000000', '30000001']);
  expect([...leads(true, false).byKey(keys).values()].sort()).toEqual([
    ...Array<string>(4).fill('30000000'),
    ...Array<string>(4).fill('30000001'),
  ]);
  expect(leads(false, false).byKey(keys).size).toBe(2);
});
