import { expect, it } from 'vitest';
import { cities } from '../../../../shared/domain/phones/numbering.ts';
import { RowPlaces } from './row-places.ts';

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
