// Why: decision 0457.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../../shared/domain/service/answers/answers.ts';

/** The file in the administrator's folder that says which version is the newest. */
export const FEED_NAME = 'lead-console-update.json';
/** Precedes the signed text, so that no signature of the same key for anything else passes for one of a release. */
export const SIGNED_AS = 'lead-console update 1\n';

/** Bytes. An installer has about 120 million. */
const LARGEST = 1024 * 1024 * 1024;
const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

/** Why an update is not used: what happened, what it means, what to do. */
export class UpdateTrouble extends Error {
  override readonly name = 'UpdateTrouble';
}

const releaseSchema = z.object({
  version: z.string().regex(VERSION),
  files: z
    .array(
      z.object({
        /** A plain name: the file lies beside the feed, and gets the same name here. */
        name: z.string().regex(/^[A-Za-z0-9][\w.+-]{0,119}$/),
        size: z.number().int().min(1).max(LARGEST),
        /** In base 64. */
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
      }),
    )
    .min(1)
    .max(50),
});
export type Release = z.infer<typeof releaseSchema>;
export type ReleaseFile = Release['files'][number];

/** `release` is the JSON of a release as it was signed, `signature` is Ed25519 in base 64 over `SIGNED_AS` and it. */
const feedSchema = z.object({ release: z.string().max(100_000), signature: z.string().max(200) });

/** Null when the text is not a public key of Ed25519 in base 64 (DER, SPKI). */
export function updateKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/**
 * The release that a feed offers.
 *
 * @throws UpdateTrouble when it cannot be read, or is not signed by the key
 */
export function readFeed(text: string, key: KeyObject): Release {
  const feed = feedSchema.safeParse(parseJson(text));
  if (!feed.success)
    throw new UpdateTrouble(
      'The file at the place for updates is not a list of versions. Nothing was loaded. Tell your administrator.',
    );
  const { release, signature } = feed.data;
  if (!verify(null, Buffer.from(SIGNED_AS + release), key, Buffer.from(signature, 'base64')))
    throw new UpdateTrouble(
      'The list of versions at the place for updates is not signed by the makers of Lead Console. Nothing was loaded. Tell your administrator.',
    );
  const read = releaseSchema.safeParse(parseJson(release));
  if (!read.success)
    throw new UpdateTrouble(
      'The place for updates describes the newest version in a way that this version does not know. Nothing was loaded. Ask your administrator for the installer.',
    );
  return read.data;
}

/** Whether a version is above another one, both as in "1.20.3". */
export function isNewer(version: string, than: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number);
  const [own, other] = [numbers(version), numbers(than)];
  const first = own.findIndex((number, place) => number !== other[place]);
  return first >= 0 && (own[first] ?? 0) > (other[first] ?? 0);
}

/** Whether a version has the form that `isNewer` compares. */
export function isVersion(text: string): boolean {
  return VERSION.test(text);
}
