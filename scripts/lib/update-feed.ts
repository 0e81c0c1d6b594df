// Why: decision 0457.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readFeed, type Release, SIGNED_AS } from '../../electron/main/updates/release.ts';

/** What the program can put in its own place, or open: packages of Linux are for the software management of the system. */
const UPDATES = /\.(?:exe|dmg|AppImage)$/;

/** A new pair: the private half is a secret of the makers, the public one goes into the build. Both in base 64. */
export function newKeys(): { readonly privateKey: string; readonly publicKey: string } {
  const pair = generateKeyPairSync('ed25519');
  return {
    privateKey: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

/** @throws Error when the text is not the private half of such a pair */
export function signingKey(text: string): KeyObject {
  const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not one of Ed25519');
  return key;
}

/**
 * The feed of a release: its files in a folder with their sizes and hashes, signed. It is read once as the program reads it.
 *
 * @throws Error when the folder holds no file of this version that is an update
 */
export async function feedFor(folder: string, version: string, key: KeyObject): Promise<string> {
  const names = readdirSync(folder)
    .filter((name) => UPDATES.test(name) && name.startsWith(`lead-console-${version}-`))
    .sort();
  if (names.length === 0) throw new Error(`there is no update of version ${version} in ${folder}`);
  const files: Release['files'] = [];
  for (const name of names) {
    const path = join(folder, name);
    files.push({ name, size: statSync(path).size, sha512: await hashOf(path) });
  }
  const release = JSON.stringify({ version, files });
  const signature = sign(null, Buffer.from(SIGNED_AS + release), key).toString('base64');
  const feed = `${JSON.stringify({ release, signature })}\n`;
  readFeed(feed, createPublicKey(key));
  return feed;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('base64');
}
