import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import { startPracticeService } from '../practice/practice-service.ts';
import { batchArguments, runBatchProgram } from './batch.ts';
import { RecordingElectron } from './recording-electron-fixture.ts';
import { startShell } from './shell.ts';

const folder = specFolder('batch');
writeFileSync(join(folder, 'leads.csv'), 'FirstName,Phone\nKim,+4930123456\n');
afterEach(() => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK']) process.removeAllListeners(signal);
});

/** The batch itself, in a process of its own; only Electron around it is a stand-in. */
async function run(...args: string[]) {
  await using electron = new RecordingElectron({ isFirst: false });
  const streams = { out: new PassThrough(), error: new PassThrough() };
  const said = [text(streams.out), text(streams.error)];
  const program = join(folder, 'core/batch.js');
  await runBatchProgram({ electron: electron.parts, args, workingFolder: folder, program, streams });
  streams.out.end();
  streams.error.end();
  const [out, error] = await Promise.all(said);
  return { out, error, exit: electron.argsOf('app.exit'), electron };
}

describe('lead-console --batch', () => {
  it('is found among the arguments, and takes what follows', () => {
    expect(batchArguments(['/opt/app', '--batch', 'import', 'a.csv', '--result', 'r.csv'])).toEqual([
      'import',
      'a.csv',
      '--result',
      'r.csv',
    ]);
    expect(batchArguments(['leads.csv'])).toBeNull();
  });

  it('gets everything on Windows behind two dashes: else Electron ends at once when anything follows an address', () => {
    const [, given = ''] = /Lead Console\.exe" (.*)/.exec(readFileSync('build/lead-console.cmd', 'utf8')) ?? [];
    const args = given.trim().replace('%*', 'import a.csv --url https://crm.example/api --campaign C').split(' ');
    expect(args.slice(0, 2)).toEqual(['--batch', '--']);
    expect(batchArguments(args)).toEqual(['import', 'a.csv', '--url', 'https://crm.example/api', '--campaign', 'C']);
  });

  it('runs a command in the folder it was called in, with its output and exit code, without a window or a lock', async () => {
    const read = await run('inspect', 'leads.csv', '--json', '--data-dir', join(folder, 'data'));
    expect(read.exit).toEqual([[0]]);
    expect(JSON.parse(read.out?.trim().split('\n').at(-1) ?? '')).toMatchObject({ file: 'leads.csv', columnCount: 2 });
    expect(read.electron.windows).toEqual([]);
    expect(read.electron.order).not.toContain('app.requestSingleInstanceLock');
    const [name, own] = read.electron.argsOf('app.setPath')[0] ?? [];
    expect([name, existsSync(String(own))]).toEqual(['sessionData', false]);
  });

  it('is what the program does then, and nothing else', async () => {
    await using electron = new RecordingElectron();
    const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const args = ['--batch', '--help'];
    const { parts, Store } = electron;
    await startShell({ electron: parts, Store, args, workingFolder: folder, builtFolder: folder });
    const text = said.mock.calls.map(([chunk]) => String(chunk)).join('');
    said.mockRestore();
    expect([electron.argsOf('app.exit'), electron.windows]).toEqual([[[0]], []]);
    expect(text).toContain('import');
  });

  it('says what is wrong on the second stream, and ends with 2', async () => {
    const wrong = await run('inspect', 'none.csv', '--data-dir', join(folder, 'data'));
    expect([wrong.exit, wrong.out]).toEqual([[[2]], '']);
    expect(wrong.error).toMatch(/no file "none\.csv"/);
    for (const ids of [['--ids', '-'], ['--ids=-']]) {
      const piped = await run('segments', 'add', 'SEG', ...ids);
      expect([piped.exit, piped.error]).toEqual([[[2]], expect.stringMatching(/no standard input/)]);
    }
  });

  it('takes "-" as a separator', async () => {
    writeFileSync(join(folder, 'dashes.csv'), 'FirstName-Phone\nKim-+4930123456\n');
    const read = await run('inspect', 'dashes.csv', '--delimiter', '-', '--json', '--data-dir', join(folder, 'data'));
    expect([read.exit, read.error]).toEqual([[[0]], '']);
    expect(JSON.parse(read.out ?? '')).toMatchObject({ delimiter: { value: '-' }, columnCount: 2 });
  });

  it('asks nobody anything when it cannot start: nobody may be there, and a scheduler waits for its end', async () => {
    for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, join(folder, 'none'));
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const electron = new RecordingElectron();
    const { parts, Store } = electron;
    await startShell({
      electron: parts,
      Store,
      args: ['--batch', 'limits'],
      workingFolder: folder,
      builtFolder: folder,
    });
    vi.unstubAllEnvs();
    expect(said.mock.calls.map(([chunk]) => String(chunk))).toEqual([expect.stringMatching(/could not start: ENOENT/)]);
    said.mockRestore();
    expect([electron.argsOf('dialog.showErrorBox'), electron.argsOf('app.exit')]).toEqual([[], [[2]]]);
  });

  describe('whose reader has gone', () => {
    /** As `process.stdout`, which outlives its reader. */
    const unread = () =>
      new Writable({
        write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
        autoDestroy: false,
      });

    async function exitOf(...args: string[]) {
      await using electron = new RecordingElectron({ isFirst: false });
      vi.stubEnv('LEAD_CONSOLE_USERNAME', 'anna').stubEnv('LEAD_CONSOLE_PASSWORD', 'word');
      const streams = { out: unread(), error: new PassThrough() };
      const program = join(folder, 'core/batch.js');
      const all = [...args, '--data-dir', join(folder, 'data')];
      await runBatchProgram({ electron: electron.parts, args: all, workingFolder: folder, program, streams });
      vi.unstubAllEnvs();
      return electron.argsOf('app.exit');
    }

    it('ends when it is done, however much it says', async () => {
      const rows = Array.from({ length: 5_000 }, (_, index) => `Kim,+49301${String(index).padStart(6, '0')}\n`);
      writeFileSync(join(folder, 'many.csv'), `FirstName,Phone\n${rows.join('')}`);
      const args = ['import', 'many.csv', '--campaign', 'C', '--dry-run', '--url', 'http://127.0.0.1:1/api'];
      expect(await exitOf(...args)).toEqual([[0]]);
    });

    it('ends as a watch', async () => {
      const practice = await startPracticeService({ leads: 1, username: 'anna', password: 'word' });
      onTestFinished(() => practice.close());
      expect(await exitOf('limits', '--watch', '--url', practice.url)).toEqual([[0]]);
    });
  });

  it('passes signals on, and ends when the command has', async () => {
    const child = Object.assign(new EventEmitter(), {
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      postMessage: (message: unknown) => {
        told.push(message);
        child.stdout.end('paused\n');
        child.stderr.end();
        child.emit('exit', 143);
      },
    });
    const told: unknown[] = [];
    const electron = new RecordingElectron();
    const out = new PassThrough();
    const parts = { ...electron.parts, utilityProcess: { fork: () => child } } as never;
    const streams = { out, error: new PassThrough() };
    const done = runBatchProgram({ electron: parts, args: ['import'], workingFolder: folder, program: 'x', streams });
    await expect.poll(() => process.listenerCount('SIGTERM')).toBeGreaterThan(0);
    process.emit('SIGTERM');
    await done;
    expect([told, electron.argsOf('app.exit')]).toEqual([[{ signal: 'SIGTERM' }], [[143]]]);
    expect(String(out.read())).toBe('paused\n');
  });
});
