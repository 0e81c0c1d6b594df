import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SECRET } from '../team-fixture.ts';
import { TeamKeys } from './team-keys.ts';

const keys = new TeamKeys(SECRET);
const other = new TeamKeys(SECRET.map((byte) => byte ^ 1));
const digest = new Uint8Array(16).fill(7);

test('a lead has one key with a secret, and another one with another', () => {
  expect(keys.ofLead(digest)).toMatch(/^[0-9a-f]{32}$/);
  expect(new TeamKeys(SECRET).ofLead(digest)).toBe(keys.ofLead(digest));
  expect(other.ofLead(digest)).not.toBe(keys.ofLead(digest));
  expect(keys.secretCheck).not.toBe(other.secretCheck);
});

test('keys are the HMAC-SHA256 that every computer of a team has always made', () => {
  const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(
      secret,
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 90 }),
      (key, lead, text) => {
        const mac = (of: string) => createHmac('sha256', key).update(of);
        const made = new TeamKeys(key);
        expect(made.ofLead(lead)).toBe(mac('lead 1\n').update(lead).digest('hex').slice(0, 32));
        expect(made.addressCheck(text)).toBe(
          mac('address 1\n').update(text.toLowerCase().replace(/\/+$/, '')).digest('hex'),
        );
      },
    ),
  );
});

test('the address of the service is the same however it is written', () => {
  expect(keys.addressCheck('https://Leads.example/api/')).toBe(keys.addressCheck('https://leads.example/api'));
  expect(keys.addressCheck('https://leads.example/other')).not.toBe(keys.addressCheck('https://leads.example/api'));
});

test('a sealed text opens with its secret, in its place, whole', () => {
  const sealed = keys.seal('here', 'Anna');
  expect(keys.open('here', sealed)).toBe('Anna');
  expect(keys.seal('here', 'Anna')).not.toBe(sealed);
  expect(keys.open('there', sealed)).toBeNull();
  expect(other.open('here', sealed)).toBeNull();
  for (let at = 0; at < Buffer.from(sealed, 'base64').length; at += 1) {
    const bytes = Buffer.from(sealed, 'base64');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect(keys.open('here', bytes.toString('base64'))).toBeNull();
  }
  for (const text of ['', 'AAAA', sealed.slice(0, 30)]) expect(keys.open('here', text)).toBeNull();
});

test('a secret of another length is refused', () => {
  expect(() => new TeamKeys(SECRET.subarray(1))).toThrow('32 bytes');
});
