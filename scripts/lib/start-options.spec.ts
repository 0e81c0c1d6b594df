import { expect, test } from 'vitest';
import { browserHostArguments, hostArguments, parseStartOptions } from './start-options.ts';

test('without an option, starts what can run here', () => {
  expect(parseStartOptions([], '/work')).toEqual({
    host: 'either',
    opensBrowser: true,
    port: undefined,
    dataFolder: undefined,
    practice: false,
  });
});

test('passes every option on to the host in the browser', () => {
  const options = parseStartOptions(
    ['--browser', '--no-open', '--port', '0', '--data-dir', 'mine', '--practice'],
    '/work',
  );
  expect(options.host).toBe('browser');
  expect(browserHostArguments(options)).toEqual(['--data-dir', '/work/mine', '--practice', '--port', '0', '--no-open']);
});

test('gives the desktop app only what it understands', () => {
  const options = parseStartOptions(['--desktop', '--no-open', '--port=8080', '--practice'], '/work');
  expect(hostArguments(options)).toEqual(['--practice']);
});

test.each([
  [['--colour'], /--colour/],
  [['file.csv'], /file\.csv/],
  [['--port'], /--port/],
  [['--port', '65536'], /0 to 65535/],
  [['--port', '8e3'], /0 to 65535/],
  [['--data-dir='], /folder/],
  [['--data-dir=~/data'], /whole path/],
  [['--desktop', '--browser'], /exclude/],
])('refuses %j with its reason', (args, reason) => expect(() => parseStartOptions(args, '/work')).toThrow(reason));
