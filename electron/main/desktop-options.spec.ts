import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { HostTrouble } from '../host/host-trouble.ts';
import { readDesktopOptions } from './desktop-options.ts';

const HOME = resolve('/home/kim');
const APP = resolve('/opt/app');
const DATA = resolve('/data');
const read = (...args: string[]) => readDesktopOptions(args, HOME, APP);

it('reads its own options and passes over those of Chromium and the app itself', () => {
  expect(read()).toEqual({ dataFolder: null, practice: false, hidden: false, task: null, files: [] });
  expect(read('--hidden')).toEqual({ dataFolder: null, practice: false, hidden: true, task: null, files: [] });
  expect(read('--no-sandbox', '--remote-debugging-port=0', APP, '--practice', '-psn_0_1')).toEqual({
    dataFolder: null,
    practice: true,
    hidden: false,
    task: null,
    files: [],
  });
  expect(read('--data-dir', 'data', 'leads.csv')).toEqual({
    dataFolder: resolve(HOME, 'data'),
    practice: false,
    hidden: false,
    task: null,
    files: [resolve(HOME, 'leads.csv')],
  });
  expect(read(`--data-dir=${DATA}`).dataFolder).toBe(DATA);
  expect(read('--data-dir').dataFolder).toBeNull();
  expect(read('--task=quota', `--data-dir=${DATA}`)).toMatchObject({ task: 'quota', dataFolder: DATA, files: [] });
  expect(read('--task=other').task).toBeNull();
});

it.each([['--data-dir=~/data'], ['--data-dir', '~'], ['--data-dir='], ['--data-dir', '']])(
  'takes no data folder that would be another one wherever the program is started: %j',
  (...args) => {
    expect(() => read(...args)).toThrow(HostTrouble);
  },
);

it('takes every file that is opened at once, and the addresses that file managers give', () => {
  const other = resolve(DATA, 'b.csv');
  expect(read('a.csv', other, 'c d.xlsx').files).toEqual([resolve(HOME, 'a.csv'), other, resolve(HOME, 'c d.xlsx')]);
  const files = ['leads fair.csv', 'Käufer #1.csv'].map((name) => resolve(HOME, name));
  const addresses = files.map((file) => pathToFileURL(file).href);
  expect(addresses[0]).toContain('leads%20fair.csv');
  expect(read(...addresses).files).toEqual(files);
  // Nothing that the program could open: said as a file that is gone.
  expect(read('file://server/leads.csv').files).toHaveLength(1);
});
