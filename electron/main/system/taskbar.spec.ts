import { expect, it } from 'vitest';
import type { WorkFigures } from './shown-work.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { createTaskbar } from './taskbar.ts';

function setUp(platform: NodeJS.Platform) {
  const calls: unknown[] = [];
  const window = {
    setProgressBar: (share: number, { mode }: { mode: string }) => calls.push(['bar', share, mode]),
    setOverlayIcon: (image: unknown, text: string) => calls.push(['mark', image, text]),
  };
  const electron = {
    app: { dock: { setBadge: (text: string) => calls.push(['badge', text]) } },
    nativeImage: { createFromBitmap: () => 'disc' },
  } as unknown as ElectronParts;
  const taskbar = createTaskbar({ electron, window: () => window as never, platform });
  const show = (figures: Partial<WorkFigures>) => {
    calls.length = 0;
    taskbar.show({ share: null, state: 'idle', text: '', needYou: 0, pausable: [], resumable: [], ...figures });
    return [...calls];
  };
  return { show };
}

it('has a bar that is green, yellow or red, and none when there is nothing to show', () => {
  const { show } = setUp('linux');
  expect(show({ share: 0.4, state: 'running' })).toEqual([['bar', 0.4, 'normal']]);
  expect(show({ share: 0.4, state: 'waiting' })).toEqual([['bar', 0.4, 'paused']]);
  expect(show({ share: 0.4, state: 'needsYou', needYou: 1 })).toEqual([['bar', 0.4, 'error']]);
  expect(show({})).toEqual([['bar', -1, 'none']]);
});

it('marks the icon on Windows and in the Dock while an import needs a person', () => {
  const needing = { share: 0.4, state: 'needsYou', needYou: 2, text: '2 imports need you' } as const;
  const windows = setUp('win32');
  expect(windows.show(needing)).toContainEqual(['mark', 'disc', '2 imports need you']);
  expect(windows.show({})).toContainEqual(['mark', null, '']);
  const mac = setUp('darwin');
  expect(mac.show(needing)).toContainEqual(['badge', '2']);
  expect(mac.show({})).toContainEqual(['badge', '']);
});

it('does without a window', () => {
  const electron = { app: {}, nativeImage: {} } as unknown as ElectronParts;
  const taskbar = createTaskbar({ electron, window: () => null, platform: 'win32' });
  const idle = { share: null, state: 'idle', text: '', needYou: 0, pausable: [], resumable: [] } as const;
  expect(() => taskbar.show(idle)).not.toThrow();
});
