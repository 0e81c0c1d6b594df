import type { Log } from '../../core/foundation/ports.ts';
import { Failure } from '../../core/foundation/failure.ts';
import { isExternalLink } from './policies.ts';

/** The one way out to the person's browser: addresses of the fixed list only. */
export function externalLinks(open: (address: string) => Promise<void>, log: Log) {
  return async (address: string): Promise<void> => {
    if (!isExternalLink(address))
      throw new Failure({ code: 'forbidden', message: 'This address is not opened from here.' });
    try {
      await open(address);
    } catch (error) {
      log.bug('opening the browser', error);
      throw new Failure(
        { code: 'notFound', message: `No browser could be opened. The address is ${address}` },
        { cause: error },
      );
    }
  };
}
