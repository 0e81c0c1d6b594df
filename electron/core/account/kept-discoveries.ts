// Why: decision 0150.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Discovery, discoverySchema } from '../../../shared/contract/account/discovery.ts';
import { parseJson } from '../../../shared/domain/service/answers/answers.ts';
import type { Log } from '../foundation/ports.ts';
import { replaceOwnFile } from '../storage/own-file.ts';
import { makeOwnFolder } from '../storage/own-folder.ts';

const NAME = 'connection-test.json';

/**
 * The last connection test of each account, in its folder: it is removed with the account, and readable without the
 * password. Losing it costs a test, so a file that cannot be read counts as none.
 */
export class KeptDiscoveries {
  readonly #dataFolder: string;
  readonly #log: Log;

  constructor(dataFolder: string, log: Log) {
    this.#dataFolder = dataFolder;
    this.#log = log;
  }

  read(accountId: string): Discovery | null {
    const path = this.#path(accountId);
    if (!existsSync(path)) return null;
    try {
      const parsed = discoverySchema.safeParse(parseJson(readFileSync(path, 'utf8')));
      return parsed.success ? parsed.data : null;
    } catch (error) {
      this.#log.bug('read the last connection test', error);
      return null;
    }
  }

  /** Replaces it as a whole. A disk that cannot be written must not make a connection that works fail. */
  write(accountId: string, discovery: Discovery): void {
    const path = this.#path(accountId);
    try {
      makeOwnFolder(join(path, '..'));
      replaceOwnFile(path, JSON.stringify(discovery));
    } catch (error) {
      this.#log.bug('write the connection test', error);
    }
  }

  #path(accountId: string): string {
    return join(this.#dataFolder, 'account', accountId, NAME);
  }
}
