import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Workshop, writeDurably } from './workshop.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lead-console-workshop-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

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
  rmSync(join(folder, names[1]), { recursive: true });
  new Workshop(folder).settle();
  expect(names.map(text)).toEqual(['first', 'second']);
});
