import { expect, it } from 'vitest';
import { SECOND } from '../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { RecordingElectron } from '../recording-electron-fixture.ts';
import { MainWindow } from './main-window.ts';

function setUp() {
  const electron = new RecordingElectron();
  const clock = new VirtualClock();
  const kept: unknown[] = [];
  const window = new MainWindow({
    electron: electron.parts,
    preloadFolder: '/preload',
    settings: { read: async () => undefined, write: async (_key, value) => void kept.push(value) },
    hasDevTools: false,
    log: { bug: (_where, error) => expect.unreachable(String(error)), note: () => undefined },
    clock,
    askToReload: async () => false,
    onClose: () => undefined,
    onSessionEnd: () => undefined,
    onPageGone: () => undefined,
  });
  const emit = (name: string) => (electron.windows[0] as unknown as NodeJS.EventEmitter).emit(name, {});
  return { window, clock, kept, emit };
}

it('keeps the place of the window a second after it was moved, once for all moves, and when it is closed', async () => {
  const { window, clock, kept, emit } = setUp();
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
  expect(kept).toHaveLength(2);
});
