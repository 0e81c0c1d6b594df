import fc from 'fast-check';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { CampaignFolders, dayFolder, dayOf, NO_VALUE } from './partition-folders.ts';

/** As Hive and Spark read a name: `%` and two hexadecimal digits are a character. */
function asHiveReads(folder: string): string {
  return folder
    .slice('campaign='.length)
    .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const folderOf = (campaign: string | null) => new CampaignFolders([]).of(campaign);

it.each([
  ['DK-1', 'campaign=DK-1'],
  ['EU/MESSE=26', 'campaign=EU%2FMESSE%3D26'],
  ['..', 'campaign=.%2E'],
  ['a\\b:c*d?e"f<g>h|i%', 'campaign=a%5Cb%3Ac%2Ad%3Fe%22f%3Cg%3Eh%7Ci%25'],
  ['blank at the end ', 'campaign=blank at the end%20'],
  ['line\nfeed\u007f', 'campaign=line%0Afeed%7F'],
  ['Ærøskøbing', 'campaign=Ærøskøbing'],
  ['CON', 'campaign=CON'],
  [null, `campaign=${NO_VALUE}`],
])('%j is %j', (campaign, folder) => {
  expect(folderOf(campaign)).toBe(folder);
});

it('keeps a campaign that is called as "no value" apart from leads without a campaign', () => {
  const folders = new CampaignFolders([]);
  expect(folders.of(NO_VALUE)).not.toBe(folders.of(null));
  expect(asHiveReads(folders.of(NO_VALUE))).toBe(NO_VALUE);
});

it('keeps codes apart that differ in case only, and both can be read', () => {
  const folders = new CampaignFolders([]);
  const names = ['Fair', 'FAIR', 'fair'].map((code) => folders.of(code));
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3);
  expect(names.map(asHiveReads)).toEqual(['Fair', 'FAIR', 'fair']);
});

it('keeps codes apart that differ in how an accent is written', () => {
  const folders = new CampaignFolders([]);
  const names = ['caf\u00e9', 'cafe\u0301'].map((code) => folders.of(code).normalize('NFC').toLowerCase());
  expect(new Set(names).size).toBe(2);
});

it('cuts a code that no folder could be called, and keeps two such codes apart', () => {
  const folders = new CampaignFolders([]);
  const names = [folders.of(`${'é%'.repeat(500)}1`), folders.of(`${'é%'.repeat(500)}2`)];
  expect(new Set(names).size).toBe(2);
  for (const name of names) {
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(140);
    expect(name).toMatch(/^campaign=(é%25)+é?~[0-9a-f]{16}$/);
  }
});

it('cuts a name of more than 140 bytes to 100 and its mark', () => {
  const bytes = (letters: number) => Buffer.byteLength(folderOf('x'.repeat(letters)));
  expect([bytes(131), bytes(132)]).toEqual([140, 100 + '~'.length + 16]);
});

it('leaves a campaign in the folder that the dataset has for it', () => {
  const folders = new CampaignFolders([['fair', 'campaign=%66%61%69%72']]);
  expect(folders.of('fair')).toBe('campaign=%66%61%69%72');
  expect(folders.of('FAIR')).toBe('campaign=FAIR');
});

it('any codes: one folder each, one level deep, that a file system takes and a reader turns back', () => {
  const folder = specFolder('partitions');
  const code = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    fc.string({
      unit: fc.constantFrom('a', 'A', '.', '/', '\\', '=', '%', ' ', 'é', 'É', '2', 'F', '~'),
      minLength: 1,
    }),
    fc.constantFrom('..', '.', 'CON', 'nul', 'aux.txt', '../../etc', NO_VALUE, NO_VALUE.toLowerCase()),
  );
  fc.assert(
    fc.property(fc.uniqueArray(code, { maxLength: 12 }), (codes) => {
      const folders = new CampaignFolders([]);
      const names = codes.map((one) => folders.of(one));
      expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(codes.length);
      for (const [index, name] of names.entries()) {
        expect(name).not.toMatch(/[/\\<>:"|?*]|[. ]$/);
        if (!/~[0-9a-f]{16}$/.test(name)) expect(asHiveReads(name)).toBe(codes[index]?.toWellFormed());
      }
      for (const name of names) mkdirSync(join(folder, name));
      expect(readdirSync(folder)).toHaveLength(codes.length);
      for (const name of names) rmSync(join(folder, name), { recursive: true, maxRetries: 10 });
      // Again with what is known now: nothing moves.
      const again = new CampaignFolders(codes.map((one, index) => [one, names[index] ?? '']));
      expect(codes.map((one) => again.of(one))).toEqual(names);
    }),
  );
});

it.each([
  ['2026-05-06T10:16:41.0000000', '2026-05-06'],
  ['2026-05-06', '2026-05-06'],
  ['2026-05-06 10:16', '2026-05-06'],
  // The day that is written: a zone moves nothing.
  ['2026-05-06T23:30:00-05:00', '2026-05-06'],
  ['2026-02-30T10:16:41', null],
  ['2026-13-01', null],
  ['06-05-2026', null],
  ['2026-05-060', null],
  ['../../x', null],
  ['', null],
  [null, null],
])('the day of %j is %j', (time, day) => {
  expect(dayOf(time)).toBe(day);
  expect(dayFolder(dayOf(time))).toBe(`day=${day ?? NO_VALUE}`);
});
