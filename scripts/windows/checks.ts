import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PracticeService } from '../../electron/practice/practice-service.ts';
import { accountFolder } from '../campaign/imports.ts';
import { ACCESS, BatchDesk, type BatchProgram, countingService, endOf, type Ended } from '../lib/batch-desk.ts';
import { builtProgram, driveC, startWindows, toWindows } from './wine.ts';

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

/** Runs a program with the profile of a person: Wine takes these two folders from nobody outside. */
const PROFILE = `const [program, roaming, local] = process.argv.splice(2, 3);
Object.assign(process.env, { APPDATA: roaming, LOCALAPPDATA: local });
await import(program);
`;

/** A desk whose batch runs under Windows. */
export class WindowsDesk extends BatchDesk {
  readonly #wine: string;

  static async openWith(wine: string, folder: string): Promise<WindowsDesk> {
    const service = await countingService(folder);
    writeFileSync(join(folder, 'hold.mjs'), HOLDER);
    writeFileSync(join(folder, 'profile.mjs'), PROFILE);
    return new WindowsDesk(wine, folder, service);
  }

  private constructor(wine: string, folder: string, service: PracticeService) {
    const start: BatchProgram['start'] = (args, environment) => startWindows(wine, 'batch', args, environment);
    super({ start, pathOf: toWindows }, folder, service);
    this.#wine = wine;
  }

  /** The batch of a person whose profile that roams and whose local one are these folders of Windows. */
  async ofPerson(roaming: string, local: string, ...args: string[]): Promise<Ended> {
    const program = `file:///Z:${builtProgram('batch')}`;
    const script = join(this.folder, 'profile.mjs');
    return endOf(startWindows(this.#wine, script, [program, roaming, local, ...args], ACCESS));
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
      const record = () => join(accountFolder(data), 'sent.log');
      for (const end = Date.now() + LONGEST; !existsSync(record()); await sleep(20))
        if (Date.now() > end) throw new Error(`no record: ${program.out()}${program.error()}`);
      const holder = await desk.hold(record(), 100, 100, 100);
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
      // Their rows have the same phone numbers: a program that starts later finds them sent, and would ask.
      const ended = await Promise.all(files.map((file) => desk.batch(...desk.import(file, data, '--send-again'))));
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
    name: 'the data of an earlier version comes along from another disk, whole, also when four programs start at once',
    async run(desk) {
      const [roaming, local] = [join(desk.folder, 'Roaming'), join(driveC, 'lead-console-local')];
      const former = join(roaming, 'Lead Console');
      const sent = await desk.batch(...desk.import(desk.people('moved.csv', 3), toWindows(former)));
      // So much that a start meets the copy of another one.
      for (let file = 0; file < 400; file += 1)
        writeFileSync(join(former, 'account', `${file}.bin`), Buffer.alloc(1e6));
      const names = readdirSync(former, { recursive: true }).length;
      const jobs = () => desk.ofPerson(toWindows(roaming), 'C:\\lead-console-local', 'jobs', '--url', desk.service.url);
      const starts = await Promise.all([0, 0, 500, 1000].map((pause) => sleep(pause).then(jobs)));
      const last = await jobs();
      const moved = readdirSync(join(local, 'Lead Console'), { recursive: true }).length;
      const beside = [...readdirSync(roaming), ...readdirSync(local)];
      rmSync(local, { recursive: true, force: true });
      return [
        ...expected('sent', sent.code === 0, sent),
        ...expected(
          'moved once',
          starts.some(({ code }) => code === 0),
          starts,
        ),
        ...expected('the job is there', last.code === 0 && last.out.includes('moved.csv'), [last, starts]),
        ...expected('every file', moved >= names, [names, moved]),
        ...expected('nothing beside', beside.join() === 'Lead Console', beside),
      ];
    },
  },
  {
    name: 'a path of 300 characters is written and read, a name that Windows keeps for itself is refused',
    async run(desk) {
      const file = desk.people('names.csv', 2);
      const deep = join(desk.folder, ...Array.from({ length: 10 }, () => 'long folder of leads'.padEnd(29, '.x')));
      mkdirSync(deep, { recursive: true });
      const far = join(deep, 'table.csv');
      const written = await desk.batch('inspect', toWindows(file), '--rows', toWindows(far));
      const read = await desk.batch('inspect', toWindows(far));
      const kept = ['CON.csv', 'nul', 'aux .xlsx', 'leads:today.csv', 'leads.csv.'];
      const refused = [];
      for (const name of kept)
        refused.push(await desk.batch('inspect', toWindows(file), '--rows', toWindows(join(desk.folder, name))));
      return [
        ...expected('long enough', toWindows(far).length > 300, far.length),
        ...expected('written', written.code === 0 && readFileSync(far, 'utf8').includes('names.csv 1'), written),
        ...expected('read', read.code === 0, read),
        ...expected(
          'refused',
          refused.every(({ code, error }) => code === 2 && /Windows cannot open a file/.test(error)),
          refused,
        ),
        ...expected(
          'none written',
          kept.every((name) => !existsSync(join(desk.folder, name))),
          kept,
        ),
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
