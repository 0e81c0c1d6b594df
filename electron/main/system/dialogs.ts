import type { BrowserWindow, MessageBoxOptions, OpenDialogOptions } from 'electron';
import type { ElectronParts } from '../guards/electron-parts.ts';
import type { Question } from './page-consent.ts';
import { quitQuestion, type RunningWork, stillWords } from '../work/running-work.ts';
import { openDialogOf, type WantedFile } from './open-filters.ts';

/** The system's dialogs, attached to the window while it is visible. */
export function createDialogs({ dialog }: Pick<ElectronParts, 'dialog'>, window: () => BrowserWindow | null) {
  function ask(options: MessageBoxOptions) {
    const parent = window();
    // Linux calls a minimized window visible, and shows no dialog of one.
    return parent?.isVisible() && !parent.isMinimized()
      ? dialog.showMessageBox(parent, options)
      : dialog.showMessageBox(options);
  }

  /** None when the person closes the dialog. */
  async function chosen(options: OpenDialogOptions): Promise<readonly string[]> {
    const parent = window();
    const answer = parent ? await dialog.showOpenDialog(parent, options) : await dialog.showOpenDialog(options);
    return answer.canceled ? [] : answer.filePaths;
  }

  return {
    async chooseFile(wanted: WantedFile): Promise<string | null> {
      const [path = null] = await chosen({ ...openDialogOf(wanted), properties: ['openFile'] });
      return path;
    },

    chooseFiles: () => chosen({ ...openDialogOf('spreadsheet'), properties: ['openFile', 'multiSelections'] }),

    /** The system's dialog itself asks before it replaces an existing file, on Linux when it is told to. */
    async chooseTarget(defaultPath: string): Promise<string | null> {
      const options = { title: 'Save', defaultPath, properties: ['showOverwriteConfirmation' as const] };
      const parent = window();
      const answer = parent ? await dialog.showSaveDialog(parent, options) : await dialog.showSaveDialog(options);
      return answer.canceled ? null : answer.filePath || null;
    },

    /** On Windows the dialog makes a folder that was typed, on macOS and Linux it has a button for that. */
    async chooseFolder(): Promise<string | null> {
      const properties = ['openDirectory' as const, 'createDirectory' as const, 'promptToCreate' as const];
      const [path = null] = await chosen({ title: 'Dataset folder', properties });
      return path;
    },

    async askToQuit(work: RunningWork): Promise<boolean> {
      const { message, detail, stay } = quitQuestion(work);
      const buttons = [stay, 'Quit'];
      const { response } = await ask({ type: 'question', message, detail, buttons, defaultId: 0, cancelId: 0 });
      return response === 1;
    },

    /** The button that changes nothing is the one for Enter and Escape. */
    async confirm({ message, detail, action }: Question): Promise<boolean> {
      const buttons = ['Cancel', action];
      const { response } = await ask({ type: 'question', message, detail, buttons, defaultId: 0, cancelId: 0 });
      return response === 1;
    },

    /** Not attached to the window, which is on its way out of sight. */
    async explainHiding(work: RunningWork): Promise<void> {
      await dialog.showMessageBox({
        type: 'info',
        message: `${stillWords(work)}.`,
        detail:
          'Closing the window does not stop this. To open the window, click its icon beside the clock or in the task bar, or start Lead Console again. To end the program, choose Quit in the menu of the icon.',
        buttons: ['OK'],
      });
    },

    /** True: load the page once more. */
    async askToReload(): Promise<boolean> {
      const { response } = await ask({
        type: 'error',
        message: 'The window of Lead Console failed several times in a row.',
        detail: 'Imports go on, and nothing is lost. Start the window again, or close it; the log has what happened.',
        buttons: ['Close', 'Start again'],
        defaultId: 1,
        cancelId: 0,
      });
      return response === 1;
    },

    async tell(message: string): Promise<void> {
      await ask({ type: 'warning', message, buttons: ['OK'] });
    },
  };
}
