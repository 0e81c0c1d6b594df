import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { onWindows } from '../../foundation/held-files-fixture.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { writeTarget } from './target-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = specFolder('target');
  path = join(folder, 'leads.csv');
  writeFileSync(path, 'old');
});

const save = (overwrite = true, target = path) =>
  writeTarget({ path: target, overwrite }, (file) => file.append(Buffer.from('new')));

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
