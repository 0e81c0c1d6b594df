import { expect, it } from 'vitest';
import { RecordingElectron } from '../recording-electron-fixture.ts';
import { NOTHING_RUNS } from '../work/running-work.ts';
import { createDialogs } from './dialogs.ts';

const electron = new RecordingElectron();
const state = { isVisible: () => true, isMinimized: () => false };
const window = new electron.parts.BrowserWindow();
Object.assign(window, state);
const dialogs = createDialogs(electron.parts, () => window);

it('asks before a file is replaced, which Linux does only when it is told to', async () => {
  await dialogs.chooseTarget('/home/kim/leads.csv');
  expect(electron.argsOf('dialog.showSaveDialog')).toEqual([
    [window, expect.objectContaining({ properties: ['showOverwriteConfirmation'] })],
  ]);
});

it('says without its window why that goes: on macOS it would take the dialog along', async () => {
  await dialogs.explainHiding(NOTHING_RUNS);
  expect(electron.argsOf('dialog.showMessageBox')).toEqual([[expect.objectContaining({ type: 'info' })]]);
});

it('stands alone while its window is hidden or minimized, or nobody would see it', async () => {
  const hasParent = async (change: Partial<typeof state>) => {
    Object.assign(window, state, change);
    await dialogs.tell('Something');
    return electron.argsOf('dialog.showMessageBox').at(-1)?.[0] === window;
  };
  expect(await hasParent({})).toBe(true);
  expect(await hasParent({ isVisible: () => false })).toBe(false);
  expect(await hasParent({ isMinimized: () => true })).toBe(false);
});
