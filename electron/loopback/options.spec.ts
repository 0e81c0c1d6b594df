import { describe, expect, it } from 'vitest';
import { readLoopbackOptions } from './options.ts';

describe('options of the browser host', () => {
  it('has a start without any', () => {
    expect(readLoopbackOptions([])).toEqual({
      dataFolder: null,
      practice: false,
      openBrowser: true,
      port: null,
      uploadBytes: null,
    });
  });

  it('reads all of them', () => {
    expect(
      readLoopbackOptions(['--data-dir', '/d', '--practice', '--no-open', '--port', '8080', '--upload-limit', '2']),
    ).toEqual({
      dataFolder: '/d',
      practice: true,
      openBrowser: false,
      port: 8080,
      uploadBytes: 2 * 1024 ** 3,
    });
    expect(readLoopbackOptions(['--data-dir=/d', '--port=0'])).toMatchObject({ dataFolder: '/d', port: 0 });
  });

  it('tells its usage when it is asked', () => {
    expect(readLoopbackOptions(['--port', '1', '--help'])).toBe('help');
  });

  it.each([
    [['--colour'], /--colour/],
    [['file.csv'], /file\.csv/],
    [['--port', '65536'], /not a port/],
    [['--port', '1e3'], /not a port/],
    [['--port', '-1'], /--port/],
    [['--port', ''], /not a port/],
    [['--upload-limit', '0'], /whole gigabytes/],
    [['--data-dir'], /--data-dir/],
  ])('says what is wrong with %j', (args, words) => {
    expect(readLoopbackOptions(args)).toMatch(words);
  });
});
