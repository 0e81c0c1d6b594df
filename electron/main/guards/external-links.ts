import type { Log } from '../../core/foundation/ports.ts';
import { Failure } from '../../core/foundation/failure.ts';
import { isExternalLink } from './policies.ts';

/** Opens an address of the fixed list in the person's browser; refuses every other address. */
export function externalLinks(open: (address: string) => Promise<void>, log: Log) {
  return async (address: string): Promise<void> => {
    if (!isExternalLink(address))
      throw new Failure({ code: 'forbidden', message: 'Lead Console does not open this address.' });
    try {
      await open(address);
    } catch (error) {
      log.bug('opening the browser', error);
      throw new Failure(
        { code: 'notFound', message: `Lead Console could not open a browser. The address is ${address}` },
        { cause: error },
      );
    }
  };
}
