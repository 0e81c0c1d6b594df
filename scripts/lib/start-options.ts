import { parseArgs } from 'node:util';
import { namedFolder } from '../../electron/host/data-folder.ts';

export interface StartOptions {
  /** `either`: the desktop app where it can run, else the browser. */
  readonly host: 'either' | 'desktop' | 'browser';
  readonly opensBrowser: boolean;
  readonly port: number | undefined;
  /** Absolute. */
  readonly dataFolder: string | undefined;
  readonly practice: boolean;
  /** As it was given; the browser host reads it. */
  readonly uploadLimit: string | undefined;
}

export const startUsage = `Usage: npm start -- [options]
  --desktop        only the desktop app
  --browser        only the client in the browser
  --no-open        print the address, open no browser
  --port N         port of the client in the browser (0 to 65535; 0 or nothing: any free one)
  --data-dir DIR   folder of journals, results and settings
  --upload-limit GB  of the files that the page in a browser sends, all together (10 when left out)
  --practice       begin with the practice account; nothing leaves this computer
`;

/** @throws Error with a plain sentence when an option is unknown or has no sensible value */
export function parseStartOptions(args: readonly string[], folder: string): StartOptions {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      desktop: { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      practice: { type: 'boolean', default: false },
      'upload-limit': { type: 'string' },
    },
  });
  if (values.desktop && values.browser) throw new Error('--desktop and --browser exclude each other.');
  const dataFolder = values['data-dir'];
  return {
    host: values.desktop ? 'desktop' : values.browser ? 'browser' : 'either',
    opensBrowser: !values['no-open'],
    port: values.port === undefined ? undefined : parsePort(values.port),
    dataFolder: dataFolder === undefined ? undefined : namedFolder(dataFolder, folder),
    practice: values.practice,
    uploadLimit: values['upload-limit'],
  };
}

/** What the desktop host's main process and the browser host both understand. */
export function hostArguments(options: StartOptions): string[] {
  return [
    ...(options.dataFolder === undefined ? [] : ['--data-dir', options.dataFolder]),
    ...(options.practice ? ['--practice'] : []),
  ];
}

export function browserHostArguments(options: StartOptions): string[] {
  return [
    ...hostArguments(options),
    ...(options.port === undefined ? [] : ['--port', String(options.port)]),
    ...(options.opensBrowser ? [] : ['--no-open']),
    ...(options.uploadLimit === undefined ? [] : ['--upload-limit', options.uploadLimit]),
  ];
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`--port needs a number from 0 to 65535, not ${JSON.stringify(text)}.`);
  return port;
}
