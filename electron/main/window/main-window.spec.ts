import { expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { RecordingElectron } from '../recording-electron-fixture.ts';
import { MainWindow } from './main-window.ts';

/** @param stored the place of the window, as it was kept */
function setUp(stored?: unknown) {
  const electron = new RecordingElectron();
  const clock = new VirtualClock();
  const kept: unknown[] = [];
  const said: string[] = [];
  const window = new MainWindow({
    electron: electron.parts,
    preloadFolder: '/preload',
    settings: { read: async () => stored, write: async (_key, value) => void kept.push(value) },
    hasDevTools: false,
    log: { bug: (_where, error) => (said.push(String(error)), 'id'), note: (text) => void said.push(text) },
    clock,
    askToReload: async () => (said.push('asked'), false),
    onClose: () => undefined,
    onSessionEnd: () => undefined,
    onPageGone: () => undefined,
  });
  const emit = (name: string) => (electron.windows[0] as unknown as NodeJS.EventEmitter).emit(name, {});
  const contents = () => electron.windows[0]?.webContents;
  return { window, clock, kept, said, emit, contents };
}

it('keeps the place of the window a second after it was moved, once for all moves, and when it is closed', async () => {
  const { window, clock, kept, said, emit } = setUp();
  await window.show();
  emit('move');
  clock.run(0.9 * SECOND);
  emit('resize');
  clock.run(1.8 * SECOND);
  expect(kept).toEqual([]);
  clock.run(2 * SECOND);
  expect(kept).toEqual([{ bounds: { x: 0, y: 0, width: 1, height: 1 }, isMaximized: false }]);
  emit('maximize');
  emit('close');
  emit('closed');
  expect(kept).toHaveLength(2);
  // A window that is gone has no place any more.
  clock.run(10 * SECOND);
  expect([kept.length, said]).toEqual([2, []]);
});

it('counts the ends of a page for ten minutes, and writes down when it does not answer', async () => {
  const { window, clock, said, emit, contents } = setUp();
  await window.show();
  const crash = () => contents()?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  for (let times = 0; times < 3; times += 1) crash();
  clock.run(10 * MINUTE);
  crash();
  expect([contents()?.reloads, said.includes('asked')]).toEqual([4, false]);
  emit('unresponsive');
  emit('responsive');
  expect(said.slice(-2)).toEqual(['the page does not answer', 'the page answers again']);
});

it('loads a page that ended, and was not wanted again, when its window comes back all the same', async () => {
  const { window, said, emit, contents } = setUp();
  await window.show();
  const page = contents();
  if (page === undefined) throw new Error('there is no window');
  emit('show');
  expect(page.reloads).toBe(0);
  page.hasCrashed = true;
  for (let times = 0; times < 4; times += 1) page.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  await expect.poll(() => said).toContain('asked');
  // An import runs, so the window was put away and is there: hidden, or on Linux minimised.
  for (const back of ['show', 'restore']) emit(back);
  expect(page.reloads).toBe(3 + 2);
});

it('stays a maximised window when nobody has opened it since the log-in', async () => {
  const bounds = { x: 0, y: 0, width: 1000, height: 700 };
  const { window, clock, kept, emit } = setUp({ bounds, isMaximized: true });
  await window.openAway();
  emit('move');
  clock.run(SECOND);
  expect(kept).toMatchObject([{ isMaximized: true }]);
});
