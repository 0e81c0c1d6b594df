import { parseArgs } from 'node:util';

export interface LoopbackOptions {
  readonly dataFolder: string | null;
  /** Opens the practice account at once. */
  readonly practice: boolean;
  readonly openBrowser: boolean;
  /** 0: any free port; null: the last one when it is free. */
  readonly port: number | null;
  /** Bytes of all copies of chosen files together; null: as usual. */
  readonly uploadBytes: number | null;
}

export const usage = `Usage: loopback [--data-dir DIR] [--practice] [--no-open] [--port N] [--upload-limit GB] [--help]
  --data-dir DIR  keep journal, drafts and results in DIR
  --practice      open the practice account at once
  --no-open       print the address without opening a browser
  --port N        listen on port N of this computer; 0: any free port; left out: the last one when it is free
  --upload-limit GB  keep at most so much of the files that a page sends, all together; 10 when left out`;

/** @returns the options, 'help' when the usage was asked for, or the sentence that says what is wrong. */
export function readLoopbackOptions(args: readonly string[]): LoopbackOptions | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'data-dir': { type: 'string' },
        practice: { type: 'boolean', default: false },
        'no-open': { type: 'boolean', default: false },
        port: { type: 'string' },
        'upload-limit': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
      strict: true,
      allowPositionals: false,
    });
    if (values.help) return 'help';
    const port = values.port === undefined ? null : portOf(values.port);
    if (port === undefined) return `"${values.port}" is not a port. Give a number from 0 to 65535.`;
    const limit = values['upload-limit'] ?? null;
    if (limit !== null && !/^[1-9]\d{0,4}$/.test(limit))
      return `"${limit}" is not a limit. Give whole gigabytes, for example 10.`;
    return {
      dataFolder: values['data-dir'] ?? null,
      practice: values.practice,
      openBrowser: !values['no-open'],
      port,
      uploadBytes: limit === null ? null : Number(limit) * 1024 ** 3,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}
