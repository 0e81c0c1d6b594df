import { expect, it } from 'vitest';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { createBackgroundIcon } from './background.ts';
import type { ShownJob } from './shown-work.ts';

function setUp(platform: NodeJS.Platform) {
  const images: { pixels: Buffer; isTemplate: boolean }[] = [];
  const menus: { label: string; enabled?: boolean; click?: () => void }[][] = [];
  const told: unknown[] = [];
  let destroyed = 0;
  const electron = {
    Menu: { buildFromTemplate: (items: unknown) => items },
    nativeImage: {
      createFromBitmap(pixels: Buffer) {
        const image = { pixels, isTemplate: false, setTemplateImage: (is: boolean) => (image.isTemplate = is) };
        images.push(image);
        return image;
      },
    },
    Tray: class {
      setToolTip = () => undefined;
      setContextMenu = (menu: (typeof menus)[number]) => void menus.push(menu);
      on = () => undefined;
      destroy = () => void (destroyed += 1);
    },
  } as unknown as ElectronParts;
  const actions = {
    open: () => undefined,
    pause: (jobs: readonly ShownJob[]) => told.push(['pause', jobs]),
    resume: (jobs: readonly ShownJob[]) => told.push(['resume', jobs]),
    quit: () => undefined,
  };
  const icon = createBackgroundIcon(electron, actions, platform);
  return { icon, images, menus, told, destroyed: () => destroyed };
}

it('is a template on macOS, black, so that it can be seen on a dark bar, and a colour elsewhere', () => {
  const middle = (16 * 32 + 16) * 4;
  const colourOn = (platform: NodeJS.Platform) => {
    const { icon, images } = setUp(platform);
    icon.show('Lead Console is still importing');
    return [images[0]?.isTemplate, [...(images[0]?.pixels.subarray(middle, middle + 4) ?? [])]];
  };
  expect(colourOn('darwin')).toEqual([true, [0, 0, 0, 255]]);
  expect(colourOn('win32')).toEqual([false, [0xe5, 0x46, 0x4f, 255]]);
});

it('says in its menu what goes on, and goes when the window is there', () => {
  const { icon, menus, destroyed } = setUp('linux');
  icon.show('first');
  icon.show('second');
  expect(menus.map((items) => items.map(({ label }) => label))).toEqual([
    ['first', 'Open Lead Console', 'Quit'],
    ['second', 'Open Lead Console', 'Quit'],
  ]);
  expect(menus[0]?.[0]?.enabled).toBe(false);
  icon.tell('second');
  expect(menus).toHaveLength(2);
  icon.tell('third');
  expect(menus.at(-1)?.[0]?.label).toBe('third');
  icon.hide();
  expect(destroyed()).toBe(1);
});

it('says how far the imports are, and pauses and resumes them', () => {
  const { icon, menus, told } = setUp('win32');
  const [a, b] = ['a', 'b'].map((jobId) => ({ jobId, accountId: `of ${jobId}` })) as [ShownJob, ShownJob];
  icon.update({ text: 'Importing a.csv: 41 %', pausable: [a], resumable: [] });
  expect(menus).toEqual([]);
  icon.show('Lead Console is still importing');
  const labels = () => menus.at(-1)?.map(({ label }) => label);
  expect(labels()).toEqual(['Importing a.csv: 41 %', 'Open Lead Console', 'Pause the import', 'Quit']);
  menus.at(-1)?.[2]?.click?.();
  icon.update({ text: '', pausable: [], resumable: [a, b] });
  expect(labels()).toEqual(['Lead Console is still importing', 'Open Lead Console', 'Resume 2 imports', 'Quit']);
  menus.at(-1)?.[2]?.click?.();
  expect(told).toEqual([
    ['pause', [a]],
    ['resume', [a, b]],
  ]);
});
