import type { ElectronParts } from '../guards/electron-parts.ts';

/** Keeps the computer from sleeping while `isNeeded` is true; the screen may still turn off. */
export function createKeepAwake({
  powerSaveBlocker,
}: Pick<ElectronParts, 'powerSaveBlocker'>): (isNeeded: boolean) => void {
  let blocker: number | null = null;
  return (isNeeded) => {
    if (isNeeded) blocker ??= powerSaveBlocker.start('prevent-app-suspension');
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
}
