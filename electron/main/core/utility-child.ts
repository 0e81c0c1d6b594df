import type { ElectronParts } from '../guards/electron-parts.ts';
import type { Log } from '../../core/foundation/ports.ts';
import type { CoreChild } from './core-process.ts';

type Forks = Pick<ElectronParts, 'utilityProcess'>;

/** On Linux each thread would keep memory of its own, also when it has ended (decision 0172). */
const CORE_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

/** Starts the core in a utility process. @param path absolute path of the built `utility-process.js` */
export function forkCore({ utilityProcess }: Forks, path: string, log: Pick<Log, 'note'>): CoreChild {
  const env = { ...process.env, ...CORE_ENVIRONMENT };
  const child = utilityProcess.fork(path, [], { serviceName: 'Lead Console core', env });
  // Never the report that comes along: it holds the environment.
  child.on('error', (type, location) => log.note(`the core ended by a ${type} at ${location}`));
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill(),
  };
}

export interface PracticeChild {
  /** Calls the listener with each piece of the program's output. */
  onText(listener: (text: string) => void): void;
  onExit(listener: () => void): void;
  kill(): void;
}

/** Starts the practice service in a utility process. @param path absolute path of the built `practice.js` */
export function forkPractice({ utilityProcess }: Forks, path: string, args: readonly string[]): PracticeChild {
  const child = utilityProcess.fork(path, [...args], { serviceName: 'Lead Console practice', stdio: 'pipe' });
  return {
    onText(listener) {
      child.stdout?.on('data', (chunk: Buffer) => listener(chunk.toString('utf8')));
      child.stderr?.on('data', (chunk: Buffer) => listener(chunk.toString('utf8')));
    },
    onExit: (listener) => child.once('exit', listener),
    kill: () => child.kill(),
  };
}
