import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { root } from './project.ts';

/** With this the host is a program of Windows, under Wine: `npm run windows -- e2e`. */
const isWindows = process.env['LEAD_CONSOLE_WINDOWS'] !== undefined;
/** What Node starts a built program with, before its own arguments. */
export const programOf = (name: 'loopback' | 'batch'): [string, ...string[]] =>
  isWindows ? [join(root, 'scripts/windows/run.ts'), name] : [join(root, `out/core/${name}.js`)];
/** What starts a program of Windows hears this and ends it at once; ended itself, it would leave the program alone. */
const atOnce = isWindows ? 'SIGTERM' : 'SIGKILL';

const startTimeoutMs = isWindows ? 60_000 : 20_000;
const stopTimeoutMs = 10_000;
const addressPattern = /http:\/\/127\.0\.0\.1:\d+\/\S*#token=\S+/;

/** The built client's browser host as a process of its own, with a data folder of its own. */
export class Host {
  readonly dataFolder: string;
  readonly #extraArguments: readonly string[];
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #address = '';
  #said = '';

  constructor(dataFolder: string, extraArguments: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    this.dataFolder = dataFolder;
    this.#extraArguments = extraArguments;
    this.#environment = environment;
  }

  /** Where the page is, with a token that serves once; another one after each start. */
  get address(): string {
    return this.#address;
  }

  /**
   * The address of a place of the page, with the token that serves once: opened as one, so that no second step can come
   * before the page has read its token.
   * @param place as behind the #, such as `#/jobs`
   */
  addressOf(place: string): string {
    return `${this.#address}&${place.replace(/^#/, '')}`;
  }

  /** Everything the process has written so far, both streams. */
  get said(): string {
    return this.#said;
  }

  get processId(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * @param port 0: any free one
   * @throws Error with the host's own words when it ends or stays silent instead of printing an address
   */
  async start(port = 0): Promise<void> {
    if (this.#child !== undefined) throw new Error('The host is already running.');
    const own = ['--no-open', '--port', String(port), '--data-dir', this.dataFolder];
    const args = [...programOf('loopback'), ...own, ...this.#extraArguments];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...this.#environment },
    });
    this.#child = child;
    let saidSinceStart = '';
    this.#address = await new Promise<string>((resolve, reject) => {
      const limit = setTimeout(() => {
        child.kill(atOnce);
        reject(new Error(`The host printed no address within ${startTimeoutMs / 1000} s. It said: ${saidSinceStart}`));
      }, startTimeoutMs);
      const listen = (chunk: Buffer): void => {
        const text = chunk.toString('utf8');
        this.#said += text;
        saidSinceStart += text;
        const address = addressPattern.exec(saidSinceStart)?.[0];
        // Wait for the whole line: half of it would be half a token.
        if (address === undefined || !/#token=\S+\s/.test(saidSinceStart)) return;
        clearTimeout(limit);
        resolve(address);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.on('exit', (code, signal) => {
        clearTimeout(limit);
        this.#child = undefined;
        reject(
          new Error(`The host ended (${signal ?? code}) before it printed an address. It said: ${saidSinceStart}`),
        );
      });
    });
  }

  /** Ends the host as a person would (SIGTERM), and the hard way when it does not listen. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Ends the host with no chance to tidy up. */
  kill(): Promise<void> {
    return this.#end(atOnce);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      child.on('exit', () => {
        clearTimeout(limit);
        resolve();
      });
      child.kill(signal);
    });
    this.#child = undefined;
  }
}
