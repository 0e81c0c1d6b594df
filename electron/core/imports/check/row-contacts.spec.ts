import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RowVerdict } from '../../../../shared/domain/check/judge-row.ts';
import { RowContacts } from './row-contacts.ts';

const verdict = (phones: string[], repeated: string[] = [], emails: string[] = []) =>
  ({ phones, emails, repeated, filledPhones: phones.length + repeated.length }) as unknown as RowVerdict;

it('a row has its phones and keys until they are taken away, each as often as it has it', () => {
  const contacts = new RowContacts(3);
  expect([contacts.keys(3), contacts.isBare(3), contacts.hasPhone(3)]).toEqual([0, true, false]);
  contacts.set(3, verdict(['a', 'b'], ['a', 'a'], ['m']));
  expect([contacts.keys(3), contacts.isBare(3), contacts.hasPhone(3)]).toEqual([5, false, true]);
  expect([contacts.keys(2), contacts.isBare(2), contacts.hasPhone(2)]).toEqual([0, true, false]);
  // Three times, so that it is gone with the third.
  expect(['a', 'b', 'a', 'a', 'm'].map((key) => contacts.removeKey(3, key))).toEqual([true, false, true, false, false]);
  expect([contacts.keys(3), contacts.isBare(3), contacts.hasPhone(3)]).toEqual([0, true, true]);
  contacts.countFilled(3, -4);
  expect(contacts.hasPhone(3)).toBe(false);
  contacts.countFilled(3, 1);
  contacts.addKey(3, 'c', false);
  contacts.addKey(3, 'c', true);
  expect([contacts.keys(3), contacts.hasPhone(3)]).toEqual([2, true]);
  expect([contacts.removeKey(3, 'c'), contacts.keys(3)]).toEqual([true, 1]);
  contacts.addKey(3, 'c', true);
  contacts.clear(3);
  expect([contacts.keys(3), contacts.isBare(3), contacts.hasPhone(3), contacts.removeKey(3, 'c')]).toEqual([
    ...[0, true, false, false],
  ]);
});

it('whatever keys come and go, the row still has those that came more often than they went', () => {
  const key = fc.constantFrom('a', 'b', 'c');
  fc.assert(
    fc.property(
      fc.array(key, { maxLength: 4 }),
      fc.array(fc.tuple(fc.boolean(), key), { maxLength: 20 }),
      (begun, steps) => {
        const contacts = new RowContacts(1);
        const has: string[] = [...begun];
        const once = [...new Set(begun)];
        contacts.set(
          1,
          verdict(
            once,
            begun.filter((one, at) => begun.indexOf(one) !== at),
          ),
        );
        for (const [comes, one] of steps) {
          if (comes) {
            contacts.addKey(1, one, has.includes(one));
            has.push(one);
          } else if (has.includes(one)) {
            has.splice(has.indexOf(one), 1);
            expect(contacts.removeKey(1, one)).toBe(has.includes(one));
          }
          expect([contacts.keys(1), contacts.isBare(1)]).toEqual([has.length, has.length === 0]);
        }
      },
    ),
  );
});
