import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { specFolder } from '../foundation/folder-fixture.ts';
import type * as patientFiles from '../foundation/patient-files.ts';
import { HOLD } from '../sessions/account-hold.ts';
import type * as accountHold from '../sessions/account-hold.ts';
import { type Lease, shareLease } from '../storage/lease.ts';
import { removeAccountFolder, takeUnused } from './account-folder.ts';

/** What another program does when something is removed, and when the lease has gone. */
const other = vi.hoisted(() => ({ whileRemoved: () => {}, afterwards: () => {} }));
vi.mock('../foundation/patient-files.ts', async (importOriginal) => {
  const real = await importOriginal<typeof patientFiles>();
  const removeFolder = (path: string) => {
    other.whileRemoved();
    real.removeFolder(path);
  };
  return { ...real, removeFolder };
});
vi.mock('../sessions/account-hold.ts', async (importOriginal) => {
  const real = await importOriginal<typeof accountHold>();
  const endHold = (folder: string, lease: Lease) => {
    real.endHold(folder, lease);
    other.afterwards();
  };
  return { ...real, endHold };
});

let folder: string;
beforeEach(() => {
  other.whileRemoved = () => {};
  other.afterwards = () => {};
  folder = join(specFolder('account'), 'acc-1');
  mkdirSync(join(folder, 'results'), { recursive: true });
  for (const name of ['journal.sqlite', 'sent.log', 'results/leads.sqlite']) writeFileSync(join(folder, name), 'kept');
});

it('nobody opens an account as long as something of it is there to be removed', () => {
  const opened: boolean[] = [];
  other.whileRemoved = () => {
    using lease = shareLease(join(folder, HOLD));
    opened.push(lease !== null);
  };
  using unused = takeUnused(folder);
  removeAccountFolder(folder, unused);
  expect(new Set(opened)).toEqual(new Set([false]));
  expect(existsSync(folder)).toBe(false);
});

it('an account that another program begins anew right after it keeps what that one writes', () => {
  other.afterwards = () => writeFileSync(join(folder, 'journal.sqlite'), 'anew');
  using unused = takeUnused(folder);
  removeAccountFolder(folder, unused);
  expect(readdirSync(folder)).toEqual(['journal.sqlite']);
});
