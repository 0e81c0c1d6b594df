import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PracticeService } from '../../electron/practice/practice-service.ts';
import { BatchDesk, type BatchProgram, countingService } from '../lib/batch-desk.ts';
import { driveC, startWindows, toWindows } from './wine.ts';

/** Milliseconds that anything may take: Wine is slow to start on a busy computer. */
const LONGEST = 120_000;
/** Opens a file so that nobody else may, as Excel does, for some milliseconds, again and again when asked. */
const HOLDER = `import fs from 'node:fs';
const [, , path, held, free, times] = process.argv;
const ALONE = 0x10000000;
for (let left = Number(times); left > 0; left -= 1) {
  let file;
  try { file = fs.openSync(path, fs.constants.O_RDWR | ALONE); } catch { left += 1; }
  if (file !== undefined) console.log('held');
  await new Promise((resolve) => setTimeout(resolve, file === undefined ? 1 : Number(held)));
  if (file !== undefined) fs.closeSync(file);
  await new Promise((resolve) => setTimeout(resolve, Number(free)));
}
`;

/** A desk whose batch runs under Windows. */
export class WindowsDesk extends BatchDesk {
  readonly #wine: string;

  static async openWith(wine: string, folder: string): Promise<WindowsDesk> {
    const service = await countingService(folder);
    writeFileSync(join(folder, 'hold.mjs'), HOLDER);
    return new WindowsDesk(wine, folder, service);
  }

  private constructor(wine: string, folder: string, service: PracticeService) {
    const start: BatchProgram['start'] = (args, environment) => startWindows(wine, 'batch', args, environment);
    super({ start, pathOf: toWindows }, folder, service);
    this.#wine = wine;
  }

  /** Resolves when the file is held. `release` ends that, `ended` is when it was held as often as asked. */
  async hold(path: string, held: number, free: number, times: number) {
    const program = join(this.folder, 'hold.mjs');
    const holder = startWindows(this.#wine, program, [toWindows(path), held, free, times].map(String));
    for (const end = Date.now() + LONGEST; !holder.out().includes('held'); await sleep(20))
      if (Date.now() > end) throw new Error(`nobody holds ${path}: ${holder.error()}`);
    const release = async () => {
      holder.kill();
      await holder.ended;
    };
    return { ended: holder.ended, release };
  }
}

export interface Check {
  readonly name: string;
  /** What is not as promised; none: all is. */
  readonly run: (desk: WindowsDesk) => Promise<string[]>;
}

const expected = (what: string, is: boolean, found: unknown) => (is ? [] : [`${what}: ${JSON.stringify(found)}`]);

export const checks: readonly Check[] = [
  {
    name: 'the original is not replaced by its result, in capitals either',
    async run(desk) {
      const file = desk.people('original.csv', 2);
      const before = readFileSync(file, 'utf8');
      const ended = await desk.batch(
        'inspect',
        toWindows(file),
        '--rows',
        toWindows(join(desk.folder, 'ORIGINAL.CSV')),
        '--force',
      );
      return [
        ...expected('refused', ended.code === 2 && /never changed/.test(ended.error), ended),
        ...expected('unchanged', readFileSync(file, 'utf8') === before, file),
      ];
    },
  },
  {
    name: 'a file that is open elsewhere stays, by its name in the words, and is replaced when it is closed',
    async run(desk) {
      const file = desk.people('table.csv', 2);
      const target = join(desk.folder, 'open elsewhere.csv');
      writeFileSync(target, 'old');
      const holder = await desk.hold(target, LONGEST, 0, 1);
      const save = () => desk.batch('inspect', toWindows(file), '--rows', toWindows(target), '--force');
      const held = await save();
      const kept = readFileSync(target, 'utf8');
      await holder.release();
      const freed = await save();
      return [
        ...expected(
          'said',
          held.code === 2 && /"open elsewhere.csv" is open in another program/.test(held.error),
          held,
        ),
        ...expected('kept', kept === 'old', kept),
        ...expected('saved then', freed.code === 0 && readFileSync(target, 'utf8').includes('table.csv 1'), freed),
      ];
    },
  },
  {
    name: 'an import goes on while a scanner holds the record of what was sent, again and again',
    async run(desk) {
      const data = join(desk.folder, 'scanned');
      const file = desk.people('scanned.csv', 20);
      const program = desk.start(...desk.import(file, toWindows(data)));
      const record = async () => {
        for (const end = Date.now() + LONGEST; Date.now() < end; await sleep(20)) {
          const found = existsSync(join(data, 'account')) ? recordIn(data) : undefined;
          if (found !== undefined) return found;
        }
        throw new Error(`no record: ${program.out()}${program.error()}`);
      };
      const holder = await desk.hold(await record(), 100, 100, 100);
      const code = await program.ended;
      await holder.release();
      const arrived = desk.service.ledger
        .entries()
        .filter(({ data }) => String(data['FirstName']).startsWith('scanned.csv')).length;
      return [
        ...expected('complete', code === 0, [code, program.out(), program.error()]),
        ...expected('each once', arrived === 20 && desk.twice.length === 0, [arrived, desk.twice]),
      ];
    },
  },
  {
    name: 'two programs on one data folder send each row once',
    async run(desk) {
      const data = toWindows(join(desk.folder, 'shared'));
      const files = ['one.csv', 'other.csv'].map((name) => desk.people(name, 10));
      const ended = await Promise.all(files.map((file) => desk.batch(...desk.import(file, data))));
      const arrived = desk.service.ledger
        .entries()
        .filter(({ data: lead }) => /^(one|other)\.csv/.test(String(lead['FirstName']))).length;
      return [
        ...expected(
          'both complete',
          ended.every(({ code }) => code === 0),
          ended,
        ),
        ...expected('each once', arrived === 20 && desk.twice.length === 0, [arrived, desk.twice]),
      ];
    },
  },
  {
    name: "umlauts and blanks in the user's folder, and a path of 115 characters",
    async run(desk) {
      const place = 'C:\\Users\\Jürgen Å Ñandú\\AppData\\Local\\';
      const data = `${place}${'l'.repeat(115 - place.length)}`;
      const ended = await desk.batch(...desk.import(desk.people('umlauts.csv', 3), data));
      const longer = await desk.batch(...desk.import(desk.people('long.csv', 3), `${data}-longer`));
      rmSync(join(driveC, 'Users/Jürgen Å Ñandú'), { recursive: true, force: true });
      return [
        ...expected('imported', ended.code === 0, ended),
        ...expected('refused', longer.code === 2 && /its path has 122 characters/.test(longer.out), longer),
      ];
    },
  },
  {
    name: 'shares and a file in the way are refused in words',
    async run(desk) {
      const file = desk.people('refused.csv', 1);
      const share = await desk.batch('inspect', toWindows(file), '--data-dir', '\\\\server\\share\\leads');
      const below = await desk.batch('inspect', toWindows(file), '--data-dir', toWindows(join(file, 'below')));
      return [
        ...expected('a share', share.code === 2 && /network drive/.test(share.error), share),
        ...expected('a file', below.code === 2 && /there is a file with that name/.test(below.error), below),
      ];
    },
  },
];

function recordIn(data: string): string | undefined {
  return ['account'].flatMap((name) => filesNamed(join(data, name), 'sent.log'))[0];
}

function filesNamed(folder: string, name: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === name)
    .map((entry) => join(entry.parentPath, entry.name));
}
