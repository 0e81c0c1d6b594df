import { notFound } from '../core/foundation/failure.ts';
import type { HostHandlers } from '../host/gate.ts';
import type { FileExchange } from './file-exchange.ts';

export interface BrowserHandlersOptions {
  readonly version: string;
  readonly platform: string;
  readonly files: FileExchange;
}

/** Answers of the browser host for what only a host can do. */
export function createBrowserHandlers({ version, platform, files }: BrowserHandlersOptions): HostHandlers {
  return {
    'host:info': async () => ({ host: 'browser', version, platform, protection: 'session' }),
    // A browser shows its own file picker; the bytes come to /files.
    'host:chooseFile': async () => ({ file: null }),
    'host:chooseTarget': async ({ suggestedName }) => ({ target: await files.target(suggestedName) }),
    'host:openHelp': async () => {
      throw notFound('Help is opened by the page itself here.');
    },
  };
}
