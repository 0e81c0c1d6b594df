// Why: decision 0006.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const namesOnPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
  'msedge',
];

const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable];
    if (folder === undefined) return [];
    return [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
      join(folder, 'Chromium/Application/chrome.exe'),
    ];
  }),
};

/**
 * Path of a browser of the Chromium family, or undefined. In this order: the variable `LEAD_CONSOLE_CHROMIUM`,
 * one of this machine, the one Playwright downloaded.
 *
 * @throws Error when the variable names no file
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return chromiumCandidates(environment)[0];
}

/** All browsers of the Chromium family that are there, the preferred one first. */
export function chromiumCandidates(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): string[] {
  const chosen = environment['LEAD_CONSOLE_CHROMIUM'];
  if (chosen !== undefined && chosen !== '') {
    if (!existsSync(chosen)) throw new Error(`LEAD_CONSOLE_CHROMIUM names ${chosen}, and there is no such file.`);
    return [chosen];
  }
  const onPath = (environment['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => namesOnPath.map((name) => join(folder, platform === 'win32' ? `${name}.exe` : name)));
  const candidates = [...onPath, ...(usualPlaces[platform] ?? []), chromium.executablePath()];
  return candidates.filter((file) => existsSync(file));
}
