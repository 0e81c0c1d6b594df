import { powerSaveBlocker } from 'electron';

/** Keeps the computer from sleeping for as long as it is told so; the screen may still go dark. */
export function createKeepAwake(): (isNeeded: boolean) => void {
  let blocker: number | null = null;
  return (isNeeded) => {
    if (isNeeded) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}
