import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { putAway } from './main-window.ts';
import { fitOnScreen, smallestOn } from './window-state.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1280, height: 1000 };

/** @param did what is asked of it, in order */
function windowDoing(did: string[]) {
  let isFull = false;
  let onLeft = () => undefined as void;
  return Object.assign({} as Parameters<typeof putAway>[0] & object, {
    hide: () => void did.push('hide'),
    minimize: () => void did.push('minimize'),
    isFullScreen: () => isFull,
    setFullScreen(isWanted: boolean) {
      if (!isWanted) did.push('leave full screen');
      isFull = isWanted;
    },
    once: (_name: string, listener: () => void) => void (onLeft = listener),
    leave: () => onLeft(),
  });
}

it('leaves full screen on macOS before it is hidden, or a black screen would stay', () => {
  const did: string[] = [];
  const window = windowDoing(did);
  window.setFullScreen(true);
  putAway(window, 'win32');
  expect(did.splice(0)).toEqual(['hide']);
  putAway(window, 'darwin');
  expect(did).toEqual(['leave full screen']);
  window.leave();
  expect(did).toEqual(['leave full screen', 'hide']);
});

it('is minimised on Linux, where it could not be found again, and hidden elsewhere', () => {
  const did: string[] = [];
  const window = windowDoing(did);
  for (const platform of ['linux', 'darwin', 'win32'] as const) putAway(window, platform);
  expect(did).toEqual(['minimize', 'hide', 'hide']);
});

it('may be as small as the smallest screen', () => {
  expect(smallestOn([screen, { x: 0, y: 0, width: 911, height: 480 }])).toEqual({ width: 900, height: 480 });
  expect(smallestOn([screen, second])).toEqual({ width: 900, height: 600 });
});

describe('where the window opens', () => {
  it('is where it was left', () => {
    const stored = { bounds: { x: 2000, y: 50, width: 1000, height: 700 }, isMaximized: true };
    expect(fitOnScreen(stored, [screen, second])).toEqual(stored);
  });

  it('is the middle of the main screen when the other one is gone', () => {
    const stored = { bounds: { x: 2000, y: 50, width: 1000, height: 700 }, isMaximized: false };
    expect(fitOnScreen(stored, [screen]).bounds).toEqual({ x: 460, y: 170, width: 1000, height: 700 });
  });

  it.each([
    undefined,
    null,
    'text',
    {},
    { bounds: { x: 'a' } },
    { bounds: { x: 0, y: 0, width: Number.NaN, height: 1 } },
  ])('is the middle of the screen for %j', (stored) => {
    expect(fitOnScreen(stored, [screen])).toEqual({
      bounds: { x: 277, y: 90, width: 1366, height: 860 },
      isMaximized: false,
    });
  });

  it('can always be grabbed and is never larger than its screen', () => {
    const whole = fc.integer({ min: -5000, max: 5000 });
    const size = fc.integer({ min: 0, max: 5000 });
    fc.assert(
      fc.property(fc.record({ x: whole, y: whole, width: size, height: size }), (bounds) => {
        const { bounds: placed } = fitOnScreen({ bounds, isMaximized: false }, [screen, second]);
        const home = [screen, second].find(
          (area) =>
            placed.y >= area.y &&
            placed.y <= area.y + area.height - 120 &&
            Math.min(placed.x + placed.width, area.x + area.width) - Math.max(placed.x, area.x) >= 120,
        );
        expect(home).toBeDefined();
        expect(placed.width).toBeLessThanOrEqual(1920);
        expect(placed.height).toBeLessThanOrEqual(1040);
        expect(placed.width).toBeGreaterThanOrEqual(900);
      }),
    );
  });
});
