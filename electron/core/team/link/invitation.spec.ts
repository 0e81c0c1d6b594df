import { expect, test } from 'vitest';
import { SECRET } from '../team-fixture.ts';
import { databasePlace, isThisComputer, placeText } from './database-place.ts';
import { invitationText, readInvitation } from './invitation.ts';

test.each([
  ['db.example.com/leads', 'db.example.com', 5432, 'leads'],
  [' DB.example.com:6432/Leads ', 'db.example.com', 6432, 'Leads'],
  ['[2001:db8::7]:5433/leads', '2001:db8::7', 5433, 'leads'],
  ['127.0.0.1/leads', '127.0.0.1', 5432, 'leads'],
])('%s is a place', (text, host, port, database) => {
  expect(databasePlace(text)).toEqual({ host, port, database });
});

test.each([
  ...['db.example.com', 'db.example.com:0/leads', 'db.example.com:70000/leads'],
  ...['postgres://anna:word@db.example.com/leads', 'anna:word@db.example.com/leads'],
  ...['db.example.com/leads?sslmode=no-verify', 'db.example.com/leads#x', 'db example/leads'],
  ...['[db]/leads', 'db.example.com/leads\u0000user', 'db.example.com/le\u001Bads', ''],
])('"%s" is no place', (text) => {
  expect(databasePlace(text)).toBeNull();
});

test('only this computer itself is asked without TLS', () => {
  const isOwn = (text: string) => isThisComputer(databasePlace(text) ?? { host: '', port: 0, database: '' });
  expect(['localhost/x', '127.0.0.1/x', '[::1]/x'].map(isOwn)).toEqual([true, true, true]);
  for (const other of [
    ...['127.0.0.1.example.com/x', 'localhost.example/x', '10.0.0.1/x', '127.0.0.999/x', '127.256.1.1/x'],
  ])
    expect(isOwn(other)).toBe(false);
});

test('an invitation is read as it was written, also when a mail broke its line', () => {
  const place = databasePlace('[::1]:6432/leads') ?? expect.fail('no place');
  expect(placeText(place)).toBe('[::1]:6432/leads');
  const text = invitationText({ place, secret: SECRET });
  const read = readInvitation(`${text.slice(0, 20)}\r\n  ${text.slice(20)} `);
  expect(read?.place).toEqual(place);
  expect([...(read?.secret ?? [])]).toEqual([...SECRET]);
});

test('a part of an invitation, or one with another letter, is refused', () => {
  const text = invitationText({ place: { host: 'db.example', port: 5432, database: 'leads' }, secret: SECRET });
  for (const wrong of [
    text.slice(1),
    text.slice(0, -1),
    text.replace(/[0-9]$/, 'x'),
    text.replace('lead-team-1', 'lead-team-2'),
    '',
  ])
    expect(readInvitation(wrong)).toBeNull();
});
