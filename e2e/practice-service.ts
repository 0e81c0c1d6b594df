import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../out/core/practice.js');
const startTimeoutMs = 20_000;

export interface SentLead {
  readonly campaignCode: string;
  readonly data: Readonly<Record<string, string>>;
}

/** The simulated service as a process of its own, for tests that make it misbehave or read what it accepted. */
export class PracticeService {
  #child: ChildProcess | undefined;
  #address = '';
  readonly username = 'e2e';
  readonly password = 'a password of the test';
  readonly #arguments: readonly string[];

  constructor(extraArguments: readonly string[] = []) {
    this.#arguments = extraArguments;
  }

  /** `http://127.0.0.1:<port>/api` */
  get address(): string {
    return this.#address;
  }

  async start(): Promise<void> {
    const args = [program, '--username', this.username, '--password', this.password, ...this.#arguments];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let said = '';
    this.#address = await new Promise<string>((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error(`The practice service printed no address. It said: ${said}`)),
        startTimeoutMs,
      );
      const listen = (chunk: Buffer): void => {
        said += chunk.toString('utf8');
        const address = /http:\/\/127\.0\.0\.1:\d+\/api(?=\s)/.exec(said)?.[0];
        if (address === undefined) return;
        clearTimeout(limit);
        resolve(address);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.on('exit', (code) => {
        clearTimeout(limit);
        reject(new Error(`The practice service ended (${code}). It said: ${said}`));
      });
    });
  }

  /** Makes matching requests go wrong; see the folder's README for the kinds. */
  async addFault(fault: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#control('POST', 'faults', fault);
  }

  /** The service accepts the leads, and their answers are lost. `after`: leads that are answered before. */
  async loseAnswers(times: number, { after: skip }: { readonly after: number }): Promise<void> {
    await this.addFault({ kind: 'reset', when: 'after', times, skip, match: { method: 'POST', path: '/leads' } });
  }

  /** Every so manieth made-up lead, from the first on, gets another status, as changed now. */
  async changeEvery(every: number, status: string): Promise<void> {
    await this.#control('POST', 'changes', { every, status });
  }

  /** Moves the service's clock on. */
  async advance(seconds: number): Promise<void> {
    await this.#control('POST', 'clock', { advanceSeconds: seconds });
  }

  async removeFaults(): Promise<void> {
    await this.#control('DELETE', 'faults');
  }

  /** Units that the service has counted, by the name of the counter. */
  async counted(): Promise<Readonly<Record<string, number>>> {
    const { services } = (await this.#control('GET', 'state')) as { services: Record<string, { units: number }> };
    return Object.fromEntries(Object.entries(services).map(([name, { units }]) => [name, units]));
  }

  /** Creates a lead as another program would. */
  async createLead(campaignCode: string, data: Readonly<Record<string, string>>): Promise<void> {
    const basic = Buffer.from(`${this.username}:${this.password}`).toString('base64');
    const response = await fetch(`${this.#address}/leads`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
      body: JSON.stringify({ CampaignCode: campaignCode, data }),
    });
    const { success } = (await response.json()) as { success?: boolean };
    if (success !== true) throw new Error(`The practice service created no lead (${response.status}).`);
  }

  /** Names or other single fields of every lead it accepted, in their order. */
  async acceptedLeads(): Promise<SentLead[]> {
    const page = (await this.#control('GET', 'ledger?offset=0&limit=10000')) as { entries: SentLead[] };
    return page.entries;
  }

  stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return Promise.resolve();
    this.#child = undefined;
    return new Promise((resolve) => {
      child.on('exit', () => resolve());
      child.kill('SIGKILL');
    });
  }

  async #control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(new URL(`/practice/${path}`, this.#address), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`The practice service refused ${method} ${path}: ${await response.text()}`);
    return response.json();
  }
}
