import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RowVerdict } from '../../../../shared/domain/check/judge-row.ts';
import { cities } from '../../../../shared/domain/phones/numbering.ts';
import { RowContacts } from './row-contacts.ts';
import { RowPlaces } from './row-places.ts';

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

const berlin = cities.findIndex(({ name }) => name === 'Berlin');
const other = cities.findIndex((_, index) => index !== berlin);

/** @param rows the city of each row, from the first on */
const placesOf = (rows: readonly number[]) => {
  const places = new RowPlaces(rows.length);
  rows.forEach((city, index) => places.add(index + 1, city));
  return places;
};

it('a file is from the city of nine in ten of its post codes, whatever rows have none', () => {
  const of = (inBerlin: number, elsewhere: number, city = -1) =>
    placesOf([...Array<number>(inBerlin).fill(berlin), ...Array<number>(elsewhere).fill(city), -2, -2]).city();
  expect(of(9, 1)).toEqual({ index: berlin, name: 'Berlin', areaCode: '030', rows: 9, postcodes: 10 });
  expect(of(8, 1)).toBeNull();
  expect(of(1, 9, other)).toMatchObject({ index: other, rows: 9 });
  expect(of(0, 5)).toBeNull();
  expect(of(0, 0)).toBeNull();
  expect(of(1, 0)).toMatchObject({ rows: 1, postcodes: 1 });
});

it('a row is in its place until it moves', () => {
  const places = placesOf([berlin, other, -1, -2]);
  const city = placesOf([berlin]).city();
  if (city === null) throw new Error('no city');
  expect([1, 2, 3, 4, 9].map((row) => places.isElsewhere(row, city))).toEqual([false, true, true, false, false]);
  expect([1, 2, 3, 4, 9].map((row) => places.areaCodeOf(row))).toEqual([
    ...['030', cities[other]?.areaCode, null, null, null],
  ]);
  places.remove(2);
  places.remove(3);
  places.remove(4);
  expect(places.city()).toMatchObject({ index: berlin, rows: 1, postcodes: 1 });
  expect(places.isElsewhere(2, city)).toBe(false);
  places.add(4, other);
  expect([places.city(), places.areaCodeOf(4)]).toEqual([null, cities[other]?.areaCode]);
  places.remove(1);
  places.remove(4);
  expect(places.city()).toBeNull();
});
