import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import { KeptDiscoveries } from './kept-discoveries.ts';

it('writes nothing through a link that a data folder of somebody else has where the new file goes', () => {
  const folder = specFolder('discoveries');
  const theirs = join(folder, 'theirs.txt');
  const kept = join(folder, 'account', 'a', 'connection-test.json');
  writeFileSync(theirs, 'a letter');
  mkdirSync(join(folder, 'account', 'a'), { recursive: true });
  symlinkSync(theirs, `${kept}.new`);
  const log = { bug: (where: string) => expect.unreachable(where), note: () => undefined };
  const discovery = { testedAt: 1, findings: [], changes: [], rights: null };
  new KeptDiscoveries(folder, log).write('a', discovery as never);
  expect(readFileSync(theirs, 'utf8')).toBe('a letter');
  expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual(discovery);
});
