// Why: decision 0411.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';

/* The programs of a simulated world, as what they write sees them: whose write it is, and in which one it dies. */

/** How a program dies. `at`: the write in which it does, counted from now. */
export interface Death {
  readonly at: number;
  /** Share of the bytes of that write that are on the disk: 0 none, 1 all. */
  readonly share: number;
  /** `kill`: this program alone. `power`: the computer, and what was not forced to the disk may be lost. */
  readonly kind: 'kill' | 'power';
}

/** A program, as its files see it. */
export class Owner {
  readonly name: string;
  isDead = false;
  writes = 0;
  death: Death | null = null;
  /** Called in the moment of death. After a power cut: with the image of the folder. */
  onDeath: (kind: Death['kind']) => void = () => undefined;
  readonly databases = new Set<DatabaseSync>();

  constructor(name: string) {
    this.name = name;
  }

  dieAfter(death: Death): void {
    this.death = { ...death, at: this.writes + death.at };
  }

  /** Nothing of it is written any more, and its locks are free, as the operating system does it. */
  die(): void {
    this.isDead = true;
    for (const database of [...this.databases]) if (database.isOpen) database.close();
    this.databases.clear();
  }
}

/** What a dead program meets when it touches a file. */
class Dead extends Error {
  constructor() {
    super('this program is dead');
    this.name = 'Dead';
  }
}

/** Whether this came of the death of a program and of nothing else. */
export function isOfDeath(error: unknown): boolean {
  return error instanceof Dead;
}

/** The disk of the computer. While it is full nothing on it grows; what is there is read, renamed and removed as ever. */
export const disk = { isFull: false };

const owners = new AsyncLocalStorage<Owner>();

/** Runs the work of a program, and all that comes of it. */
export function as<Value>(owner: Owner, work: () => Value): Value {
  return owners.run(owner, work);
}

/** The program whose work this is; undefined: nobody's. */
export function ownerNow(): Owner | undefined {
  return owners.getStore();
}

/** Runs what no program does: nobody watches what it opens. */
export function outside<Value>(work: () => Value): Value {
  return owners.exit(work);
}

export function refuseDead(owner: Owner | undefined): void {
  if (owner?.isDead === true) throw new Dead();
}

export function dueDeath(owner: Owner): Death | null {
  refuseDead(owner);
  owner.writes += 1;
  return owner.death !== null && owner.writes >= owner.death.at ? owner.death : null;
}

export function end(owner: Owner, death: Death): never {
  owner.death = null;
  owner.onDeath(death.kind);
  throw new Dead();
}
