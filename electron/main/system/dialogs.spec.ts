import { expect, it } from 'vitest';
import { RecordingElectron } from '../recording-electron-fixture.ts';
import { createDialogs } from './dialogs.ts';

const electron = new RecordingElectron();
const window = new electron.parts.BrowserWindow();
const dialogs = createDialogs(electron.parts, () => window);

it('asks before a file is replaced, which Linux does only when it is told to', async () => {
  await dialogs.chooseTarget('/home/kim/leads.csv');
  expect(electron.argsOf('dialog.showSaveDialog')).toEqual([
    [window, expect.objectContaining({ properties: ['showOverwriteConfirmation'] })],
  ]);
});
