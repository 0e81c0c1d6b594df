import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../foundation/ports.ts';
import type { AskOptions } from '../threads/started-thread.ts';
import { programBeside } from '../threads/program-beside.ts';
import { ThreadClient } from '../threads/thread-client.ts';
import type { ChangeAnswers, ChangeRequest } from './change-messages.ts';

type Kind = keyof ChangeAnswers;
type Asked<Key extends Kind> = Omit<Extract<ChangeRequest, { kind: Key }>, 'journal' | 'kind'>;

/** Whoever has the lists and the leads of changes. */
export type ChangeAnswerer = Pick<ChangeThread, 'ask' | 'close'>;

/** The thread of the lists and of the leads of changes. The first question starts it. */
export class ChangeThread {
  readonly #journal: string;
  readonly #thread: ThreadClient<ChangeRequest, ChangeAnswers[Kind]>;

  constructor(journal: DatabaseSync, log: Pick<Log, 'bug'>) {
    this.#journal = journal.location() ?? '';
    this.#thread = new ThreadClient({
      program: programBeside(import.meta.url, 'change-worker'),
      log,
      says: {
        diskFull: 'The disk is full, so the list was not kept and nothing was sent. Free some space and try again.',
      },
    });
  }

  /** Errors: those of `ThreadClient.ask`. */
  async ask<Key extends Kind>(kind: Key, asked: Asked<Key>, options?: AskOptions): Promise<ChangeAnswers[Key]> {
    const request = { kind, journal: this.#journal, ...asked } as unknown as ChangeRequest;
    // The thread answers each kind with its own shape; the map of requests cannot carry that type.
    return (await this.#thread.ask(request, options)) as ChangeAnswers[Key];
  }

  /** Resolves when its file is closed. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
