import { cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The folder of an account, and copies of it as they were earlier. */
export interface Folders {
  readonly now: string;
  readonly older: string;
}

export interface Damage {
  readonly name: string;
  /** Damages `folder`, a copy of `now`. `random`: uniform in [0, 1). */
  apply(folder: string, folders: Folders, random: () => number): void;
}

const MAIN = 'journal.sqlite';
const LOG = 'journal.sqlite-wal';
const WITNESS = 'sent.log';
/** Bytes before and behind a frame's page: the header of the log and that of a frame. */
const LOG_HEADER = 32;
const FRAME = 24 + 4096;

function cut(path: string, size: (size: number) => number): void {
  if (existsSync(path)) truncateSync(path, Math.max(0, Math.floor(size(readFileSync(path).length))));
}

function flip(path: string, times: number, random: () => number): void {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  for (let n = 0; n < times && bytes.length > 0; n += 1) {
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  writeFileSync(path, bytes);
}

function take(folder: string, from: string, names: readonly string[]): void {
  for (const name of names) {
    rmSync(join(folder, name), { force: true });
    if (existsSync(join(from, name))) cpSync(join(from, name), join(folder, name));
  }
}

function noise(size: number, random: () => number): Buffer {
  return Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)));
}

/** Moves the log into the main file, so that a damage of the main file meets all that was written. */
function settle(folder: string): void {
  using database = new DatabaseSync(join(folder, MAIN));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

const onFile = (name: string, file: string, work: (path: string, random: () => number) => void): Damage => ({
  name,
  apply: (folder, _, random) => work(join(folder, file), random),
});
const onMain = (name: string, work: (path: string, random: () => number) => void): Damage => ({
  name,
  apply(folder, _, random) {
    settle(folder);
    work(join(folder, MAIN), random);
  },
});
const fromOlder = (
  name: string,
  names: readonly string[],
  more: (folder: string, random: () => number) => void = () => undefined,
): Damage => ({
  name,
  apply(folder, { older }, random) {
    take(folder, older, names);
    more(folder, random);
  },
});

export const DAMAGES: readonly Damage[] = [
  onFile('log cut anywhere', LOG, (path, random) => cut(path, (size) => size * random())),
  onFile('last frames of the log cut', LOG, (path, random) =>
    cut(
      path,
      (size) =>
        LOG_HEADER + FRAME * Math.max(0, Math.floor((size - LOG_HEADER) / FRAME) - 1 - Math.floor(random() * 12)),
    ),
  ),
  onFile('a bit of the log flipped', LOG, (path, random) => flip(path, 1, random)),
  onFile('log removed', LOG, (path) => rmSync(path, { force: true })),
  onMain('a page of the main file overwritten', (path, random) => {
    const bytes = readFileSync(path);
    noise(4096, random).copy(bytes, Math.floor(random() * (bytes.length / 4096)) * 4096);
    writeFileSync(path, bytes);
  }),
  onMain('the main file cut', (path, random) => cut(path, (size) => size * random())),
  onMain('8 bits of the main file flipped', (path, random) => flip(path, 8, random)),
  onMain('the main file emptied', (path) => writeFileSync(path, '')),
  onMain('the main file is noise', (path, random) => writeFileSync(path, noise(20_000, random))),
  onMain('the main file removed', (path) => rmSync(path)),
  onMain('the main file is another database', (path) => {
    rmSync(path);
    using database = new DatabaseSync(path);
    database.exec('CREATE TABLE other (x TEXT)');
  }),
  fromOlder('journal restored from an older copy', [MAIN, LOG]),
  onFile('witness cut anywhere', WITNESS, (path, random) => cut(path, (size) => size * random())),
  onFile('a bit of the witness flipped', WITNESS, (path, random) => flip(path, 1, random)),
  onFile('witness removed', WITNESS, (path) => rmSync(path)),
  fromOlder('witness restored from an older copy', [WITNESS]),
  fromOlder('all restored from an older copy', [MAIN, LOG, WITNESS]),
  fromOlder('an older journal, its log cut', [MAIN, LOG], (folder, random) =>
    cut(join(folder, LOG), (size) => size * random()),
  ),
  {
    name: 'log cut, witness cut',
    apply(folder, _, random) {
      cut(join(folder, LOG), (size) => size * random());
      cut(join(folder, WITNESS), (size) => size * random());
    },
  },
  {
    name: 'log cut, witness removed',
    apply(folder, _, random) {
      cut(join(folder, LOG), (size) => size * random());
      rmSync(join(folder, WITNESS));
    },
  },
];
