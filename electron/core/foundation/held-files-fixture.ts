import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

type Call = (...args: unknown[]) => unknown;

/** Calls that Windows refuses while another program has the file open. */
const SYNC = ['openSync', 'renameSync', 'rmSync', 'linkSync'] as const;
const ASYNC = ['open', 'readFile', 'rename', 'rm'] as const;

export interface HeldFiles extends Disposable {
  /** The next `times` calls that touch a file whose path matches fail. @param codes of the calls in turn */
  hold(path: RegExp, codes: readonly string[], times: number): void;
  /** From now on half of what is to be written finds room. */
  fillDisk(): void;
  /** Calls that failed, each with the file's name. */
  readonly refused: readonly string[];
}

/** For specs: the program believes to be on Windows, where another program holds files. Waiting takes no time. */
export function onWindows(): HeldFiles {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform');
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  const held: { path: RegExp; codes: readonly string[]; left: number }[] = [];
  const refused: string[] = [];
  const undo: (() => void)[] = [];

  function replace(where: object, name: string, make: (real: Call) => Call): void {
    const calls = where as Record<string, Call>;
    const real = calls[name];
    if (real === undefined) throw new Error(`there is no ${name}`);
    calls[name] = make(real);
    undo.push(() => (calls[name] = real));
  }

  /** The error that this call meets, or null. */
  function refusal(name: string, args: readonly unknown[]): Error | null {
    const paths = args.slice(0, 2).filter((arg) => typeof arg === 'string');
    const hit = held.find(({ path, left }) => left > 0 && paths.some((one) => path.test(one)));
    if (hit === undefined) return null;
    const code = hit.codes[refused.length % hit.codes.length] ?? 'EBUSY';
    hit.left -= 1;
    refused.push(`${name} ${code}`);
    return Object.assign(new Error(`${code}: held, ${name}`), { code, syscall: name, path: paths[0] });
  }

  for (const name of SYNC)
    replace(fs, name, (real) => (...args) => {
      const error = refusal(name, args);
      if (error !== null) throw error;
      return real(...args);
    });
  for (const name of ASYNC)
    replace(fs.promises, name, (real) => async (...args) => {
      const error = refusal(name, args);
      if (error !== null) throw error;
      return real(...args);
    });
  // A file that was opened for appending cannot be shortened there.
  const appending = new Set<unknown>();
  replace(fs, 'openSync', (real) => (...args) => {
    const file = real(...args);
    const flags = args[1];
    if (flags === 'a' || (typeof flags === 'number' && (flags & fs.constants.O_APPEND) !== 0)) appending.add(file);
    return file;
  });
  // No folder below a file: Windows does not say what is in the way.
  replace(fs, 'mkdirSync', (real) => (...args) => {
    try {
      return real(...args);
    } catch (error) {
      if (Object(error).code === 'ENOTDIR') throw Object.assign(new Error('ENOENT: mkdir'), { code: 'ENOENT' });
      throw error;
    }
  });
  replace(fs, 'closeSync', (real) => (file) => {
    appending.delete(file);
    return real(file);
  });
  replace(fs, 'ftruncateSync', (real) => (...args) => {
    if (appending.has(args[0])) throw Object.assign(new Error('EPERM: ftruncate'), { code: 'EPERM' });
    return real(...args);
  });
  let isFull = false;
  let halves = 0;
  replace(fs, 'writeSync', (real) => (...args) => {
    if (!isFull) return real(...args);
    halves += 1;
    if (halves % 2 === 0) throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC', syscall: 'write' });
    const [file, bytes, offset, length, position] = args;
    return real(file, bytes, offset, Math.floor(Number(length) / 2), position);
  });
  replace(Atomics, 'wait', () => () => 'timed-out');
  replace(timers, 'setTimeout', () => async () => undefined);
  syncBuiltinESMExports();
  return {
    hold: (path, codes, times) => void held.push({ path, codes, left: times }),
    fillDisk: () => void (isFull = true),
    refused,
    [Symbol.dispose]() {
      for (const one of undo.toReversed()) one();
      if (platform !== undefined) Object.defineProperty(process, 'platform', platform);
      syncBuiltinESMExports();
    },
  };
}
