import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING } from '../../../../shared/domain/service/queries/query-fixture.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { canLink } from '../../foundation/this-system-fixture.ts';
import { runInto } from './dataset-fixture.ts';
import { holdDataset } from './dataset-folder.ts';
import { Datasets } from './datasets.ts';
import { Workshop } from './workshop.ts';

const OWNER = { service: 'https://leads.example/api', account: 'anna' };
const LEADS = 'campaign=DK-1/day=2026-11-01/leads.parquet';

let root = '';
let folder = '';
let outside = '';
beforeEach(() => {
  root = specFolder('dataset-links');
  [folder, outside] = [join(root, 'leads'), join(root, 'outside')];
  mkdirSync(outside);
});

/** Every file below a folder, and what it holds. */
function filesOf(of: string): Record<string, string> {
  const files = readdirSync(of, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'latin1')]),
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Puts a link in the place of what is at a path of the dataset, which it leads to. */
function moveOut(path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  if (existsSync(join(folder, path))) renameSync(join(folder, path), join(outside, 'moved'));
  symlinkSync(join(outside, 'moved'), join(folder, path));
}

const hold = () => holdDataset(folder)[Symbol.dispose]();

describe.runIf(canLink())('a link in the folder of a dataset', () => {
  it.each([
    ...['.lead-console', '.lead-console/staged', '.lead-console/lock.sqlite'],
    ...['.lead-console/commit.json', 'campaign=DK-1', 'campaign=DK-1/day=2026-11-01', 'manifest.json'],
  ])('is refused at %s, and nothing is removed or written', async (path) => {
    await runInto({ root, folder }, [{ id: 'a' }], {});
    write('leads/.lead-console/staged/1.next', 'prepared');
    moveOut(path);
    write('outside/moved.txt', 'mine');
    const before = filesOf(root);
    expect(hold).toThrow(`"${path}" in the folder "leads" is a link to another place`);
    expect(filesOf(root)).toEqual(before);
  });

  it('is replaced in the folder of a day, and the folder of the dataset may be one', async () => {
    mkdirSync(folder);
    symlinkSync(folder, join(root, 'linked'));
    const run = (name: string) => runInto({ root, folder: join(root, 'linked') }, [{ id: 'a', name }], {});
    await run('old');
    moveOut(LEADS);
    const before = filesOf(outside);
    expect(await run('new')).toMatchObject({ changed: 1 });
    expect(filesOf(outside)).toEqual(before);
    expect(lstatSync(join(folder, LEADS)).isFile()).toBe(true);
  });

  it('is left alone where it is not in the place of something that is made here', async () => {
    await runInto({ root, folder }, [{ id: 'a' }], {});
    symlinkSync(outside, join(folder, 'notes'));
    mkdirSync(join(folder, '.venv'));
    symlinkSync(outside, join(folder, '.venv', 'lib64'));
    hold();
    expect(await runInto({ root, folder }, [{ id: 'b' }], {})).toMatchObject({ rows: 2 });
    expect(lstatSync(join(folder, 'notes')).isSymbolicLink()).toBe(true);
  });

  it('is refused before there is a dataset', () => {
    write('outside/staged/thesis.txt', 'mine');
    write('outside/commit.json.next', 'mine');
    mkdirSync(folder);
    symlinkSync(outside, join(folder, '.lead-console'));
    const before = filesOf(root);
    expect(hold).toThrow(/^".lead-console" in the folder "leads" is a link/);
    expect(filesOf(root)).toEqual(before);
  });

  it('is refused where a list of changes would write through it', () => {
    write('leads/.lead-console/staged/1.next', 'new');
    const moves = [{ from: '1.next', to: LEADS, bytes: 3 }];
    write('leads/.lead-console/commit.json', JSON.stringify({ version: 1, removes: [], moves }));
    symlinkSync(outside, join(folder, 'campaign=DK-1'));
    const before = filesOf(root);
    expect(hold).toThrow(/^"campaign=DK-1" in the folder "leads" is a link/);
    expect(filesOf(root)).toEqual(before);
  });

  it('is refused when it came after the folder was held', async () => {
    mkdirSync(folder);
    const workshop = new Workshop(folder);
    writeFileSync(workshop.staged('1.next'), 'new');
    mkdirSync(join(folder, 'campaign=DK-1'));
    symlinkSync(outside, join(folder, dirname(LEADS)));
    const commit = workshop.commit({ removes: [], moves: [{ from: '1.next', to: LEADS, bytes: 3 }] });
    await expect(commit).rejects.toMatchObject({ reason: 'exists', message: expect.stringMatching(/is a link/) });
    expect([readdirSync(outside), readdirSync(join(folder, '.lead-console'))]).toEqual([[], ['staged']]);
    rmSync(join(folder, '.lead-console'), { recursive: true });
    symlinkSync(outside, join(folder, '.lead-console'));
    expect(() => new Workshop(folder)).toThrow(/^".lead-console" in the folder "leads" is a link/);
  });
});

describe('a folder that is not of this account and query', () => {
  /** What is said of the folder, which stays as it is. */
  function refusal(mode: 'new' | 'sinceLast' = 'sinceLast'): string {
    using datasets = new Datasets(OWNER);
    const before = filesOf(root);
    try {
      datasets.open(folder, EVERYTHING, mode);
    } catch (error) {
      expect(filesOf(root)).toEqual(before);
      return String(error);
    }
    return '';
  }

  it('gets nothing of ours, and keeps what it has', async () => {
    write('leads/manifest.json', '{"name":"a page"}');
    expect(refusal()).toMatch(/not one that Lead Console wrote/);
    rmSync(join(folder, 'manifest.json'));
    write('leads/.lead-console/staged/mine.txt', 'mine');
    write('leads/letter.txt', 'mine');
    expect(refusal()).toMatch(/holds "letter.txt"/);
    rmSync(folder, { recursive: true });
    await runInto({ root, folder }, [{ id: 'a' }], { facts: { ...OWNER, account: 'bo', query: { source: 'simple' } } });
    rmSync(join(folder, '.lead-console'), { recursive: true });
    expect(refusal()).toMatch(/belongs to bo/);
    write('leads/.lead-console/staged/1.next', 'prepared');
    expect(refusal()).toMatch(/belongs to bo/);
    expect(refusal('new')).toMatch(/was left as it is/);
  });
});
