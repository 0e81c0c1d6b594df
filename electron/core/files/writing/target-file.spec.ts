import { existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { onWindows } from '../../foundation/held-files-fixture.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { syncFolder, type UnfinishedFile, writeTarget } from './target-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = specFolder('target');
  path = join(folder, 'leads.csv');
  writeFileSync(path, 'old');
});

const save = (overwrite = true, target = path) =>
  writeTarget({ path: target, overwrite }, (file) => file.append(Buffer.from('new')));

it.skipIf(process.platform === 'win32')('a name without room for its ending is called too long', async () => {
  const long = save(true, join(folder, `${'a'.repeat(245)}.csv`));
  await expect(long).rejects.toMatchObject({ reason: 'notWritten' });
  await expect(long).rejects.toThrow(/too long for this disk\. Nothing was written\. Choose a shorter name\./);
});

describe('on Windows', () => {
  it('a file that is open in Excel stays as it is, and the sentence says so by its name', async () => {
    using files = onWindows();
    // The new file cannot take the name; and the file that is there cannot be opened for writing.
    files.hold(/leads\.csv$/, ['EPERM', 'EBUSY'], 100);
    await expect(save()).rejects.toMatchObject({
      reason: 'busy',
      message: expect.stringMatching(
        /^"leads\.csv" is open in another program, for example Excel\. It was not changed\./,
      ),
    });
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['leads.csv']);
  });

  it('a file that is held for a moment is replaced', async () => {
    using files = onWindows();
    files.hold(/leads\.csv$/, ['EBUSY', 'EPERM'], 4);
    await save();
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(files.refused).toHaveLength(4);
  });

  it('a file that this user may not write is not said to be open', async () => {
    using files = onWindows();
    files.hold(/leads\.csv$/, ['EPERM'], 100);
    await expect(save()).rejects.toMatchObject({ reason: 'notWritten', message: expect.stringMatching(/not allowed/) });
  });

  it('an unfinished file that a scanner keeps hides nothing of why it is unfinished', async () => {
    using files = onWindows();
    const saving = writeTarget({ path, overwrite: true }, async () => {
      files.hold(/\.part$/, ['EBUSY'], 100);
      throw new FileTrouble('cancelled', 'It was cancelled.');
    });
    await expect(saving).rejects.toMatchObject({ reason: 'cancelled' });
  });
});

it('a new name is given once, and the unfinished file is gone', async () => {
  await save(false, join(folder, 'fresh.csv'));
  await expect(save(false, join(folder, 'fresh.csv'))).rejects.toMatchObject({ reason: 'exists' });
  expect(readdirSync(folder).sort()).toEqual(['fresh.csv', 'leads.csv']);
});

it('once it is cancelled nothing more is written, and the file that is there stays', async () => {
  const stop = new AbortController();
  const saving = writeTarget({ path, overwrite: true, signal: stop.signal }, async (file) => {
    await file.append(Buffer.from('new'));
    stop.abort();
    await expect(file.append(Buffer.from('newer'))).rejects.toMatchObject({ reason: 'cancelled' });
    expect(file.bytes).toBe(3);
  });
  await expect(saving).rejects.toMatchObject({ reason: 'cancelled' });
  expect(readFileSync(path, 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['leads.csv']);
});

it('the unfinished file lies beside the target under a name of its own, and nobody else reads the file', async () => {
  const begun: string[] = [];
  const target = join(folder, 'new.csv');
  await writeTarget({ path: target, overwrite: false }, async (one) => {
    await writeTarget({ path: path, overwrite: true }, async (other) => {
      begun.push(...readdirSync(folder));
      expect([one.name, other.name]).toEqual(['new.csv', 'leads.csv']);
      await other.append(Buffer.from('x'));
    });
  });
  expect(begun.filter((name) => /^(new|leads)\.csv\.\d+\.\d+-\d+\.part$/.test(name))).toHaveLength(2);
  expect(new Set(begun.map((name) => /-(\d+)\.part$/.exec(name)?.[1])).size).toBe(3);
  if (process.platform !== 'win32') expect(statSync(target).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['leads.csv', 'new.csv']);
});

it.skipIf(process.platform === 'win32')(
  'a link that somebody put under the name of the unfinished file leads nobody to another file',
  async () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'mine');
    // The number counts the files of this thread, as whoever waits for the file can count them.
    const links = Array.from({ length: 100 }, (_, n) => `leads.csv.${process.pid}.${threadId}-${n}.part`);
    for (const link of links) symlinkSync(victim, join(folder, link));
    await save();
    expect(readFileSync(victim, 'utf8')).toBe('mine');
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(links.filter((link) => existsSync(join(folder, link)))).toHaveLength(links.length - 1);
  },
);

it('bytes are appended in their order, replaced where they stood, and counted', async () => {
  await writeTarget({ path, overwrite: true }, async (file) => {
    await file.append(Buffer.from('size:'));
    await file.appendBehind(Buffer.from('????'));
    await file.appendBehind(Buffer.from(' end'));
    expect(file.bytes).toBe(13);
    await file.written();
    expect(readFileSync(file.path, 'utf8')).toBe('size:???? end');
    await file.replace(Buffer.from('1234'), 5);
    expect(file.bytes).toBe(13);
  });
  expect(readFileSync(path, 'utf8')).toBe('size:1234 end');
});

it('a write that failed behind is thrown by the next one, and by the end', async () => {
  const failing = async (work: (file: UnfinishedFile) => Promise<void>) => {
    const saving = writeTarget({ path, overwrite: true }, async (file) => {
      // Neither text nor bytes: the file system refuses it as it would refuse what it has no room for.
      await file.appendBehind({ length: 3 } as Uint8Array);
      await work(file);
    });
    await expect(saving).rejects.toThrow(/buffer/);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['leads.csv']);
  };
  await failing((file) => file.appendBehind(Buffer.from('more')));
  await failing((file) => file.replace(Buffer.from('more'), 0));
  await failing((file) => file.written());
  await failing(() => Promise.resolve());
  // Nobody hears of it for a while.
  await failing(() => setImmediate());
});

it('a write that is waited for is over when it has failed', async () => {
  const heard: string[] = [];
  const saving = writeTarget({ path, overwrite: true }, async (file) => {
    await file.append({ length: 3 } as Uint8Array).catch((error: unknown) => heard.push(String(error)));
  });
  await expect(saving).rejects.toThrow(/buffer/);
  expect(heard).toEqual([expect.stringMatching(/buffer/)]);
});

it('a file that is cancelled after its last byte does not get the name', async () => {
  const stop = new AbortController();
  const saving = writeTarget({ path, overwrite: true, signal: stop.signal }, async (file) => {
    await file.append(Buffer.from('new'));
    stop.abort();
  });
  await expect(saving).rejects.toMatchObject({
    reason: 'cancelled',
    message: 'Saving "leads.csv" was cancelled. No file was written.',
  });
  expect(readFileSync(path, 'utf8')).toBe('old');
});

it('a target that may not be written is refused before anything is made for it', async () => {
  let begun = 0;
  const writing = (target: string, overwrite: boolean) =>
    writeTarget({ path: target, overwrite }, async () => void (begun += 1));
  await expect(writing(path, false)).rejects.toMatchObject({
    message: '"leads.csv" exists already and was not changed. Choose another name, or allow to replace it.',
  });
  await expect(writing(folder, true)).rejects.toMatchObject({
    ...{
      reason: 'directory',
      message: expect.stringMatching(/is a folder\. Nothing was written\. Choose a file name\.$/),
    },
  });
  expect(begun).toBe(0);
});

it('a folder that is not there is no matter for its new names', () => {
  expect(() => syncFolder(join(folder, 'no'))).not.toThrow();
});

it.runIf(process.platform === 'linux')(
  'no folder stays open (skipped where a program does not see its open files)',
  () => {
    const open = () => readdirSync('/proc/self/fd').length;
    const before = open();
    for (let times = 0; times < 20; times += 1) syncFolder(folder);
    expect(open()).toBeLessThan(before + 10);
  },
);
