// Why: decision 0362 and decision 0410.
import type { MenuItemConstructorOptions } from 'electron';
import { format } from '../../../shared/domain/words/format.ts';
import type { ShownJob, WorkFigures } from './shown-work.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { COLOURS, discImage } from './disc-image.ts';

export interface BackgroundActions {
  readonly open: () => void;
  readonly pause: (jobs: readonly ShownJob[]) => void;
  readonly resume: (jobs: readonly ShownJob[]) => void;
  readonly quit: () => void;
}

type Work = Pick<WorkFigures, 'text' | 'pausable' | 'resumable'>;

/** An icon beside the clock while the program works without a window. */
export function createBackgroundIcon(
  { Menu, nativeImage, Tray }: Pick<ElectronParts, 'Menu' | 'nativeImage' | 'Tray'>,
  actions: BackgroundActions,
  platform: NodeJS.Platform = process.platform,
) {
  let tray: InstanceType<ElectronParts['Tray']> | null = null;
  let why = '';
  let work: Work = { text: '', pausable: [], resumable: [] };

  return {
    /** @param text why the program is still there, as long as no import has more to say */
    show(text: string): void {
      why = text;
      tray ??= create();
      draw();
    },
    /** Says another reason, if the icon is there. */
    tell(text: string): void {
      if (text === why) return;
      why = text;
      draw();
    },
    update(figures: Work): void {
      work = figures;
      draw();
    },
    hide(): void {
      tray?.destroy();
      tray = null;
    },
  };

  function draw(): void {
    const text = work.text === '' ? why : work.text;
    tray?.setToolTip(text);
    // On Linux nothing but the menu shows the text, and a menu changes only as a whole.
    tray?.setContextMenu(Menu.buildFromTemplate(menuOf(text, work, actions)));
  }

  function create(): InstanceType<ElectronParts['Tray']> {
    const isMac = platform === 'darwin';
    const image = discImage(nativeImage, isMac ? COLOURS.black : COLOURS.accent);
    // macOS colours a template as its menu bar needs it.
    if (isMac) image.setTemplateImage(true);
    const icon = new Tray(image);
    icon.on('click', actions.open);
    return icon;
  }
}

function menuOf(
  text: string,
  work: Work,
  { open, pause, resume, quit }: BackgroundActions,
): MenuItemConstructorOptions[] {
  const { pausable, resumable } = work;
  const imports = ({ length }: readonly ShownJob[]) => (length === 1 ? 'the import' : format.count(length, 'import'));
  return [
    { label: text, enabled: false },
    { label: 'Open Lead Console', click: open },
    ...(pausable.length > 0 ? [{ label: `Pause ${imports(pausable)}`, click: () => pause(pausable) }] : []),
    ...(resumable.length > 0 ? [{ label: `Resume ${imports(resumable)}`, click: () => resume(resumable) }] : []),
    { label: 'Quit', click: quit },
  ];
}
