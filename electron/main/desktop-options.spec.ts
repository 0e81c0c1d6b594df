import { expect, it } from 'vitest';
import { readDesktopOptions } from './desktop-options.ts';

const read = (...args: string[]) => readDesktopOptions(args, '/home/kim', '/opt/app');

it('reads its own options and passes over those of Chromium and the app itself', () => {
  expect(read()).toEqual({ dataFolder: null, practice: false, file: null });
  expect(read('--no-sandbox', '--remote-debugging-port=0', '/opt/app', '--practice', '-psn_0_1')).toEqual({
    dataFolder: null,
    practice: true,
    file: null,
  });
  expect(read('--data-dir', 'data', 'leads.csv')).toEqual({
    dataFolder: '/home/kim/data',
    practice: false,
    file: '/home/kim/leads.csv',
  });
  expect(read('--data-dir=/data').dataFolder).toBe('/data');
  expect(read('--data-dir').dataFolder).toBeNull();
});
