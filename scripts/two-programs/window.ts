import { Host } from '../lib/host.ts';
import { visit } from '../../electron/loopback/visitor-fixture.ts';
import type { ChannelInput, ChannelName, ChannelResult } from '../../shared/contract/channels.ts';
import type { Outcome } from '../../shared/contract/errors.ts';
import { USER } from '../../electron/batch/batch-fixture.ts';

type Page = Awaited<ReturnType<typeof visit>>;

/** The built program with a page, as a process of its own. It can be killed and started again while it is asked. */
export class Window {
  /** Ends that nobody had asked for, in the words of the program. */
  readonly ends: string[] = [];
  readonly #host: Host;
  #page: Page | null = null;
  #back: Promise<void> = Promise.resolve();

  private constructor(dataFolder: string) {
    this.#host = new Host(dataFolder, [], { HTTPS_PROXY: '', https_proxy: '' });
  }

  static async open(dataFolder: string, address: string): Promise<Window> {
    const window = new Window(dataFolder);
    await window.#enter();
    await window.value('account:connect', { address, ...USER });
    return window;
  }

  /** Null: the program was killed before it answered. */
  async call<Name extends ChannelName>(
    name: Name,
    args: ChannelInput<Name>,
  ): Promise<Outcome<ChannelResult<Name>> | null> {
    return this.#ask((page) => page.call(name, args));
  }

  /** @throws Error when it does not work */
  async value<Name extends ChannelName>(name: Name, args: ChannelInput<Name>): Promise<ChannelResult<Name>> {
    const outcome = await this.call(name, args);
    if (outcome?.ok !== true) throw new Error(`${name}: ${JSON.stringify(outcome)}`);
    return outcome.value;
  }

  /** A token of the file; null as `call`. */
  async upload(name: string, text: string): Promise<string | null> {
    return (await this.#ask((page) => page.upload(name, text)))?.token ?? null;
  }

  /** The text of a saved file; null as `call`. */
  download(token: string): Promise<string | null> {
    return this.#ask((page) => page.download(token));
  }

  /** With no chance to tidy up; then a person starts it again and signs in. */
  async killAndStart(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#back = promise;
    try {
      this.#page = null;
      await this.#host.kill();
      await this.#enter();
      const [account] = (await this.#now().value('account:list', {})).accounts;
      await this.#now().value('account:signIn', { accountId: account?.id ?? '', password: USER.password });
    } finally {
      resolve();
    }
  }

  /** As a person ends it. */
  async close(): Promise<void> {
    await this.#page?.leave();
    await this.#host.stop();
  }

  async #enter(): Promise<void> {
    await this.#host.start();
    const { port } = new URL(this.#host.address);
    this.#page = await visit({ port: Number(port), freshAddress: () => this.#host.address });
  }

  #now(): Page {
    if (this.#page === null) throw new Error('the window is closed');
    return this.#page;
  }

  async #ask<Answer>(ask: (page: Page) => Promise<Answer>): Promise<Answer | null> {
    await this.#back;
    const page = this.#now();
    try {
      return await ask(page);
    } catch (error) {
      if (this.#page === page) this.ends.push(`${String(error)} ${this.#host.said.slice(-500)}`);
      return null;
    }
  }
}
