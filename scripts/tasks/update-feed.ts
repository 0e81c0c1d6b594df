import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEED_NAME } from '../../electron/main/updates/release.ts';
import { productVersion } from '../lib/project.ts';
import { feedFor, newKeys, signingKey } from '../lib/update-feed.ts';

const NEW_KEY = '--new-key';
const SECRET = 'LEAD_CONSOLE_UPDATE_SIGNING_KEY';

/** Signs the installers in `release/`, or in the folder that is named, and writes the feed beside them. */
async function main(): Promise<number> {
  const [argument = 'release', ...more] = process.argv.slice(2);
  if (more.length > 0 || (argument.startsWith('-') && argument !== NEW_KEY)) {
    process.stderr.write(`Usage: npm run update-feed -- [FOLDER], or ${NEW_KEY}\n`);
    return 2;
  }
  if (argument === NEW_KEY) {
    const { privateKey, publicKey } = newKeys();
    process.stdout.write(`${SECRET}=${privateKey}\nLEAD_CONSOLE_UPDATE_KEY=${publicKey}\n`);
    return 0;
  }
  const secret = process.env[SECRET] ?? '';
  if (secret === '') {
    process.stderr.write(`${SECRET} is not set: without the private key nothing can be signed.\n`);
    return 2;
  }
  try {
    const feed = await feedFor(argument, productVersion(), signingKey(secret));
    writeFileSync(join(argument, FEED_NAME), feed);
    process.stdout.write(`${join(argument, FEED_NAME)}\n`);
    return 0;
  } catch (error) {
    // Only the message: the secret is in none.
    process.stderr.write(`No feed was written: ${error instanceof Error ? error.message : String(error)}.\n`);
    return 1;
  }
}

process.exitCode = await main();
