import { expect, it } from 'vitest';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { createBackgroundIcon } from './background.ts';

function setUp(platform: NodeJS.Platform) {
  const images: { pixels: Buffer; isTemplate: boolean }[] = [];
  const menus: { label: string; enabled?: boolean }[][] = [];
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
  const icon = createBackgroundIcon(electron, { open: () => undefined, quit: () => undefined }, platform);
  return { icon, images, menus, destroyed: () => destroyed };
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
  icon.hide();
  expect(destroyed()).toBe(1);
});
