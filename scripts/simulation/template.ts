import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom, VirtualClock } from '../../electron/core/api/simulation/virtual-clock.ts';
import { as, Owner } from './owners.ts';
import { Wires } from './network.ts';
import { Program } from './program.ts';
import { Service } from './service.ts';

/** Makes the folder of an account in which nothing was imported yet: each life begins with a copy of it. Answers its path. */
export async function makeTemplate(home: string): Promise<string> {
  const folder = join(home, 'account');
  mkdirSync(folder, { recursive: true });
  const clock = new VirtualClock();
  const now = { wallNow: () => Math.round(clock.wallNow()), monotonicNow: () => clock.monotonicNow() };
  const service = new Service({
    refuses: new Set(),
    shown: { kind: 'all' },
    phase: 0,
    dayEnds: Number.POSITIVE_INFINITY,
    ...now,
  });
  const wires = new Wires({ clock, service, random: seededRandom(1), answers: 'whole', tell: () => undefined });
  const owner = new Owner('template');
  const options = { folder, clock, random: seededRandom(1), wires, hasExports: true, onBug: () => undefined };
  const program = as(owner, () => new Program({ name: 'template', ...options }, owner));
  await program.close();
  const template = join(home, 'template');
  cpSync(folder, template, { recursive: true });
  return template;
}
