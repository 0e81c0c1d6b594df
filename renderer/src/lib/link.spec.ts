import { describe, expect, test } from 'vitest';
import { createLink } from './link.ts';

/** A link on a clock that the spec moves. */
function world() {
  let at = 1000;
  const link = createLink(() => at);
  return {
    link,
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
  };
}

describe('link to the program behind the page', () => {
  test('what the page shows is from the moment in which the stream ended, not from when that was noticed', () => {
    const { link, pass } = world();
    link.heard();
    link.broke();
    pass(1500);
    link.lost('gone');
    expect(link.get()).toEqual({ state: 'gone', asOf: 1000, message: '' });
  });

  test('a stream that ends and comes back leaves no trace', () => {
    const { link, pass } = world();
    link.heard();
    link.broke();
    link.heard();
    expect(link.get()).toEqual({ state: 'live', asOf: null, message: '' });
    pass(60_000);
    link.lost('gone');
    expect(link.get().asOf).toBe(61_000);
  });

  test('a program that was started again and does not know the page leaves the moment as it was', () => {
    const { link, pass } = world();
    link.heard();
    link.lost('gone');
    pass(60_000);
    link.lost('locked');
    expect(link.get()).toEqual({ state: 'locked', asOf: 1000, message: '' });
  });

  test('a page that was never answered shows nothing from any moment', () => {
    const { link } = world();
    link.lost('locked');
    expect(link.get()).toEqual({ state: 'locked', asOf: null, message: '' });
  });

  test('a core that restarts behind a window that lives is a loss, and its own words are kept', () => {
    const { link, pass } = world();
    link.core('restarting', 'It stopped.');
    pass(1000);
    link.core('failed', 'It keeps stopping.');
    expect(link.get()).toEqual({ state: 'failed', asOf: 1000, message: 'It keeps stopping.' });
    link.core('running', '');
    expect(link.get()).toEqual({ state: 'live', asOf: null, message: '' });
  });
});
