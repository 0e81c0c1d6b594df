import { expect, it } from 'vitest';
import { DAY } from '../../time/time.ts';
import { OutcomeCourse } from './outcome-course.ts';

const days = (course: OutcomeCourse) =>
  course.days().map(({ day, rows, counts, younger, notRead }) => ({ day, rows, counts, younger, notRead }));

it('takes the first reading from a day on, and only one before the next day', () => {
  const course = new OutcomeCourse(10 * DAY);
  course.add(
    0,
    [2 * DAY, 2.5 * DAY, 8 * DAY],
    [
      { at: 2 * DAY, outcome: 'new' },
      { at: 2.5 * DAY, outcome: 'redial' },
      { at: 8 * DAY, outcome: 'success' },
    ],
  );
  expect(days(course)).toEqual([
    { day: 1, rows: 1, counts: { new: 1 }, younger: 0, notRead: 0 },
    // Read on day 2 and on day 8: what it was on day 3 is not known.
    { day: 3, rows: 0, counts: {}, younger: 0, notRead: 1 },
    { day: 7, rows: 1, counts: { success: 1 }, younger: 0, notRead: 0 },
  ]);
});

it('knows what did not change from a reading that has no line of the lead', () => {
  const course = new OutcomeCourse(4 * DAY);
  course.add(0, [1, 3 * DAY], [{ at: 1, outcome: 'new' }]);
  expect(days(course)).toMatchObject([
    { day: 1, notRead: 1 },
    { day: 3, counts: { new: 1 } },
  ]);
});

it('counts a lead that is younger, and says nothing of days that nobody has reached', () => {
  const course = new OutcomeCourse(2 * DAY);
  course.add(0, [1.5 * DAY], [{ at: 1.5 * DAY, outcome: 'new' }]);
  course.add(1.5 * DAY, [], []);
  expect(days(course)).toEqual([{ day: 1, rows: 1, counts: { new: 1 }, younger: 1, notRead: 0 }]);
});

it('says nothing of a lead that its import did not have at the reading', () => {
  const course = new OutcomeCourse(9 * DAY);
  course.add(0, [1 * DAY, 8 * DAY], [{ at: 8 * DAY, outcome: 'new' }]);
  expect(days(course)).toMatchObject([
    { day: 1, rows: 0, notRead: 1 },
    { day: 3, notRead: 1 },
    { day: 7, rows: 1 },
  ]);
});
