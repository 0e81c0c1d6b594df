import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { readDesktopOptions } from './desktop-options.ts';

const read = (...args: string[]) => readDesktopOptions(args, '/home/kim', '/opt/app');

it('reads its own options and passes over those of Chromium and the app itself', () => {
  expect(read()).toEqual({ dataFolder: null, practice: false, hidden: false, task: null, files: [] });
  expect(read('--hidden')).toEqual({ dataFolder: null, practice: false, hidden: true, task: null, files: [] });
  expect(read('--no-sandbox', '--remote-debugging-port=0', '/opt/app', '--practice', '-psn_0_1')).toEqual({
    dataFolder: null,
    practice: true,
    hidden: false,
    task: null,
    files: [],
  });
  expect(read('--data-dir', 'data', 'leads.csv')).toEqual({
    dataFolder: '/home/kim/data',
    practice: false,
    hidden: false,
    task: null,
    files: ['/home/kim/leads.csv'],
  });
  expect(read('--data-dir=/data').dataFolder).toBe('/data');
  expect(read('--data-dir').dataFolder).toBeNull();
  expect(read('--task=quota', '--data-dir=/data')).toMatchObject({ task: 'quota', dataFolder: '/data', files: [] });
  expect(read('--task=other').task).toBeNull();
});

it('takes every file that is opened at once, and the addresses that file managers give', () => {
  expect(read('a.csv', '/data/b.csv', 'c d.xlsx').files).toEqual([
    '/home/kim/a.csv',
    '/data/b.csv',
    '/home/kim/c d.xlsx',
  ]);
  expect(read('file:///home/kim/leads%20fair.csv', pathToFileURL('/home/kim/Käufer #1.csv').href).files).toEqual([
    '/home/kim/leads fair.csv',
    '/home/kim/Käufer #1.csv',
  ]);
  // Nothing that the program could open: said as a file that is gone.
  expect(read('file://server/leads.csv').files).toHaveLength(1);
});
