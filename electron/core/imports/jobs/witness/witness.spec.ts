import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { specFolder } from '../../../foundation/folder-fixture.ts';
import { onWindows } from '../../../foundation/held-files-fixture.ts';
import { RowSet } from './row-set.ts';
import { lineText, readLine, type WitnessedJob, type WitnessLine } from './witness-lines.ts';
import { noMemory, Witness } from './witness.ts';
import { journalTrouble } from '../journal/records/journal-trouble.ts';

const jobOf = (job: string, change: Partial<WitnessedJob> = {}): WitnessedJob => ({
  job,
  file: 'people.csv',
  hash: 'ab',
  bytes: 10,
  campaign: 'SPRING',
  pool: null,
  rows: 100,
  at: 1_000,
  ...change,
});
const head = (): WitnessLine => ({ kind: 'witness', sequence: 0, value: { version: 1, id: 'one', jobs: 0 } });
const began = (sequence: number, job: string): WitnessLine => ({ kind: 'began', sequence, value: jobOf(job) });
const sent = (sequence: number, job: string, n: number): WitnessLine => ({
  kind: 'sent',
  sequence,
  value: { job, n, at: sequence * 10 },
});
const free = (sequence: number, job: string, n: number): WitnessLine => ({
  kind: 'free',
  sequence,
  value: { job, n, at: sequence * 10 },
});
const summed = (text: string) => `${text} ${crc32(text).toString(16).padStart(8, '0')}`;

describe('a line', () => {
  it('is read as it was written, whatever its names hold', () => {
    const odd = fc.constantFrom('\n', '\r', '\u0085', '\u2028', '\u2029', '\ud800', '"', '\\', ' ');
    const name = fc.string({ unit: fc.oneof(odd, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) });
    fc.assert(
      fc.property(name, name, fc.nat(1_000_000), (file, campaign, sequence) => {
        const value = jobOf('a', { file, campaign, pool: campaign, rows: 0 });
        const line: WitnessLine = { kind: 'began', sequence, value };
        const text = lineText(line);
        expect(text.split('\n')).toEqual([text.slice(0, -1), '']);
        expect(readLine(text.slice(0, -1))).toEqual(line);
      }),
    );
  });

  it('is believed only as a whole', () => {
    const text = lineText(sent(7, 'a', 12)).slice(0, -1);
    expect(readLine(text)).toEqual(sent(7, 'a', 12));
    for (let at = 0; at < text.length; at++) {
      expect(readLine(`${text.slice(0, at)}${text.slice(at + 1)}`)).toBeNull();
      expect(readLine(text.slice(0, at))).toBeNull();
      expect(readLine(`${text.slice(0, at)}~${text.slice(at + 1)}`)).toBeNull();
    }
  });

  it.each([
    ['a kind that nobody writes', '1 constructor {}'],
    ['another version', '0 witness {"version":2,"id":"one","jobs":0}'],
    ['no JSON', '1 sent {"job"'],
    ['no row', '1 sent {"job":"a","n":0,"at":1}'],
    ['a row beyond every job', '1 sent {"job":"a","n":50000001,"at":1}'],
  ])('with the right sum and %s is not believed', (_name, text) => {
    expect(readLine(summed(text))).toBeNull();
  });
});

function thrownBy(call: () => void): unknown {
  try {
    call();
    return null;
  } catch (error) {
    return error;
  }
}

describe('the file', () => {
  let folder: string;
  let witness: Witness;

  beforeEach(() => {
    folder = specFolder('witness');
    witness = new Witness(join(folder, 'sent.log'));
  });

  const rowsOf = (job: string) => [...(witness.read().jobs.get(job)?.sent ?? [])];

  /** A reading that does not get on would have no end. */
  const readSoFar = () => {
    const reading = witness.reading();
    for (let part = reading.next(), parts = 0; parts < 9; parts += 1, part = reading.next())
      if (part.done === true) return part.value;
    throw new Error('the witness was not read to its end');
  };

  it('that is not there says nothing, and its first line makes it for its owner alone', () => {
    const nothing = { last: 0, trouble: 0, isCut: false, lastLine: null, lastLeft: 0, jobs: new Map() };
    expect(witness.read()).toEqual({ id: null, isMissing: true, ...nothing });
    expect([witness.exists, witness.size]).toEqual([false, 0]);
    expect(witness.timesOf('a', new RowSet()).size).toBe(0);
    witness.append(head());
    expect(witness.read()).toEqual({ id: 'one', isMissing: false, ...nothing, lastLine: head() });
    expect(witness.size).toBe(statSync(witness.path).size);
    if (process.platform !== 'win32') expect(statSync(witness.path).mode & 0o777).toBe(0o600);
  });

  it('knows of each job which rows left and were not freed, from when until when', () => {
    witness.append(head(), began(1, 'a'));
    for (const line of [sent(2, 'a', 5), began(3, 'b'), sent(4, 'b', 5), sent(5, 'a', 6), free(6, 'a', 5)])
      witness.append(line);
    const { jobs, last, trouble } = witness.read();
    expect([last, trouble]).toEqual([6, 0]);
    expect([rowsOf('a'), rowsOf('b')]).toEqual([[6], [5]]);
    expect(jobs.get('a')).toMatchObject({ job: jobOf('a'), firstAt: 20, lastAt: 50 });
    expect(jobs.get('b')).toMatchObject({ job: jobOf('b'), firstAt: 40, lastAt: 40 });
  });

  it('tells when rows of a job left, the last time of one that left twice', () => {
    witness.append(head(), began(1, 'a'), sent(2, 'a', 1), sent(3, 'a', 2), sent(4, 'a', 1), sent(5, 'b', 1));
    const asked = new RowSet();
    for (const n of [1, 3]) asked.add(n);
    expect([...witness.timesOf('a', asked)]).toEqual([[1, 40]]);
  });

  it('of many lines is read in parts, and from there on when lines came since', () => {
    witness.append(
      head(),
      began(1, 'a'),
      ...Array.from({ length: 2_000 }, (_, index) => sent(index + 2, 'a', index + 1)),
    );
    const known = readSoFar();
    witness.append(sent(2_002, 'a', 3_000));
    expect(witness.read(known)).toMatchObject({ trouble: 0, isCut: false, last: 2_002 });
    expect(rowsOf('a')).toEqual([...Array.from({ length: 2_000 }, (_, index) => index + 1), 3_000]);
  });

  it('is read anew when another file took its place, however long it is', () => {
    witness.append(head(), began(1, 'a'), sent(2, 'a', 1));
    const known = readSoFar();
    witness.rewrite('two', 2, [noMemory(jobOf('b'))]);
    while (witness.size < 1000) witness.append(sent(witness.read().last + 1, 'b', 7));
    expect(witness.read(known)).toEqual(witness.read());
    expect(witness.read(known)).toMatchObject({ id: 'two', trouble: 0 });
  });

  it('is read anew when lines of it are gone', () => {
    const lines = Array.from({ length: 200 }, (_, index) => sent(index + 2, 'a', index + 1));
    witness.append(head(), began(1, 'a'), ...lines);
    const known = readSoFar();
    truncateSync(witness.path, witness.size - lineText(sent(201, 'a', 200)).length);
    expect(witness.read(known)).toMatchObject({ trouble: 0, last: 200 });
  });

  it('is read on where half a line was taken back', () => {
    witness.append(head(), began(1, 'a'));
    appendFileSync(witness.path, lineText(sent(2, 'a', 9)).slice(0, -4));
    const known = readSoFar();
    witness.append(sent(2, 'a', 1));
    expect(witness.read(known)).toMatchObject({ trouble: 0, isCut: false, last: 2 });
  });

  it('is not held open', () => {
    witness.append(head(), began(1, 'a'));
    const lowestFree = () => {
      const file = openSync(witness.path, 'r');
      closeSync(file);
      return file;
    };
    const before = lowestFree();
    for (let times = 1; times <= 50; times += 1) {
      witness.append(sent(times + 1, 'a', times));
      readSoFar();
      witness.rewrite('one', times + 1, witness.read().jobs.values());
    }
    expect(lowestFree()).toBeLessThan(before + 50);
  });

  it('rows of a job whose first line is lost are known all the same', () => {
    witness.append(head(), sent(2, 'a', 5));
    expect(witness.read()).toMatchObject({ last: 2, trouble: 1 });
    expect(witness.read().jobs.get('a')).toMatchObject({ job: null });
    expect(rowsOf('a')).toEqual([5]);
  });

  it('a witness without its own first line has no id, and no other line is missed', () => {
    witness.append(began(1, 'a'));
    expect(witness.read()).toMatchObject({ id: null, last: 1, trouble: 0 });
  });

  it('a number that is left out is a lost line, one that stands twice is none', () => {
    witness.append(head(), began(1, 'a'), sent(2, 'a', 1), sent(2, 'a', 1), sent(3, 'a', 2));
    expect(witness.read().trouble).toBe(0);
    witness.append(sent(5, 'a', 3));
    expect(witness.read()).toMatchObject({ trouble: 1, last: 5 });
    // An older number behind it does not count, and takes nothing back.
    witness.append(sent(4, 'a', 4));
    expect(witness.read()).toMatchObject({ trouble: 1, last: 5 });
    expect(rowsOf('a')).toEqual([1, 2, 3, 4]);
  });

  it('is rewritten through no link that a data folder of somebody else has there', () => {
    witness.append(head());
    witness.append(began(1, 'a'));
    const theirs = join(specFolder('theirs'), 'theirs.txt');
    writeFileSync(theirs, 'a letter');
    symlinkSync(theirs, `${witness.path}.new`);
    witness.rewrite('one', 1, witness.read().jobs.values());
    expect([readFileSync(theirs, 'utf8'), witness.read().last]).toEqual(['a letter', 1]);
  });

  // Windows has no such links without a right that few have.
  it.skipIf(process.platform === 'win32')('is written through no link either, and says so', () => {
    const theirs = join(specFolder('theirs'), 'theirs.txt');
    writeFileSync(theirs, 'half a letter');
    symlinkSync(theirs, witness.path);
    expect(journalTrouble(thrownBy(() => witness.append(head())))).toMatchObject({
      isExpected: true,
      sentence: expect.stringContaining('a folder or a link stands in its place'),
    });
    expect(readFileSync(theirs, 'utf8')).toBe('half a letter');
  });

  it('is written once a scanner lets go of it, and says who holds it when nobody does', () => {
    witness.append(head());
    using files = onWindows();
    files.hold(/sent\.log$/, ['EPERM', 'EACCES', 'EBUSY'], 3);
    witness.append(began(1, 'a'));
    files.hold(/sent\.log/, ['EBUSY'], 2);
    witness.rewrite('one', 1, witness.read().jobs.values());
    expect([files.refused.length, witness.read().last]).toEqual([5, 1]);
    files.hold(/sent\.log$/, ['EPERM'], 9);
    const held = thrownBy(() => witness.append(sent(2, 'a', 1)));
    expect(journalTrouble(held)).toMatchObject({
      isExpected: true,
      sentence: expect.stringMatching(/another program holds it/),
    });
  });

  it('says on Windows, too, that the disk is full, and keeps no half of a line', () => {
    witness.append(head(), began(1, 'a'));
    const before = readFileSync(witness.path);
    using files = onWindows();
    files.fillDisk();
    expect(thrownBy(() => witness.append(sent(2, 'a', 1)))).toMatchObject({ code: 'ENOSPC' });
    expect(readFileSync(witness.path)).toEqual(before);
  });

  it('that ends in half a line is cut, and the next line is whole', () => {
    witness.append(head(), began(1, 'a'), sent(2, 'a', 1));
    appendFileSync(witness.path, lineText(sent(3, 'a', 2)).slice(0, 12));
    expect(witness.read()).toMatchObject({ isCut: true, trouble: 0, last: 2 });
    expect(rowsOf('a')).toEqual([1]);
    witness.append(sent(3, 'a', 2));
    // Another program goes on behind one that was killed: its half line was undone, and nothing is damaged.
    expect(witness.read()).toMatchObject({ isCut: false, trouble: 0, last: 3 });
    expect(rowsOf('a')).toEqual([1, 2]);
  });

  it('is cut behind its last whole line, however much follows', () => {
    const lines = [head(), began(1, 'a')].map(lineText).join('');
    for (const whole of [lines, ''])
      // In the second case the last line end is the first byte of the part that is read first.
      for (const rest of [150_000, 64 * 1024 - 1]) {
        writeFileSync(witness.path, whole + 'x'.repeat(rest));
        witness.append(sent(2, 'a', 1));
        expect(readFileSync(witness.path, 'utf8')).toBe(whole + lineText(sent(2, 'a', 1)));
      }
  });

  it('that lost the end of a line which was written lacks its number, whatever comes behind it', () => {
    witness.append(head(), began(1, 'a'), sent(2, 'a', 1));
    truncateSync(witness.path, witness.size - 3);
    witness.append(sent(3, 'a', 2));
    expect(witness.read()).toMatchObject({ isCut: false, trouble: 1, last: 3 });
  });

  // Windows has no limit for the size of a file.
  it.skipIf(process.platform === 'win32')('takes back what is half written when the disk takes no more', async () => {
    witness.append(head(), began(1, 'a'));
    while (witness.size < 900) witness.append(sent(witness.read().last + 1, 'a', 1));
    const before = readFileSync(witness.path);
    const program = `
      import { Witness } from ${JSON.stringify(new URL('./witness.ts', import.meta.url).href)};
      const lines = ${JSON.stringify([2, 3, 4, 5].map((n) => sent(witness.read().last + n - 1, 'a', n)))};
      try {
        new Witness(${JSON.stringify(witness.path)}).append(...lines);
      } catch (error) {
        process.exitCode = error.code === 'EFBIG' ? 9 : 1;
      }`;
    // Two blocks are 1,024 bytes: in the middle of these lines.
    const limited = ['-c', 'ulimit -f 2; exec "$0" --input-type=module -e "$1"', process.execPath, program];
    const child = spawn('sh', limited, { stdio: ['ignore', 'inherit', 'inherit'] });
    expect(await once(child, 'exit')).toEqual([9, null]);
    expect(readFileSync(witness.path)).toEqual(before);
  });

  it.skipIf(process.platform === 'win32')('forces its name to the disk, whoever put the file there', () => {
    const { fsyncSync } = fs;
    let folders = 0;
    fs.fsyncSync = (file) => {
      if (fs.fstatSync(file).isDirectory()) folders += 1;
      fsyncSync(file);
    };
    syncBuiltinESMExports();
    try {
      witness.append(head(), began(1, 'a'));
      witness.append(sent(2, 'a', 1));
      expect(folders).toBe(1);
      // Another program was killed behind the rename.
      writeFileSync(`${witness.path}.new`, readFileSync(witness.path));
      renameSync(`${witness.path}.new`, witness.path);
      witness.append(sent(3, 'a', 2));
      witness.append(sent(4, 'a', 3));
      expect(folders).toBe(2);
    } finally {
      fs.fsyncSync = fsyncSync;
      syncBuiltinESMExports();
    }
  });

  it('is written anew with one line a job, and says the same', () => {
    witness.append(head(), began(1, 'a'), ...[1, 2, 3, 9].map((n, index) => sent(2 + index, 'a', n)));
    witness.append(began(6, 'b'), free(7, 'a', 2));
    const before = witness.read();
    witness.rewrite('one', before.last, before.jobs.values());
    expect(readFileSync(witness.path, 'utf8').split('\n')).toHaveLength(4);
    const { lastLine, lastLeft } = before;
    expect({ ...witness.read(), lastLine, lastLeft }).toEqual(before);
    expect(before.jobs.get('b')).toMatchObject({ firstAt: null, lastAt: null });
    witness.append(sent(8, 'b', 1));
    expect(witness.read()).toMatchObject({ trouble: 0, last: 8 });
    if (process.platform !== 'win32') expect(statSync(witness.path).mode & 0o777).toBe(0o600);
  });

  it('written anew leaves out a job of which it knows nothing but rows', () => {
    witness.rewrite('one', 4, [noMemory(null), noMemory(jobOf('a'))]);
    expect([...witness.read().jobs.keys()]).toEqual(['a']);
    expect(witness.read()).toMatchObject({ id: 'one', last: 4, trouble: 0 });
  });

  it('written anew leaves out a job whose beginning was undone, unless a row of it left or it began once more', () => {
    witness.append(head(), began(1, 'undone'), began(1, 'left'), began(1, 'again'), began(1, 'a'));
    witness.append(sent(2, 'left', 1), began(3, 'again'));
    witness.rewrite('one', 3, witness.read().jobs.values());
    expect([...witness.read().jobs.keys()]).toEqual(['left', 'again', 'a']);
  });

  it('that was cut behind its head misses the jobs that it began with', () => {
    witness.rewrite('one', 4, [noMemory(jobOf('a')), noMemory(jobOf('b')), noMemory(jobOf('c'))]);
    const lines = readFileSync(witness.path, 'utf8').split('\n');
    writeFileSync(witness.path, `${lines.slice(0, 2).join('\n')}\n`);
    expect(witness.read()).toMatchObject({ trouble: 2, isCut: false, last: 4 });
  });

  it('with a line that was changed on the disk believes the others', () => {
    witness.append(head(), began(1, 'a'), sent(2, 'a', 1), sent(3, 'a', 2));
    writeFileSync(witness.path, readFileSync(witness.path, 'utf8').replace('"n":1', '"n":7'));
    // The line itself, and its number that is missing.
    expect(witness.read()).toMatchObject({ trouble: 2, last: 3 });
    expect(rowsOf('a')).toEqual([2]);
  });
});
