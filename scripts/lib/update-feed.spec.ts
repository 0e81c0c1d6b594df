import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../electron/core/foundation/folder-fixture.ts';
import { isNewer, readFeed, updateKey } from '../../electron/main/updates/release.ts';
import { feedFor, newKeys, signingKey } from './update-feed.ts';

const folder = specFolder('update-feed');
for (const name of [
  'lead-console-1.2.3-win-x64.exe',
  'lead-console-1.2.3-mac-arm64.dmg',
  'lead-console-1.2.3-linux-x86_64.AppImage',
  'lead-console-1.2.3-linux-amd64.deb',
  'lead-console-1.2.2-win-x64.exe',
  'lead-console-1.2.3-win-x64.exe.blockmap',
])
  writeFileSync(join(folder, name), `bytes of ${name}`);

it('signs what a build with the other half of the key then trusts, and no other build', async () => {
  const keys = newKeys();
  const feed = await feedFor(folder, '1.2.3', signingKey(keys.privateKey));
  const key = updateKey(keys.publicKey);
  if (key === null) throw new Error('the public half is not a key');
  const { version, files } = readFeed(feed, key);
  expect(version).toBe('1.2.3');
  expect(files.map(({ name }) => name)).toEqual([
    'lead-console-1.2.3-linux-x86_64.AppImage',
    'lead-console-1.2.3-mac-arm64.dmg',
    'lead-console-1.2.3-win-x64.exe',
  ]);
  const other = updateKey(newKeys().publicKey);
  if (other === null) throw new Error('the public half is not a key');
  expect(() => readFeed(feed, other)).toThrow('not signed by the makers');
});

it('makes no feed of nothing, and none with another kind of key', async () => {
  await expect(feedFor(folder, '2.0.0', signingKey(newKeys().privateKey))).rejects.toThrow(
    'there is no update of version 2.0.0',
  );
  expect(() => signingKey('no key')).toThrow('asn1');
  expect(updateKey('no key')).toBeNull();
  expect(updateKey('')).toBeNull();
});

it.each([
  ['1.2.3', '1.2.2', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.99.99', true],
  ['1.2.3', '1.2.3', false],
  ['1.2.3', '1.3.0', false],
  ['0.9.9', '1.0.0', false],
])('%s is above %s: %s', (version, than, is) => expect(isNewer(version, than)).toBe(is));
