// Why: decision 0395.
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import type { AlertDelivery as Shown, QuotaAlert } from '../../../shared/contract/quota/quota-alerts.ts';
import type { PostJson } from '../api/transport/post-json.ts';
import type { LedgerStore } from '../api/broker/ledger/ledger-store.ts';
import { writingTrouble } from '../files/foundation/file-trouble.ts';
import { invalidAt } from '../foundation/failure.ts';
import { inTurn } from '../foundation/in-turn.ts';
import type { Clock } from '../foundation/ports.ts';
import { KeptFact } from './kept-fact.ts';
import type { AlertNews } from './quota-alerts.ts';
import { webhookTrouble } from './webhook-address.ts';

const targetsSchema = z.object({ webhook: z.string().nullable(), path: z.string().nullable() });

/** Milliseconds that a webhook has to answer: it gets a few hundred bytes. */
const PATIENCE = 10_000;

type Delivered = 'raised' | 'takenBack' | 'test';

/** Takes alerts out of the program: to an address, and as a line into a file. No lead, user or name of a file is in them. */
export class AlertDelivery {
  readonly #targets: KeptFact<z.infer<typeof targetsSchema>>;
  readonly #clock: Pick<Clock, 'wallNow'>;
  readonly #post: PostJson;
  #failure: Shown['failure'] = null;
  /** One delivery after the other, so that a file has its lines in their order. */
  readonly #inTurn = inTurn();

  constructor(ledger: LedgerStore, clock: Pick<Clock, 'wallNow'>, post: PostJson) {
    this.#targets = new KeptFact(ledger, 'alertDelivery', targetsSchema, { webhook: null, path: null });
    this.#clock = clock;
    this.#post = post;
  }

  get shown(): Shown {
    const { webhook, path } = this.#targets.current;
    return { webhook, file: path === null ? null : basename(path), failure: this.#failure };
  }

  /**
   * Sends a test to where alerts go from now on, and resolves when it is there or has failed.
   *
   * @param path of the file; undefined: the one as before
   * @throws Failure `validation` for an address that gets none
   */
  async change(webhook: string | null, path: string | null | undefined): Promise<void> {
    const trouble = webhook === null ? '' : webhookTrouble(webhook);
    if (trouble !== '') throw invalidAt('webhook', trouble);
    this.#targets.current = { webhook, path: path === undefined ? this.#targets.current.path : path };
    await this.deliver('test', null);
  }

  /** Never rejects: what failed is shown. */
  deliver(change: Delivered, alert: QuotaAlert | null): Promise<void> {
    const { webhook, path } = this.#targets.current;
    const text = JSON.stringify(messageOf(change, alert, this.#clock.wallNow()));
    return this.#inTurn(async () => {
      const troubles = await Promise.all([
        webhook === null ? '' : this.#send(webhook, text),
        path === null ? '' : append(path, text),
      ]);
      const message = troubles.filter((trouble) => trouble !== '').join(' ');
      this.#failure = message === '' ? null : { message, at: this.#clock.wallNow() };
    });
  }

  /** Delivers what changed with one look. @param onEnd called when all of it is there or has failed */
  announce({ raised, takenBack }: AlertNews, onEnd: () => void): void {
    const all = [
      ...takenBack.map((alert) => this.deliver('takenBack', alert)),
      ...raised.map((alert) => this.deliver('raised', alert)),
    ];
    Promise.all(all).then(onEnd, () => undefined);
  }

  /** '' when it was accepted; else why not, in a sentence. */
  async #send(address: string, body: string): Promise<string> {
    const { host } = new URL(address);
    try {
      const status = await this.#post(address, body, PATIENCE);
      return status >= 200 && status < 300 ? '' : `${host} answered ${status} to an alert. Look at the address.`;
    } catch {
      return `${host} took no alert: it could not be reached, or did not answer within 10 seconds.`;
    }
  }

  /** Resolves when nothing is on its way. */
  settle(): Promise<void> {
    return this.#inTurn(async () => undefined);
  }
}

/** The words of an alert about rows name the file of an import: they stay here. */
function messageOf(change: Delivered, alert: QuotaAlert | null, at: number): object {
  const words =
    alert === null
      ? { kind: 'test', title: 'A test: alerts of the quota come here.', text: '' }
      : alert.kind === 'unknownRows'
        ? { kind: alert.kind, title: 'Rows of an import are unknown', text: 'Open the job in Lead Console.' }
        : { kind: alert.kind, title: alert.title, text: alert.text };
  return { program: 'Lead Console', change, ...words, at: new Date(alert?.raisedAt ?? at).toISOString() };
}

async function append(path: string, line: string): Promise<string> {
  try {
    await using file = await open(path, 'a+', 0o600);
    const { size } = await file.stat();
    // A full disk may have cut the alert before it; this one must not become part of that line.
    const isCut = size > 0 && (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString() !== '\n';
    await file.appendFile(`${isCut ? '\n' : ''}${line}\n`);
    return '';
  } catch (error) {
    return writingTrouble(error, basename(path)).message;
  }
}
