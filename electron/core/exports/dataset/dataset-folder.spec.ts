import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { FileTrouble } from '../../files/foundation/file-trouble.ts';
import { isWhole, type Lead, runInto } from './dataset-fixture.ts';
import { holdDataset } from './dataset-folder.ts';
import { Workshop } from './workshop.ts';

let root = '';
let folder = '';
beforeEach(() => {
  root = specFolder('dataset');
  folder = join(root, 'leads');
});

const run = (leads: readonly Lead[]) => runInto({ root, folder }, leads, {});

describe('a folder', () => {
  const held = () => holdDataset(folder)[Symbol.dispose]();

  it('with other files is refused and gets nothing', () => {
    mkdirSync(join(folder, 'photos'), { recursive: true });
    writeFileSync(join(folder, 'photos', 'cat.jpg'), '');
    expect(held).toThrow(/holds "photos\/cat.jpg", which is not part of a dataset/);
    expect(readdirSync(folder)).toEqual(['photos']);
  });

  it('with other files is not touched, not even for a moment', () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'cat.jpg'), '');
    utimesSync(folder, new Date(0), new Date(0));
    expect(held).toThrow(/holds "cat.jpg"/);
    expect(statSync(folder).mtimeMs).toBe(0);
  });

  it('is empty again when only folders of a run that made no dataset were in it', () => {
    mkdirSync(join(folder, 'campaign=A', 'day=2026-11-01'), { recursive: true });
    mkdirSync(join(folder, 'campaign=B'));
    held();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that is a file, or whose parent is missing, is refused', () => {
    writeFileSync(folder, '');
    expect(held).toThrow(/is a file/);
    rmSync(folder);
    folder = join(root, 'not', 'there');
    expect(held).toThrow(/does not exist/);
  });

  it('that is held is refused to everybody else', () => {
    using first = holdDataset(folder);
    expect(first.manifest).toBeNull();
    expect(held).toThrow(/Another Lead Console is writing/);
  });

  it('that is held is said to be, whatever the other run has put there so far, and whatever it is of', async () => {
    await run([{ id: 'a' }]);
    using _first = holdDataset(folder);
    const refuse = () => {
      throw new FileTrouble('exists', 'It belongs to another query.');
    };
    expect(() => holdDataset(folder, refuse)).toThrow(/Another Lead Console is writing/);
    rmSync(join(folder, 'manifest.json'));
    expect(held).toThrow(/Another Lead Console is writing/);
  });

  it('that was made and got no dataset is gone again; one that was there stays', () => {
    held();
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
    held();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('with a file of Parquet that is not its own, or without one that is, is refused', async () => {
    await run([{ id: 'a' }]);
    const own = join(folder, 'campaign=DK-1/day=2026-11-01/leads.parquet');
    writeFileSync(join(folder, 'campaign=DK-1/more.parquet'), '');
    expect(held).toThrow(/"campaign=DK-1\/more.parquet" is in the dataset's folder and not one of its files/);
    rmSync(join(folder, 'campaign=DK-1/more.parquet'));
    writeFileSync(join(folder, '_SUCCESS'), '');
    expect(held).not.toThrow();
    rmSync(own);
    expect(held).toThrow(/was removed from the dataset/);
  });

  it.each([
    ['no JSON', '{'],
    ['another format', '{"format":"x","version":1}'],
    ['a path out of the folder', (text: string) => text.replace('campaign=DK-1/', 'campaign=DK-1/../../')],
    [
      'more columns than can be',
      (text: string) => {
        const columns = Array.from({ length: 20_001 }, (_, index) => ({ name: `c${index}`, type: 'text' }));
        return JSON.stringify({ ...(JSON.parse(text) as object), columns });
      },
    ],
    ['a sum that is wrong', (text: string) => text.replace(/"rows": \d+/, '"rows": 99')],
  ])('whose manifest is %s is refused', async (_what, damage) => {
    await run([{ id: 'a' }]);
    const path = join(folder, 'manifest.json');
    writeFileSync(path, typeof damage === 'string' ? damage : damage(readFileSync(path, 'utf8')));
    expect(held).toThrow(/not one that Lead Console wrote, or is damaged/);
  });

  it('has nothing left of a run that was killed before it committed', async () => {
    await run([{ id: 'a' }]);
    writeFileSync(new Workshop(folder).staged('1.next'), 'half');
    expect(await isWhole(folder)).toBe(false);
    held();
    expect(await isWhole(folder)).toBe(true);
  });

  it('of a newer program is refused', async () => {
    await run([{ id: 'a' }]);
    const path = join(folder, 'manifest.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"version": 2', '"version": 3'));
    expect(held).toThrow(/A newer Lead Console wrote this dataset/);
  });
});
