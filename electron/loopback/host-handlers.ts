import { NO_UPDATES } from '../../shared/contract/host/updates.ts';
import { notFound } from '../core/foundation/failure.ts';
import type { HostHandlers } from '../host/gate.ts';
import type { FileExchange } from './file-exchange.ts';

export interface BrowserHandlersOptions {
  readonly version: string;
  readonly platform: string;
  readonly files: FileExchange;
}

/** A person starts it themselves. */
const NO_LOGIN_START = { isOffered: false, isSet: false };

/** The `host:` channels in the browser host. */
export function createBrowserHandlers({ version, platform, files }: BrowserHandlersOptions): HostHandlers {
  return {
    'host:info': async () => ({ host: 'browser', version, platform, protection: 'session' }),
    // The browser shows its own file picker and sends the bytes to /files.
    'host:chooseFile': async () => ({ file: null }),
    'host:chooseFiles': async () => ({ files: [] }),
    'host:chooseTarget': async ({ suggestedName }) => ({ target: await files.target(suggestedName) }),
    // A folder of the data folder would be out of sight, and one of the person's is not for a page to name.
    'host:chooseFolder': async () => ({ folder: null }),
    'host:savePdf': async () => {
      throw notFound('A browser makes the PDF itself: print the page, and choose to save it.');
    },
    'host:loginStart': async () => NO_LOGIN_START,
    'host:setLoginStart': async () => NO_LOGIN_START,
    // It is started from a checkout, which is updated as such.
    'host:updates': async () => NO_UPDATES,
    'host:lookForUpdate': async () => NO_UPDATES,
    'host:loadUpdate': async () => NO_UPDATES,
    'host:installUpdate': async () => NO_UPDATES,
    'host:copyDuckDbLine': async () => {
      throw notFound('Where the browser puts its downloads is not known here.');
    },
    'host:copyInvitation': async () => {
      throw notFound(
        'In a browser no invitation can be copied past the page. The command line prints it: batch team invite.',
      );
    },
  };
}
