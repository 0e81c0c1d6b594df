import { expect, it } from 'vitest';
import { filesOf, OpenedFiles, othersLeft } from './opened-files.ts';

/** A clock whose timers fire by hand. */
function setUp() {
  const due: (() => void)[] = [];
  const taken: (readonly string[])[] = [];
  const tasks: unknown[] = [];
  let ended = 0;
  const opened = new OpenedFiles({
    after(_milliseconds, callback) {
      due.push(callback);
      return { cancel: () => undefined };
    },
  });
  return {
    opened,
    taken,
    tasks,
    end: () => void (ended += 1),
    ended: () => ended,
    take(files: readonly string[], task: unknown) {
      taken.push(files);
      tasks.push(task);
    },
    pass: () => due.splice(0).forEach((fire) => fire()),
  };
}

it('keeps what was opened before anybody can take it', () => {
  const { opened, taken, take, end, pass } = setUp();
  opened.add(['/a.csv']);
  pass();
  expect(taken).toEqual([]);
  opened.takeWith(take, end);
  expect(taken).toEqual([['/a.csv']]);
});

it('takes files that come one by one for one drop, and a start without a file for a wish to see the window', () => {
  const { opened, taken, take, end, pass } = setUp();
  opened.takeWith(take, end);
  expect(taken).toEqual([]);
  for (const file of ['/a.csv', '/b.csv']) opened.add([file]);
  expect(taken).toEqual([]);
  pass();
  opened.add([]);
  pass();
  expect(taken).toEqual([['/a.csv', '/b.csv'], []]);
});

it('hands on the task of a start, once', () => {
  const { opened, tasks, take, end, pass } = setUp();
  opened.add([], 'quota');
  opened.takeWith(take, end);
  pass();
  opened.add([]);
  pass();
  expect(tasks).toEqual(['quota', null]);
});

it('reads what another start hands over, whatever it is', () => {
  expect(filesOf({ files: ['/a.csv', 7, '/b.csv'] })).toEqual(['/a.csv', '/b.csv']);
  for (const data of [null, 'text', {}, { files: '/a.csv' }]) expect(filesOf(data)).toEqual([]);
});

it('names the files that were left, ten at most', () => {
  expect(othersLeft(['b.csv', 'c.csv'])).toMatch(/Not opened: "b\.csv", "c\.csv"\./);
  expect(othersLeft(Array.from({ length: 12 }, (_, index) => `${index}.csv`))).toMatch(/"9\.csv" and 2 more\./);
});

it('ends the program for an installer, also when that comes before it can be ended', () => {
  const { opened, take, end, ended } = setUp();
  opened.close();
  opened.takeWith(take, end);
  opened.close();
  expect(ended()).toBe(2);
});
