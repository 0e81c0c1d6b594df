import { expect, it } from 'vitest';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { offerTasks, type StartTask, startTaskOf, taskOption } from './start-tasks.ts';

interface Item {
  readonly label: string;
  readonly click: () => void;
}

function offered(platform: NodeJS.Platform, { isPackaged = true, dataFolder = null as string | null } = {}) {
  const userTasks: Record<string, unknown>[] = [];
  const menu: Item[] = [];
  const begun: StartTask[] = [];
  const electron = {
    app: {
      isPackaged,
      setUserTasks: (tasks: Record<string, unknown>[]) => userTasks.push(...tasks),
      dock: platform === 'darwin' ? { setMenu: (items: Item[]) => menu.push(...items) } : undefined,
    },
    Menu: { buildFromTemplate: (items: Item[]) => items },
  } as unknown as Pick<ElectronParts, 'app' | 'Menu'>;
  const program = 'C:\\Programs\\Lead Console.exe';
  offerTasks({ electron, platform, program, dataFolder, begin: (task) => begun.push(task) });
  return { userTasks, menu, begun };
}

it('Windows: each task is a start of the program, which reads it back', () => {
  const { userTasks, menu } = offered('win32');
  expect(userTasks.map(({ title, arguments: text }) => [title, text])).toEqual([
    ['Open a file…', '--task=open'],
    ['Quota', '--task=quota'],
  ]);
  expect(userTasks.map((task) => taskOption(String(task['arguments'])))).toEqual(['open', 'quota']);
  expect(new Set(userTasks.map((task) => task['program']))).toEqual(new Set(['C:\\Programs\\Lead Console.exe']));
  expect(menu).toEqual([]);
});

it('Windows: a program with a data folder of its own is started with it', () => {
  const { userTasks } = offered('win32', { dataFolder: 'D:\\My leads' });
  expect(userTasks[0]?.['arguments']).toBe('--task=open "--data-dir=D:\\My leads"');
});

it('macOS: the Dock has them, and begins them in the program itself', () => {
  const { menu, begun, userTasks } = offered('darwin');
  expect(menu.map(({ label }) => label)).toEqual(['Open a file…', 'Quota']);
  for (const { click } of menu) click();
  expect(begun).toEqual(['open', 'quota']);
  expect(userTasks).toEqual([]);
});

it('offers nothing on Linux, and nothing that Windows could not start', () => {
  expect(offered('linux')).toEqual({ userTasks: [], menu: [], begun: [] });
  expect(offered('win32', { isPackaged: false }).userTasks).toEqual([]);
});

it('takes no other text for a task', () => {
  for (const text of ['', 'settings', 7, null, {}]) expect(startTaskOf(text)).toBeNull();
  for (const text of ['quota', '--task=', '--task=all', '--tasks=quota']) expect(taskOption(text)).toBeNull();
});
