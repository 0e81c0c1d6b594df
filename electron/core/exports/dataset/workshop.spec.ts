import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { onWindows } from '../../foundation/held-files-fixture.ts';
import { Workshop, writeDurably } from './workshop.ts';

let folder: string;
beforeEach(() => {
  folder = specFolder('workshop');
});

it('keeps what is prepared when a commit fails half way, and finishes it when the folder is opened next', async () => {
  const names = ['campaign=A/day=2026-11-20/leads.parquet', 'campaign=A/day=2026-11-21/leads.parquet'] as const;
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');
  const workshop = new Workshop(folder);
  await writeDurably(workshop.staged('1.next'), 'first');
  await writeDurably(workshop.staged('2.next'), 'second');
  const obstacle = join(folder, names[1], 'in the way');
  mkdirSync(obstacle, { recursive: true });
  const moves = names.map((to, index) => ({ from: `${index + 1}.next`, to, bytes: index === 0 ? 5 : 6 }));
  await expect(workshop.commit({ removes: [], moves })).rejects.toThrow(/EISDIR|EEXIST|ENOTEMPTY|EPERM/);
  // As every writer of a dataset does at its end.
  workshop.abandon();
  rmSync(join(folder, names[1]), { recursive: true, maxRetries: 10 });
  new Workshop(folder).settle();
  expect(names.map(text)).toEqual(['first', 'second']);
});

it('says which file another program has open, and finishes when it is closed there', async () => {
  const name = 'campaign=A/day=2026-11-20/leads.parquet';
  const text = () => readFileSync(join(folder, name), 'utf8');
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), 'old');
  const workshop = new Workshop(folder);
  await writeDurably(workshop.staged('1.next'), 'new');
  using files = onWindows();
  files.hold(/leads\.parquet$/, ['EBUSY'], 9);
  const commit = workshop.commit({ removes: [], moves: [{ from: '1.next', to: name, bytes: 3 }] });
  await expect(commit).rejects.toMatchObject({
    reason: 'busy',
    message: expect.stringMatching(/^"campaign=A\/day=2026-11-20\/leads\.parquet" is open in another program/),
  });
  workshop.abandon();
  expect(text()).toBe('old');
  new Workshop(folder).settle();
  expect(text()).toBe('new');
});

it('says the same of a file that is to go', async () => {
  const name = 'campaign=A/day=2026-11-20/leads.parquet';
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), 'old');
  using files = onWindows();
  files.hold(/leads\.parquet$/, ['EBUSY'], 9);
  await expect(new Workshop(folder).commit({ removes: [name], moves: [] })).rejects.toMatchObject({ reason: 'busy' });
  new Workshop(folder).settle();
  expect(existsSync(join(folder, name))).toBe(false);
});

it('keeps nothing that was prepared and not committed, nor a list that was not whole', async () => {
  const workshop = new Workshop(folder);
  await writeDurably(workshop.staged('1.next'), 'new');
  const list = join(folder, '.lead-console', 'commit.json.next');
  expect(await writeDurably(list, '{"vers\u00f8')).toBe(8);
  if (process.platform !== 'win32') expect(statSync(list).mode & 0o777).toBe(0o600);
  new Workshop(folder).settle();
  expect(readdirSync(join(folder, '.lead-console'))).toEqual([]);
});
